package transferring

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// importHere imports or uploads files of this computer: the selection of the pane that shows a disk, or a typed path.
func (a *Acts) importHere() tea.Cmd {
	from, to := a.screen.Origin(), a.screen.Other().Place()
	if from.Place.Scheme.Local() {
		items := a.screen.Pane().Selection().Places()
		if !to.Scheme.Local() {
			return a.Transfer(from, items, to)
		}
		roots := a.reachable(from.Place, model.OpImport, model.Schemes()...)
		return a.pickFor(from, model.OpImport, items, roots, pickWords{"Import %d {file|files} into…", "Import here"})
	}
	if from.Place.IsSpaces() {
		return a.note.SayText(status.Warn, text.SpaceRootTakes)
	}
	if sel := a.screen.Other().Selection(); to.Scheme.Local() && sel.Marked {
		return a.Transfer(dialog.Origin{Pane: 1 - a.screen.Focus, Place: to}, sel.Places(), from.Place)
	}
	title := text.Text("Import into %s")
	if src, err := a.screen.Pane().Source(); err == nil && client.Able(src, model.OpUpload) == nil {
		title = "Upload to %s"
	}
	return a.AskFile(from, toImport, "file or folder: ", "something on this computer; Tab completes", a.env.Text.Say(title, a.screen.PlaceText(from.Place)))
}

// AskFile asks for a path on this computer.
func (a *Acts) AskFile(from dialog.Origin, what FileFor, label, help text.Text, title string) tea.Cmd {
	return a.screen.Dialogs.Push(dialog.NewPrompt(a.env, dialog.PromptOptions[FileFor]{
		Origin: from, For: what, Title: title, Label: a.env.Text.Say(label), Body: []string{a.env.Text.Say(help)},
		Value: a.screen.PathHere(), Cursor: -1, Complete: true, History: a.client.History(string(what)),
		Check: func(s string) error {
			_, err := a.client.FilePlace(s)
			return err
		},
	}))
}

// importFile imports the typed path.
func (a *Acts) importFile(from dialog.Origin, s string) tea.Cmd {
	at, err := a.client.FilePlace(s)
	if err != nil {
		return a.note.Fail(err)
	}
	if !at.Scheme.Local() {
		return a.note.SayText(status.Warn, text.ImportFromDisk)
	}
	return a.Transfer(from, []model.Place{at}, from.Place)
}
