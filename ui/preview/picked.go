package preview

import (
	"math"

	"aloft/model"
)

// picked is the selected text, from one character to another, both included. It ends with what it was laid out from:
// another document or version, another width.
type picked struct {
	from, to caret // to is the end that moves
	want     int   // the column that up and down keep to
	doc      *doc
	outline  *model.Outline
	paper    paper

	drawn selection // of the ends below
	ends  [2]caret
	rows  pickedRows
}

// pickedRow is a drawn row with its selected cells, pickedRows are how the last ones look.
type (
	pickedRow struct {
		line     string
		from, to int
	}
	pickedRows map[pickedRow]string
)

func (r *pickedRows) get(row pickedRow, draw func() string) string {
	s, ok := (*r)[row]
	if ok {
		return s
	}
	if *r == nil || len(*r) >= maxKeptGroups {
		*r = pickedRows{}
	}
	s = draw()
	(*r)[row] = s
	return s
}

// Selecting reports whether text is selected, so that movements extend it and edits are about it.
func (t *textView) Selecting() bool {
	p := t.pick
	return p != nil && t.onText && p.doc == t.doc && p.outline == t.doc.outline && p.paper == t.paper()
}

// selection is the selected text as it is drawn: from one character to another, in the columns from left to before
// right.
type selection struct {
	first, last caret
	left, right int
}

// column reports whether it stays in a column of a table.
func (s *selection) column() bool { return s.left > 0 || s.right < math.MaxInt }

// maxColumn is how many rows of a table are looked at for a selection in one column.
const maxColumn = 400

// selected returns the selection. Within a column of a table it leaves out the other columns.
func (t *textView) selected() selection {
	p := t.pick
	if ends := [2]caret{t.snapped(p.from), t.snapped(p.to)}; ends != p.ends {
		p.ends, p.drawn = ends, t.between(ends[0], ends[1])
	}
	return p.drawn
}

func (t *textView) between(from, to caret) selection {
	s := selection{from, to, 0, math.MaxInt}
	if s.last.before(s.first) {
		s.first, s.last = s.last, s.first
	}
	left, right := 0, math.MaxInt
	for _, c := range t.row(s.first.flowAt) {
		switch {
		case !bar(c.text):
		case c.to <= s.first.col:
			left = c.to
		case c.from > s.first.col && right == math.MaxInt:
			right = c.from
		}
	}
	if left == 0 && right == math.MaxInt || s.last.col < left || s.last.col >= right {
		return s
	}
	for at, n := s.first.flowAt, 0; n < maxColumn; n++ {
		edges := 0
		for _, c := range t.row(at) {
			if bar(c.text) && (c.to == left || c.from == right) {
				edges++
			}
			if bar(c.text) && c.from >= left && c.to <= right { // another table
				return s
			}
		}
		if left > 0 && right < math.MaxInt && edges < 2 || edges == 0 {
			return s
		}
		if !at.before(s.last.flowAt) {
			s.left, s.right = left, right
			return s
		}
		at = t.step(at, 1)
	}
	return s
}

// bar reports whether a character separates the columns of a table.
func bar(s string) bool { return s == "│" || s == "┼" || s == "|" || s == "+" }

// reaches reports whether a row is one of the selection.
func (s *selection) reaches(at flowAt) bool {
	return !at.before(s.first.flowAt) && !s.last.flowAt.before(at)
}

// cells returns the selected cells of a row with these characters. ok is false if there are none.
func (s *selection) cells(at flowAt, all []cell) (from, to int, ok bool) {
	if !s.reaches(at) {
		return 0, 0, false
	}
	to = 1 // a row without text shows one cell
	if len(all) > 0 {
		from, to = all[0].from, all[len(all)-1].to
		if !s.first.flowAt.before(at) {
			from = s.first.col
		}
		if !at.before(s.last.flowAt) {
			to = all[here(s.last, all)].to
		}
	}
	from, to = max(from, s.left), min(to, s.right)
	return from, to, from < to
}
