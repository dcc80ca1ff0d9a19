package preview

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// batch is how many bytes of text one command renders.
const batch = 32 << 10

// settle renders the visible text and then the text around it, in batches: scrolling may make other parts more
// urgent.
func (t *textView) settle() tea.Cmd {
	if t.drawing || t.page() == nil || t.geo.text.Dx() < 12 {
		return nil
	}
	d, size := t.doc, 0
	var todo []drawnPart
	var texts []string
	var struck []deletions
	want := func(head, part int) (rows int) {
		p, md := t.pageOf(head, part), d.parts(head)[part]
		if !p.drawn && !p.final && len(md) <= maxDrawn && size+len(md) <= max(batch, len(md)) {
			size += len(md)
			todo = append(todo, drawnPart{key: pageKey{head, part, t.paper()}})
			texts = append(texts, md)
			struck = append(struck, d.deletions(head, part))
		}
		return p.count()
	}
	begin := t.first()
	head, part, ok := begin.head, begin.part, true
	for rows := -begin.spot.Line; ok && rows < 2*t.geo.text.Dy(); head, part, ok = d.beside(head, part, 1) {
		rows += want(head, part)
	}
	if head, part, ok := d.beside(begin.head, begin.part, -1); ok {
		want(head, part)
	}
	if len(todo) == 0 {
		return nil
	}
	t.drawing = true
	m := pagesMsg{d.key, d.load.seq, todo, d.remarks}
	st, ruler := t.env.Styles, t.env.Ruler
	return func() tea.Msg {
		for i := range m.all {
			p := &m.all[i]
			p.page, p.err = drawnPage(texts[i], st, ruler, p.key.paper, struck[i])
		}
		return m
	}
}

// seek scrolls to an occurrence of words.
func (t *textView) seek(s spot, what string) {
	s.head = max(0, s.head)
	if s.head != t.doc.at || s.ord < 0 && t.Selecting() {
		t.show(flowAt{head: s.head})
	}
	if s.ord >= 0 && t.page() != nil {
		t.scrollTo(s, what)
	}
	t.goal = goal{s, what}
}

func (t *textView) scrollTo(s spot, what string) {
	part, ord := t.doc.partOf(s, what)
	p := t.pageOf(s.head, part)
	at, ok := p.placeOf(what, ord)
	if !ok {
		return
	}
	a := flowAt{s.head, within{part: part, spot: at, on: p}}
	if t.Selecting() {
		to := caret{flowAt: a}
		for _, m := range p.marks(what, at) {
			if m.ord == ord {
				to.col = m.from
				break
			}
		}
		defer func() { t.pick.to = t.snapped(to) }()
	}
	top, n := t.first(), t.geo.text.Dy()
	if end := t.step(top, n-1); !a.before(top) && !end.before(a) {
		return
	}
	if a = t.step(a, -n/3); a.head != s.head {
		a = t.clamp(flowAt{head: s.head})
	}
	t.show(a)
}

// partOf returns the part of a match and the match's index in it.
func (d *doc) partOf(s spot, what string) (part, ord int) {
	parts := d.parts(s.head)
	for ord = s.ord; part < len(parts)-1; part++ {
		n := strings.Count(parts[part], what)
		if ord < n {
			break
		}
		ord -= n
	}
	return part, ord
}
