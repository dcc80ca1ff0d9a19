package preview

import (
	tea "charm.land/bubbletea/v2"
	"cmp"

	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
)

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

// beginSelecting selects the current match if it is visible, or else the first character.
func (r *Reader) beginSelecting() tea.Cmd {
	say := r.env.Text.Say
	was := r.onText
	if r.onText = r.doc.body != nil; r.text.page() == nil {
		r.onText = was
		if r.doc.body != nil {
			return input.Tell(say("the text does not fit here; %s shows all of it", r.env.Keys.Key(keys.ViewOutline)))
		}
		return input.Tell(say(text.ReaderNotRead))
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
		return input.Tell(r.env.Text.Say("there is no text to select"))
	case !p.drawn && !r.text.drawing:
		return input.Tell(r.env.Text.Say("this part is Markdown source: nothing in it can be selected"))
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

// byRows moves the end of the selection by rows, in its column, and passes over rows of comments and deleted text.
func (r *Reader) byRows(by int) {
	want := r.text.pick.want
	at := r.text.step(r.text.clamp(r.text.pick.to.flowAt), by)
	for r.text.aside(at) {
		next := r.text.step(at, cmp.Compare(by, 0))
		if next == at {
			break
		}
		at = next
	}
	r.put(caret{at, want})
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
