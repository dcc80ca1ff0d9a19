package preview

import (
	"sort"

	"aloft/model"
	"aloft/ui/kit"
)

// contents is the state of the outline: rows, cursor, folding, filter and search.
type contents struct {
	env *Env
	*shown
	text   *textView
	rows   []row // visible rows of the outline
	cursor int   // index into rows
	filter model.Filter
	find   found
}

// rebuild rebuilds the rows of the outline after folding, filtering or searching. The cursor goes to the text's
// heading or to the nearest visible one above it.
func (c *contents) rebuild() {
	c.rows = c.rows[:0]
	c.cursor = 0
	c.gen++
	d := c.doc
	if d == nil || len(d.heads) == 0 {
		return
	}
	switch {
	case len(c.find.spots) > 0:
		c.rowsFound()
	case !c.filter.Empty():
		for i := range d.heads {
			if d.heads[i].node != nil && c.filter.Match(d.heads[i].title) {
				c.rows = append(c.rows, row{i, -1})
			}
		}
	default:
		for i := 0; i < len(d.heads); {
			c.rows = append(c.rows, row{i, -1})
			if d.folded[i] {
				i = d.heads[i].end
			} else {
				i++
			}
		}
	}
	c.cursor = c.rowOf(d.at)
	c.reveal()
}

// lead scrolls the text to the cursor if its heading is hidden.
func (c *contents) lead() {
	if len(c.rows) > 0 && c.rows[c.cursor].head != c.doc.at {
		c.stand(c.cursor)
	}
}

// follow puts the cursor on the section at the top of the text, or on the folded heading that contains it.
func (c *contents) follow() {
	if i := c.rowOf(c.doc.at); len(c.rows) > 0 && c.rows[c.cursor].head != c.rows[i].head {
		c.cursor = i
		c.reveal()
	}
}

// head returns the heading under the cursor.
func (c *contents) head() int {
	if c.cursor < len(c.rows) {
		return c.rows[c.cursor].head
	}
	return c.doc.at
}

// rowsFound lists the matches under their headings.
func (c *contents) rowsFound() {
	d := c.doc
	for i, s := range c.find.spots {
		if n := len(c.rows); n == 0 || c.rows[n-1].head != s.head {
			c.rows = append(c.rows, row{max(0, s.head), -1})
		}
		if !d.folded[max(0, s.head)] {
			c.rows = append(c.rows, row{max(0, s.head), i})
		}
	}
}

// rowOf returns the row of a heading, or the last one before it.
func (c *contents) rowOf(head int) int {
	i := sort.Search(len(c.rows), func(i int) bool { return c.rows[i].head > head })
	for i > 1 && c.rows[i-1].match >= 0 {
		i--
	}
	return max(0, i-1)
}

// stand puts the cursor on a row and scrolls the text to the heading.
func (c *contents) stand(i int) {
	if len(c.rows) == 0 {
		return
	}
	c.cursor = max(0, min(i, len(c.rows)-1))
	to := c.rows[c.cursor]
	if c.doc.at != to.head {
		c.text.show(flowAt{head: to.head})
	}
	if to.match >= 0 {
		c.find.at, c.find.near = to.match, false
		c.text.seek(c.find.spots[to.match], c.find.text)
	}
	c.reveal()
}

// goTo puts the cursor on a heading and unfolds its parents.
func (c *contents) goTo(head int) {
	d := c.doc
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
		c.rebuild()
	}
	c.text.show(flowAt{head: head})
	c.stand(c.rowOf(head))
}

// nextHead goes to the next or previous heading in document order. Within a section, back goes to its own heading.
// same skips other levels.
func (c *contents) nextHead(by int, same bool) {
	d, on := c.doc, c.doc.at
	var here flowAt
	if c.text.page() != nil {
		if here = c.text.first(); c.text.Selecting() {
			here = c.text.clamp(c.text.pick.to.flowAt)
		}
		on = here.head
	}
	if by < 0 && (flowAt{head: on}).before(here) {
		c.goTo(on)
		return
	}
	for i := on + by; i >= 0 && i < len(d.heads); i += by {
		if !same || level(d.heads[i].node) == level(d.heads[on].node) {
			c.goTo(i)
			return
		}
	}
}

// fold folds the heading or goes to its parent.
func (c *contents) fold() {
	d := c.doc
	if len(c.rows) == 0 {
		return
	}
	if on := c.rows[c.cursor]; on.match >= 0 {
		c.stand(c.rowOf(on.head))
		return
	}
	on := c.head()
	if d.hasChildren(on) && !d.folded[on] && c.filter.Empty() {
		d.folded[on] = true
		c.rebuild()
		return
	}
	if p := d.parent(on); p >= 0 {
		c.goTo(p)
	}
}

// unfold unfolds the heading or goes into it. Without sub-headings it moves the focus to the text.
func (c *contents) unfold() {
	d := c.doc
	switch {
	case len(c.rows) == 0:
		c.onText = d.body != nil
	case d.folded[c.head()]:
		d.folded[c.head()] = false
		c.rebuild()
	case d.hasChildren(c.head()) && c.filter.Empty() && len(c.find.spots) == 0:
		c.goTo(c.head() + 1)
	default:
		c.onText = true
	}
}

// foldAll folds or unfolds every heading with sub-headings.
func (c *contents) foldAll(closed bool) {
	d := c.doc
	clear(d.folded)
	if closed {
		for _, i := range d.closable() {
			d.folded[i] = true
		}
	}
	c.rebuild()
	c.lead()
}

func (c *contents) foldOne() {
	d := c.doc
	if on := c.head(); len(d.heads) > 0 && d.hasChildren(on) && c.filter.Empty() {
		d.folded[on] = !d.folded[on]
		c.rebuild()
		c.lead()
	}
}

// reveal scrolls the outline to the cursor, as all lists do.
func (c *contents) reveal() {
	if c.doc == nil {
		return
	}
	win := kit.List{At: c.cursor, Top: c.doc.top, Len: len(c.rows), Height: c.geo.outline.Dy()}
	win.Reveal()
	c.doc.top = win.Top
}

func (c *contents) filterBy(f model.Filter) {
	c.filter = f
	c.find = found{seq: c.find.seq + 1}
	c.gen++
	c.rebuild()
	c.lead()
}
