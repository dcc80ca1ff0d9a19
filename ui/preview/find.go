package preview

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// search requests the matches of a text in the current version.
func (r *Reader) search(what string) tea.Cmd {
	d := r.doc
	r.contents.find = found{seq: r.contents.find.seq + 1, text: what}
	if what == "" || d.outline == nil {
		r.contents.rebuild()
		return nil
	}
	ed, err := r.loader.editor(d.place)
	if err != nil {
		return func() tea.Msg { return Told{Err: err} }
	}
	r.contents.find.asking = true
	r.contents.rebuild()
	ctx, key, seq, ref, version, loose := r.env.Ctx, d.key, r.contents.find.seq, d.ref(), d.outline.Version, d.outline.Loose
	heads, b := d.heads, d.body
	return func() tea.Msg {
		// It has its own lane, so that it does not drop a waiting read of the text.
		m := foundMsg{doc: key, seq: seq}
		if !loose {
			m.matches, m.err = ed.Find(ctx, ref, what, version, client.Options{Class: client.Interactive, Lane: "reader-find"})
		}
		if b != nil && (loose || client.Is(m.err, client.KindUnsupported)) {
			m.err = nil
			m.matches, m.spots = findLocal(heads, b, what)
			m.matches.Version = version
		}
		m.matches.Text = what
		return m
	}
}

func (r *Reader) foundText(m foundMsg) tea.Cmd {
	if r.doc == nil || r.doc.key != m.doc || m.seq != r.contents.find.seq {
		return nil
	}
	r.contents.find.asking = false
	switch {
	case m.err != nil:
		r.contents.find.text = ""
		err := m.err
		return func() tea.Msg { return Told{Err: err} }
	case len(m.matches.All) == 0:
		what := model.Clean(m.matches.Text)
		r.contents.find.text = ""
		r.contents.rebuild()
		if r.contents.find.before > 0 {
			return nil
		}
		return told(r.env.Text.Say("%s does not occur in the document", what))
	case m.matches.Version != r.doc.outline.Version && m.matches.Version != 0:
		return r.Reload() // searches again once it is read
	}
	if m.spots != nil {
		r.contents.take(m.matches, m.spots)
		return nil
	}
	r.SetMatches(m.matches)
	return nil
}

// Next goes to the next match, Prev to the previous one. Both wrap around.
func (r *Reader) Next() tea.Cmd { return r.contents.stepMatch(1) }

// Prev goes to the previous match.
func (r *Reader) Prev() tea.Cmd { return r.contents.stepMatch(-1) }
