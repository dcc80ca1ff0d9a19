package ui

import (
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// idle says why an action has nothing to work on as things stand, "" when it has.
// Moving on where a list ends needs no word, nor does going where the keys go already:
// the cursor shows it.
func (a *App) idle(id keys.Action) string {
	say := a.Env.Text.Say
	switch id {
	case keys.Zoom, keys.Split, keys.Swap, keys.Preview:
		if a.Switches.Reader || a.hooks.over != nil {
			return say(text.PanesHidden, a.Env.Keys.Key(keys.Back))
		}
	case keys.FocusPreview:
		if a.hooks.over != nil {
			return say(text.PanesHidden, a.Env.Keys.Key(keys.Back))
		}
	}
	switch row := a.rows[id]; {
	case row.Idle != nil:
		return row.Idle()
	case a.Switches.OnPanel:
		return ""
	case a.Switches.OnReader:
		return a.Reader.Idle(id)
	}
	return a.idlePane(id)
}

// idlePane is idle for the pane with the focus.
func (a *App) idlePane(id keys.Action) string {
	p, say := a.Pane(), a.Env.Text.Say
	empty := func(t text.Text) string {
		switch {
		case p.Busy() && p.Rows().Len() == 0:
			return say("this folder is still being listed")
		case p.Err() != nil && p.Rows().Len() == 0:
			return a.Sentence(p.Err())
		}
		return say(t)
	}
	switch id {
	case keys.Parent:
		if p.Place().IsRoot() {
			return say("nothing is above %s", model.Clean(p.Place().String()))
		}
	case keys.Open:
		if p.Current() == nil && p.Place().IsRoot() {
			return empty(text.NothingSelected)
		}
	case keys.Rename, keys.Info, keys.Link:
		if p.Current() == nil {
			return empty(text.NothingSelected)
		}
	case keys.Toggle, keys.ExtendDown, keys.ExtendUp, keys.Range, keys.SelectAll, keys.Invert:
		if p.Rows().Len() == 0 {
			return empty("there is nothing here to select")
		}
	case keys.HistoryBack, keys.GoPrevious:
		if !p.Leads(id) {
			return say("there is no folder to go back to")
		}
	case keys.HistoryNext:
		if !p.Leads(id) {
			return say("there is no folder to go forward to")
		}
	case keys.FindNext, keys.FindPrev:
		switch {
		case p.Finding() == "":
			return say(text.ReaderFindFirst, a.Env.Keys.Key(keys.Find))
		case !p.FindsOther(id == keys.FindPrev):
			return say("no other name here has %s in it", model.Clean(p.Finding()))
		}
	case keys.ScrollDown, keys.ScrollUp:
		if !a.Previews() {
			return say("no document is shown beside the panes")
		}
	case keys.SameOther:
		if o := a.Other(); o.Place().Equal(p.Place()) && o.Err() == nil {
			return say(text.ShownThere, model.Clean(p.Place().String()))
		}
	case keys.DropMarks:
		if len(a.Cut.Folders(model.MarkCut))+len(a.Cut.Folders(model.MarkCopy)) == 0 {
			return say("nothing is marked")
		}
	}
	return ""
}
