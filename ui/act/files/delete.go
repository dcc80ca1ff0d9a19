package files

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// deleteMore plans to delete pages of a space with all pages under them, and entries of a disk for good.
func (a *Changing) deleteMore() tea.Cmd {
	src, err := a.Pane().Source()
	if err != nil {
		return a.Note.Fail(err)
	}
	if d, ok := src.(client.Deletable); ok {
		for _, mode := range []client.DeleteMode{client.DeleteTree, client.DeleteForever} {
			if slices.Contains(d.DeleteModes(), mode) {
				return a.Delete(a.Origin(), a.Pane().Selection().Places(), mode)
			}
		}
	}
	return a.Note.SayText(status.Warn, "%s works only in a space or on a disk; here %s deletes an entry and everything in it", a.Env.Keys.Key(keys.DeleteTree), a.Env.Keys.Key(keys.Delete))
}

// Delete plans to delete entries; mode "" is the first mode of their source.
func (a *Changing) Delete(from dialog.Origin, items []model.Place, mode client.DeleteMode) tea.Cmd {
	if len(items) == 0 {
		return a.Note.SayText(status.Info, text.NothingSelected)
	}
	if slices.ContainsFunc(items, model.Place.IsSpace) {
		return a.Note.SayText(status.Warn, "the service's tools can delete the pages of a space, not the space itself")
	}
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{Op: model.OpDelete, Items: items, Mode: mode}})
}
