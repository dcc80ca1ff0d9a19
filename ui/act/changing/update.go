package changing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/transferring"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// Rows returns what each action does in a file pane and why it may be refused.
func (a *Acts) Rows() act.Rows {
	return act.Rows{
		keys.New:        {Do: a.askNew, Refuse: a.screen.Needs(model.OpMakeFolder, model.OpCreate), Needs: act.TheFolder},
		keys.NewFolder:  {Do: a.askNewFolder, Refuse: a.screen.Needs(model.OpMakeFolder), Needs: act.TheFolder},
		keys.Rename:     {Do: a.beginRename, Idle: a.screen.NoEntry, Refuse: a.screen.Needs(model.OpRename), Needs: act.EntryPlaces},
		keys.RenameList: {Do: a.beginList, Idle: a.screen.NoEntry, Refuse: a.screen.Needs(model.OpRename), Needs: act.EntryPlaces},
		keys.Permission: {Do: a.askShare, Refuse: a.screen.Needs(model.OpShare), Needs: act.EntryPlaces},
		keys.Delete:     {Do: a.planDelete, Refuse: a.screen.Needs(model.OpDelete), Needs: act.EntryPlaces},
		keys.DeleteTree: {Do: a.deleteMore, Refuse: a.screen.Refusing(func(client.Source) string { return "" }), Needs: act.EntryPlaces},
	}
}

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
	case dialog.ConfirmAnswered[wrongList]:
		return a.wrongAnswered(m), true
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
			return tea.Batch(a.client.Remember(promptMarkdown, m.Value), a.readMarkdown(m.Origin, m.Value)), true
		}
	}
	return nil, false
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
	return tea.Batch(a.client.Remember(m.For.kind, m.Value), cmd)
}
