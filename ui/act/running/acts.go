// Package running runs the commands that a person has added to keys.toml.
package running

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Acts run them.
type Acts struct{ *act.Screen }

// New makes the actions of a screen.
func New(s *act.Screen) *Acts { return &Acts{s} }

// ranMsg: a command has ended.
type ranMsg struct {
	title string
	how   keys.How
	err   error
}

// Do runs the command of an action.
func (a *Acts) Do(id keys.Action) tea.Cmd {
	doc, _ := a.Env.Keys.Doc(id)
	own := act.Own{
		Command: a.Env.Keys.Command(id), Places: a.Pane().Selection().Places(), Folder: a.Pane().Base(), Other: a.Other().Base(),
	}
	for _, at := range own.Places {
		if !at.Valid() {
			return a.SayText(status.Warn, "%s cannot be written as a place, so no command gets it", model.Clean(at.Base()))
		}
	}
	if a.Shell == nil {
		return a.SayText(status.Warn, "no commands can be run here")
	}
	title := string(doc.Title)
	run := a.Shell(own, func(err error) tea.Msg { return ranMsg{title, own.How, err} })
	if own.How == keys.Background {
		return tea.Batch(a.SayText(status.Info, "%s runs in the background", title), run)
	}
	return run
}

// Update lists the panes again after a command. mine is false for every other
// message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	m, mine := msg.(ranMsg)
	if !mine {
		return nil, false
	}
	cmds := []tea.Cmd{a.Panes[0].Refresh(), a.Panes[1].Refresh()}
	switch {
	case m.err != nil:
		cmds = append(cmds, a.Fail(m.err))
	case m.how == keys.Background:
		cmds = append(cmds, a.SayText(status.Info, "%s has ended", m.title))
	}
	return tea.Batch(cmds...), true
}
