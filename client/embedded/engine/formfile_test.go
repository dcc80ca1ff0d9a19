package engine

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// formFile makes a Word file with each construct that the model has no word for.
// Every paragraph has a space before it that no other has, and every run letters and
// a size that no other has: so that it can be told what belongs where.
type formFile struct {
	paras, runs int
	home        map[rune][2]string // the size and the space that belong to a letter
}

// text is a run; in is what is in it besides its letters.
func (f *formFile) text(in ...string) string {
	f.runs++
	var letters string
	for k := range 4 {
		r := rune(0x4e00 + 8*f.runs + k)
		letters += string(r)
		f.home[r] = [2]string{fmt.Sprint(100 + f.runs), fmt.Sprint(1000 + f.paras)}
	}
	return fmt.Sprintf(`<w:r w:rsidR="00AA%04d"><w:rPr><w:rFonts w:ascii="F%d" w:eastAsia="E%d"/><w:b/><w:kern w:val="2"/><w:sz w:val="%d"/><w:em w:val="dot"/></w:rPr>%s<w:t>%s</w:t></w:r>`,
		f.runs, f.runs, f.runs, 100+f.runs, strings.Join(in, ""), letters)
}

// para is a paragraph of what in returns; ppr are more of its properties.
func (f *formFile) para(ppr string, in func() string) string {
	f.paras++
	before := fmt.Sprint(1000 + f.paras)
	style, rest, _ := strings.Cut(ppr, "|")
	body := in()
	return `<w:p w:rsidR="00BB` + before + `"><w:pPr>` + style + `<w:spacing w:before="` + before + `"/>` + rest + `</w:pPr>` + body + `</w:p>`
}

func (f *formFile) plain(ppr string) string {
	return f.para(ppr, func() string { return f.text() + f.text() })
}

const (
	formMain = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	formRel  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	formRoot = formMain + ` xmlns:r="` + formRel + `" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"`
)

// body is one of each construct of ECMA-376 part 1, chapter 17, that people meet.
func (f *formFile) body() string {
	field := func(code, shown string) string {
		return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ` + code + ` </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` + shown + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
	}
	cell := func(pr string) string { return `<w:tc><w:tcPr>` + pr + `</w:tcPr>` + f.plain("") + `</w:tc>` }
	item := `<w:pStyle w:val="Listed"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="7"/></w:numPr>|`
	sect := func(kind string) string {
		return `<w:sectPr><w:headerReference w:type="default" r:id="rId20"/><w:footerReference w:type="default" r:id="rId21"/><w:type w:val="` + kind + `"/><w:pgSz w:w="9000" w:h="12000"/><w:cols w:num="2"/><w:docGrid w:type="lines" w:linePitch="312"/></w:sectPr>`
	}
	var b strings.Builder
	put := func(s string) { b.WriteString(s) }
	put(f.para(`<w:pStyle w:val="Big"/>|<w:jc w:val="center"/>`, func() string { return f.text() }))
	put(f.para(`<w:pStyle w:val="Heading1"/><w:keepNext/>|`, func() string {
		return `<w:bookmarkStart w:id="3" w:name="here"/>` + f.text() + `<w:bookmarkEnd w:id="3"/>`
	}))
	put(f.para(`|<w:ind w:firstLine="400"/><w:jc w:val="both"/>`, func() string {
		return f.text() + `<w:proofErr w:type="spellStart"/>` + f.text() + `<w:proofErr w:type="spellEnd"/>` + f.text(`<w:lastRenderedPageBreak/>`)
	}))
	put(f.para("", func() string {
		return f.text() + field("PAGE", f.text()) + f.text() + `<w:fldSimple w:instr=" DATE ">` + f.text() + `</w:fldSimple>` + f.text()
	}))
	put(f.para("", func() string {
		return `<w:hyperlink r:id="rId22" w:history="1">` + f.text() + `</w:hyperlink>` + f.text() + `<w:hyperlink w:anchor="here">` + f.text() + `</w:hyperlink>` + field(`HYPERLINK "https://e.x/f"`, f.text())
	}))
	put(f.para("", func() string {
		return f.text() + `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>` + f.text() + `<w:r><w:endnoteReference w:id="2"/></w:r>`
	}))
	put(f.para("", func() string {
		return f.text() + `<w:ins w:id="50" w:author="Ann" w:date="2026-01-01T00:00:00Z">` + f.text() + `</w:ins><w:del w:id="51" w:author="Ann"><w:r><w:delText>gone</w:delText></w:r></w:del>` + f.text()
	}))
	put(f.para(`|<w:rPr><w:del w:id="52" w:author="Ann"/></w:rPr>`, func() string { return f.text() }))
	joined := f.paras
	put(f.para("", func() string { return f.text() }))
	for r, at := range f.home { // a deleted mark: they are one paragraph, once it is split with the properties of the second
		if at[1] == fmt.Sprint(1000+joined) {
			f.home[r] = [2]string{at[0], at[1] + " " + fmt.Sprint(1001+joined)}
		}
	}
	put(`<w:sdt><w:sdtPr><w:alias w:val="A control"/><w:tag w:val="t"/><w:id w:val="77"/></w:sdtPr><w:sdtContent>` + f.plain("") + f.plain("") + `</w:sdtContent></w:sdt>`)
	put(f.para("", func() string {
		return f.text() + `<w:sdt><w:sdtPr><w:id w:val="78"/><w:date><w:dateFormat w:val="yyyy"/></w:date></w:sdtPr><w:sdtContent>` + f.text() + `</w:sdtContent></w:sdt>` + `<w:smartTag w:uri="u" w:element="e">` + f.text() + `</w:smartTag>`
	}))
	put(f.para("", func() string {
		return `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> </w:t></w:r>` + f.text()
	}))
	put(f.plain(item) + f.plain(item) + f.plain(item))
	put(f.para("", func() string {
		return f.text(`<w:tab/>`) + f.text(`<w:br/>`) + f.text(`<w:sym w:font="Wingdings" w:char="F0E0"/>`) + f.text(`<w:noBreakHyphen/>`) + `<w:r><w:br w:type="page"/></w:r>`
	}))
	put(f.para(`|<w:bidi/><w:textAlignment w:val="top"/>`, func() string {
		return f.text() + `<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath><w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/></w:rubyPr><w:rt><w:r><w:t>x</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>y</w:t></w:r></w:rubyBase></w:ruby></w:r>`
	}))
	put(f.para("", func() string {
		return f.text() + `<w:r><w:drawing><wp:anchor behindDoc="1"><wp:extent cx="9525" cy="9525"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="4" name="P" descr="d"/><a:graphic><a:graphicData uri="u"><pic:pic><pic:blipFill><a:blip r:embed="rId23"><a:extLst/></a:blip></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r><w:r><w:drawing><wp:inline><wp:extent cx="9525" cy="9525"/><wp:docPr id="5" name="C" descr="A chart"/><a:graphic><a:graphicData uri="c"><c:chart xmlns:c="urn:c" r:id="rId24"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
	}))
	put(f.para("", func() string {
		home := f.paras
		boxed := f.plain("")
		f.paras, home = home, f.paras // the letters behind the box are the outer paragraph's
		s := f.text() + `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="6" name="B"/><a:graphic><a:graphicData uri="w"><wps:wsp><wps:txbx><w:txbxContent>` + boxed + `</w:txbxContent></wps:txbx><wps:bodyPr rot="1"/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect><v:textbox><w:txbxContent>` + boxed + `</w:txbxContent></v:textbox></v:rect></w:pict></mc:Fallback></mc:AlternateContent></w:r>` + f.text()
		f.paras = home
		return s
	}))
	put(`<w:tbl><w:tblPr><w:tblStyle w:val="Own"/><w:tblW w:w="5000" w:type="pct"/></w:tblPr><w:tblGrid><w:gridCol w:w="1"/><w:gridCol w:w="2"/><w:gridCol w:w="3"/></w:tblGrid><w:tr w:rsidR="00CC0001"><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>` +
		cell(`<w:gridSpan w:val="2"/><w:shd w:val="clear" w:fill="ABCDEF"/>`) + cell(`<w:vMerge w:val="restart"/>`) + `</w:tr><w:tr>` + cell(``) + cell(`<w:vAlign w:val="bottom"/>`) + cell(`<w:vMerge/>`) + `</w:tr></w:tbl>`)
	put(f.plain(`|` + sect("nextPage")))
	put(f.para("", func() string {
		return `<w:commentRangeStart w:id="5"/>` + f.text() + `<w:commentRangeEnd w:id="5"/><w:r><w:commentReference w:id="5"/></w:r>` + f.text()
	}))
	put(f.plain(`<w:pStyle w:val="Code"/>|`) + f.plain(`<w:pStyle w:val="Code"/>|`))
	put(`<w:bookmarkStart w:id="9" w:name="between"/><w:tbl><w:tblPr/><w:tr><w:tc><w:tcPr/>` + f.plain("") + `<w:tbl><w:tblPr/><w:tr>` + cell("") + `</w:tr></w:tbl>` + f.plain("") + `</w:tc></w:tr></w:tbl><w:bookmarkEnd w:id="9"/>`)
	put(f.plain(`<w:pStyle w:val="Heading2"/>|`) + f.plain(`|<w:jc w:val="right"/>`))
	put(sect("continuous"))
	return b.String()
}

func newFormFile(t testing.TB) (*formFile, []byte) {
	t.Helper()
	f := &formFile{home: map[rune][2]string{}}
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\r\n"
	rel := func(id, kind, target string) string {
		mode := ""
		if strings.Contains(target, "://") {
			mode = ` TargetMode="External"`
		}
		return `<Relationship Id="` + id + `" Type="` + formRel + `/` + kind + `" Target="` + target + `"` + mode + `/>`
	}
	style := func(kind, id, name, in string) string {
		return `<w:style w:type="` + kind + `" w:styleId="` + id + `"><w:name w:val="` + name + `"/>` + in + `</w:style>`
	}
	note := func(kind string) string {
		return head + `<w:` + kind + `s ` + formRoot + `><w:` + kind + ` w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:` + kind + `><w:` + kind + ` w:id="2"><w:p><w:pPr><w:pStyle w:val="Note"/></w:pPr><w:r><w:` + kind + `Ref/></w:r><w:r><w:rPr><w:sz w:val="15"/></w:rPr><w:t xml:space="preserve"> A ` + kind + `.</w:t></w:r></w:p></w:` + kind + `></w:` + kind + `s>`
	}
	document := head + `<w:document ` + formRoot + `><w:background w:color="FFFFFF"/><w:body>` + f.body() + `</w:body></w:document>`
	parts := [][2]string{
		{"[Content_Types].xml", head + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/octet-stream"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + rel("rId1", "officeDocument", "word/document.xml") + `</Relationships>`},
		{"word/document.xml", document},
		{"word/_rels/document.xml.rels", head + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + rel("rId1", "styles", "styles.xml") + rel("rId2", "numbering", "numbering.xml") + rel("rId3", "footnotes", "footnotes.xml") + rel("rId4", "endnotes", "endnotes.xml") + rel("rId5", "comments", "comments.xml") + rel("rId6", "settings", "settings.xml") + rel("rId7", "theme", "theme/theme1.xml") + rel("rId20", "header", "header1.xml") + rel("rId21", "footer", "footer1.xml") + rel("rId22", "hyperlink", "https://e.x/") + rel("rId23", "image", "media/p.bin") + rel("rId24", "chart", "charts/c.xml") + `</Relationships>`},
		{"word/styles.xml", head + `<w:styles ` + formMain + `><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Garamond"/></w:rPr></w:rPrDefault></w:docDefaults>` + style(`paragraph" w:default="1`, "Std", "Normal", "") + style("paragraph", "Big", "Title", "") + style("paragraph", "Heading1", "heading 1", "") + style("paragraph", "Heading2", "heading 2", "") + style("paragraph", "Listed", "Listed", `<w:rPr><w:i/></w:rPr>`) + style("paragraph", "Code", "Source Code", "") + style("paragraph", "Note", "footnote text", "") + style("table", "Own", "Own Table", "") + `</w:styles>`},
		{"word/numbering.xml", head + `<w:numbering ` + formMain + `><w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num></w:numbering>`},
		{"word/footnotes.xml", note("footnote")}, {"word/endnotes.xml", note("endnote")},
		{"word/comments.xml", head + `<w:comments ` + formMain + `><w:comment w:id="5" w:author="Bob" w:initials="B"><w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>Why?</w:t></w:r></w:p></w:comment></w:comments>`},
		{"word/settings.xml", head + `<w:settings ` + formMain + `><w:trackRevisions/></w:settings>`},
		{"word/theme/theme1.xml", `<a:theme xmlns:a="urn:a"/>`}, {"word/header1.xml", `<w:hdr ` + formMain + `><w:p><w:r><w:t>head</w:t></w:r></w:p></w:hdr>`},
		{"word/footer1.xml", `<w:ftr ` + formMain + `><w:p/></w:ftr>`}, {"word/charts/c.xml", `<c:chartSpace xmlns:c="urn:c"/>`},
		{"word/media/p.bin", "\x89PNG\r\n\x1a\nnot much"}, {"customXml/item1.xml", `<own/>`}, {"docProps/app.xml", `<Properties/>`},
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		w, err := z.Create(p[0])
		if err == nil {
			_, err = w.Write([]byte(p[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return f, b.Bytes()
}
