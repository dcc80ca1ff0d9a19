package office_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"aloft/client/office"
	"aloft/model"
)

// A slide as other programs write it: groups, tables, fields of the footer,
// pictures, charts, alternate content, and a page of notes.
func TestASlideOfAnotherProgram(t *testing.T) {
	box := func(ph, text string) string {
		return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr>` + ph + `</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>` + text + `</p:txBody></p:sp>`
	}
	line := func(s string) string { return `<a:p><a:r><a:rPr lang="en"/><a:t>` + s + `</a:t></a:r></a:p>` }
	cell := func(s string) string { return `<a:tc><a:txBody>` + line(s) + `</a:txBody></a:tc>` }
	spaces := ` xmlns:a="http://purl.oclc.org/ooxml/drawingml/main" xmlns:p="http://purl.oclc.org/ooxml/presentationml/main" xmlns:mc="m" xmlns:r="r" xmlns:q="http://schemas.microsoft.com/office/powerpoint/2099/main"`
	slide := `<p:sld` + spaces + `><p:cSld><p:spTree>` +
		box(`<p:ph type="ctrTitle"/>`, `<a:p><a:r><a:t>Big</a:t></a:r><a:br/><a:r><a:t>title</a:t></a:r></a:p>`) +
		box(`<p:ph type="body" idx="1"/>`, line("point")+`<a:p><a:pPr lvl="2"/><a:fld type="x"><a:t>field</a:t></a:fld><a:endParaRPr/></a:p>`+line(" ")) +
		box(`<p:ph type="ftr"/>`, line("footer")) + box(`<p:ph type="sldNum"/>`, line("7")) + box(`<p:ph type="dt"/>`, line("today")) +
		`<p:grpSp><p:grpSp>` + box("", line("in a group")) + `</p:grpSp></p:grpSp>` +
		`<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>` + cell("a") + cell("b|c") + `</a:tr><a:tr>` + cell("1") + `</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>` +
		`<p:graphicFrame><a:graphic><a:graphicData uri="chart"/></a:graphic></p:graphicFrame><p:pic/>` +
		`<mc:AlternateContent><mc:Choice>` + box("", line("chosen")) + `</mc:Choice><mc:Fallback>` + box("", line("fallen back")) + `</mc:Fallback></mc:AlternateContent>` +
		`<mc:AlternateContent><mc:Choice xmlns:zz="urn:unknown" Requires="zz">` + box("", line("not understood")) + `</mc:Choice><mc:Choice Requires="p14">` + box("", line("second choice")) + `</mc:Choice></mc:AlternateContent>` +
		`<mc:AlternateContent><mc:Choice Requires="q">` + box("", line("later")) + `</mc:Choice><mc:Fallback>` + box("", line("instead")) + `</mc:Fallback></mc:AlternateContent>` +
		box("", `<a:p><mc:AlternateContent xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><mc:Choice Requires="a14"><a14:m><m:r xmlns:m="m"><m:t>x=1</m:t></m:r></a14:m></mc:Choice><mc:Fallback><a:r><a:t>x is 1</a:t></a:r></mc:Fallback></mc:AlternateContent></a:p>`) +
		`<mc:AlternateContent><mc:Choice xmlns:zz="urn:unknown" Requires="zz"/></mc:AlternateContent>` +
		`</p:spTree></p:cSld></p:sld>`
	notes := `<p:notes` + spaces + `><p:cSld><p:spTree>` + box(`<p:ph type="sldImg"/>`, "") + box(`<p:ph type="body"/>`, line("say this")) + box(`<p:ph type="sldNum"/>`, line("7")) + `</p:spTree></p:cSld></p:notes>`
	whole := made(t, func(w io.Writer) error { return office.WriteSlides(w, "", []office.Slide{{Title: "x"}}) })
	data := rezip(t, whole, func(name string, b []byte) []byte {
		switch name {
		case "ppt/slides/slide1.xml":
			return []byte(slide)
		case "ppt/slides/_rels/slide1.xml.rels":
			return []byte(`<Relationships><Relationship Id="n" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/notesSlide" Target="/ppt/theme/theme1.xml"/></Relationships>`)
		case "ppt/theme/theme1.xml": // a part that every presentation has takes the place of the notes
			return []byte(notes)
		}
		return b
	})
	r, n := reader(data)
	var md bytes.Buffer
	res, err := office.ToMarkdown(t.Context(), "x.pptx", r, n, &md)
	if err != nil {
		t.Fatal(err)
	}
	want := "## Big title\n\n- point\n    - field\n\nin a group\n\n| a | b\\|c |\n| --- | --- |\n| 1 |  |\n\nchosen\n\nsecond choice\n\ninstead\n\nx=1\n\n> Notes:\n>\n> say this\n"
	if md.String() != want {
		t.Errorf("got\n%s\nwant\n%s", md.String(), want)
	}
	if notes := []string{"1 picture was left out", "2 charts or diagrams were left out"}; !slices.Equal(model.English(res.Notes), notes) {
		t.Errorf("notes %q", res.Notes)
	}
	var txt bytes.Buffer
	if _, err := office.ToText(t.Context(), "x.pptx", r, n, &txt); err != nil || !strings.Contains(txt.String(), "    field\nin a group\na\tb|c\n1\nchosen\nsecond choice\ninstead\nx=1\nNotes:\nsay this\n") {
		t.Errorf("%v\n%s", err, txt.String())
	}
}
