package word

import (
	"cmp"
	"io"
	"slices"
	"strings"
)

// stretch is the text of the paragraphs that came from one of the file.
type stretch struct {
	tokens []token
	at     []int // positions of the tokens
	end    int
}

func (s *stretch) begin() int {
	if len(s.at) > 0 {
		return s.at[0]
	}
	return s.end
}

func (s *stretch) text() string {
	var in []Inline
	for _, t := range s.tokens {
		in = append(in, t.Inline)
	}
	return flat(in)
}

// stretches are those of blocks from a position on.
func (p *patcher) stretches(in []Block, at int, to map[Source]*stretch) int {
	for _, b := range in {
		switch b := b.(type) {
		case *Paragraph:
			if s := b.Format.Source; s > 0 {
				t := to[s]
				if t == nil {
					t = &stretch{}
					to[s] = t
				} else {
					t.tokens, t.at = append(t.tokens, token{lineKey, Inline{Kind: LineBreak}}), append(t.at, t.end)
				}
				t.end = at
				for _, k := range p.tokens(b.Inlines()) {
					t.tokens, t.at = append(t.tokens, k), append(t.at, t.end)
					t.end += k.Len()
				}
			}
			at += b.Len()
		case *Table:
			inner := at + 1
			for _, row := range b.Rows() {
				for _, c := range row {
					inner = p.stretches(c.Blocks(), inner, to)
				}
			}
			at += b.Len()
		case *Box:
			p.stretches(b.Blocks(), at+1, to)
			at += b.Len()
		}
	}
	return at
}

// Revisions are the tracked changes of the file that a document came from, as far as
// edits have left them, by position. Errors are those of ReadDocx.
func Revisions(d *Document, r io.ReaderAt, size int64, limits Limits) ([]Revision, error) {
	f, old, err := readTraced(r, size, limits)
	if err != nil || f.bound["w"] == "" { // the first edit writes such a file anew
		return nil, err
	}
	p := &patcher{file: f, sums: map[any][32]byte{}}
	was, now := map[Source]*stretch{}, map[Source]*stretch{}
	p.stretches(old.Blocks(), 0, was)
	p.stretches(d.Blocks(), 0, now)
	kept := map[Source][]int{} // of the tokens as they were: the ones that they are now, -1 = gone
	var out []Revision
	for _, v := range f.trace.revs {
		if v.in == 0 {
			if placeBlocks(&v, f.trace.paras, now) {
				out = append(out, v.Revision)
			}
			continue
		}
		a, b := was[v.in], now[v.in]
		if a == nil || b == nil {
			continue // an edit has deleted the paragraph
		}
		if kept[v.in] == nil {
			back := make([]int, len(a.tokens), len(a.tokens)+1)
			for i := range back {
				back[i] = -1
			}
			for i, from := range aligned(a.tokens, b.tokens) {
				if from >= 0 {
					back[from] = i
				}
			}
			kept[v.in] = back
		}
		if place(&v, a, b, kept[v.in]) {
			out = append(out, v.Revision)
		}
	}
	slices.SortStableFunc(out, func(a, b Revision) int { return cmp.Compare(a.Begin, b.Begin) })
	return out, nil
}

// place finds the position of a change now; false when an edit has deleted all of its
// text.
func place(v *revised, was, now *stretch, kept []int) bool {
	length := 0 // a sign may have been put before it since it was read, or a space removed
	if n := len(was.at); n > 0 {
		length = was.end - was.at[0]
	}
	from, to := v.from+length-v.read, v.to+length-v.read
	v.Begin = now.begin()
	var text []Inline
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
		v.Text = flat(text)
		return len(text) > 0
	}
	return true
}

// placeBlocks finds the position of a change of whole blocks: from the first of its
// paragraphs that is still there to the last. What is not in the text stands before the
// next paragraph, or behind the last one.
func placeBlocks(v *revised, paras []Source, now map[Source]*stretch) bool {
	found := false
	var words []string
	for _, s := range paras[v.from:v.to] {
		if at := now[s]; at != nil {
			if !found {
				v.Begin = at.begin()
			}
			v.End, found = max(v.Begin, at.end), true
			if len(at.tokens) > 0 {
				words = append(words, at.text())
			}
		}
	}
	switch v.Kind {
	case Inserted, MovedTo, RowInserted, CellInserted:
		v.Text = strings.Join(words, " ")
	}
	if found || v.from < v.to {
		return found
	}
	for _, s := range paras[v.from:] {
		if at := now[s]; at != nil {
			v.Begin, v.End = at.begin(), at.begin()
			return true
		}
	}
	for _, s := range slices.Backward(paras[:v.from]) {
		if at := now[s]; at != nil {
			v.Begin, v.End = at.end, at.end
			return true
		}
	}
	return false
}
