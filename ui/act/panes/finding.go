package panes

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// Rows returns what each action does from a file pane and why it may be refused.
func (a *Finding) Rows() act.Rows {
	return act.Rows{
		keys.GoRecent:     {Do: a.openRecent, Refuse: a.refuseRecent},
		keys.GoBin:        {Do: a.openBin, Refuse: act.Able[client.Binner](a.Screen, text.NoBin)},
		keys.Search:       {Do: a.askSearch, Refuse: act.Able[client.Searcher](a.Screen, text.NoSearch)},
		keys.GoMarked:     {Do: a.openMarked, Idle: a.NothingMarked},
		keys.FindBelow:    {Do: a.askFind},
		keys.HitOther:     {Do: a.hitOther, Idle: a.NoEntry},
		keys.RecentRemove: {Do: a.forget, Idle: a.NoEntry},
		keys.BinRecover:   {Do: a.recover, Idle: a.NoEntry},
		keys.BinPurge:     {Do: a.askPurge, Idle: a.NoEntry},
	}
}

// queryAsked marks the prompt of the search.
type queryAsked struct{}

// promptSearch is the name of its history.
const promptSearch = "search"

// Update handles what was listed, and what the dialogs answered or ask for. mine is
// false for every other message.
func (a *Finding) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.PromptAnswered[queryAsked]:
		return tea.Batch(a.Client.Remember(promptSearch, m.Value), a.search(m.Origin, m.Value)), true
	case dialog.PromptAnswered[findAsked]:
		return tea.Batch(a.Client.Remember(promptFind, m.Value), a.find(m.Origin, m.Value)), true
	case pane.HitAsked:
		return a.goHit(int(m.Pane), int(m.Pane)), true
	case placedMsg:
		return a.placed(m), true
	case dialog.MenuAnswered[wanted]:
		return a.walkFor(m.Value), true
	case forgottenMsg:
		return a.forgotten(m), true
	case dialog.ConfirmAnswered[purging]:
		if m.Yes {
			cmd = a.binDo(model.OpPurge, m.Tag.from, m.Tag.entries)
		}
		return cmd, true
	case binDoneMsg:
		return a.binDone(m), true
	}
	return nil, false
}

// Streamed shows another program's results in the left pane.
func (a *Finding) Streamed(fill pane.Lister) tea.Cmd {
	return a.show(0, a.Panes[0].Place(), a.Env.Text.Say("standard input"), pane.Results{Fill: fill})
}

// show fills a list of results in a pane; title is the search.
func (a *Finding) show(p int, in model.Place, title string, r pane.Results) tea.Cmd {
	return a.Panes[p].ShowResults(in.Results(title), r)
}
