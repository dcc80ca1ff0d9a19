package preview

import (
	"sort"

	"aloft/model"
)

// rebuild makes the rows of the outline anew: after folding, filtering, finding.
// The cursor stays on its heading, or goes to the nearest one above it that shows.
func (r *Reader) rebuild() {
	r.rows = r.rows[:0]
	r.cursor = 0
	r.gen++
	d := r.doc
	if d == nil || len(d.heads) == 0 {
		return
	}
	switch {
	case len(r.find.spots) > 0:
		r.rowsFound()
	case !r.filter.Empty():
		for i := range d.heads {
			if d.heads[i].node != nil && r.filter.Match(d.heads[i].title) {
				r.rows = append(r.rows, row{i, -1})
			}
		}
	default:
		for i := 0; i < len(d.heads); {
			r.rows = append(r.rows, row{i, -1})
			if d.folded[i] {
				i = d.heads[i].end
			} else {
				i++
			}
		}
	}
	r.cursor = r.rowOf(d.at)
	if len(r.rows) > 0 && r.rows[r.cursor].head != d.at {
		r.stand(r.cursor)
	}
	r.reveal()
}

// rowsFound lists the matches under their headings.
func (r *Reader) rowsFound() {
	d := r.doc
	for i, s := range r.find.spots {
		if n := len(r.rows); n == 0 || r.rows[n-1].head != s.head {
			r.rows = append(r.rows, row{max(0, s.head), -1})
		}
		if !d.folded[max(0, s.head)] {
			r.rows = append(r.rows, row{max(0, s.head), i})
		}
	}
}

// rowOf is the row of a heading, or the last one before it.
func (r *Reader) rowOf(head int) int {
	i := sort.Search(len(r.rows), func(i int) bool { return r.rows[i].head > head })
	for i > 1 && r.rows[i-1].match >= 0 {
		i--
	}
	return max(0, i-1)
}

// stand puts the cursor on a row; the text begins at the heading's start.
func (r *Reader) stand(i int) {
	if len(r.rows) == 0 {
		return
	}
	r.cursor = max(0, min(i, len(r.rows)-1))
	to := r.rows[r.cursor]
	if r.doc.at != to.head {
		r.doc.at = to.head
		r.doc.scroll = point{}
	}
	if to.match >= 0 {
		r.find.at = to.match
		r.showMatch()
	}
	r.reveal()
}

// goTo stands on a heading, opening what hides it.
func (r *Reader) goTo(head int) {
	d := r.doc
	if head < 0 || head >= len(d.heads) {
		return
	}
	hidden := false
	for i := head - 1; i >= 0 && d.heads[head].depth > 0; i-- {
		if d.heads[i].end > head && d.folded[i] {
			d.folded[i], hidden = false, true
		}
	}
	if hidden {
		r.rebuild()
	}
	r.stand(r.rowOf(head))
}

// nextHead goes to the heading after or before, in the order of the document.
// same: only to one of this level.
func (r *Reader) nextHead(by int, same bool) {
	d := r.doc
	for i := d.at + by; i >= 0 && i < len(d.heads); i += by {
		if !same || level(d.heads[i].node) == level(d.heads[d.at].node) {
			r.goTo(i)
			return
		}
	}
}

func level(n *model.OutlineNode) int {
	if n == nil {
		return model.LevelBody
	}
	return n.Level
}

// parent of a heading, -1 when there is none.
func (d *doc) parent(head int) int {
	for i := head - 1; i >= 0; i-- {
		if d.heads[i].end > head && d.heads[i].depth < d.heads[head].depth {
			return i
		}
	}
	return -1
}

func (d *doc) hasChildren(head int) bool { return d.heads[head].end > head+1 }

// fold closes the heading, or goes to the one above it.
func (r *Reader) fold() {
	d := r.doc
	if len(r.rows) == 0 {
		return
	}
	if on := r.rows[r.cursor]; on.match >= 0 {
		r.stand(r.rowOf(on.head))
		return
	}
	if d.hasChildren(d.at) && !d.folded[d.at] && r.filter.Empty() {
		d.folded[d.at] = true
		r.rebuild()
		return
	}
	if p := d.parent(d.at); p >= 0 {
		r.goTo(p)
	}
}

// unfold opens the heading, or goes into it; from one that has none under it the
// keys go to the text.
func (r *Reader) unfold() {
	d := r.doc
	switch {
	case len(r.rows) == 0:
		r.onText = d.body != nil
	case d.folded[d.at]:
		d.folded[d.at] = false
		r.rebuild()
	case d.hasChildren(d.at) && r.filter.Empty() && len(r.find.spots) == 0:
		r.goTo(d.at + 1)
	default:
		r.onText = true
	}
}

// foldAll closes or opens every heading that has others under it.
func (r *Reader) foldAll(closed bool) {
	d := r.doc
	clear(d.folded)
	if closed {
		for _, i := range d.closable() {
			d.folded[i] = true
		}
	}
	r.rebuild()
}

// closable are the headings that have others under them, without one that holds all
// the others: with it closed nothing would show.
func (d *doc) closable() (out []int) {
	for i := range d.heads {
		if d.hasChildren(i) && (i > 0 || d.heads[i].end < len(d.heads)) {
			out = append(out, i)
		}
	}
	return out
}

// reveal scrolls the outline so that the cursor shows.
func (r *Reader) reveal() {
	n := r.geo.outline.Dy()
	if n <= 0 || r.doc == nil {
		return
	}
	d := r.doc
	jump := n / 2
	switch {
	case r.cursor < d.top:
		d.top = r.cursor - jump
	case r.cursor >= d.top+n:
		d.top = r.cursor - n + 1 + jump
	}
	d.top = max(0, min(d.top, len(r.rows)-n))
}
