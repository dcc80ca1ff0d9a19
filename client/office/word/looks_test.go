package word

import (
	"slices"
	"strings"
	"testing"
)

// What an edit would lose is reported after the import: looks of the paragraph
// itself, its runs, their styles, what those are based on, and of all text.
func TestWhatAnEditTakesOffIsNamed(t *testing.T) {
	run := func(rpr string) string { return `<w:p><w:r><w:rPr>` + rpr + `</w:rPr><w:t>x</w:t></w:r></w:p>` }
	para := func(ppr string) string {
		return `<w:p><w:pPr>` + ppr + `</w:pPr><w:r><w:t>x</w:t></w:r></w:p>`
	}
	style := func(s string) string {
		return `<w:styles>` + s + `<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>` +
			`<w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:rPr><w:rFonts w:ascii="Courier"/><w:sz w:val="30"/></w:rPr></w:style>` +
			`<w:style w:type="paragraph" w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/><w:pPr><w:jc w:val="both"/></w:pPr></w:style></w:styles>`
	}
	for name, c := range map[string]struct{ body, defaults, want string }{
		"nothing told":        {p("x"), "", ""},
		"our own":             {run(`<w:rFonts w:ascii="Calibri"/><w:sz w:val="22"/>`) + para(`<w:jc w:val="start"/><w:spacing w:after="120" w:before="0"/>`) + para(`<w:ind w:left="1440"/>`), "", ""},
		"a font":              {run(`<w:rFonts w:ascii="Times"/>`) + run(`<w:rFonts w:ascii="Arial"/>`), "", "an edit takes the fonts off 2 paragraphs"},
		"a size":              {run(`<w:sz w:val="40"/>`), "", "an edit takes the size of its letters off 1 paragraph"},
		"an alignment":        {para(`<w:jc w:val="center"/>`), "", "an edit sets 1 paragraph to the left"},
		"spacing":             {para(`<w:spacing w:line="480"/>`) + para(`<w:spacing w:before="60"/>`), "", "an edit takes the spacing off 2 paragraphs"},
		"a first line":        {para(`<w:ind w:firstLine="300"/>`), "", "an edit takes the indent off 1 paragraph"},
		"half a step":         {para(`<w:ind w:left="400"/>`), "", "an edit takes the indent off 1 paragraph"},
		"by a style":          {para(`<w:pStyle w:val="A"/>`), "", "an edit takes the font off 1 paragraph|an edit takes the size of its letters off 1 paragraph|an edit sets 1 paragraph to the left"},
		"taken back":          {para(`<w:pStyle w:val="A"/><w:jc w:val="left"/>`), "", "an edit takes the font off 1 paragraph|an edit takes the size of its letters off 1 paragraph"},
		"for all text":        {p("x"), `<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Garamond"/></w:rPr></w:rPrDefault></w:docDefaults>`, "an edit takes the font off 1 paragraph"},
		"the theme's":         {run(`<w:rFonts w:asciiTheme="minorHAnsi"/>`), "", "an edit takes the font off 1 paragraph"},
		"the theme's is ours": {run(`<w:rFonts w:asciiTheme="majorHAnsi"/>`), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, lost := read(t, parcel(map[string]string{"document": c.body, "rels": relOf("s", "styles", "s.xml") + relOf("t", "theme", "t.xml"), "word/s.xml": style(c.defaults),
				"word/t.xml": `<a:theme><a:themeElements><a:minorFont><a:latin typeface="Aptos"/></a:minorFont><a:majorFont><a:latin typeface="Calibri"/></a:majorFont></a:themeElements></a:theme>`}))
			if got := strings.Join(lost.Say(nil), "|"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if got := lost.Content(); len(got) > 0 {
				t.Errorf("Markdown would say %v", slices.Clone(got))
			}
		})
	}
}
