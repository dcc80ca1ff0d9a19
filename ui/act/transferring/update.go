package transferring

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// Rows returns what each action does in a file pane and why it may be refused.
func (a *Acts) Rows() act.Rows {
	move := a.screen.Needs(model.OpMove)
	copies := a.screen.Refusing(a.refuseCopy)
	return act.Rows{
		keys.Move:      {Do: a.moveToOther, Refuse: move, Needs: act.EntryPlaces},
		keys.MovePick:  {Do: a.pickTarget, Refuse: move, Needs: act.EntryPlaces},
		keys.Cut:       {Do: a.markCut, Refuse: move, Needs: act.EntryPlaces},
		keys.Paste:     {Do: a.pasteMarked, Refuse: a.screen.Refusing(a.refusePaste), Needs: act.TheFolder},
		keys.DropMarks: {Do: a.dropMarks, Idle: a.screen.NothingMarked},
		keys.Copy:      {Do: a.copyToOther, Refuse: a.screen.Refusing(a.refuseCopyToOther), Needs: act.EntryPlaces},
		keys.CopyPick:  {Do: a.copyPick, Refuse: copies, Needs: act.EntryPlaces},
		keys.MarkCopy:  {Do: a.markCopy, Refuse: copies, Needs: act.EntryPlaces},
		keys.SyncThere: {Do: a.syncToOther, Refuse: a.screen.Refusing(a.refuseSync)},
		keys.Import:    {Do: a.importHere, Refuse: a.refuseImport, Needs: act.LiveEntries},
		keys.Export:    {Do: a.exportOut, Refuse: a.refuseTransfer(model.OpExport, model.OpDownload), Needs: act.EntryPlaces},
	}
}

// Update handles the answers and requests of its dialogs. mine is false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.FolderAsked:
		return a.listFor(m), true
	case dialog.PickAnswered[pickTag]:
		if m.OK {
			cmd = a.picked(m.Origin, m.Tag, m.Place)
		}
		return cmd, true
	case dialog.MenuAnswered[syncChoice]:
		if m.OK {
			cmd = a.sync(m.Origin, m.Value)
		}
		return cmd, true
	case dialog.MenuAnswered[exportChoice]:
		if m.OK {
			cmd = a.exportAs(m.Origin, m.Value)
		}
		return cmd, true
	case dialog.PromptAnswered[FileFor]:
		if m.For == toImport && m.OK {
			return tea.Batch(a.client.Remember(string(m.For), m.Value), a.importFile(m.Origin, m.Value)), true
		}
	}
	return nil, false
}
