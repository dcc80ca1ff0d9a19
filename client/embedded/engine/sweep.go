package engine

import (
	"cmp"
	"slices"

	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/text"
)

// span is a range in positions of the document or of a paragraph.
type span struct{ begin, end int }

// spans checks ranges and returns them in order.
func spans(d *word.Document, ranges []model.Range) ([]span, error) {
	if len(ranges) == 0 {
		return nil, empty(text.EngineNoRanges)
	}
	out := make([]span, len(ranges))
	for i, r := range ranges {
		if err := valid(d, r); err != nil {
			return nil, err
		}
		if r.Len() == 0 {
			return nil, &Error{KindEmptyRange, "range %d to %d is empty", []any{r.Begin, r.End}, text.EngineRangeHint}
		}
		out[i] = span{int(r.Begin), int(r.End)}
	}
	slices.SortFunc(out, func(a, b span) int { return cmp.Or(a.begin-b.begin, a.end-b.end) })
	return out, nil
}

// valid refuses a range outside the document, or reversed. It may be empty.
func valid(d *word.Document, r model.Range) error {
	switch {
	case r.Begin < 0 || r.End < 0 || r.Begin > int64(d.Len()) || r.End > int64(d.Len()):
		return &Error{KindRange, "range %d to %d is outside the document: positions go from 0 to %d", []any{r.Begin, r.End, d.Len() - 1}, text.EngineFresh}
	case r.End < r.Begin:
		return &Error{KindReversed, "range %d to %d ends before it begins", []any{r.Begin, r.End}, text.EngineRangeHint}
	}
	return nil
}

// parts splits ranges that may overlap into some that do not, keeping all their
// ends, so that each of these is checked. They are in order.
func parts(in []span) []span {
	begins, ends := make([]int, len(in)), make([]int, len(in))
	for i, s := range in {
		begins[i], ends[i] = s.begin, s.end
	}
	slices.Sort(begins)
	slices.Sort(ends)
	var out []span
	for open, at, b, e := 0, 0, 0, 0; e < len(ends); {
		to := ends[e]
		if b < len(begins) {
			to = min(to, begins[b])
		}
		if open > 0 && to > at {
			out = append(out, span{at, to})
		}
		at = to
		for ; b < len(begins) && begins[b] == to; b++ {
			open++
		}
		for ; e < len(ends) && ends[e] == to; e++ {
			open--
		}
	}
	return out
}

// sweep goes once through a document with ordered ranges that do not overlap and calls touch for every paragraph in a
// range. whole means that a range must be within one paragraph, without its mark.
type sweep struct {
	spans []span
	whole bool
	touch func(p *word.Paragraph, in []span) (*word.Paragraph, error) // spans in positions of the paragraph
}

// run returns the splices of the changed blocks.
func (s *sweep) run(d *word.Document) ([]word.Splice, error) {
	var out []word.Splice
	for i := 0; len(s.spans) > 0; i++ {
		if i = max(i, d.At(s.spans[0].begin)); i >= len(d.Blocks()) {
			break
		}
		old := d.Blocks()[i]
		b, err := s.block(old, d.Start(i))
		if err != nil {
			return nil, err
		}
		if b != old {
			out = append(out, word.Splice{At: i, Del: 1, Blocks: []word.Block{b}})
		}
	}
	return out, nil
}

func (s *sweep) block(b word.Block, start int) (word.Block, error) {
	if len(s.spans) == 0 || s.spans[0].begin >= start+b.Len() {
		return b, nil
	}
	switch b := b.(type) {
	case *word.Paragraph:
		return s.paragraph(b, start)
	case *word.Box:
		in, err := s.among(b.Blocks(), start+1)
		if err != nil || slices.Equal(in, b.Blocks()) {
			return b, err
		}
		return b.With(in...), nil
	case *word.Table:
		rows, changed := slices.Clone(b.Rows()), false
		at := start + 1
		for r, row := range rows {
			for c, cell := range row {
				in, err := s.among(cell.Blocks(), at)
				if err != nil {
					return nil, err
				}
				at += cell.Len()
				if slices.Equal(in, cell.Blocks()) {
					continue
				}
				if &rows[r][0] == &b.Rows()[r][0] {
					rows[r] = slices.Clone(row)
				}
				rows[r][c], changed = word.NewCell(in...), true
			}
		}
		if !changed {
			return b, nil
		}
		return b.With(rows...), nil
	}
	return b, nil
}

func (s *sweep) among(in []word.Block, start int) ([]word.Block, error) {
	out := in
	for i, b := range in {
		n, err := s.block(b, start)
		if err != nil {
			return nil, err
		}
		start += b.Len()
		if n != b {
			if &out[0] == &in[0] {
				out = slices.Clone(in)
			}
			out[i] = n
		}
	}
	return out, nil
}

func (s *sweep) paragraph(p *word.Paragraph, start int) (*word.Paragraph, error) {
	end := start + p.Len()
	var in []span
	for len(s.spans) > 0 && s.spans[0].begin < end {
		r := s.spans[0]
		if s.whole && (r.begin < start || r.end >= end) {
			return nil, &Error{KindCross, "range %d to %d does not lie within one paragraph", []any{r.begin, r.end}, text.EngineRangeHint}
		}
		if l := (span{max(r.begin-start, 0), min(r.end-start, p.Len())}); l.begin < l.end {
			in = append(in, l)
		}
		if r.end > end {
			break
		}
		s.spans = s.spans[1:]
	}
	if len(in) == 0 {
		return p, nil
	}
	n, err := s.touch(p, in)
	if at, ok := err.(pairAt); ok {
		return nil, insidePair(start + int(at))
	}
	return n, err
}

// pairAt is an error: an offset in a paragraph that is inside a surrogate pair.
type pairAt int

func (pairAt) Error() string { return "" }

// pieces goes through a paragraph's inlines, split at the ends of the spans, and
// passes with each piece its span, -1 for none, and whether that span ends with it.
func pieces(p *word.Paragraph, in []span, f func(l word.Inline, k int, last bool)) error {
	at, k := 0, 0
	for _, l := range p.Inlines() {
		for rest := l; ; {
			for k < len(in) && in[k].end <= at {
				k++
			}
			inside := k < len(in) && in[k].begin <= at
			to := p.Len()
			switch {
			case inside:
				to = in[k].end
			case k < len(in):
				to = in[k].begin
			}
			piece := rest
			n := 1
			if rest.Kind == word.Run {
				var cut int
				cut, n = word.CutUnits(rest.Text, to-at)
				if n < to-at && cut < len(rest.Text) {
					return pairAt(to)
				}
				piece.Text, rest.Text = rest.Text[:cut], rest.Text[cut:]
			}
			at += n
			if inside {
				f(piece, k, at == to)
			} else {
				f(piece, -1, false)
			}
			if rest.Kind != word.Run || rest.Text == "" {
				break
			}
		}
	}
	return nil
}
