package session

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Running runs the user's commands of keys.toml.
type Running struct {
	env     *input.Env
	note    *act.Notes
	screen  *act.Screen
	machine *act.Machine
}

// NewRunning returns the actions of a screen.
func NewRunning(s *act.Screen) *Running {
	return &Running{env: s.Env, note: s.Note, screen: s, machine: s.Machine}
}

// ranMsg says that a command has ended.
type ranMsg struct {
	title string
	how   keys.How
	err   error
}

// Do runs the command of an action.
func (a *Running) Do(id keys.Action) tea.Cmd {
	doc, _ := a.env.Keys.Doc(id)
	own := act.Own{
		Command: a.env.Keys.Command(id), Places: a.screen.Pane().Selection().Places(), Folder: a.screen.Pane().Base(), Other: a.screen.Other().Base(),
	}
	for _, at := range own.Places {
		if !at.Valid() {
			return a.note.SayText(status.Warn, "%s cannot be written as a place for a command", model.Clean(at.Base()))
		}
	}
	if a.machine.Shell == nil {
		return a.note.SayText(status.Warn, "no commands can be run here")
	}
	title := string(doc.Title)
	run := a.machine.Shell(own, func(err error) tea.Msg { return ranMsg{title, own.How, err} })
	if own.How == keys.Background {
		return tea.Batch(a.note.SayText(status.Info, "%s runs in the background", title), run)
	}
	return run
}

// Update lists the panes again after a command. mine is false for every other
// message.
func (a *Running) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	m, mine := msg.(ranMsg)
	if !mine {
		return nil, false
	}
	cmds := []tea.Cmd{a.screen.Panes[0].Refresh(), a.screen.Panes[1].Refresh()}
	switch {
	case m.err != nil:
		cmds = append(cmds, a.note.Fail(m.err))
	case m.how == keys.Background:
		cmds = append(cmds, a.note.SayText(status.Info, "%s has ended", m.title))
	}
	return tea.Batch(cmds...), true
}
