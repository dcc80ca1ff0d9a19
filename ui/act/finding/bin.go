package finding

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// openBin shows the recycle bin of the pane's source.
func (a *Acts) openBin() tea.Cmd {
	from := a.Origin()
	return tea.Batch(a.Dialogs.Push(dialog.NewBin(a.Env, from, a.Brake)), a.listBin(from, nil))
}

// listBin lists the recycle bin, after first when it is not nil.
func (a *Acts) listBin(from dialog.Origin, first func() error) tea.Cmd {
	src, err := a.Sources.For(from.Place)
	if err != nil {
		return a.Fail(err)
	}
	bin, ok := src.(client.Binner)
	if !ok {
		return a.SayText(status.Warn, text.NoBin, string(from.Place.Scheme))
	}
	ctx := a.Ctx
	return func() tea.Msg {
		if first != nil {
			if err := first(); err != nil {
				return binDoneMsg{from, err}
			}
		}
		es, err := bin.Bin(ctx, client.Options{Class: client.Interactive, Lane: "bin"})
		return dialog.BinListed{Origin: from, Entries: es, Err: err}
	}
}

// binDoneMsg: recovering or purging failed.
type binDoneMsg struct {
	from dialog.Origin
	err  error
}

// binAnswered recovers or purges, and lists the bin and the panes again.
func (a *Acts) binAnswered(m dialog.BinAnswered) tea.Cmd {
	op := model.OpRecover
	switch m.Choice {
	case dialog.ChoseRecover:
	case dialog.ChosePurge:
		op = model.OpPurge
	default:
		return nil
	}
	if a.Switches.Dry {
		return a.DryRun(len(m.Entries))
	}
	ctx, engine := a.Ctx, a.Jobs
	r := client.Request{Op: op, Target: m.Origin.Place.Root(), Bin: m.Entries, Class: client.Interactive}
	list := a.listBin(m.Origin, func() error { return jobs.RunNow(ctx, engine, r) })
	n := len(m.Entries)
	return func() tea.Msg {
		msg := list()
		if l, ok := msg.(dialog.BinListed); ok {
			return binChangedMsg{l, op.Row().Words.Many, n}
		}
		return msg
	}
}

// binChangedMsg: the bin was changed and listed again.
type binChangedMsg struct {
	listed dialog.BinListed
	said   text.Text
	n      int
}

func (a *Acts) binChanged(m binChangedMsg) tea.Cmd {
	cmds := []tea.Cmd{a.Dialogs.Update(m.listed), a.SayText(status.OK, m.said, m.n)}
	for _, p := range a.Panes {
		if p.Place().SameSource(m.listed.Origin.Place) {
			cmds = append(cmds, p.Refresh())
		}
	}
	return tea.Batch(cmds...)
}
