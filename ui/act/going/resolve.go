package going

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// resolvedMsg carries the target of an id or a link.
type resolvedMsg struct {
	from      dialog.Origin
	otherwise model.Place // where to go if it is not an id, zero = nowhere
	place     model.Place
	entry     model.Entry
	err       error
}

// resolve asks for the target of an id or a link.
func (a *Acts) resolve(from dialog.Origin, s string, otherwise model.Place) tea.Cmd {
	src, _, err := a.screen.Documents()
	if err != nil {
		return a.note.Fail(err)
	}
	st, ok := src.(client.Steady)
	if !ok {
		return a.goPlain(from, otherwise)
	}
	return a.Resolve(from, st, s, otherwise)
}

// Resolve asks a source for the target of an id or a link and shows it. If there is none, it goes to otherwise (zero
// = nowhere).
func (a *Acts) Resolve(from dialog.Origin, st client.Steady, s string, otherwise model.Place) tea.Cmd {
	ctx := a.env.Ctx
	return tea.Batch(a.note.SayText(status.Info, text.Resolving), func() tea.Msg {
		m := resolvedMsg{from: from, otherwise: otherwise}
		m.place, m.entry, m.err = st.Resolve(ctx, s, client.Options{Class: client.Interactive, Lane: "resolve"})
		return m
	})
}

// resolved shows the target: a folder or a page with pages in the pane, a document in its folder. If the folder is
// unknown, it reads a document and shows the details of everything else.
func (a *Acts) resolved(m resolvedMsg) tea.Cmd {
	a.note.ClearNote()
	if m.err != nil {
		nothing := client.Is(m.err, client.KindNotFound) || client.Is(m.err, client.KindInvalid)
		if !m.otherwise.IsZero() && nothing {
			return a.goPlain(m.from, m.otherwise)
		}
		return a.note.Fail(m.err)
	}
	a.screen.Learn(m.entry)
	p := a.screen.Panes[m.from.Pane]
	switch {
	case m.entry.Enterable():
		return p.GoTo(m.place, model.Step{})
	case m.place.IsLoose() && a.screen.Reader.Readable(m.place, &m.entry):
		a.screen.OpenReader(m.place, m.entry)
		return nil
	case m.place.IsLoose():
		say := a.note.SayText(status.Info, "%s was found; the service does not say in which folder it is", m.entry.Name)
		return tea.Batch(say, a.read.InfoOf(m.place, m.entry))
	}
	return p.GoTo(m.place.Parent(), m.place.Last())
}
