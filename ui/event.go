package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// event goes on with what has happened. mine is false for messages that only
// components understand.
func (a *App) event(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case chordMsg:
		if m.seq == a.chord.seq {
			a.chord.shown = true
		}
	case act.NoteExpired:
		a.Expired(m)
	case waitedMsg:
		a.waited = m.line
		return a.watchWaits(), true
	case reloadMsg:
		return a.reloaded(m), true
	case hookEventMsg:
		return a.hookEvent(m), true
	case hookDidMsg:
		return a.hookDid(m), true
	case hookTickMsg:
		a.hooks.ticking = false
		return a.hookTick(), true
	case hookReadMsg:
		return a.readAgain(), true
	case replayedMsg:
		return a.replayed(m), true
	case tokenMsg:
		return a.tokenTold(m), true
	case webhook.Asked:
		return a.hookAsked(m), true
	case act.Kept:
		return a.Kept(m), true
	case leaveMsg:
		return a.left(m), true
	case lastWordsMsg:
		return a.saidLast(), true
	case quitMsg:
		return tea.Quit, true
	default:
		if v := a.hooks.over; v != nil {
			if cmd, mine := v.Update(msg); mine {
				return cmd, true
			}
		}
		return a.Reader.Update(msg)
	}
	return nil, true
}

// header says what the first line shows.
func (a *App) header() status.Header {
	p := a.Pane().Place()
	account := p.Account
	if account == "" && a.Sources != nil {
		if all := a.Sources.Accounts(); len(all) > 0 {
			account = all[0]
		}
	}
	return status.Header{
		Account: account, SignedOut: a.SignedOut[p.Account], Live: len(a.work.Running()), Paused: a.work.Paused(),
		Failed: a.work.Failed(), Quitting: a.quit.whenDone, Hook: a.hookCell(),
	}
}
