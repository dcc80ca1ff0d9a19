package ui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/act/editing"
	"aloft/ui/act/finding"
	"aloft/ui/act/going"
	"aloft/ui/act/hooks"
	"aloft/ui/act/jobs"
	"aloft/ui/act/opening"
	"aloft/ui/act/quitting"
	"aloft/ui/act/reading"
	"aloft/ui/act/running"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// App is the root: it routes messages, lays the screen out and joins what the
// components draw. What an action does is in the packages of ui/act.
type App struct {
	env     *input.Env
	note    *act.Notes
	screen  *act.Screen
	client  *act.Client
	machine *act.Machine
	set     *act.Settings

	d    Deps
	stop context.CancelFunc
	w, h int
	lay  Layout

	rows    act.Rows // of all actions
	kinds   []kind   // of actions, in the order in which they are asked
	work    *jobs.Acts
	hooks   *hooks.Acts
	reading *reading.Acts
	finding *finding.Acts
	going   *going.Acts
	editing *editing.Acts
	opening *opening.Acts
	quit    *quitting.Acts
	running *running.Acts

	look    look
	lines   *status.Lines
	rules   []block // the lines between panes, as the layout has them
	chord   chordState
	count   count
	ahead   typeahead
	pointer pointer
	method  bool // it was said that a key was taken as another one
	welcome welcome
	waited  string // what calls wait for, clean
	keeping keeping
}

// kind is the actions of one kind, which handle the answers to what they asked for.
type kind interface {
	Update(msg tea.Msg) (cmd tea.Cmd, mine bool)
}

// top is what keys go to: the dialogs, else the part of the screen that has the focus.
func (a *App) top() act.Keyed {
	if a.screen.Dialogs.Len() > 0 {
		return &a.screen.Dialogs
	}
	return a.screen.Focused()
}

// context of the keys.
func (a *App) context() keys.Context { return a.top().Context() }

// restyle makes the styles anew and passes them on.
func (a *App) restyle() {
	a.env.Styles = a.look.styles()
	a.env.Ruler.Ellipsis = a.env.Styles.Glyphs.Ellipsis
	a.screen.Panes[0].Restyle()
	a.screen.Panes[1].Restyle()
	a.screen.Reader.Restyle()
	if a.hooks.Over() != nil {
		a.hooks.Over().Restyle()
	}
	a.hooks.Panel.Restyle()
	a.lines.Restyle()
	a.drawRules()
	a.screen.Dialogs.SetSize(a.w, a.h-1)
}

// key routes a press.
func (a *App) key(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return a.interrupt()
	}
	if key, why, ok := meant(a.env.Keys, a.machine.Getenv("TERM"), a.context(), a.chord.keys.Pending(), k); ok {
		return a.takenAs(k, key, why)
	}
	if closed := a.welcome.closedBy(k.String()); closed != nil {
		return tea.Batch(closed, a.key(k))
	}
	if a.lay.TooSmall { // nothing that is shown can be meant
		if k.String() == "q" && a.screen.Dialogs.Context() != keys.InQuit {
			return a.quit.Ask()
		}
		return nil
	}
	if a.context() == keys.InInput && a.env.Keys.Action(keys.InInput, k.String()) == keys.InKeys {
		return a.openHelp(keys.InInput)
	}
	if a.screen.Dialogs.Len() > 0 {
		return a.pressDialog(k)
	}
	if p := a.screen.Focused(); p.Typing() {
		return p.Type(k)
	}
	return a.press(k.String())
}
