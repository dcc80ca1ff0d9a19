package preview

import (
	"math"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
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

// Cursor returns the terminal's cursor from the reader's upper left corner: at the end of the selection that moves, or
// nil if it is not visible.
func (r *Reader) Cursor() *tea.Position {
	t := &r.text
	if !t.Selecting() {
		return nil
	}
	c := t.snapped(t.pick.to)
	for at, y := t.first(), 0; y < t.geo.text.Dy() && !c.flowAt.before(at); y++ {
		if !at.before(c.flowAt) {
			return &tea.Position{X: t.geo.text.Min.X + 1 + c.col, Y: t.geo.text.Min.Y + y}
		}
		at = t.step(at, 1)
	}
	return nil
}

// EndSelecting drops the selection; the text stays.
func (r *Reader) EndSelecting() { r.text.pick = nil }

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

// beginSelecting selects the current match if it is visible, or else the first character.
func (r *Reader) beginSelecting() tea.Cmd {
	say := r.env.Text.Say
	was := r.onText
	if r.onText = r.doc.body != nil; r.text.page() == nil {
		r.onText = was
		if r.doc.body != nil {
			return told(say("the text has no room here; %s shows all of it", r.env.Keys.Key(keys.ViewOutline)))
		}
		return told(say(text.ReaderNotRead))
	}
	at, rows := r.text.first(), r.geo.text.Dy()
	end := r.text.step(at, rows-1)
	from, to, ok := r.contents.matchAt(r.contents.find.at)
	if !ok || from.flowAt.before(at) || end.before(from.flowAt) {
		for len(r.text.cells(at)) == 0 && at.before(end) {
			at = r.text.step(at, 1)
		}
		from = r.text.lineEdge(r.text.snapped(caret{flowAt: at}), -1)
		to = from
	}
	cmd := r.selectFrom(from, to)
	if r.text.pick == nil {
		r.onText = was
	}
	return cmd
}

// selectFrom begins a selection, or says why there can be none.
func (r *Reader) selectFrom(from, to caret) tea.Cmd {
	switch p := r.text.pageOf(to.head, to.part); {
	case len(r.text.cells(to.flowAt)) == 0:
		return told(r.env.Text.Say("there is no text to select"))
	case !p.drawn && !r.text.drawing:
		return told(r.env.Text.Say("this part is shown as it was written: nothing in it can be selected"))
	}
	r.text.pick = &picked{from: from, to: to, doc: r.doc, outline: r.doc.outline, paper: r.text.paper()}
	r.put(to)
	return nil
}

// put moves the end of the selection and shows it.
func (r *Reader) put(c caret) {
	c = r.text.snapped(c)
	r.text.pick.to, r.text.pick.want = c, c.col
	r.seeCaret()
}

// seeCaret scrolls to the end of the selection.
func (r *Reader) seeCaret() {
	c := r.text.pick.to
	switch top := r.text.first(); {
	case c.flowAt.before(top):
		r.text.show(c.flowAt)
	case r.text.step(top, r.geo.text.Dy()-1).before(c.flowAt):
		r.text.show(r.text.step(c.flowAt, 1-r.geo.text.Dy()))
	}
	r.text.pick.to = c
	r.contents.follow()
}

// extend carries out an action on the selection. ok is false for other actions.
func (r *Reader) extend(a keys.Action) (cmd tea.Cmd, ok bool) {
	c := r.text.snapped(r.text.pick.to)
	by, reach := a.Step(max(1, r.geo.text.Dy()-1))
	switch {
	case reach == keys.ToEnd && by < 0:
		r.put(r.text.textEdge(-1))
		return nil, true
	case reach == keys.ToEnd:
		r.put(r.text.textEdge(1))
		return nil, true
	case reach != keys.Nowhere:
		r.byRows(by)
		return nil, true
	}
	switch a {
	case keys.DocScrollDown:
		r.byRows(scrollBy)
	case keys.DocScrollUp:
		r.byRows(-scrollBy)
	case keys.PassageLeft, keys.PassageRight:
		sign := 1
		if a == keys.PassageLeft {
			sign = -1
		}
		c, _, _ = r.text.next(c, sign)
		r.put(c)
	case keys.PassageWord:
		r.put(r.text.word(c))
	case keys.PassageWordBack:
		r.put(r.text.wordEdge(c, -1))
	case keys.PassageWordEnd:
		r.put(r.text.wordEdge(c, 1))
	case keys.PassageLineStart:
		r.put(r.text.lineEdge(c, -1))
	case keys.PassageLineEnd:
		r.put(r.text.lineEdge(c, 1))
	case keys.PassageBegin:
		r.text.pick.from = c
	case keys.PassageSwap:
		r.text.pick.from, r.text.pick.to = r.text.pick.to, r.text.pick.from
		r.put(r.text.pick.to)
	case keys.PassageFind:
		return r.Do(keys.DocFind)
	case keys.PassageEnd, keys.DocSelect:
		r.text.pick = nil
	default:
		return nil, false
	}
	return nil, true
}

// byRows moves the end of the selection by rows, in its column.
func (r *Reader) byRows(by int) {
	want := r.text.pick.want
	r.put(caret{r.text.step(r.text.clamp(r.text.pick.to.flowAt), by), want})
	r.text.pick.want = want
}

// matchAt returns the characters of a match of the search.
func (c *contents) matchAt(i int) (from, to caret, ok bool) {
	if i >= len(c.find.spots) {
		return from, to, false
	}
	s := c.find.spots[i]
	s.head = max(0, s.head)
	part, ord := c.doc.partOf(s, c.find.text)
	p := c.text.pageOf(s.head, part)
	at, ok := p.placeOf(c.find.text, ord)
	if s.ord < 0 {
		part, at.Line, ok = 0, 0, false
		for p = c.text.pageOf(s.head, 0); at.Line < len(p.title) && !ok; at.Line++ {
			ok = len(p.marks(c.find.text, at)) > 0
		}
		at.Line--
	}
	if !ok {
		return from, to, false
	}
	row := c.text.clamp(flowAt{s.head, within{part: part, spot: at, on: p}})
	for first := true; ; first = false {
		found := false
		for _, m := range p.marks(c.find.text, row.spot) {
			if m.ord != ord {
				continue
			}
			if first {
				from = caret{row, m.from}
			}
			to, found = c.text.snapped(caret{row, m.to - 1}), true
		}
		next := c.text.step(row, 1)
		if !found || next.part != part || next.head != s.head || next.spot == row.spot {
			return c.text.snapped(from), to, true
		}
		row, first = next, false
	}
}

// pickedLine draws the selected part of a row; line has the sign before it.
func (v *view) pickedLine(line string, at flowAt, s *selection) string {
	if !s.reaches(at) {
		return line
	}
	all := v.text.cells(at)
	from, to, ok := s.cells(at, all)
	if !ok {
		return line
	}
	line = v.text.pick.rows.get(pickedRow{line, from, to}, func() string {
		return v.marked(line, mark{from: from + 1, to: to + 1}, v.paint.picked)
	})
	c := v.text.pick.to
	if at.before(c.flowAt) || c.flowAt.before(at) {
		return line
	}
	if to = c.col + 1; len(all) > 0 {
		to = all[here(c, all)].to
	}
	return v.marked(line, mark{from: c.col + 1, to: to + 1}, v.paint.caret)
}
