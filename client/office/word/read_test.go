package word_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

const (
	testHead = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="y" xmlns:mc="z" xmlns:wp="a" xmlns:v="v" xmlns:w14="q" xmlns:m="m"><w:body>`
	testTail = `</w:body></w:document>`
)

// parcel makes a file of parts; "document" is the body of the main one.
func parcel(parts map[string]string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name, data string) {
		w, _ := z.Create(name)
		_, _ = w.Write([]byte(data))
	}
	all := map[string]string{
		"[Content_Types].xml": `<Types/>`,
		"_rels/.rels":         `<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>`,
	}
	for k, v := range parts {
		if k == "document" {
			k, v = "word/document.xml", testHead+v+testTail
		}
		if k == "rels" {
			k, v = "word/_rels/document.xml.rels", `<Relationships>`+v+`</Relationships>`
		}
		if v == "-" {
			delete(all, k)
			continue
		}
		all[k] = v
	}
	for k, v := range all {
		add(k, v)
	}
	_ = z.Close()
	return b.Bytes()
}

func relOf(id, kind, target string) string {
	mode := ""
	if strings.Contains(target, "://") {
		mode = ` TargetMode="External"`
	}
	return fmt.Sprintf(`<Relationship Id="%s" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/%s" Target="%s"%s/>`, id, kind, target, mode)
}

func p(s string) string { return `<w:p><w:r><w:t>` + s + `</w:t></w:r></w:p>` }

func TestReadDocx(t *testing.T) {
	styles := relOf("s", "styles", "styles.xml")
	nums := `<w:numbering><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`
	item := func(n, s string) string {
		return `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="` + n + `"/></w:numPr></w:pPr><w:r><w:t>` + s + `</w:t></w:r></w:p>`
	}
	ac := func(prefix, uri, text string) string {
		if uri != "" {
			uri = ` xmlns:` + prefix[max(0, strings.LastIndex(prefix, " ")+1):] + `="` + uri + `"`
		}
		return `<mc:AlternateContent><mc:Choice Requires="` + prefix + `"` + uri + `>` + p(text) + `</mc:Choice><mc:Fallback>` + p("fallback of "+text) + `</mc:Fallback></mc:AlternateContent>`
	}
	styled := func(id, ppr, s string) string {
		if s != "" {
			s = `<w:r><w:t>` + s + `</w:t></w:r>`
		}
		return `<w:p><w:pPr><w:pStyle w:val="` + id + `"/>` + ppr + `</w:pPr>` + s + `</w:p>`
	}
	aligned := func(all ...string) string {
		row := func(s string) string {
			out := `<w:tr>`
			for _, a := range all {
				out += `<w:tc>` + styled("", `<w:jc w:val="`+a+`"/>`, s) + `</w:tc>`
			}
			return out + `</w:tr>`
		}
		return `<w:tbl>` + row("h") + row("a") + `</w:tbl>`
	}
	for _, c := range []struct {
		name  string
		parts map[string]string
		want  string // Markdown
		lost  string // kinds and counts
	}{
		{"plain", map[string]string{"document": p("one") + p("two")}, "one\n\ntwo\n", ""},
		{"any prefix", map[string]string{"word/document.xml": `<q:document xmlns:q="http://purl.oclc.org/ooxml/wordprocessingml/main"><q:body><q:p><q:r><q:t>strict</q:t></q:r></q:p></q:body></q:document>`}, "strict\n", "rewrite 1"},
		{"UTF-8 with a mark", map[string]string{"word/document.xml": "\xef\xbb\xbf" + testHead + p("中") + testTail}, "中\n", ""},
		{"Latin-1", map[string]string{"word/document.xml": latin(p("caf\xe9"))}, "café\n", ""},
		{"UTF-16", map[string]string{"word/document.xml": wideText(`<?xml version="1.0" encoding="UTF-16"?>` + strings.TrimPrefix(testHead, `<?xml version="1.0"?>`) + p("wide 😀") + testTail)}, "wide 😀\n", ""},
		{"a main part elsewhere", map[string]string{"_rels/.rels": `<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="/W/doc%20x.xml"/></Relationships>`, "w/Doc x.xml": testHead + p("moved") + testTail}, "moved\n", ""},
		{"a heading by its English name, in any language", map[string]string{"rels": styles, "word/styles.xml": `<w:styles><w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>`,
			"document": `<w:p><w:pPr><w:pStyle w:val="berschrift2"/></w:pPr><w:r><w:t>Kopf</w:t></w:r></w:p>`}, "## Kopf\n", ""},
		{"a heading by inheritance", map[string]string{"rels": styles, "word/styles.xml": `<w:styles><w:style w:styleId="A"><w:name w:val="heading 3"/></w:style><w:style w:styleId="B"><w:name w:val="Mine"/><w:basedOn w:val="A"/></w:style><w:style w:styleId="C"><w:name w:val="Loop"/><w:basedOn w:val="D"/></w:style><w:style w:styleId="D"><w:name w:val="Loop2"/><w:basedOn w:val="C"/></w:style></w:styles>`,
			"document": `<w:p><w:pPr><w:pStyle w:val="B"/></w:pPr><w:r><w:t>h</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="C"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`}, "### h\n\nx\n", ""},
		{"a heading by its outline level", map[string]string{"document": `<w:p><w:pPr><w:outlineLvl w:val="6"/></w:pPr><w:r><w:t>h</w:t></w:r></w:p>`}, "####### h\n", ""},
		{"no styles part", map[string]string{"document": `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>h</w:t></w:r></w:p>`}, "# h\n", ""},
		{"lists go on behind a text", map[string]string{"rels": relOf("n", "numbering", "numbering.xml"), "word/numbering.xml": nums, "document": item("1", "a") + p("between") + item("1", "b") + item("2", "dot")}, "1. a\n\nbetween\n\n2. b\n\n- dot\n", ""},
		{"a list by style", map[string]string{"rels": styles + relOf("n", "numbering", "numbering.xml"), "word/numbering.xml": nums, "word/styles.xml": `<w:styles><w:style w:styleId="L"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style><w:style w:styleId="M"><w:name w:val="My"/><w:basedOn w:val="L"/></w:style></w:styles>`,
			"document": `<w:p><w:pPr><w:pStyle w:val="M"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`}, "- x\n", ""},
		{"emphasis", map[string]string{"document": `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>b</w:t></w:r><w:r><w:rPr><w:b w:val="0"/><w:i w:val="true"/></w:rPr><w:t xml:space="preserve"> i</w:t></w:r></w:p>`}, "**b** _i_\n", ""},
		{"a link by relationship and by field", map[string]string{"rels": relOf("l", "hyperlink", "https://x.y/a?b=1&amp;c=2"),
			"document": `<w:p><w:hyperlink r:id="l"><w:r><w:t>one</w:t></w:r></w:hyperlink><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://z/" \o "tip" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>two</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>off</w:t></w:r></w:p>`},
			"[one](https://x.y/a?b=1&c=2)[two](https://z/ \"tip\")off\n", ""},
		{"a field without an end", map[string]string{"document": `<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:t>code</w:t></w:r></w:p>` + p("after")}, "after\n", ""},
		{"other fields", map[string]string{"document": `<w:p><w:fldSimple w:instr="DATE"><w:r><w:t>today</w:t></w:r></w:fldSimple></w:p>`}, "today\n", "fields 1"},
		{"revisions are accepted", map[string]string{"document": `<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom></w:p>`}, "new\n", "revisions 3"},
		{"a deleted mark joins two paragraphs", map[string]string{"document": `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>` + p("b")}, "ab\n", "revisions 1"},
		{"content controls are transparent", map[string]string{"document": `<w:sdt><w:sdtPr/><w:sdtContent>` + p("in") + `</w:sdtContent></w:sdt><w:p><w:sdt><w:sdtContent><w:r><w:t>line</w:t></w:r></w:sdtContent></w:sdt></w:p>`}, "in\n\nline\n", ""},
		{"alternate content", map[string]string{"document": `<mc:AlternateContent><mc:Choice>` + p("new") + `</mc:Choice><mc:Fallback>` + p("old") + `</mc:Fallback></mc:AlternateContent>`}, "new\n", ""},
		{"an uneven table", map[string]string{"document": `<w:tbl><w:tr><w:tc>` + p("a") + `</w:tc><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>` + p("b") + `</w:tc></w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc>` + p("c") + `</w:tc></w:tr></w:tbl>`},
			"| a | b | |\n| --- | --- | --- |\n| | c | |\n", "merged-cells 1"},
		{"a text box", map[string]string{"document": `<w:p><w:r><w:t>at</w:t><w:pict><v:shape><v:textbox><w:txbxContent>` + p("boxed") + `</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`}, "at\n\nboxed\n", ""},
		{"notes become text", map[string]string{"rels": relOf("f", "footnotes", "footnotes.xml"), "word/footnotes.xml": `<w:footnotes><w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t> said</w:t></w:r></w:p></w:footnote></w:footnotes>`,
			"document": `<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="1"/></w:r></w:p>`}, "x[^1]\n\n[^1]: said\n", "notes 1"},
		{"headers are counted", map[string]string{"rels": relOf("h", "header", "h.xml") + relOf("e", "footer", "e.xml"), "word/h.xml": `<w:hdr>` + p("top") + `</w:hdr>`, "word/e.xml": `<w:ftr><w:p/></w:ftr>`,
			"document": `<w:p><w:pPr><w:sectPr/></w:pPr></w:p>` + p("x") + `<w:sectPr><w:headerReference r:id="h"/><w:footerReference r:id="e"/></w:sectPr>`}, "x\n", "headers 1 sections 1"},
		{"a picture that is not there", map[string]string{"rels": relOf("i", "image", "media/no.png"), "document": `<w:p><w:r><w:drawing><wp:inline><wp:docPr descr="cat"/><x><pic><blipFill><blip r:embed="i"/></blipFill></pic></x></wp:inline></w:drawing></w:r></w:p>`}, "\\[cat\\]\n", "missing-pictures 1"},
		{"a chart", map[string]string{"document": `<w:p><w:r><w:drawing><wp:anchor><wp:docPr/><graphicData><chart/></graphicData></wp:anchor></w:drawing></w:r></w:p>`}, "\\[Drawing\\]\n", "floating 1 charts 1"},
		{"macros", map[string]string{"rels": relOf("v", "vbaProject", "vba.bin"), "document": p("x")}, "x\n", "macros 1"},
		{"a task by its box", map[string]string{"document": `<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space="preserve"> do</w:t></w:r></w:p>`}, "- [x] do\n", ""},
		{"a formula", map[string]string{"document": `<w:p><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></w:p>`}, "12\n", "equations 1"},
		{"alternate content of an unknown kind", map[string]string{"document": ac("zz", "urn:unknown", "unknown") + ac("q", "http://schemas.microsoft.com/office/word/2099/q", "later") + ac("wps", "", "known") +
			ac("x", "http://schemas.microsoft.com/office/word/2012/wordml", "bound here") + ac("w14 zz", "urn:unknown", "one of two") +
			`<w:p><mc:AlternateContent><mc:Choice xmlns:zz="urn:unknown" Requires="zz"><w:r><w:t>not</w:t></w:r></mc:Choice><mc:Choice Requires="w15"><w:r><w:t>second choice</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>fallback</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>` +
			`<mc:AlternateContent><mc:Choice xmlns:zz="urn:unknown" Requires="zz">` + p("no") + `</mc:Choice></mc:AlternateContent>`},
			"fallback of unknown\n\nfallback of later\n\nknown\n\nbound here\n\nfallback of one of two\n\nsecond choice\n", "embedded 1"},
		{"a table and a box in a footnote", map[string]string{
			"rels":     relOf("f", "footnotes", "f.xml"),
			"document": `<w:p><w:r><w:t>a</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>` + `<w:tbl><w:tr><w:tc>` + p("b") + `</w:tc></w:tr></w:tbl>` + p("c"),
			"word/f.xml": `<w:footnotes><w:footnote w:id="2">` + p("d") + `<w:tbl><w:tr><w:tc>` + p("e") + `</w:tc></w:tr></w:tbl>` +
				`<w:p><w:r><w:pict><v:rect><v:textbox><w:txbxContent>` + p("f") + `</w:txbxContent></v:textbox></v:rect></w:pict></w:r></w:p>` + p("g") + `<w:tbl><w:tr><w:tc>` + p("h") + `</w:tc></w:tr></w:tbl></w:footnote></w:footnotes>`,
		}, "a[^1]\n\n| b |\n| --- |\n\nc\n\n[^1]: d\n\n    | e |\n    | --- |\n\n    f\n\n    g\n\n    | h |\n    | --- |\n", "notes 1"},
		{"text in another format", map[string]string{"rels": relOf("c", "aFChunk", "chunk.mht"), "document": `<w:altChunk r:id="c"/>` + p("x")}, "\\[text in another format\\]\n\nx\n", "chunks 1"},
		{"a link to a bookmark by relationship", map[string]string{"rels": relOf("l", "hyperlink", "#there"), "document": `<w:p><w:hyperlink r:id="l"><w:r><w:t>go</w:t></w:r></w:hyperlink></w:p>`}, "[go](#there)\n", ""},
		{"quotations by style, deeper ones by indent", map[string]string{"rels": styles, "word/styles.xml": `<w:styles><w:style w:styleId="Q"><w:name w:val="Quote"/><w:pPr><w:ind w:left="864"/></w:pPr></w:style><w:style w:styleId="B"><w:name w:val="Block Text"/></w:style></w:styles>`,
			"document": p("a") + styled("Q", "", "b") + styled("Q", `<w:ind w:left="1700"/>`, "c") + styled("B", "", "d") + p("e") + styled("Q", "", "f")}, "a\n\n> b\n>\n> > c\n>\n> d\n\ne\n\n> f\n", ""},
		{"a comment across the end of a quotation", map[string]string{"rels": styles + relOf("c", "comments", "comments.xml"), "word/styles.xml": `<w:styles><w:style w:styleId="Q"><w:name w:val="quote"/></w:style></w:styles>`,
			"word/comments.xml": `<w:comments><w:comment w:id="1">` + p("why") + `</w:comment></w:comments>`,
			"document":          `<w:commentRangeStart w:id="1"/>` + styled("Q", "", "a") + styled("Q", "", "b") + `<w:p><w:r><w:t>c</w:t></w:r><w:commentRangeEnd w:id="1"/></w:p>`}, "a\n\nb\n\nc\n", ""},
		{"lines across the page", map[string]string{"document": p("a") + styled("", `<w:pBdr><w:bottom w:val="single"/></w:pBdr>`, "") + p("b") + styled("", `<w:pBdr><w:top w:val="single"/><w:bottom w:val="single"/></w:pBdr>`, "") + styled("", `<w:pBdr><w:bottom w:val="none"/></w:pBdr>`, "") +
			styled("", `<w:pBdr><w:bottom w:val="single"/></w:pBdr>`, "under") + `<w:p><w:r><w:pict><v:rect hr="t"/></w:pict></w:r></w:p>`}, "a\n\n---\n\nb\n\nunder\n\n---\n", ""},
		{"columns with an alignment", map[string]string{"document": aligned("left", "center", "end") + p("x") + aligned("left", "left", "left") + p("y") + aligned("both", "", "right")},
			"| h | h | h |\n| :-- | :-: | --: |\n| a | a | a |\n\nx\n\n| h | h | h |\n| --- | --- | --- |\n| a | a | a |\n\ny\n\n| h | h | h |\n| --- | --- | --: |\n| a | a | a |\n", ""},
		{"a list that begins at a number, and bullets that begin anew", map[string]string{"rels": relOf("n", "numbering", "numbering.xml"), "word/numbering.xml": strings.Replace(nums, "</w:numbering>", `<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="0"/></w:lvlOverride></w:num><w:num w:numId="4"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num></w:numbering>`, 1),
			"document": item("1", "a") + item("3", "b") + item("2", "c") + item("2", "d") + item("4", "e")}, "1. a\n\n0) b\n\n- c\n- d\n\n* e\n", ""},
		{"titles", map[string]string{"rels": relOf("l", "hyperlink", "https://x/") + relOf("i", "image", "https://y/i.png\" TargetMode=\"External"), "document": `<w:p><w:hyperlink r:id="l" w:tooltip="t &quot;q&quot;"><w:r><w:t>go</w:t></w:r></w:hyperlink><w:r><w:drawing><wp:inline><wp:extent cx="95250" cy="95250"/><wp:docPr descr="cat" title="Tom"/><x><pic><blipFill><blip r:link="i"/></blipFill></pic></x></wp:inline></w:drawing></w:r></w:p>`},
			"[go](https://x/ \"t \\\"q\\\"\")![cat](https://y/i.png \"Tom\")\n", "linked 1"},
		{"links to bookmarks at headings", map[string]string{"document": `<w:bookmarkStart w:name="_Toc1"/><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>My Head</w:t></w:r></w:p><w:p><w:hyperlink w:anchor="_Toc1"><w:r><w:t>go</w:t></w:r></w:hyperlink></w:p>`}, "# My Head\n\n[go](#my-head)\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, lost := fromDocx(t, parcel(c.parts))
			if got := markdownOf(t, d); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			var kinds []string
			for _, l := range lost {
				kinds = append(kinds, fmt.Sprint(l.Kind, " ", l.Count))
			}
			if got := strings.Join(kinds, " "); got != c.lost {
				t.Errorf("lost %q, want %q", got, c.lost)
			}
			again, _ := fromDocx(t, docxOf(t, d))
			a, _ := dump(d)
			b, _ := dump(again)
			differ(t, "written and read", a, b)
		})
	}
}

// latin is a main part in Latin-1.
func latin(body string) string {
	return `<?xml version="1.0" encoding="ISO-8859-1"?>` + strings.TrimPrefix(testHead, `<?xml version="1.0"?>`) + body + testTail
}

func wideText(s string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// Comments keep their threads; marks that break a rule get a whole paragraph.
func TestReadComments(t *testing.T) {
	rels := relOf("c", "comments", "comments.xml") + relOf("x", "commentsExtended", "ex.xml")
	comment := func(id, s string) string {
		return `<w:comment w:id="` + id + `" w:author="A" w:date="2026-01-02T03:04:05Z"><w:p w14:paraId="0000000` + id + `"><w:r><w:t>` + s + `</w:t></w:r></w:p></w:comment>`
	}
	start, end := func(id string) string { return `<w:commentRangeStart w:id="` + id + `"/>` }, func(id string) string { return `<w:commentRangeEnd w:id="` + id + `"/>` }
	run := `<w:r><w:t>x</w:t></w:r>`
	box := `<w:p><w:r><w:pict><v:textbox><w:txbxContent><w:p>` + run + end("1") + `</w:p></w:txbxContent></v:textbox></w:pict></w:r></w:p>`
	for _, c := range []struct{ name, body, want string }{
		{"a range with a reply", `<w:p>` + start("1") + start("2") + run + end("1") + end("2") + `</w:p>`, "(x)"},
		{"only a sign", `<w:p>` + run + `<w:r><w:commentReference w:id="1"/></w:r></w:p>`, "(x)"},
		{"over paragraphs", start("1") + `<w:p>` + run + `</w:p>` + `<w:p>` + run + `</w:p>` + end("1") + `<w:p>` + run + `</w:p>`, "(x/x/)x"},
		{"without an end", `<w:p>` + run + start("1") + run + `</w:p>`, "(xx)"},
		{"the wrong way round", `<w:p>` + end("1") + run + start("1") + `</w:p>`, "(x)"},
		{"into a box", `<w:p>` + start("1") + run + `</w:p>` + box, "(x)/x/"},
		{"nothing in it", `<w:p>` + run + start("1") + end("1") + `</w:p>`, "(x)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, lost := fromDocx(t, parcel(map[string]string{"rels": rels, "word/comments.xml": `<w:comments>` + comment("1", "first") + comment("2", "answer") + `</w:comments>`,
				"word/ex.xml": `<x><w15:commentEx w15:paraId="00000001" w15:done="1"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001"/></x>`, "document": c.body}))
			var paras []string
			word.EachParagraph(d.Blocks(), func(p *word.Paragraph) {
				s := ""
				for _, i := range p.Inlines() {
					s += map[word.Kind]string{word.Run: i.Text, word.CommentStart: "(", word.CommentEnd: ")"}[i.Kind]
				}
				paras = append(paras, s)
			})
			if got := strings.Join(paras, "/"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			cs := d.Comments()
			if len(cs) != 2 || cs[0].Text != "first" || !cs[0].Done || cs[1].Parent != cs[0].ID || cs[0].When.Hour() != 3 || len(lost) > 0 {
				t.Errorf("%+v lost %v", cs, lost)
			}
		})
	}
	d, lost := fromDocx(t, parcel(map[string]string{"rels": rels, "word/comments.xml": `<w:comments>` + comment("1", "x") + `</w:comments>`, "document": p("x")}))
	if len(d.Comments()) != 0 || lost.Count(loss.Comment) != 1 {
		t.Errorf("a comment without a place: %v %v", d.Comments(), lost)
	}
}

func TestRefuse(t *testing.T) {
	good := parcel(map[string]string{"document": p("x")})
	bomb := parcel(map[string]string{"document": p(strings.Repeat("x", 3<<20))})
	lying := bytes.ReplaceAll(bomb, leaf(3<<20+uint32(len(testHead+testTail+p("")))), leaf(10))
	for _, c := range []struct {
		name string
		data []byte
		lim  word.Limits
		why  error
		says string
	}{
		{"nothing", nil, word.Limits{}, word.ErrDamaged, "empty"},
		{"a PDF", []byte("%PDF-1.7"), word.Limits{}, word.ErrNotWord, "is PDF"},
		{"RTF", []byte(`{\rtf1 x}`), word.Limits{}, word.ErrNotWord, "rtf"},
		{"a page", []byte(" <!DOCTYPE html><html>"), word.Limits{}, word.ErrNotWord, "html"},
		{"text", []byte("hello"), word.Limits{}, word.ErrNotWord, "unknown"},
		{"an old file", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("x", 900)), word.Limits{}, word.ErrNotWord, "old format"},
		{"a password", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 900) + wideText("EncryptedPackage")), word.Limits{}, word.ErrEncrypted, "password"},
		{"cut off", good[:len(good)/2], word.Limits{}, word.ErrDamaged, "cut off"},
		{"a spreadsheet", parcel(map[string]string{"_rels/.rels": `<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`}), word.Limits{}, word.ErrNotWord, "is xlsx"},
		{"slides", parcel(map[string]string{"_rels/.rels": `<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="ppt/presentation.xml"/></Relationships>`}), word.Limits{}, word.ErrNotWord, "is pptx"},
		{"OpenDocument", parcel(map[string]string{"mimetype": "application/vnd.oasis", "content.xml": "<x/>", "_rels/.rels": "-"}), word.Limits{}, word.ErrNotWord, "OpenDocument"},
		{"another archive", parcel(map[string]string{"a.txt": "x", "_rels/.rels": "-", "[Content_Types].xml": "-"}), word.Limits{}, word.ErrNotWord, "is zip"},
		{"no document part", parcel(map[string]string{"x": "y"}), word.Limits{}, word.ErrDamaged, "it contains no document"},
		{"XML that breaks off", parcel(map[string]string{"word/document.xml": testHead + "<w:p>"}), word.Limits{}, word.ErrDamaged, "word/document.xml"},
		{"elements that cross", parcel(map[string]string{"document": "<w:p><w:r></w:p></w:r>"}), word.Limits{}, word.ErrDamaged, "word/document.xml"},
		{"an entity of its own", parcel(map[string]string{"word/document.xml": `<!DOCTYPE d [<!ENTITY a "b">]>` + strings.TrimPrefix(testHead, `<?xml version="1.0"?>`) + p("&a;") + testTail}), word.Limits{}, word.ErrDamaged, "word/document.xml"},
		{"deep", parcel(map[string]string{"document": strings.Repeat("<w:sdt><w:sdtContent>", 400)}), word.Limits{}, word.ErrTooLarge, "nested more than 300"},
		{"a bomb", bomb, word.Limits{Part: 1 << 20}, word.ErrTooLarge, "1 MiB"},
		{"a bomb in all", bomb, word.Limits{Unpacked: 1 << 20}, word.ErrTooLarge, "1 MiB"},
		{"a bomb that lies", lying, word.Limits{Part: 1 << 20}, word.ErrDamaged, "damaged"},
		{"parts", good, word.Limits{Parts: 2}, word.ErrTooLarge, "2 parts"},
		{"elements", parcel(map[string]string{"document": "<w:p>" + strings.Repeat("<w:r/>", 50) + "</w:p>"}), word.Limits{Nodes: 20}, word.ErrTooLarge, "20 elements"},
		{"cells", parcel(map[string]string{"document": "<w:tbl><w:tr>" + strings.Repeat("<w:tc><w:p/></w:tc>", 30) + "</w:tr></w:tbl>"}), word.Limits{Cells: 20}, word.ErrTooLarge, "20 cells"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := read.Docx(bytes.NewReader(c.data), int64(len(c.data)), c.lim)
			var e *word.Error
			if !errors.Is(err, c.why) || !errors.As(err, &e) || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("%v", err)
			}
		})
	}
}

// leaf is a little-endian number, as in archives.
func leaf(n uint32) []byte { return []byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)} }

// Reading a picture that exceeds its limit fails, whoever reads it.
func TestPictureLimit(t *testing.T) {
	d := word.NewDocument(0, []word.Block{word.NewParagraph(word.Format{}, word.Inline{Kind: word.Image, Picture: &word.Picture{Data: append(tinyPNG(), make([]byte, 1<<20)...), Name: "a.png"}})}, nil)
	b := docxOf(t, d)
	back, _, err := read.Docx(bytes.NewReader(b), int64(len(b)), word.Limits{Picture: 1 << 10})
	if err != nil {
		t.Fatal(err)
	}
	_, err = back.Blocks()[0].(*word.Paragraph).Inlines()[0].Picture.Data.Open()
	if !errors.Is(err, word.ErrTooLarge) {
		t.Fatal(err)
	}
	if err := write.Docx(io.Discard, back); err != nil { // its alternative text remains
		t.Fatal(err)
	}
}
