package ui

import (
	"context"
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/act/editing"
	"aloft/ui/act/files"
	"aloft/ui/act/hooks"
	"aloft/ui/act/jobs"
	"aloft/ui/act/panes"
	"aloft/ui/act/reading"
	"aloft/ui/act/session"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// App is the root: it routes messages, lays out the screen and joins the drawn components. The actions are in the
// packages of ui/act.
type App struct {
	*act.Screen

	d           Deps
	stop        context.CancelFunc
	w, h        int
	turn, turns int         // the number of the last action that may lead on in a text; of actions
	tty         image.Point // size of the terminal, where lines are written
	lay         Layout

	rows    act.Rows // rows of all actions
	kinds   []kind   // of actions, in the order of asking
	work    *jobs.Acts
	hooks   *hooks.Acts
	reading *reading.Acts
	finding *panes.Finding
	listing *panes.Listing
	going   *panes.Going
	editing *editing.Acts
	opening *files.Opening
	quit    *session.Quitting
	running *session.Running

	look    look
	painted painted
	lines   *status.Lines
	rules   []block // lines between panes
	beside  beside
	chord   chordState
	count   count
	ahead   typeahead
	pointer pointer
	method  bool   // the replaced key was already mentioned
	waited  string // what calls wait for, clean
	keeping keeping
}

// kind is the actions of one kind. They handle the answers to their own requests.
type kind interface {
	Update(msg tea.Msg) (cmd tea.Cmd, mine bool)
}

// top receives the keys: the top dialog or the focused part of the screen.
func (a *App) top() act.Keyed {
	if a.Dialogs.Len() > 0 {
		return &a.Dialogs
	}
	return a.Focused()
}

// context returns the context of the keys.
func (a *App) context() keys.Context { return a.top().Context() }

// prompt returns the text field of the last line, or nil.
func (a *App) prompt() *input.Model { return a.Focused().Prompt() }

// restyle makes the styles again and passes them on.
func (a *App) restyle() {
	a.Env.Styles = a.look.styles()
	a.Env.Ruler.Ellipsis = a.Env.Styles.Glyphs.Ellipsis
	a.Panes[0].Restyle()
	a.Panes[1].Restyle()
	a.Reader.Restyle()
	if a.hooks.Over() != nil {
		a.hooks.Over().Restyle()
	}
	for _, l := range a.Lowers {
		l.Restyle()
	}
	a.lines.Restyle()
	a.drawRules()
	a.Dialogs.SetSize(a.w, a.h-1)
}

// key routes a press.
func (a *App) key(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return a.interrupt()
	}
	if key, why, ok := meant(a.Env.Keys, a.Machine.Getenv("TERM"), a.context(), a.chord.keys.Pending(), k); ok {
		return a.takenAs(k, key, why)
	}
	if closed := welcomeClosedBy(a, k.String()); closed != nil {
		return tea.Batch(closed, a.key(k))
	}
	if a.lay.TooSmall { // no visible target
		if k.String() == "q" && a.Dialogs.Context() != keys.InQuit {
			return a.quit.Ask()
		}
		return nil
	}
	if a.context() == keys.InInput && a.Env.Keys.Action(keys.InInput, k.String()) == keys.InKeys {
		return a.openHelp(keys.InInput)
	}
	if a.Dialogs.Len() > 0 {
		return a.pressDialog(k)
	}
	if p := a.Focused(); p.Typing() {
		return p.Type(k)
	}
	return a.press(k.String())
}
