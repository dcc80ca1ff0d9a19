package engine

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"aloft/client/office/word"
)

// A file with everything is edited at random and exported: its letters are still in
// runs and paragraphs with the properties that they came with, the text is that of the
// document, and every other part has its bytes or only more.
func TestFormOfHistories(t *testing.T) {
	for seed := range uint64(150) {
		formHistory(t, seed, 1+int(seed%12))
	}
}

func FuzzFormOfHistories(f *testing.F) {
	f.Add(uint64(1), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) { formHistory(t, seed, int(steps%16)) })
}

func formHistory(t *testing.T, seed uint64, steps int) {
	t.Helper()
	form, data := newFormFile(t)
	d := imported(t, data)
	r := roll(seed)
	var store memory
	for range steps {
		e, x := r.edit(d)
		n, err := Do(d, e, x)
		if err != nil {
			continue
		}
		// As the log and the snapshot give it back.
		b, err := EncodeChange(Diff(d, n), &store)
		if err != nil {
			t.Fatal(err)
		}
		c, err := DecodeChange(b, &store)
		if err != nil {
			t.Fatal(err)
		}
		if d, err = Apply(d, c); err != nil {
			t.Fatal(err)
		}
		kept, err := encode(d, &store)
		if err != nil {
			t.Fatal(err)
		}
		if d, err = DecodeDocument([]string{string(kept)}, &store); err != nil {
			t.Fatal(err)
		}
	}
	out := into(t, d, data)
	was, is := openFile(t, data), openFile(t, out)
	for part, text := range was.parts {
		switch part {
		case "word/document.xml", "word/footnotes.xml", "word/endnotes.xml", "word/comments.xml":
		case "[Content_Types].xml", "word/_rels/document.xml.rels", "word/styles.xml", "word/numbering.xml":
			at := strings.LastIndex(text, "</")
			if got := is.parts[part]; part != "word/numbering.xml" && !strings.HasPrefix(got, text[:at]) || !strings.HasSuffix(got, text[at:]) || len(got) < len(text) {
				t.Errorf("seed %d: %s is not what it was and more\n%s", seed, part, got)
			}
		default:
			if is.parts[part] != text {
				t.Errorf("seed %d: %s differs", seed, part)
			}
		}
	}
	inPlace(t, seed, form, is.parts["word/document.xml"])
	for _, ref := range []string{"footnoteReference", "endnoteReference"} {
		if is.counts[ref] < was.counts[ref] {
			return // a note that nothing refers to is not read
		}
	}
	back := imported(t, out)
	if a, b := letters(d), letters(back); a != b {
		t.Errorf("seed %d: the letters are others: %s", seed, apart(a, b))
	}
	if a, b := len(Comments(d).All), len(Comments(back).All); a != b {
		t.Errorf("seed %d: %d comments, then %d", seed, a, b)
	}
}

// letters is what a document has of text, in the order of the alphabet: text behind
// the notes comes to the end of the body, a box behind the part of its paragraph that
// it hangs on. The signs of notes and a ruby, which are kept whole, are
// left out.
func letters(d *word.Document) string {
	var out strings.Builder
	each(d, func(p *word.Paragraph, _ int) {
		for _, l := range p.Inlines() {
			out.WriteString(strings.Map(func(r rune) rune {
				if strings.ContainsRune(" []12()xy", r) {
					return -1
				}
				return r
			}, l.Text))
		}
	})
	all := []rune(out.String())
	slices.Sort(all)
	return string(all)
}

// apart is where two texts begin to differ.
func apart(a, b string) string {
	x, y := []rune(a), []rune(b)
	for i := range max(len(x), len(y)) {
		if i >= len(x) || i >= len(y) || x[i] != y[i] {
			from := max(i-12, 0)
			return string(x[min(from, len(x)):min(i+12, len(x))]) + " | " + string(y[min(from, len(y)):min(i+12, len(y))])
		}
	}
	return ""
}

// inPlace checks that each letter of the file is in a run of its size, in a paragraph
// with its space before.
func inPlace(t *testing.T, seed uint64, form *formFile, part string) {
	t.Helper()
	type para struct{ before, size string }
	var open []para
	d := xml.NewDecoder(strings.NewReader(part))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, part)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			attr := func(name string) string {
				for _, a := range e.Attr {
					if a.Name.Local == name {
						return a.Value
					}
				}
				return ""
			}
			switch e.Name.Local {
			case "p":
				open = append(open, para{})
			case "spacing":
				if len(open) > 0 {
					open[len(open)-1].before = attr("before")
				}
			case "r":
				if len(open) > 0 {
					open[len(open)-1].size = ""
				}
			case "sz":
				if len(open) > 0 {
					open[len(open)-1].size = attr("val")
				}
			}
		case xml.EndElement:
			if e.Name.Local == "p" {
				open = open[:len(open)-1]
			}
		case xml.CharData:
			for _, r := range string(e) {
				at, ours := form.home[r]
				if !ours {
					continue
				}
				if p := open[len(open)-1]; p.size != at[0] || !strings.Contains(at[1], p.before) || p.before == "" {
					t.Fatalf("seed %d: %q has size %q and space %q, came with %v\n%s", seed, r, p.size, p.before, at, part)
				}
			}
		}
	}
}
