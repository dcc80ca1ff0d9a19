package word_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/md"
)

// Pictures beside the text are embedded; all others stay links and are reported.
func TestMarkdownPictures(t *testing.T) {
	var asked []string
	open := func(name string) (io.ReadCloser, error) {
		asked = append(asked, name)
		if name == "img/a b.png" {
			return tinyPNG().Open()
		}
		return nil, errors.New("no")
	}
	d, lost, err := md.Read([]byte("![one](img/a%20b.png) ![two](gone.png) ![three](https://x.y/c.png) ![four](../up.png) ![five](/etc/passwd)"), md.Options{Title: "T", Open: open})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(asked, " "); got != "img/a b.png gone.png" {
		t.Errorf("asked for %s", got)
	}
	if lost.Count(loss.Picture) != 3 || lost.Count(loss.Linked) != 1 {
		t.Errorf("lost %v", lost)
	}
	if n := len(lost.Sentences()); n != 2 || lost.Sentences()[0].String() != "not kept: 3 pictures missing from the file" {
		t.Errorf("said %q", lost.Sentences())
	}
	back, _ := fromDocx(t, docxOf(t, d))
	if back.Blocks()[0].(*word.Paragraph).Level != word.Title {
		t.Error("no title")
	}
	n := 0
	for _, i := range back.Blocks()[1].(*word.Paragraph).Inlines() {
		if i.Kind == word.Image && i.Picture.Data != nil {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d pictures are embedded", n)
	}
}

func TestText(t *testing.T) {
	d := fromMarkdown(t, "# H\n\ntext **b**\n\n1. a\n   - b\n2. c\n\n- [x] d\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n  more\n```\n\n![pic](u)")
	var b strings.Builder
	if err := d.Text(&b); err != nil {
		t.Fatal(err)
	}
	want := "H\n\ntext b\n\n1. a\n  - b\n2. c\n[x] d\n\nx\ty\n1\t2\n\n    code\n      more\n\n[pic]\n"
	if b.String() != want {
		t.Errorf("%q\nwant %q", b.String(), want)
	}
}

// The length is in UTF-16 units, and a new document is a title and an empty
// paragraph.
func TestModel(t *testing.T) {
	if n := word.Units("a中😀"); n != 4 {
		t.Error(n)
	}
	d := word.New("标题😀")
	if d.Len() != 4+1+1 || len(d.Blocks()) != 2 {
		t.Error(d.Len(), len(d.Blocks()))
	}
	table := word.NewTable([]word.Cell{word.NewCell()}, []word.Cell{word.NewCell(), word.NewCell(word.NewTable())})
	d = word.NewDocument(3, []word.Block{table, word.NewParagraph(word.Format{Level: 2}), word.NewBox(word.CodeBlock, "", "", table)}, nil)
	kinds := ""
	for _, b := range d.Blocks() {
		switch b.(type) {
		case *word.Paragraph:
			kinds += "p"
		case *word.Table:
			kinds += "t"
		case *word.Box:
			kinds += "b"
		}
	}
	if kinds != "tppbp" || d.Version != 3 {
		t.Error(kinds)
	}
	if _, n := dump(d); n != d.Len() {
		t.Error(n, d.Len())
	}
}
