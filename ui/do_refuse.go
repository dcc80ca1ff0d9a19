package ui

import (
	"errors"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// refuse says in one sentence why an action cannot be done where the focus is,
// "" when it can.
func (a *App) refuse(id keys.Action) string {
	if why := a.idle(id); why != "" {
		return why
	}
	if isEdit(id) {
		return a.refuseEdit(id)
	}
	c := a.env.Text
	if isHook(id) {
		return a.refuseHook(id)
	}
	src, err := a.pane().Source()
	if err != nil {
		return a.sentence(err)
	}
	able := func(op model.Op) string {
		if err := client.Able(src, op); err != nil {
			return a.sentence(err)
		}
		return ""
	}
	switch id {
	case keys.ViewOutline:
		return a.refuseView()
	case keys.New:
		if able(model.OpMakeFolder) != "" && able(model.OpCreate) != "" {
			return able(model.OpMakeFolder)
		}
	case keys.NewFolder:
		return able(model.OpMakeFolder)
	case keys.Rename:
		return able(model.OpRename)
	case keys.Paste:
		if here, there := a.cut.Count(a.pane().Place(), model.MarkCopy); here+there > 0 {
			return "" // where they come from decides
		}
		return able(model.OpMove)
	case keys.Move, keys.MovePick, keys.Cut:
		return able(model.OpMove)
	case keys.Delete:
		return able(model.OpDelete)
	case keys.Copy:
		if sel := a.pane().Selection(); sel.Len() > 0 {
			_, why := a.route(sel.Places(), a.other().Place())
			return why
		}
	case keys.CopyPick, keys.MarkCopy:
		return a.refuseCopy(src)
	case keys.Permission:
		return able(model.OpShare)
	case keys.Export:
		if takesFiles(src.Root()) {
			return able(model.OpExport)
		}
	case keys.Import:
		if takesFiles(src.Root()) {
			return able(model.OpImport)
		}
	case keys.GoRecent:
		if docs, root, err := a.docs(); err != nil {
			return a.sentence(err)
		} else if _, ok := docs.(client.Recents); !ok {
			return c.Say(text.NoRecent, string(root.Scheme))
		}
	case keys.Search:
		if _, ok := src.(client.Searcher); !ok {
			return c.Say(text.NoSearch, string(src.Root().Scheme))
		}
	case keys.GoBin:
		if _, ok := src.(client.Binner); !ok {
			return c.Say(text.NoBin, string(src.Root().Scheme))
		}
	case keys.Link, keys.CopyLink:
		if e := a.current(); e != nil {
			return a.noLink(e)
		}
	}
	return ""
}

// refuseCopy says why nothing of a source can be copied anywhere.
func (a *App) refuseCopy(src client.Source) string {
	all := []model.Scheme{model.SchemeDocs, model.SchemeSpace, model.SchemeDisk}
	if len(a.reachable(src.Root(), model.OpCopy, all...)) > 0 {
		return ""
	}
	return a.env.Text.Say("%s: has no way to copy; m moves", string(src.Root().Scheme))
}

// sentence of an error: what, why, what to do.
func (a *App) sentence(err error) string {
	var e *client.Error
	if errors.As(err, &e) {
		return e.Say(a.env.Text)
	}
	return model.Clean(err.Error())
}
