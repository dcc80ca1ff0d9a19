package files

import (
	"strings"

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
	sel := a.Pane().Selection()
	items := sel.Places()
	if len(items) == 0 {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	var e *model.Entry
	if len(items) == 1 && len(sel.Entries) == 1 {
		e = &sel.Entries[0]
	}
	return a.Share(a.Origin(), items, e)
}

// Share opens the dialog; e is its one entry, if known.
func (a *Changing) Share(from dialog.Origin, items []model.Place, e *model.Entry) tea.Cmd {
	src, err := a.Client.Sources.For(items[0])
	if err != nil {
		return a.Note.Fail(err)
	}
	if why := a.Note.Unable(src, model.OpShare, model.OpAttributes); why != "" {
		return a.Note.Say(status.Warn, why)
	}
	s := src.(client.Sharer)
	if disk, ok := src.(client.Attributes); ok {
		ctx, m := a.Env.Ctx, attributes{from, items, disk, ""}
		return func() tea.Msg {
			if len(items) == 1 {
				m.now, _ = disk.Policy(ctx, model.Ref{Place: items[0]}, client.Options{Class: client.Interactive})
			}
			return m
		}
	}
	o := dialog.ShareOptions{Origin: from, Items: items, Policies: s.Policies()}
	if e == nil {
		return a.Dialogs.Push(dialog.NewShare(a.Env, o))
	}
	o.Name, o.Wait = e.Name, true
	ref := act.RefOf(items[0], e)
	ctx := a.Env.Ctx
	return tea.Batch(a.Dialogs.Push(dialog.NewShare(a.Env, o)), func() tea.Msg {
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

// attributes are entries of a disk, and what one alone has now.
type attributes struct {
	from  dialog.Origin
	items []model.Place
	disk  client.Attributes
	now   model.Policy
}

// Fields of the form.
const (
	inMode = "mode"
	inTime = "time"
)

// askAttributes asks for a mode and a time.
func (a *Changing) askAttributes(m attributes) tea.Cmd {
	say := a.Env.Text.Say
	mode, _, _ := strings.Cut(string(m.now), "@")
	title := say("Permission of %d {entry|entries}", len(m.items))
	if len(m.items) == 1 {
		title = say("Permission of %s", m.items[0].Base())
	}
	return a.Dialogs.Push(dialog.NewForm(a.Env, dialog.FormOptions[attributes]{
		Origin: m.from, Tag: m, Title: title,
		Fields: []dialog.FormField{
			{Name: inMode, Kind: dialog.FieldLine, Label: say(text.InfoMode), Value: mode, Placeholder: "644, rw-r--r--, u+x", Optional: true},
			{Name: inTime, Kind: dialog.FieldLine, Label: say(text.InfoModified), Placeholder: say("now, or 2026-01-02 15:04"), Optional: true},
		},
		Check: func(v dialog.FormValues) (string, string) {
			if _, _, err := m.disk.Wanted(wantedOf(v), ""); err != nil {
				return inMode, a.Note.Sentence(err)
			}
			return "", ""
		},
		Buttons: []dialog.FormButton{{Label: say(model.OpAttributes.Row().Words.Yes), Value: doMake}},
	}))
}

func wantedOf(v dialog.FormValues) model.Policy {
	if at := v.Text[inTime]; at != "" {
		return model.Policy(v.Text[inMode] + "@" + at)
	}
	return model.Policy(v.Text[inMode])
}

func (a *Changing) setAttributes(m dialog.FormAnswered[attributes]) tea.Cmd {
	if m.Button == "" {
		return nil
	}
	return a.jobs.Plan(jobs.Wish{Origin: m.Origin, Req: client.Request{Op: model.OpAttributes, Items: m.Tag.items, Policy: wantedOf(m.Values)}})
}
