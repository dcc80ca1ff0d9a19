package word_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/patch"
)

// suggested is a file of 23 MB of text, a document of it with one word more, and the file with
// that word as a tracked change.
func suggested(b *testing.B) (file []byte, d *word.Document, with []byte) {
	one := thousandPages()
	file = docxOf(b, word.NewDocument(0, append(one.Blocks(), one.Blocks()...), nil))
	d, _ = fromDocx(b, file)
	for at := len(d.Blocks()) / 2; ; at++ {
		p, ok := d.Blocks()[at].(*word.Paragraph)
		if !ok {
			continue
		}
		more := word.NewParagraph(p.Format, append([]word.Inline{word.Text("new ")}, p.Inlines()...)...)
		d = d.Splice(2, []word.Splice{{At: at, Del: 1, Blocks: []word.Block{more}}}, nil)
		var out bytes.Buffer
		suggest(b, &out, d, file)
		return file, d, out.Bytes()
	}
}

func suggest(b *testing.B, w io.Writer, d *word.Document, file []byte) {
	if err := patch.Suggest(w, d, bytes.NewReader(file), int64(len(file)), word.Limits{}, patch.Suggestion{Author: "A", When: time.Unix(1, 0)}); err != nil {
		b.Fatal(err)
	}
}

// The bar is 3 s and 400 MB.
func BenchmarkSuggest(b *testing.B) {
	file, d, _ := suggested(b)
	for b.Loop() {
		suggest(b, io.Discard, d, file)
	}
}

// The bar is 2 s and 300 MB: with the text of each paragraph in pieces it took 5 GB.
func BenchmarkRevisions(b *testing.B) {
	_, _, with := suggested(b)
	d, _ := fromDocx(b, with)
	for b.Loop() {
		all, err := patch.Revisions(d, bytes.NewReader(with), int64(len(with)), word.Limits{})
		if err != nil || len(all) != 1 || all[0].Text != "new " {
			b.Fatal(all, err)
		}
	}
}
