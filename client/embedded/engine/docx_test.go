package engine

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
)

// The engine's part of property 8: an edited document keeps its text through a Word
// file, and everything from the first import on.
func TestDocxOfEdited(t *testing.T) {
	for seed := range uint64(60) {
		docxTrip(t, seed, 8, 25)
	}
}

func FuzzDocxOfEdited(f *testing.F) {
	f.Add(uint64(1), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, edits uint8) {
		// Small ones: most of the time is spent on the parts that each file has.
		docxTrip(t, seed, 2, int(edits%8))
	})
}

func docxTrip(t *testing.T, seed uint64, blocks, edits int) {
	r := roll(seed)
	d := r.document(blocks)
	for range edits {
		e, x := r.edit(d)
		if n, err := Do(d, e, x); err == nil {
			d = n
		}
	}
	once := through(t, d)
	if a, b := words(d), words(once); a != b {
		t.Fatalf("seed %d: the text is another\n%s\n%s", seed, show(d), show(once))
	}
	if a, b := len(Comments(d).All), len(Comments(once).All); a != b {
		t.Fatalf("seed %d: %d comments, then %d", seed, a, b)
	}
	twice := through(t, once)
	if a, b := sourceless(encoded(t, once)), sourceless(encoded(t, twice)); a != b {
		t.Fatalf("seed %d: no fixed point\n%s\n%s", seed, show(once), show(twice))
	}
}

func through(t *testing.T, d *word.Document) *word.Document {
	t.Helper()
	var b bytes.Buffer
	if err := write.Docx(&b, d); err != nil {
		t.Fatal(err)
	}
	out, _, err := read.Docx(bytes.NewReader(b.Bytes()), int64(b.Len()), word.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sourceless leaves out where blocks come from: each file has its own offsets.
func sourceless(b []byte) string {
	return regexp.MustCompile(`"o":\d+,?`).ReplaceAllString(string(b), "")
}

// words is the text of a document and where its blocks and objects are, without the
// marks of comments.
func words(d *word.Document) string {
	var out []string
	for _, s := range flat(d) {
		if !strings.HasPrefix(s, "<9 ") && !strings.HasPrefix(s, "<10 ") {
			out = append(out, s)
		}
	}
	return strings.Join(out, " ")
}
