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
	c := a.env.Text
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
	case keys.NewFolder:
		return able(model.OpMakeFolder)
	case keys.Rename:
		return able(model.OpRename)
	case keys.Move, keys.MovePick, keys.Cut, keys.Paste:
		return able(model.OpMove)
	case keys.Delete:
		return able(model.OpDelete)
	case keys.Copy, keys.CopyPick, keys.MarkCopy:
		return c.Say(text.NoCopy, string(src.Root().Scheme))
	case keys.Search:
		if _, ok := src.(client.Searcher); !ok {
			return c.Say(text.NoSearch, string(src.Root().Scheme))
		}
	case keys.GoBin:
		if _, ok := src.(client.Binner); !ok {
			return c.Say(text.NoBin, string(src.Root().Scheme))
		}
	case keys.Link, keys.CopyLink:
		if e := a.pane().Current(); e != nil && e.Link == "" {
			return c.Say(text.NoLink)
		}
	}
	return ""
}

// sentence of an error: what, why, what to do.
func (a *App) sentence(err error) string {
	var e *client.Error
	if errors.As(err, &e) {
		return e.Say(a.env.Text)
	}
	return model.Clean(err.Error())
}
