package word_test

import (
	"io"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Elements in any order and nesting: the reader reads what it can, and that is the
// same after writing.
func TestOddXML(t *testing.T) {
	names := strings.Fields(`p p p p r r r t t t t tbl tr tc tcPr trPr gridSpan gridBefore vMerge sdt sdtPr sdtContent tag alias checkbox checked pPr pStyle numPr ilvl
		numId outlineLvl ind ins del moveFrom moveTo hyperlink fldSimple fldChar fldChar instrText drawing inline anchor docPr pic blipFill blip txbxContent
		pict shape textbox imagedata object AlternateContent Choice Fallback commentRangeStart commentRangeEnd commentReference footnoteReference oMath sym br tab cr
		bookmarkStart rPr b rStyle vertAlign ruby rubyBase rt sectPr headerReference pageBreakBefore customXml smartTag altChunk`)
	attr := rapid.SampledFrom([]string{"", "", `w:val="1"`, `w:val="2"`, `w:val="0"`, `w:val="-1"`, `w:val="99999999999"`, `w:val="aloft:code:go"`, `w:val="aloft:highlight"`, `w:val="aloft:drawing"`, `w:val="aloft:gap"`,
		`w:val="H"`, `w:val="SourceCode"`, `w:id="0"`, `w:id="1"`, `r:id="l"`, `r:embed="i"`, `r:link="l"`, `w:type="page"`, `w:fldCharType="begin"`, `w:fldCharType="separate"`, `w:fldCharType="end"`,
		`w:instr="HYPERLINK x"`, `w:name="_aloft_box_b"`, `name="aloft:b"`, `w:anchor="a"`, `w:left="720"`, `w:char="F0A8" w:font="Wingdings"`})
	words := rapid.SampledFrom([]string{"x", " ", "☐ y", "[z]", " HYPERLINK \"u\" ", "&#9;", "&#10;", "&lt;"})
	var tree func(t *rapid.T, depth int) string
	tree = func(t *rapid.T, depth int) string {
		var b strings.Builder
		for range rapid.IntRange(0, 4).Draw(t, "kids") {
			n := rapid.SampledFrom(names).Draw(t, "name")
			in := ""
			if n == "t" || n == "instrText" {
				in = words.Draw(t, "words")
			} else if depth > 0 {
				in = tree(t, depth-1)
			}
			b.WriteString("<w:" + n + " " + attr.Draw(t, "attr") + ">" + in + "</w:" + n + ">")
		}
		return b.String()
	}
	rapid.Check(t, func(t *rapid.T) {
		body := ""
		for range rapid.IntRange(1, 4).Draw(t, "blocks") {
			body += "<w:p>" + tree(t, 4) + "</w:p>" + tree(t, 5)
		}
		d, _ := fromDocx(t, parcel(map[string]string{
			"document":           body,
			"rels":               relOf("l", "hyperlink", "https://x.y") + relOf("i", "image", "media/i.png") + relOf("s", "styles", "s.xml") + relOf("n", "numbering", "n.xml") + relOf("c", "comments", "c.xml") + relOf("f", "footnotes", "f.xml"),
			"word/media/i.png":   string(tinyPNG()),
			"word/s.xml":         `<w:styles><w:style w:styleId="H"><w:name w:val="heading 1"/></w:style><w:style w:styleId="SourceCode"><w:name w:val="Source Code"/></w:style></w:styles>`,
			"word/n.xml":         `<w:n><w:abstractNum w:abstractNumId="1"/><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num></w:n>`,
			"word/c.xml":         `<w:c><w:comment w:id="0">` + p("zero") + `</w:comment><w:comment w:id="1"/></w:c>`,
			"word/f.xml":         `<w:f><w:footnote w:id="1">` + p("note") + `</w:footnote></w:f>`,
			"word/unrelated.xml": "<",
		}))
		file := docxOf(t, d)
		checkWhole(t, file)
		first, _ := fromDocx(t, file)
		if flatText(first) != flatText(d) {
			a, _ := dump(d)
			b, _ := dump(first)
			differ(t, "text and structure", a, b)
		}
		second, _ := fromDocx(t, docxOf(t, first))
		a, _ := dump(first)
		b, _ := dump(second)
		differ(t, "second trip", a, b)
		md := markdownOf(t, d)
		differ(t, "markdown", md, markdownOf(t, fromMarkdown(t, md)))
		if err := d.Text(io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}

// A text in very many pieces is joined at once.
func TestTextInPieces(t *testing.T) {
	const pieces = 20_000
	b := parcel(map[string]string{"document": "<w:p><w:r><w:t>" + strings.Repeat("a<!---->", pieces) + "</w:t></w:r></w:p>"})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	d, _ := fromDocx(t, b)
	runtime.ReadMemStats(&after)
	if s := flatText(d); !strings.Contains(s, strings.Repeat("a", pieces)) {
		t.Errorf("%d bytes came back", len(s))
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 50<<20 {
		t.Errorf("it took %d MB", n>>20)
	}
}
