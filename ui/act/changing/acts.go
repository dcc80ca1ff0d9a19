// Package changing makes, renames and deletes entries, and sets who may see them.
package changing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/act/transferring"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// Acts are the actions.
type Acts struct {
	*act.Screen
	jobs      *jobs.Acts
	transfers *transferring.Acts
}

// New makes the actions of a screen.
func New(s *act.Screen, j *jobs.Acts, t *transferring.Acts) *Acts { return &Acts{s, j, t} }

// Rows say what each action does in a file pane, and why it may be refused.
func (a *Acts) Rows() act.Rows {
	return act.Rows{
		keys.New:        {Do: a.askNew, Refuse: a.Needs(model.OpMakeFolder, model.OpCreate)},
		keys.NewFolder:  {Do: a.askNewFolder, Refuse: a.Needs(model.OpMakeFolder)},
		keys.Rename:     {Do: a.beginRename, Idle: a.NoEntry, Refuse: a.Needs(model.OpRename)},
		keys.RenameList: {Do: a.beginList, Idle: a.NoEntry, Refuse: a.Needs(model.OpRename)},
		keys.Permission: {Do: a.askShare, Refuse: a.Needs(model.OpShare)},
		keys.Delete:     {Do: a.planDelete, Refuse: a.Needs(model.OpDelete)},
		keys.DeleteTree: {Do: a.deleteTree, Refuse: a.Refusing(func(client.Source) string { return "" })},
	}
}

// Kinds of prompts; they are also the names of their histories.
const (
	promptFolder   = "folder"
	promptTitle    = "title"
	promptAddress  = "address"
	promptAbout    = "about"
	promptMarkdown = "markdown"
)

// Update handles what was read and what the dialogs answered. mine is false for
// every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case pane.RenameAsked:
		return a.rename(dialog.Origin{Pane: int(m.Pane), Place: m.Folder}, m.Entry, m.Name), true
	case dialog.FormAnswered[several]:
		return a.ruled(m), true
	case listMsg:
		return a.listRead(m), true
	case markdownMsg:
		return a.markdownRead(m), true
	case dialog.ShareAnswered:
		return a.shared(m), true
	case dialog.MenuAnswered[newKind]:
		if m.OK {
			cmd = a.newChosen(m.Origin, m.Value)
		}
		return cmd, true
	case dialog.PromptAnswered[asked]:
		if m.OK {
			cmd = a.entered(m)
		}
		return cmd, true
	case dialog.PromptAnswered[transferring.FileFor]:
		if m.OK && m.For == promptMarkdown {
			return tea.Batch(a.Remember(promptMarkdown, m.Value), a.readMarkdown(m.Origin, m.Value)), true
		}
	}
	return nil, false
}

// asked is what a prompt is for: its kind, which also names its history, and the
// document.
type asked struct {
	kind  string
	draft newDraft
}

// entered handles the text that was typed.
func (a *Acts) entered(m dialog.PromptAnswered[asked]) (cmd tea.Cmd) {
	n := m.For.draft
	switch m.For.kind {
	case promptFolder:
		cmd = a.makeFolder(m.Origin, m.Value)
	case promptTitle:
		cmd = a.titled(m.Origin, n, m.Value)
	case promptAddress:
		cmd = a.addressed(m.Origin, n, m.Value)
	case promptAbout:
		n.new.LinkText = m.Value
		return a.create(m.Origin, n)
	}
	return tea.Batch(a.Remember(m.For.kind, m.Value), cmd)
}
