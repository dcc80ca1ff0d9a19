package files

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// askShare shows who may read or edit the selection and asks for a new permission.
func (a *Changing) askShare() tea.Cmd {
	sel := a.screen.Pane().Selection()
	items := sel.Places()
	if len(items) == 0 {
		return a.note.SayText(status.Info, text.NothingSelected)
	}
	var e *model.Entry
	if len(items) == 1 && len(sel.Entries) == 1 {
		e = &sel.Entries[0]
	}
	return a.Share(a.screen.Origin(), items, e)
}

// Share opens the dialog; e is its one entry, if known.
func (a *Changing) Share(from dialog.Origin, items []model.Place, e *model.Entry) tea.Cmd {
	src, err := a.client.Sources.For(items[0])
	if err != nil {
		return a.note.Fail(err)
	}
	if why := a.note.Unable(src, model.OpShare); why != "" {
		return a.note.Say(status.Warn, why)
	}
	s := src.(client.Sharer)
	o := dialog.ShareOptions{Origin: from, Items: items, Policies: s.Policies()}
	if e == nil {
		return a.screen.Dialogs.Push(dialog.NewShare(a.env, o))
	}
	o.Name, o.Wait = e.Name, true
	ref := act.RefOf(items[0], e)
	ctx := a.env.Ctx
	return tea.Batch(a.screen.Dialogs.Push(dialog.NewShare(a.env, o)), func() tea.Msg {
		p, err := s.Policy(ctx, ref, client.Options{Class: client.Interactive, Lane: "policy"})
		return dialog.ShareRead{Item: items[0], Policy: p, Err: err}
	})
}

func (a *Changing) shared(m dialog.ShareAnswered) tea.Cmd {
	if m.Policy == "" {
		return nil
	}
	return a.jobs.Plan(jobs.Wish{Origin: m.Origin, Req: client.Request{
		Op: model.OpShare, Items: m.Items, Policy: m.Policy,
	}})
}
