package word_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/read"
)

// found is what Check says of a file, a line for each kind.
func found(t *testing.T, file []byte) string {
	t.Helper()
	all, err := read.Check(bytes.NewReader(file), int64(len(file)), word.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range all {
		out = append(out, string(f.Outcome)+" "+f.Say(nil))
	}
	return strings.Join(out, "\n")
}

func TestCheckSaysEachElement(t *testing.T) {
	file := parcel(map[string]string{
		"document": `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Head</w:t></w:r></w:p>
			<w:p><w:pPr><w:jc w:val="center"/><w:pPrChange><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange></w:pPr><w:bookmarkStart w:id="1" w:name="b"/><w:bookmarkEnd w:id="1"/>
			<w:ins w:author="Ann"><w:r><w:rPr><w:sz w:val="40"/></w:rPr><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>
			<w:p><w:fldSimple w:instr="DATE"><w:r><w:t>today</w:t></w:r></w:fldSimple><w:permStart w:id="2"/><w:permEnd w:id="2"/><w:wondrous/></w:p>
			<w:tbl><w:tblPr><w:tblW w:w="0"/></w:tblPr><w:tr><w:trPr><w:cantSplit/></w:trPr><w:tc>` + p("cell") + `</w:tc></w:tr></w:tbl>
			<w:sdt><w:sdtPr><w:tag w:val="x"/></w:sdtPr><w:sdtContent>` + p("in") + `</w:sdtContent></w:sdt>
			<w:p><w:r><w:footnoteReference w:id="1"/><w:drawing><a><blip r:embed="none"/></a></w:drawing></w:r></w:p>
			<w:sectPr><w:headerReference r:id="h"/></w:sectPr>`,
		"rels":            relOf("h", "header", "h.xml") + relOf("f", "footnotes", "f.xml") + relOf("s", "settings", "s.xml"),
		"word/h.xml":      `<w:hdr>` + p("above") + `</w:hdr>`,
		"word/f.xml":      `<w:footnotes><w:footnote w:id="1"><w:p><w:bookmarkStart w:id="7"/></w:p></w:footnote></w:footnotes>`,
		"word/s.xml":      `<w:settings/>`,
		"customXml/i.xml": `<x/>`,
	})
	want := `simpler 2 tracked changes, shown as if they were accepted
unseen 1 page header
simpler 1 footnote, shown as text at the end
simpler 1 field, shown as plain text
kept 1 heading
kept 1 table
unseen the formatting of 1 paragraph: fonts, sizes, alignment, spacing and the like
unseen the formatting of 1 table: widths, borders, shading
unseen 1 tracked change of formatting
unseen 2 bookmarks
unseen 1 content control
unseen 1 editing permission
unseen 1 unknown element
unseen 2 other parts of the file: styles, settings, themes and the like`
	got := found(t, file)
	for line := range strings.SplitSeq(want, "\n") {
		if !strings.Contains("\n"+got+"\n", "\n"+line+"\n") {
			t.Errorf("nothing says %q", line)
		}
	}
	if t.Failed() {
		t.Log(got)
	}
}

func TestCheckOfAFileThatAnEditRewrites(t *testing.T) {
	got := found(t, parcel(map[string]string{
		"word/document.xml": `<document xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><body><p><bookmarkStart id="1" name="b"/><r><t>x</t></r></p></body></document>`,
	}))
	if !strings.Contains(got, "lost 1 bookmark") || strings.Contains(got, "unseen") {
		t.Error("what an edit loses is not said to be lost:\n" + got)
	}
}

// Real files of other programs have no element that the check cannot name.
func TestCheckNamesEachElementOfRealFiles(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join("testdata", "corpus", "*.docx"))
	if len(names) == 0 {
		t.Fatal("there are no files")
	}
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := found(t, file); strings.Contains(got, " unknown element") {
			t.Error(name + ":\n" + got)
		}
	}
}
