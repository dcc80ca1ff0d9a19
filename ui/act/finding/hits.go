package finding

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// hitRow is what an action does with an entry of a list, for the pane that the list
// was opened from.
type hitRow func(from dialog.Origin, at model.Place, m dialog.HitAsked) tea.Cmd

func (a *Acts) hitRows() map[keys.Action]hitRow {
	return map[keys.Action]hitRow{
		keys.HitInfo: func(_ dialog.Origin, at model.Place, m dialog.HitAsked) tea.Cmd {
			return a.read.InfoOf(at, m.Hit.Entry)
		},
		keys.HitLink: func(_ dialog.Origin, _ model.Place, m dialog.HitAsked) tea.Cmd { return a.read.LinkOf(&m.Hit.Entry) },
		keys.HitExport: func(from dialog.Origin, at model.Place, _ dialog.HitAsked) tea.Cmd {
			if !at.Scheme.Documents() {
				return a.SayText(status.Warn, text.ExportFromDocs, a.Env.Keys.Key(keys.GoDocs))
			}
			return a.transfers.Export(from, []model.Place{at})
		},
		keys.HitCopy: func(from dialog.Origin, at model.Place, _ dialog.HitAsked) tea.Cmd {
			return a.transfers.Transfer(from, []model.Place{at}, a.Panes[1-from.Pane].Place())
		},
		keys.HitShare: func(from dialog.Origin, at model.Place, m dialog.HitAsked) tea.Cmd {
			return a.change.Share(from, []model.Place{at}, &m.Hit.Entry)
		},
		keys.HitDelete: func(from dialog.Origin, at model.Place, _ dialog.HitAsked) tea.Cmd {
			return a.change.Delete(from, []model.Place{at}, "")
		},
		keys.RecentRemove: func(_ dialog.Origin, at model.Place, m dialog.HitAsked) tea.Cmd { return a.forget(m, at) },
	}
}

// hitAsked carries out an action on an entry of a list.
func (a *Acts) hitAsked(m dialog.HitAsked) tea.Cmd {
	at, ok := a.hitPlace(m.Origin, &m.Hit)
	if !ok {
		return a.SayText(status.Warn, text.HitNowhere, m.Hit.Entry.Name)
	}
	do := a.hits[m.Action]
	if do == nil {
		return nil
	}
	return do(m.Origin, at, m)
}

// hitPlace is the place of a found entry; where ids never change, the id is enough.
func (a *Acts) hitPlace(from dialog.Origin, h *client.Hit) (model.Place, bool) {
	if h.Place != nil {
		return *h.Place, true
	}
	src, err := a.Sources.For(from.Place)
	if err != nil {
		return model.Place{}, false
	}
	_, steady := src.(client.Steady)
	return from.Place.Loose(h.Entry.ID), steady && h.Entry.ID != ""
}

// goHit shows a found entry in its folder; where only its id is known, the service
// is asked.
func (a *Acts) goHit(m dialog.ResultChosen) tea.Cmd {
	at, ok := a.hitPlace(m.Origin, &m.Hit)
	switch {
	case !ok:
		return a.SayText(status.Warn, text.HitNowhere, m.Hit.Entry.Name)
	case !at.IsLoose():
		return a.Panes[m.Origin.Pane].GoTo(at.Parent(), at.Last())
	}
	src, err := a.Sources.For(at)
	if err != nil {
		return a.Fail(err)
	}
	st, ok := src.(client.Steady)
	if !ok {
		return a.SayText(status.Warn, text.HitNowhere, m.Hit.Entry.Name)
	}
	return a.going.Resolve(m.Origin, st, m.Hit.Entry.ID, model.Place{})
}
