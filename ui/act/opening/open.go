package opening

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/status"
)

// programMsg carries the program for a file.
type programMsg struct {
	seq   int
	at    model.Place
	entry model.Entry
	with  act.Program
	found bool // otherwise the viewer shows it
}

// Open opens a file with the program of a rule, with the desktop's program if it is not text, or else in the viewer.
func (a *Acts) Open(at model.Place, e model.Entry) tea.Cmd {
	if a.machine.Opener == nil || !a.machine.Opener.Any() {
		a.screen.OpenReader(at, e)
		return nil
	}
	ctx, seq, tick := a.begin(at)
	a.work.looks = true
	opener, files := a.machine.Opener, a.client.Files
	return tea.Batch(tick, func() tea.Msg {
		m := programMsg{seq: seq, at: at, entry: e}
		if m.with, m.found = opener.Rule(at.Base(), e.MIME); m.found || files == nil {
			return m
		}
		desktop, ok := opener.Desktop()
		if !ok || e.Size == 0 {
			return m
		}
		if p, err := files.Preview(ctx, at, e, false); err == nil && p.Form == client.FormFacts && p.Entry.Size != 0 {
			m.with, m.found = desktop, true
		}
		return m
	})
}

// found opens the file with its program. A file of a service is copied first.
func (a *Acts) found(m programMsg) tea.Cmd {
	switch {
	case !a.work.End(m.seq):
		return nil
	case !m.found:
		a.screen.OpenReader(m.at, m.entry)
		return nil
	case m.at.Scheme.Local():
		return a.run(m.at, m.at, m.with)
	case a.client.Copies == nil:
		return a.note.SayText(status.Warn, "no file can be copied to this computer here")
	}
	ctx, seq, tick := a.begin(m.at)
	copies, report := a.client.Copies, a.work.got.report
	return tea.Batch(tick, func() tea.Msg {
		c, err := copies.CheckOut(ctx, m.at, client.CheckOut{Progress: report})
		return fetchedMsg{seq, m.at, c, m.with, err}
	})
}

// fetchedMsg says that a file was copied for opening or could not be.
type fetchedMsg struct {
	seq  int
	at   model.Place
	copy client.WorkingCopy
	with act.Program
	err  error
}

func (a *Acts) fetched(m fetchedMsg) tea.Cmd {
	switch wanted := a.work.End(m.seq); {
	case !wanted && m.err == nil:
		return a.drop(m.copy)
	case !wanted:
		return nil
	case m.err != nil:
		return a.failed(m.at, m.err)
	}
	return a.run(m.at, m.copy.At, m.with)
}

// ranMsg says that a program has ended.
type ranMsg struct {
	at  model.Place
	err error
}

// run opens a file or its copy with a program.
func (a *Acts) run(at, file model.Place, with act.Program) tea.Cmd {
	program, said := a.env.Text.Say("the program of the desktop"), text.Text("%s is opened with %s")
	if len(with) > 0 {
		program = model.Clean(with[0])
	}
	if !at.Equal(file) {
		said = "a copy of %s is opened with %s; changes stay in the copy"
	}
	return tea.Batch(a.note.SayText(status.Info, said, model.Clean(at.Base()), program), a.machine.Opener.Run(with, file, func(err error) tea.Msg { return ranMsg{at, err} }))
}

// ran lists the folder again, since the program may have changed the file.
func (a *Acts) ran(m ranMsg) tea.Cmd {
	if m.err != nil {
		return a.note.Fail(m.err)
	}
	return a.screen.RefreshAt(m.at.Parent())
}
