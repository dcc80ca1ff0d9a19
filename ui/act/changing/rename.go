package changing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
)

// beginRename renames the current entry in its row. If several are selected, it opens the form of rules.
func (a *Acts) beginRename() tea.Cmd {
	p := a.screen.Pane()
	if sel := p.Selection(); sel.Marked && sel.Len() > 1 {
		return a.askRules(a.screen.Origin(), sel)
	}
	src, err := p.Source()
	if err != nil {
		return a.note.Fail(err)
	}
	p.Rename(src.CheckName)
	return nil
}

func (a *Acts) rename(from dialog.Origin, e model.Entry, name string) tea.Cmd {
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpRename, Items: []model.Place{a.screen.Panes[from.Pane].PlaceOf(&e)}, NewNames: []string{name},
	}})
}
