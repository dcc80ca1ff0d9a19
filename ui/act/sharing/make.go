package sharing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// wanted is what to make a link to.
type wanted struct{ items []model.Place }

// Fields of the form and options of the pass code.
const (
	inTerm = "term"
	inKind = "kind"
	inCode = "code"
	inLink = "link"

	codeMade = 0
	codeNone = 1
	codeOwn  = 2
)

// terms are the options of the term field.
func terms() []client.ShareTerm { return client.ShareTerms() }

// ask asks how to share the selection.
func (a *Acts) ask() tea.Cmd {
	items := a.screen.Pane().Selection().Places()
	if len(items) == 0 {
		return a.note.SayText(status.Info, text.NothingSelected)
	}
	say := a.env.Text.Say
	title := say("Share %d {entry|entries} by a link", len(items))
	if len(items) == 1 {
		title = say("Share %s by a link", model.Clean(items[0].Base()))
	}
	return a.screen.Dialogs.Push(dialog.NewForm(a.env, dialog.FormOptions[wanted]{
		Origin: a.screen.Origin(), Tag: wanted{items}, Title: title,
		Fields: []dialog.FormField{
			{Name: inTerm, Kind: dialog.FieldCycle, Label: say("good for"), At: 1,
				Options: []dialog.FormOption{{Label: say("a day")}, {Label: say("7 days")}, {Label: say("30 days")}, {Label: say("ever")}}},
			{Name: inKind, Kind: dialog.FieldCycle, Label: say("pass code"),
				Options: []dialog.FormOption{{Label: say("a new one")}, {Label: say("none")}, {Label: say("my own")}}},
			{Name: inCode, Kind: dialog.FieldLine, Label: say("my own"), When: func(at map[string]int) bool { return at[inKind] == codeOwn }},
			{Kind: dialog.FieldNote, Value: say("Anyone with the link and its pass code can see and save this until it ends.")},
		},
		Check: func(v dialog.FormValues) (string, string) {
			if v.At[inKind] == codeOwn && !client.ShareCode(v.Text[inCode]) {
				return inCode, say(text.ShareCode)
			}
			return "", ""
		},
		Buttons: []dialog.FormButton{{Label: say("Share"), Value: doMake}},
	}))
}

// madeMsg says that a link was made or why not.
type madeMsg struct {
	from dialog.Origin
	link client.ShareLink
	err  error
}

func (a *Acts) make(m dialog.FormAnswered[wanted]) tea.Cmd {
	if m.Button != doMake {
		return nil
	}
	s, err := a.sharer(m.Origin.Place)
	if err != nil {
		return a.note.Fail(err)
	}
	o := client.ShareOptions{Term: terms()[m.Values.At[inTerm]]}
	switch m.Values.At[inKind] {
	case codeMade:
		o.Code = client.NewShareCode()
	case codeOwn:
		o.Code = m.Values.Text[inCode]
	}
	ctx, items, from := a.env.Ctx, m.Tag.items, m.Origin
	return tea.Batch(a.note.SayText(status.Info, "making the link…"), func() tea.Msg {
		l, err := s.ShareEntries(ctx, items, o, client.Interactive)
		return madeMsg{from, l, err}
	})
}

// made copies the new link and shows it.
func (a *Acts) made(m madeMsg) tea.Cmd {
	if m.err != nil {
		return a.note.Fail(m.err)
	}
	return tea.Batch(a.copy(m.link), a.screen.Show(dialog.NewForm(a.env, dialog.FormOptions[shown]{
		Origin: m.from, Tag: shown{[]client.ShareLink{m.link}}, Title: a.env.Text.Say("The link is made, and copied"),
		Fields: a.about(m.link), Buttons: a.buttons(),
	})))
}

// about describes a link, a line for each property.
func (a *Acts) about(l client.ShareLink) []dialog.FormField {
	out := []dialog.FormField{{Kind: dialog.FieldNote, Value: l.URL}}
	if l.Code != "" {
		out = append(out, dialog.FormField{Kind: dialog.FieldNote, Value: a.env.Text.Say("pass code: %s", l.Code)})
	}
	return append(out, dialog.FormField{Kind: dialog.FieldNote, Value: a.until(l)})
}

func (a *Acts) until(l client.ShareLink) string {
	switch {
	case l.Expires.IsZero():
		return a.env.Text.Say("never expires")
	case !a.env.Now().Before(l.Expires):
		return a.env.Text.Say("has expired")
	}
	return a.env.Text.Say("good until %s", l.Expires.Local().Format("2006-01-02 15:04"))
}
