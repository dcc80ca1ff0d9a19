package sharing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// toSave is the folder to save a link into.
type toSave struct{ to model.Place }

// askLink asks for somebody's link.
func (a *Acts) askLink() tea.Cmd {
	say := a.env.Text.Say
	to := a.screen.Pane().Place()
	return a.screen.Dialogs.Push(dialog.NewForm(a.env, dialog.FormOptions[toSave]{
		Origin: a.screen.Origin(), Tag: toSave{to}, Title: say("Save from a share link into %s", a.screen.PlaceText(to)),
		Fields: []dialog.FormField{
			{Name: inLink, Kind: dialog.FieldLine, Label: say("link"), Placeholder: say("the link, or the whole message with it")},
			{Name: inCode, Kind: dialog.FieldLine, Label: say("pass code"), Placeholder: say("if it is not in the message"), Optional: true},
		},
		Check: func(v dialog.FormValues) (string, string) {
			if _, ok := client.ParseSharedLink(v.Text[inLink]); !ok {
				return inLink, say(text.ShareNoLink, v.Text[inLink])
			}
			return "", ""
		},
		Buttons: []dialog.FormButton{{Label: say("Save"), Value: doSave}},
	}))
}

// savedMsg says that a link was saved or why not.
type savedMsg struct {
	to    model.Place
	saved []model.Place
	err   error
}

func (a *Acts) save(m dialog.FormAnswered[toSave]) tea.Cmd {
	l, ok := client.ParseSharedLink(m.Values.Text[inLink])
	if m.Button != doSave || !ok {
		return nil
	}
	if code := m.Values.Text[inCode]; code != "" {
		l.Code = code
	}
	to := m.Tag.to
	s, err := a.sharer(to)
	if err != nil {
		return a.note.Fail(err)
	}
	ctx := a.env.Ctx
	return tea.Batch(a.note.SayText(status.Info, "saving from the link…"), func() tea.Msg {
		saved, err := s.SaveShared(ctx, l, to, client.Interactive)
		return savedMsg{to, saved, err}
	})
}

func (a *Acts) saved(m savedMsg) tea.Cmd {
	if m.err != nil {
		return tea.Batch(a.note.Fail(m.err), a.screen.RefreshAt(m.to)) // perhaps saved in part
	}
	return tea.Batch(a.note.SayText(status.OK, "saved %d {entry|entries} into %s", len(m.saved), a.screen.PlaceText(m.to)), a.screen.RefreshAt(m.to))
}
