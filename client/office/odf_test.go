package office

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
)

// odfFile is an OpenDocument file with that content.
func odfFile(t *testing.T, body string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range []part{{"mimetype", "application/vnd.oasis.opendocument.text"}, {"content.xml", `<?xml version="1.0"?>
<o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:b="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:d="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0">
<o:automatic-styles><t:p>style</t:p></o:automatic-styles><o:body>` + body + `</o:body></o:document-content>`}} {
		if err := addPart(z, p.name, p.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// An OpenDocument file is read in the order of its text.
func TestOpenDocument(t *testing.T) {
	for name, c := range map[string]struct{ file, body, markdown, plain string }{
		"text": {"a.odt", `<o:text><t:tracked-changes><t:p>gone</t:p></t:tracked-changes><t:p>Before <t:span>the <t:span>first</t:span></t:span> heading<t:s t:c="2"/>x.</t:p>
<t:h t:outline-level="1">One * two</t:h><t:p>a<t:note><t:note-citation>1</t:note-citation><t:note-body><t:p>the note</t:p></t:note-body></t:note>b</t:p><t:p/>
<t:list><t:list-item><t:p>first</t:p><t:list><t:list-item><t:p>inner</t:p></t:list-item></t:list></t:list-item></t:list>
<b:table b:name="Table1"><b:table-row><b:table-cell><t:p>A</t:p><t:p>B</t:p></b:table-cell><b:table-cell><t:p>C</t:p></b:table-cell></b:table-row></b:table></o:text>`,
			"\nBefore the first heading  x.\n## One \\* two\n\nthe note\n\nab\n\n- first\n  - inner\n\n| A<br>B | C |\n| --- | --- |\n",
			"Before the first heading x.\nOne * two\nthe note\nab\nfirst\n  inner\nA B\tC\n"},
		"sheet": {"a.ods", `<o:spreadsheet><b:table b:name="Costs"><b:table-row><b:table-cell b:number-columns-repeated="2"><t:p>7</t:p></b:table-cell>
<b:table-cell b:number-columns-repeated="16382"/></b:table-row><b:table-row b:number-rows-repeated="1048575"><b:table-cell/></b:table-row></b:table></o:spreadsheet>`,
			"## Costs\n\n| 7 | 7 |\n| --- | --- |\n", "Costs\n7\t7\n"},
		"slides": {"a.odp", `<o:presentation><d:page d:name="page1"><d:frame><d:text-box><t:p>Hello</t:p></d:text-box></d:frame></d:page></o:presentation>`,
			"## page1\n\nHello\n", "page1\nHello\n"},
	} {
		data := odfFile(t, c.body)
		var md, plain strings.Builder
		_, err := ToMarkdown(t.Context(), c.file, bytes.NewReader(data), int64(len(data)), &md)
		_, err2 := ToText(t.Context(), c.file, bytes.NewReader(data), int64(len(data)), &plain)
		if err := errors.Join(err, err2); err != nil || md.String() != c.markdown || plain.String() != c.plain {
			t.Errorf("%s: %v\n%q\n%q", name, err, md.String(), plain.String())
		}
	}
	broken := odfFile(t, `<o:text><t:p>cut`)
	if _, err := ToText(t.Context(), "a.odt", bytes.NewReader(broken[:len(broken)/2]), int64(len(broken)/2), &strings.Builder{}); err == nil {
		t.Error("half a file is read")
	}
	if _, err := ToText(t.Context(), "a.odt", bytes.NewReader(broken), int64(len(broken)), &strings.Builder{}); err == nil {
		t.Error("a broken part is read")
	}
}
