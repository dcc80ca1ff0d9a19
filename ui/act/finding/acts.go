// Package finding lists entries from all over a source: found, recently used or
// deleted ones, and acts on them.
package finding

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/changing"
	"aloft/ui/act/going"
	"aloft/ui/act/reading"
	"aloft/ui/act/transferring"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// Acts are the actions, with those of other kinds that found entries need.
type Acts struct {
	*act.Screen
	going     *going.Acts
	read      *reading.Acts
	change    *changing.Acts
	transfers *transferring.Acts
	hits      map[keys.Action]hitRow
}

// New makes the actions of a screen.
func New(s *act.Screen, g *going.Acts, r *reading.Acts, c *changing.Acts, t *transferring.Acts) *Acts {
	a := &Acts{Screen: s, going: g, read: r, change: c, transfers: t}
	a.hits = a.hitRows()
	return a
}

// Rows say what each action does from a file pane, and why it may be refused.
func (a *Acts) Rows() act.Rows {
	return act.Rows{
		keys.GoRecent: {Do: a.openRecent, Refuse: a.refuseRecent},
		keys.GoBin:    {Do: a.openBin, Refuse: act.Able[client.Binner](a.Screen, text.NoBin)},
		keys.Search:   {Do: a.askSearch, Refuse: act.Able[client.Searcher](a.Screen, text.NoSearch)},
	}
}

// queryAsked marks the prompt for the search.
type queryAsked struct{}

// promptSearch is the name of its history.
const promptSearch = "search"

// Update handles what was listed, and what the dialogs answered or ask for. mine is
// false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.PromptAnswered[queryAsked]:
		if m.OK {
			cmd = tea.Batch(a.Remember(promptSearch, m.Value), a.search(m.Origin, m.Value))
		}
		return cmd, true
	case dialog.MenuAnswered[dialog.RecentAsked]:
		if m.OK {
			cmd = tea.Batch(a.Dialogs.Update(m.Value), a.listRecent(m.Value, nil))
		}
		return cmd, true
	case dialog.ResultChosen:
		return a.goHit(m), true
	case dialog.HitAsked:
		return a.hitAsked(m), true
	case dialog.RecentAsked:
		return a.listRecent(m, nil), true
	case dialog.RecentOrderAsked:
		return a.askRecentOrder(m.Asked), true
	case forgottenMsg:
		return a.forgotten(m), true
	case dialog.BinAnswered:
		return a.binAnswered(m), true
	case binChangedMsg:
		return a.binChanged(m), true
	case binDoneMsg:
		return tea.Batch(a.Fail(m.err), a.listBin(m.from, nil)), true
	}
	return nil, false
}
