package preview

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/input"
)

func remarksRead(r *Reader, m remarksMsg) tea.Cmd {
	d := r.store.docs[m.key]
	if d == nil || d.outline == nil || d.outline.Version != m.version {
		return nil
	}
	d.load.remarks = false
	d.remarks = &m.remarks
	if len(m.remarks.threads) > 0 || slices.ContainsFunc(m.remarks.changes, func(c change) bool { return c.gone != "" }) {
		d.pages = nil // drawn again with them
	}
	r.gen++
	return nil
}

// Remarks returns the comments of the current version and the words of each thread. ok is false while they are
// unknown.
func (r *Reader) Remarks() (all model.DocComments, words map[string]string, ok bool) {
	if r.doc == nil || r.doc.remarks == nil || r.doc.remarks.err != nil {
		return model.DocComments{}, nil, false
	}
	words = map[string]string{}
	for _, t := range r.doc.remarks.threads {
		words[r.doc.remarks.All[t.first].ID] = t.words
	}
	return r.doc.remarks.DocComments, words, true
}

// Remark returns the comment that the text was last scrolled to, or "".
func (r *Reader) Remark() (id string) {
	if r.doc == nil || r.doc.remarks == nil || r.doc.remarks.at < 0 {
		return ""
	}
	m := r.doc.remarks
	return m.All[m.threads[m.at].first].ID
}

// stepRemark goes to the next or previous comment: first from the visible text, then around.
func (r *Reader) stepRemark(by int) tea.Cmd {
	d, say := r.doc, r.env.Text.Say
	switch m := d.remarks; {
	case d.outline != nil && d.outline.Loose:
		return input.Tell(say("the service does not support comments in smart documents"))
	case m == nil:
		return input.Tell(say(text.ReaderNotRead))
	case m.err != nil:
		return input.Fail(m.err)
	case len(m.threads) == 0:
		return input.Tell(say("the document has no comments"))
	case m.at >= 0:
		m.at = (m.at + by + len(m.threads)) % len(m.threads)
	default:
		if m.at = slices.IndexFunc(m.threads, func(t thread) bool { return t.head >= d.at }); m.at < 0 {
			m.at = 0
		}
		if by < 0 {
			m.at = (m.at - 1 + len(m.threads)) % len(m.threads)
		}
	}
	r.ToRemark(d.remarks.All[d.remarks.threads[d.remarks.at].first].ID)
	return input.Tell(d.remarks.say(r.env.Text))
}

// ToRemark scrolls to the commented words. It returns false if they are unknown.
func (r *Reader) ToRemark(id string) bool {
	if r.doc == nil || r.doc.remarks == nil {
		return false
	}
	m := r.doc.remarks
	i := slices.IndexFunc(m.threads, func(t thread) bool {
		return slices.ContainsFunc(m.All[t.first:t.first+1+t.replies], func(c model.DocComment) bool { return c.ID == id })
	})
	if i < 0 {
		return false
	}
	m.at = i
	t := m.threads[i]
	r.toText()
	r.text.seek(t.spot, t.words)
	r.contents.follow()
	r.gen++
	return true
}

// say shows the current comment in a line.
func (m *remarks) say(c *text.Catalogue) string {
	t := m.threads[m.at]
	first := m.All[t.first]
	s := c.Say("comment %d/%d  %s: %s", m.at+1, len(m.threads), model.Clean(first.Author), model.Clean(model.OneLine(first.Text)))
	if t.replies > 0 {
		s += "  " + c.Say("%d {reply|replies}", t.replies)
	}
	return s
}
