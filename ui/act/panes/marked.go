package panes

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/pane"
)

// openMarked lists the marked entries of all folders.
func (a *Finding) openMarked() tea.Cmd {
	var all []model.Entry
	for _, mark := range []model.Mark{model.MarkCut, model.MarkCopy} {
		for _, folder := range a.Cut.Folders(mark) {
			in := &model.Origin{Folder: folder, Twins: map[string]bool{}}
			for _, k := range a.Cut.Keys(folder, mark) {
				all = append(all, a.markedEntry(in, k))
			}
		}
	}
	now := a.Env.Now()
	return a.show(a.Focus, a.Pane().Place(), a.Env.Text.Say("clipboard"), pane.Results{
		Fill: func(context.Context, client.Options) (model.Listing, error) { return listingOf(all, false, now), nil },
	})
}

// markedEntry returns a marked entry from the stored listing of its folder, or else from its mark.
func (a *Finding) markedEntry(in *model.Origin, k model.Key) model.Entry {
	e := model.Entry{Name: k.Name, ID: k.ID, Kind: k.Kind, Size: model.Unknown, Children: model.Unknown}
	if kept := a.Cache.Get(in.Folder); kept != nil {
		if row, ok := kept.Row(k, k.ID); ok {
			e = *kept.At(row)
		}
	}
	e.From = in
	switch {
	case k.Name == "" && k.ID != "": // only the id is known
		e.From = &model.Origin{Folder: in.Folder.Root(), Known: model.KnownID}
	case k.ID != "":
		in.Twins[k.Name] = true
	}
	return e
}
