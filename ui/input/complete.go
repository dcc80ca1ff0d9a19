package input

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// list is the list of completions.
type list struct {
	items  []string
	at     int // index of the item in the field, -1 = none yet
	from   int // the items replace the text from here to the cursor
	before line
	seq    int
	asked  bool
}

func (l *list) open() bool { return len(l.items) > 0 }

// close also invalidates a pending answer.
func (l *list) close() {
	l.items, l.asked = nil, false
	l.seq++
}

// tab requests completions or goes to the next one.
func (m *Model) tab(back bool) (Did, tea.Cmd) {
	if !m.complete {
		return Nothing, nil
	}
	if m.list.open() {
		m.choose(!back)
		return Moved, nil
	}
	m.list.seq++
	m.list.asked = true
	ask := CompleteAsked{ID: m.id, Seq: m.list.seq, Text: m.line.s[:m.line.cursor]}
	return Moved, func() tea.Msg { return ask }
}

// completed handles the answer. A single completion is inserted; of several their common beginning, or if that adds
// nothing, the list opens.
func (m *Model) completed(msg Completed) Did {
	if msg.ID != m.id || msg.Seq != m.list.seq || !m.list.asked {
		return Nothing
	}
	m.list.asked = false
	if msg.Err != nil || len(msg.Items) == 0 || msg.From < 0 || msg.From > m.line.cursor {
		return Moved
	}
	have := m.line.s[msg.From:m.line.cursor]
	rest := m.line.s[m.line.cursor:]
	put := func(s string) { m.line.set(m.line.s[:msg.From]+s+rest, msg.From+len(s)) }
	if len(msg.Items) == 1 {
		put(msg.Items[0])
		m.edited()
		return Moved
	}
	before := m.line
	if c := common(msg.Items); len(c) > len(have) {
		put(c)
		before = m.line
	}
	m.list = list{items: msg.Items, at: -1, from: msg.From, before: before, seq: m.list.seq}
	return Moved
}

// choose puts the next or previous item of the list into the field.
func (m *Model) choose(forward bool) {
	n := len(m.list.items)
	switch {
	case forward:
		m.list.at = (m.list.at + 1) % n
	case m.list.at <= 0:
		m.list.at = n - 1
	default:
		m.list.at--
	}
	b := m.list.before
	item := m.list.items[m.list.at]
	m.line.set(b.s[:m.list.from]+item+b.s[b.cursor:], m.list.from+len(item))
}

// Completions returns the items of the open list, clean, and the index of the one in the field (-1 = none). A closed
// list has none.
func (m *Model) Completions() (items []string, at int) {
	for _, it := range m.list.items {
		items = append(items, model.Clean(it))
	}
	return items, m.list.at
}
