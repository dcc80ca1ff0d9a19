package patch

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/read"
)

// stretch is the text of the paragraphs that came from one of the file.
type stretch struct {
	paras  []*word.Paragraph
	begins []int // their positions
	end    int
	tokens []token // made by read: they need far more memory than the text
	at     []int   // positions of the tokens
}

func (s *stretch) begin() int { return s.begins[0] }

func (s *stretch) text() string {
	var in []string
	for _, p := range s.paras {
		in = append(in, word.Flat(p.Inlines()))
	}
	return strings.Join(in, "\n")
}

// read makes the tokens of a stretch.
func (s sums) read(t *stretch) {
	if t == nil || t.at != nil {
		return
	}
	t.at = []int{}
	for i, p := range t.paras {
		at := t.begins[i]
		if i > 0 {
			t.tokens, t.at = append(t.tokens, token{lineKey, word.Inline{Kind: word.LineBreak}}), append(t.at, t.begins[i-1]+t.paras[i-1].Len()-1)
		}
		for _, k := range s.tokens(p.Inlines()) {
			t.tokens, t.at = append(t.tokens, k), append(t.at, at)
			at += k.Len()
		}
	}
}

// stretches are those of blocks from a position on.
func stretches(in []word.Block, at int, to map[word.Source]*stretch) int {
	for _, b := range in {
		switch b := b.(type) {
		case *word.Paragraph:
			if from := b.Format.Source; from > 0 {
				t := to[from]
				if t == nil {
					t = &stretch{}
					to[from] = t
				}
				t.paras, t.begins, t.end = append(t.paras, b), append(t.begins, at), at+b.Len()-1
			}
			at += b.Len()
		case *word.Table:
			inner := at + 1
			for _, row := range b.Rows() {
				for _, c := range row {
					inner = stretches(c.Blocks(), inner, to)
				}
			}
			at += b.Len()
		case *word.Box:
			stretches(b.Blocks(), at+1, to)
			at += b.Len()
		}
	}
	return at
}

// Revisions are the tracked changes of the file that a document came from, as far as
// edits have left them, by position. Errors are those of read.Docx.
func Revisions(d *word.Document, r io.ReaderAt, size int64, limits word.Limits) ([]read.Revision, error) {
	sums := sums{}
	f, old, err := read.Traced(r, size, limits, sums.known(d))
	if err != nil || f.Bound["w"] == "" || len(f.Trace.Revs) == 0 { // the first edit writes such a file anew
		return nil, err
	}
	was, now := map[word.Source]*stretch{}, map[word.Source]*stretch{}
	stretches(old.Blocks(), 0, was)
	stretches(d.Blocks(), 0, now)
	kept := map[word.Source][]int{} // of the tokens as they were: the ones that they are now, -1 = gone
	var out []read.Revision
	for _, v := range f.Trace.Revs {
		if v.In == 0 {
			if placeBlocks(&v, f.Trace.Paras, now) {
				out = append(out, v.Revision)
			}
			continue
		}
		a, b := was[v.In], now[v.In]
		if a == nil || b == nil {
			continue // an edit has deleted the paragraph
		}
		sums.read(a)
		sums.read(b)
		if kept[v.In] == nil {
			back := slices.Repeat([]int{-1}, len(a.tokens))
			for i, from := range aligned(a.tokens, b.tokens) {
				if from >= 0 {
					back[from] = i
				}
			}
			kept[v.In] = back
		}
		if place(&v, a, b, kept[v.In]) {
			out = append(out, v.Revision)
		}
	}
	slices.SortStableFunc(out, func(a, b read.Revision) int { return cmp.Compare(a.Begin, b.Begin) })
	return out, nil
}

// place finds the position of a change now; false when an edit has deleted all of its
// text.
func place(v *read.Revised, was, now *stretch, kept []int) bool {
	length := 0 // a sign may have been put before it since it was read, or a space removed
	if n := len(was.at); n > 0 {
		length = was.end - was.at[0]
	}
	from, to := v.From+length-v.Read, v.To+length-v.Read
	v.Begin = now.begin()
	var text []word.Inline
	for i := range was.tokens {
		k := kept[i]
		if k < 0 {
			continue
		}
		switch at := was.at[i] - was.at[0]; {
		case at < from:
			v.Begin = now.at[k] + now.tokens[k].Len()
			v.End = v.Begin
		case at < to:
			if len(text) == 0 {
				v.Begin = now.at[k]
			}
			text = append(text, now.tokens[k].Inline)
			v.End = now.at[k] + now.tokens[k].Len()
		}
	}
	v.End = max(v.Begin, v.End)
	if from < to {
		v.Text = word.Flat(text)
		return len(text) > 0
	}
	return true
}

// placeBlocks finds the position of a change of whole blocks: from the first of its
// paragraphs that is still there to the last. What is not in the text stands before the
// next paragraph, or behind the last one.
func placeBlocks(v *read.Revised, paras []word.Source, now map[word.Source]*stretch) bool {
	found := false
	var words []string
	for _, s := range paras[v.From:v.To] {
		if at := now[s]; at != nil {
			if !found {
				v.Begin = at.begin()
			}
			v.End, found = max(v.Begin, at.end), true
			if len(at.paras) > 1 || at.paras[0].Len() > 1 {
				words = append(words, at.text())
			}
		}
	}
	switch v.Kind {
	case read.Inserted, read.MovedTo, read.RowInserted, read.CellInserted:
		v.Text = strings.Join(words, " ")
	}
	if found || v.From < v.To {
		return found
	}
	for _, s := range paras[v.From:] {
		if at := now[s]; at != nil {
			v.Begin, v.End = at.begin(), at.begin()
			return true
		}
	}
	for _, s := range slices.Backward(paras[:v.From]) {
		if at := now[s]; at != nil {
			v.Begin, v.End = at.end, at.end
			return true
		}
	}
	return false
}
