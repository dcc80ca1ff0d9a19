package word_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
	"aloft/model/budget"
	"aloft/model/text"
)

// Files that unpack to very much, or that are read again for each thing in them:
// each ends at the limit that it is made for.
func TestHostileWordFilesMeetALimit(t *testing.T) {
	rep := strings.Repeat
	small := budget.Limits{Work: 20e6, Memory: 8 << 20, Depth: 100, Cells: 1000}
	comments := func(n int) map[string]string { // each answers the one behind
		var in, ex strings.Builder
		for i := range n {
			id := hexOf(i)
			in.WriteString(`<w:comment w:id="` + id + `"><w:p w14:paraId="` + id + `"/></w:comment>`)
			ex.WriteString(`<w:commentEx w:paraId="` + id + `" w:paraIdParent="` + hexOf(i+1) + `"/>`)
		}
		return map[string]string{
			"document":    p("x"),
			"rels":        relOf("c", "comments", "c.xml") + relOf("e", "commentsExtended", "e.xml"),
			"word/c.xml":  `<w:c>` + in.String() + `</w:c>`,
			"word/e.xml":  `<w:e>` + ex.String() + `</w:e>`,
			"word/x.text": "",
		}
	}
	for name, c := range map[string]struct {
		parts map[string]string
		want  text.Text
	}{
		"empty paragraphs":   {map[string]string{"document": rep("<w:p/>", 70_000)}, "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"one long block":     {map[string]string{"document": "<w:p>" + rep("<w:x/>", 70_000) + "</w:p>"}, "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"runs":               {map[string]string{"document": "<w:p>" + rep("<w:r><w:tab/></w:r>", 40_000) + "</w:p>"}, "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"wide tables":        {map[string]string{"document": rep(`<w:tbl><w:tr><w:trPr><w:gridBefore w:val="63"/></w:trPr></w:tr>`+rep("<w:tr/>", 300)+`</w:tbl>`, 5)}, "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"notes of notes":     {map[string]string{"document": rep(p("x"), 40_000)}, "conversion stopped at %d MB of memory: the file is malicious or far too long"},
		"open fields":        {map[string]string{"document": "<w:p>" + rep(`<w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/></w:r>`, 6_000) + "</w:p>"}, "conversion stopped after %d million steps: the file is malicious or far too long"},
		"a chain of answers": {comments(3000), "conversion stopped after %d million steps: the file is malicious or far too long"},
	} {
		t.Run(name, func(t *testing.T) {
			b := parcel(c.parts)
			_, _, err := read.Docx(bytes.NewReader(b), int64(len(b)), word.Limits{Budget: budget.New(small, nil)})
			var over *budget.Over
			if !errors.As(err, &over) || over.What != c.want {
				t.Errorf("%d bytes: %v, want %q", len(b), err, c.want)
			}
		})
	}
}

func hexOf(i int) string {
	return string([]byte{'A' + byte(i>>12&15), 'A' + byte(i>>8&15), 'A' + byte(i>>4&15), 'A' + byte(i&15)})
}

// 18 KB of two million empty paragraphs took 585 MB.
func TestTwoMillionParagraphs(t *testing.T) {
	b := parcel(map[string]string{"document": strings.Repeat("<w:p/>", 2_000_000)})
	_, _, err := read.Docx(bytes.NewReader(b), int64(len(b)), word.Limits{})
	var over *budget.Over
	if !errors.As(err, &over) || over.What != "conversion stopped at %d MB of memory: the file is malicious or far too long" {
		t.Errorf("%d bytes: %v", len(b), err)
	}
}

// The parts of a paragraph may come in very many pieces.
func TestManyPiecesMakeOneRun(t *testing.T) {
	in := make([]word.Inline, 300_000)
	for i := range in {
		in[i] = word.Text("abc")
	}
	if got := word.NewParagraph(word.Format{}, in...).Inlines(); len(got) != 1 || len(got[0].Text) != 3*len(in) {
		t.Errorf("%d runs", len(got))
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	asked := 0
	b := parcel(map[string]string{"document": strings.Repeat(p("text"), 50_000)})
	_, _, err := read.Docx(bytes.NewReader(b), int64(len(b)), word.Limits{Budget: budget.New(budget.Usual(), func() error {
		if asked++; asked == 3 {
			stop()
		}
		return ctx.Err()
	})})
	if !errors.Is(err, context.Canceled) || asked != 3 {
		t.Errorf("%v, asked %d times", err, asked)
	}
}

// The directory of an archive is not read further than the largest number of parts
// needs.
func TestAnEndlessDirectory(t *testing.T) {
	many := map[string]string{}
	for i := range 20_000 {
		many["x/"+hexOf(i)+strings.Repeat("y", 100)] = ""
	}
	b := parcel(many)
	for _, most := range []int{20, 19_000} {
		r := &counted{ReaderAt: bytes.NewReader(b)}
		var e *word.Error
		if _, err := parts.OpenZip(r, int64(len(b)), most); !errors.As(err, &e) || e.What != "the file is refused: it has more than %d {part|parts}" {
			t.Error(err)
		}
		if r.n > int64(most)<<10+2<<20 {
			t.Errorf("%d bytes were read for %d parts", r.n, most)
		}
	}
}

// counted counts what is read.
type counted struct {
	io.ReaderAt
	n int64
}

func (c *counted) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, off)
	c.n += int64(n)
	return n, err
}
