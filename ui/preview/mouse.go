package preview

import (
	"image"

	tea "charm.land/bubbletea/v2"
)

// Click puts the cursor at the pointer. On the marker of a heading with sub-headings it folds.
func (r *Reader) Click(x, y int) {
	at := image.Pt(x, y)
	switch {
	case r.doc == nil:
	case at.In(r.geo.outline):
		r.onText = false
		i := r.doc.top + y - r.geo.outline.Min.Y
		if i >= len(r.contents.rows) {
			return
		}
		again := i == r.contents.cursor
		r.contents.stand(i)
		on := r.contents.rows[r.contents.cursor]
		if sign := r.geo.outline.Min.X + 1 + 2*r.doc.heads[on.head].depth; on.match < 0 && (x == sign || x == sign+1) && again {
			r.contents.foldOne()
		}
	case at.In(r.geo.text):
		r.onText = true
		if r.text.Selecting() {
			r.put(r.text.caretAt(at))
		}
	}
}

// Drag selects the text from one point to another.
func (r *Reader) Drag(from, to image.Point) tea.Cmd {
	if r.doc == nil || !from.In(r.geo.text) || r.text.page() == nil {
		return nil
	}
	begin := r.text.caretAt(from)
	if !r.text.Selecting() {
		if cmd := r.selectFrom(begin, begin); r.text.pick == nil {
			return cmd
		}
	}
	r.text.pick.from = begin
	r.put(r.text.caretAt(to))
	return nil
}

// caretAt returns the visible character nearest to a point.
func (t *textView) caretAt(at image.Point) caret {
	y := max(0, min(at.Y, t.geo.text.Max.Y-1)-t.geo.text.Min.Y)
	return t.snapped(caret{t.step(t.first(), y), max(0, at.X-t.geo.text.Min.X-1)})
}

// Wheel scrolls the part under the pointer.
func (r *Reader) Wheel(x, y, by int) {
	switch at := image.Pt(x, y); {
	case r.doc == nil:
	case at.In(r.geo.text):
		r.Scroll(by)
	case at.In(r.geo.outline):
		r.contents.stand(r.contents.cursor + by)
	}
}
