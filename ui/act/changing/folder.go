package changing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
)

// askNewFolder asks for a name.
func (a *Acts) askNewFolder() tea.Cmd { return a.askFolderIn(a.Origin()) }

func (a *Acts) askFolderIn(from dialog.Origin) tea.Cmd {
	src, err := a.Sources.For(from.Place)
	if err != nil {
		return a.Fail(err)
	}
	title, check, low := text.Text("New folder"), src.CheckName, (func(string) string)(nil)
	if from.Place.IsSpaces() {
		title = "New space"
	}
	if m, ok := src.(client.Creator); ok {
		check, low = m.CheckTitle, a.countTitle
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[asked]{
		Origin: from, For: asked{kind: promptFolder}, Title: a.Env.Text.Say(title),
		Label: a.Env.Text.Say(text.NameLabel), Body: []string{a.Env.Text.Say(text.InPlace, a.PlaceText(from.Place))},
		Cursor: -1, Check: check, History: a.History(promptFolder), Low: low,
	}))
}

func (a *Acts) makeFolder(from dialog.Origin, name string) tea.Cmd {
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpMakeFolder, Items: []model.Place{from.Place.Join(name)},
	}})
}
