package preview

import "sort"

// flowAt is a row of the text of the whole document. The section of the first visible row is current in the outline:
// so the outline follows the text, and a chosen heading comes to the top.
type flowAt struct {
	head int
	within
}

func (a flowAt) before(b flowAt) bool {
	switch {
	case a.head != b.head:
		return a.head < b.head
	case a.part != b.part:
		return a.part < b.part
	}
	return a.spot.Before(b.spot)
}

// first returns the first visible row.
func (t *textView) first() flowAt { return t.clamp(flowAt{t.doc.at, t.doc.scroll}) }

// clamp converts a row of a page's earlier state to its current one.
func (t *textView) clamp(a flowAt) flowAt {
	a.head = max(0, min(a.head, len(t.doc.heads)-1))
	a.part = max(0, min(a.part, len(t.doc.parts(a.head))-1))
	p := t.pageOf(a.head, a.part)
	if a.on != nil && a.on != p {
		a.spot = p.spotAt(a.share)
	}
	a.on = p
	a.spot = p.folded().Clamp(a.spot, 1)
	return a
}

// step moves by rows and stops at both ends of the document.
func (t *textView) step(a flowAt, by int) flowAt {
	sign := 1
	if by < 0 {
		sign = -1
	}
	for p := t.pageOf(a.head, a.part); by != 0; by -= sign {
		next := p.folded().Step(a.spot, sign)
		if next != a.spot {
			a.spot = next
			continue
		}
		head, part, ok := t.doc.beside(a.head, a.part, sign)
		if !ok {
			return a
		}
		p = t.pageOf(head, part)
		a = flowAt{head, within{part: part, on: p}}
		if sign < 0 {
			a.spot = p.folded().Last(1)
		}
	}
	return a
}

// beside returns the part after or before another one.
func (d *doc) beside(head, part, sign int) (int, int, bool) {
	switch {
	case part+sign >= 0 && part+sign < len(d.parts(head)):
		return head, part + sign, true
	case head+sign < 0 || head+sign >= len(d.heads):
		return head, part, false
	case sign < 0:
		return head - 1, len(d.parts(head-1)) - 1, true
	}
	return head + 1, 0, true
}

// last returns the row where scrolling ends: the last section is at the top, or the last row of a longer one at the
// bottom.
func (t *textView) last() flowAt {
	head := len(t.doc.heads) - 1
	end := t.clamp(flowAt{head, within{part: len(t.doc.parts(head)) - 1}})
	end.spot = t.pageOf(end.head, end.part).folded().Last(1)
	end = t.step(end, 1-max(1, t.geo.text.Dy()))
	if begin := t.clamp(flowAt{head: head}); end.before(begin) {
		return begin
	}
	return end
}

// show scrolls to a row, with the end of the selection.
func (t *textView) show(a flowAt) {
	if a.on != nil {
		a.share = a.on.share(a.spot)
	}
	t.doc.at, t.doc.scroll = a.head, a.within
	t.goal = goal{}
	if t.Selecting() {
		t.pick.to = t.lineEdge(t.snapped(caret{flowAt: a}), -1)
	}
}

// scroll moves the text by rows, without the selection.
func (t *textView) scroll(by int) {
	if t.page() == nil {
		return
	}
	if pick := t.pick; pick != nil {
		to := pick.to
		defer func() { pick.to = to }()
	}
	to := t.step(t.first(), by)
	if end := t.last(); by > 0 && end.before(to) {
		to = end
	}
	t.show(to)
}

// size returns the bytes of a part with its heading, which percentages count.
func (d *doc) size(head, part int) int {
	n := len(d.parts(head)[part])
	if part == 0 {
		n += len(d.heads[head].title) + 1
	}
	return n
}

// offset returns the bytes before a row.
func (t *textView) offset(a flowAt) int {
	at := t.doc.body.before[a.head]
	for part := range a.part {
		at += t.doc.size(a.head, part)
	}
	return at + int(t.pageOf(a.head, a.part).share(a.spot)*float64(t.doc.size(a.head, a.part)))
}

// percent returns how far the text is scrolled. ok is false if everything is visible.
func (t *textView) percent() (n int, ok bool) {
	if t.page() == nil {
		return 0, false
	}
	end := t.last()
	all := t.offset(end)
	if all == 0 {
		return 0, false
	}
	at := t.first()
	if !at.before(end) {
		return 100, true
	}
	return min(99, (100*t.offset(at)+all/2)/all), true
}

// toPercent scrolls to a percentage of the text.
func (t *textView) toPercent(n int) {
	end := t.last()
	want := t.offset(end) * max(0, min(n, 100)) / 100
	before := t.doc.body.before
	head := max(0, sort.SearchInts(before, want+1)-1)
	head = min(head, len(t.doc.heads)-1)
	rest := want - before[head]
	part := 0
	for ; part < len(t.doc.parts(head))-1 && rest >= t.doc.size(head, part); part++ {
		rest -= t.doc.size(head, part)
	}
	a := flowAt{head, within{part: part}}
	a.spot = t.pageOf(head, part).spotAt(float64(rest) / float64(max(1, t.doc.size(head, part))))
	if a = t.clamp(a); n >= 100 || end.before(a) {
		a = end
	}
	t.show(a)
}

// page returns the page at the top of the text, or nil.
func (t *textView) page() *page {
	d := t.doc
	if d == nil || d.body == nil || len(d.heads) == 0 || t.geo.text.Empty() {
		return nil
	}
	a := t.first()
	return t.pageOf(a.head, a.part)
}
