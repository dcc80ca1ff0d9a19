package transferring

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// importHere imports or uploads files of this computer: those selected in the pane that shows
// a disk, or those that are asked for.
func (a *Acts) importHere() tea.Cmd {
	from, to := a.Origin(), a.Other().Place()
	if from.Place.Scheme.Local() {
		items := a.Pane().Selection().Places()
		if !to.Scheme.Local() {
			return a.Transfer(from, items, to)
		}
		roots := a.reachable(from.Place, model.OpImport, model.Schemes()...)
		return a.pickFor(from, model.OpImport, items, roots, pickWords{"Import %d {file|files} into…", "Import here"})
	}
	if from.Place.IsSpaces() {
		return a.SayText(status.Warn, text.SpaceRootTakes)
	}
	if sel := a.Other().Selection(); to.Scheme.Local() && sel.Marked {
		return a.Transfer(dialog.Origin{Pane: 1 - a.Focus, Place: to}, sel.Places(), from.Place)
	}
	title := text.Text("Import into %s")
	if src, err := a.Pane().Source(); err == nil && client.Able(src, model.OpUpload) == nil {
		title = "Upload to %s"
	}
	return a.AskFile(from, toImport, "file or folder: ", "something on this computer; Tab completes", a.Env.Text.Say(title, a.PlaceText(from.Place)))
}

// AskFile asks for a path on this computer.
func (a *Acts) AskFile(from dialog.Origin, what FileFor, label, help text.Text, title string) tea.Cmd {
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[FileFor]{
		Origin: from, For: what, Title: title, Label: a.Env.Text.Say(label), Body: []string{a.Env.Text.Say(help)},
		Value: a.PathHere(), Cursor: -1, Complete: true, History: a.History(string(what)),
		Check: func(s string) error {
			_, err := a.FilePlace(s)
			return err
		},
	}))
}

// importFile imports what was asked for.
func (a *Acts) importFile(from dialog.Origin, s string) tea.Cmd {
	at, err := a.FilePlace(s)
	if err != nil {
		return a.Fail(err)
	}
	if !at.Scheme.Local() {
		return a.SayText(status.Warn, text.ImportFromDisk)
	}
	return a.Transfer(from, []model.Place{at}, from.Place)
}
