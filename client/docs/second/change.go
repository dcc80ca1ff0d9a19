package second

import (
	"slices"
	"strings"
	"unicode/utf16"
)

// Range is the positions from Begin up to, but not with, End.
type Range struct{ Begin, End int64 }

func (d Flat) valid(r Range) error {
	switch {
	case r.Begin < 0 || r.End > d.Len() || r.Begin > r.End:
		return outside("range %d to %d is out of the document of %d", r.Begin, r.End, d.Len())
	case d.low(int(r.Begin)) || d.low(int(r.End)):
		return outside("range %d to %d is within a character", r.Begin, r.End)
	}
	return nil
}

// Hit is an occurrence of a text, with text around it.
type Hit struct {
	Range   Range
	Related string
}

// Find searches a text in every paragraph. The ends of comments are ignored; other
// things interrupt it.
func (d Flat) Find(text string) []Hit {
	want := utf16.Encode([]rune(text))
	if len(want) == 0 {
		return nil
	}
	var out []Hit
	for _, p := range d.spans() {
		var run []uint16
		var at []int
		look := func() {
			for i := 0; i+len(want) <= len(run); {
				if !slices.Equal(run[i:i+len(want)], want) {
					i++
					continue
				}
				end := i + len(want)
				near := run[max(0, i-20):min(len(run), end+20)]
				out = append(out, Hit{Range{int64(at[i]), int64(at[end-1] + 1)}, string(utf16.Decode(near))})
				i += len(want)
			}
			run, at = nil, nil
		}
		for i := p.from; i < p.to; i++ {
			switch t := d.toks[i]; t.sort {
			case unit:
				run, at = append(run, t.unit), append(at, i)
			case thing:
				look()
			}
		}
		look()
	}
	return out
}

// Replace replaces ranges by a text. Each is in one paragraph, and no two overlap.
func (d Flat) Replace(text string, all []Range) (Flat, error) {
	if strings.ContainsAny(text, "\r\n") {
		return d, wrong("text has a newline")
	}
	if len(all) == 0 {
		return d, wrong("there are no ranges")
	}
	all = slices.Clone(all)
	slices.SortFunc(all, func(a, b Range) int { return int(b.Begin - a.Begin) })
	for i, r := range all {
		if err := d.valid(r); err != nil {
			return d, err
		}
		if r.Begin == r.End {
			return d, outside("range %d to %d is empty", r.Begin, r.End)
		}
		if i > 0 && r.End > all[i-1].Begin {
			return d, outside("range %d to %d overlaps another", r.Begin, r.End)
		}
		for _, t := range d.toks[r.Begin:r.End] {
			if t.sort == mark || t.sort == open {
				return d, outside("range %d to %d is not in one paragraph", r.Begin, r.End)
			}
		}
	}
	out := d
	for _, r := range all {
		out = out.replaced(int(r.Begin), int(r.End), text)
	}
	return out.tidied(d), nil
}

// replaced keeps the ends of comments: those that begin in the range around the
// new text, and those that end in it too.
func (d Flat) replaced(from, to int, text string) Flat {
	var on, off []tok
	look, known := Look{}, false
	for _, t := range d.toks[from:to] {
		switch t.sort {
		case noteOn:
			on = append(on, t)
		case noteOff:
			off = append(off, t)
		case unit:
			if !known {
				look, known = t.look, true
			}
		}
	}
	return d.spliced(from, to, slices.Concat(on, units(text, look), off)...)
}

// ReplaceAll replaces every match, and returns their number.
func (d Flat) ReplaceAll(old, by string) (Flat, int, error) {
	if old == "" {
		return d, 0, wrong("the text to replace is empty")
	}
	if strings.ContainsAny(by, "\r\n") {
		return d, 0, wrong("text has a newline")
	}
	hits := d.Find(old)
	if len(hits) == 0 {
		return d, 0, nil
	}
	all := make([]Range, len(hits))
	for i, h := range hits {
		all[i] = h.Range
	}
	out, err := d.Replace(by, all)
	return out, len(hits), err
}

// Format changes the look of text.
func (d Flat) Format(all []Range, change func(*Look)) (Flat, error) {
	if len(all) == 0 {
		return d, wrong("there are no ranges")
	}
	out := Flat{slices.Clone(d.toks), d.notes}
	for _, r := range all {
		if err := d.valid(r); err != nil {
			return d, err
		}
		if r.Begin == r.End {
			return d, outside("range %d to %d is empty", r.Begin, r.End)
		}
		for i := r.Begin; i < r.End; i++ {
			if out.toks[i].sort == unit {
				change(&out.toks[i].look)
			}
		}
	}
	return out, nil
}

// Comment adds a comment to a range, or a reply to another one. points is whether a
// range may be empty.
func (d Flat) Comment(r Range, n Note, points bool) (Flat, error) {
	if strings.TrimSpace(n.Text) == "" {
		return d, wrong("the comment is empty")
	}
	if err := d.valid(r); err != nil {
		return d, err
	}
	notes := append(slices.Clone(d.notes), n)
	if n.To != 0 {
		if !slices.ContainsFunc(d.notes, func(o Note) bool { return o.ID == n.To }) {
			return d, wrong("there is no comment %d", n.To)
		}
		return Flat{d.toks, notes}, nil
	}
	if r.Begin == r.End && !points {
		return d, outside("range %d to %d is empty", r.Begin, r.End)
	}
	b, e := int(r.Begin), int(r.End)
	if e > b && d.toks[e-1].sort == mark { // the comment ends before the mark, in its paragraph
		e--
	}
	if b >= len(d.toks) || d.toks[b].sort == open || d.toks[e].sort == open || d.box(b) != d.box(e) {
		return d, outside("range %d to %d is not in one story", r.Begin, r.End)
	}
	notes[len(notes)-1].Point = b == e
	out := d.spliced(e, e, tok{sort: noteOff, note: n.ID}).spliced(b, b, tok{sort: noteOn, note: n.ID})
	return Flat{out.toks, notes}, nil
}

// hollow are the comments with nothing but ends of others between their ends.
func (d Flat) hollow() map[int64]bool {
	out := map[int64]bool{}
	for i, t := range d.toks {
		if t.sort != noteOn {
			continue
		}
		end := i + 1
		for d.toks[end].sort == noteOn || d.toks[end].sort == noteOff && d.toks[end].note != t.note {
			end++
		}
		if d.toks[end].sort == noteOff {
			out[t.note] = true
		}
	}
	return out
}

// tidied is the document without comments that have become hollow.
func (d Flat) tidied(before Flat) Flat {
	was, is := before.hollow(), d.hollow()
	gone := func(id int64) bool { return is[id] && !was[id] }
	return Flat{
		slices.DeleteFunc(slices.Clone(d.toks), func(t tok) bool { return (t.sort == noteOn || t.sort == noteOff) && gone(t.note) }),
		slices.DeleteFunc(slices.Clone(d.notes), func(n Note) bool { return gone(n.ID) || gone(n.To) }),
	}
}

// ImageAt is the image at a position.
func (d Flat) ImageAt(at int64) (Image, bool) {
	if at < 0 || at >= d.Len() || d.toks[at].name != thingImage {
		return Image{}, false
	}
	return d.toks[at].image, true
}

// ReplaceImage replaces an image by another one.
func (d Flat) ReplaceImage(at int64, m Image) (Flat, error) {
	if _, ok := d.ImageAt(at); !ok {
		return d, outside("there is no image at %d", at)
	}
	return d.spliced(int(at), int(at)+1, tok{sort: thing, name: thingImage, image: m}), nil
}

// Moved is where a position of one version is in the next: what is behind the
// change moves with it.
func (d Flat) Moved(next Flat, at int64) int64 {
	a, b := d.toks, next.toks
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	switch {
	case at < int64(head):
		return at
	case at >= int64(len(a)-tail):
		return at + int64(len(b)-len(a))
	}
	return int64(head)
}
