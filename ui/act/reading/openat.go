package reading

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/status"
)

// foundMsg carries the entry at the place of a document to open.
type foundMsg struct {
	at      model.Place
	heading client.Heading
	entry   model.Entry
	err     error
	back    bool // it was open at the end of the last session
}

// OpenAt opens the document at a place in the reader, at a heading.
func (a *Acts) OpenAt(at model.Place, h client.Heading) tea.Cmd {
	return tea.Batch(a.Note.SayText(status.Info, text.Resolving), a.look(foundMsg{at: at, heading: h}))
}

// ComeBack is OpenAt for the document of the last session, unless the user does something else meanwhile.
func (a *Acts) ComeBack(at model.Place, h client.Heading) tea.Cmd {
	a.comesBack = true
	return a.look(foundMsg{at: at, heading: h, back: true})
}

// StayHere notes that the user has acted: nothing of the last session opens any more.
func (a *Acts) StayHere() { a.comesBack = false }

// look finds the document.
func (a *Acts) look(m foundMsg) tea.Cmd {
	src, err := a.Client.Sources.For(m.at)
	if err != nil {
		return a.Note.Fail(err)
	}
	ctx := a.Env.Ctx
	return func() tea.Msg {
		m.entry, m.err = src.Stat(ctx, m.at, client.Options{Class: client.Interactive, Lane: "reader"})
		return m
	}
}

func (a *Acts) found(m foundMsg) tea.Cmd {
	if m.back && !a.comesBack {
		return nil
	}
	if !m.back {
		a.Note.ClearNote()
	}
	if m.err == nil {
		m.err = a.Reader.Refusal(m.at, &m.entry)
	}
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	a.Learn(m.entry)
	a.OpenReader(m.at, m.entry)
	a.Reader.Doc.GoHeading(m.heading)
	return nil
}
