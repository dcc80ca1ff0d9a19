package session

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/editing"
	"aloft/ui/act/files"
	"aloft/ui/act/hooks"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Viewing are the actions.
type Viewing struct {
	*act.Screen

	work    *jobs.Acts
	hooks   *hooks.Acts
	editing *editing.Acts
	opening *files.Opening
	quit    *Quitting
}

// NewViewing returns the actions of a screen.
func NewViewing(s *act.Screen, w *jobs.Acts, h *hooks.Acts, e *editing.Acts, o *files.Opening, q *Quitting) *Viewing {
	return &Viewing{Screen: s, work: w, hooks: h, editing: e, opening: o, quit: q}
}

// Rows returns what each action does to the screen and when it has nothing to do.
func (a *Viewing) Rows() act.Rows {
	sw := &a.Switches
	return act.Rows{
		keys.Zoom:    {Do: a.rearrange(func(s *act.Switches) { s.Zoom = !s.Zoom }), Idle: a.panesHidden},
		keys.Split:   {Do: a.rearrange(func(s *act.Switches) { s.Stacked = !s.Stacked }), Idle: a.panesHidden},
		keys.Sync:    {Do: a.toggle(&sw.Sync, "the panes browse together", "each pane browses alone")},
		keys.Mouse:   {Do: a.toggle(&sw.Mouse, "mouse on", "mouse off: the terminal selects text again")},
		keys.Icons:   {Do: a.icons},
		keys.DryRun:  {Do: a.toggle(&sw.Dry, "dry run: plans are shown and nothing is changed", "dry run off: changes are made")},
		keys.Preview: {Do: a.rearrange(a.showInfo), Idle: a.panesHidden},
		keys.Swap:    {Do: a.swap, Idle: a.panesHidden},

		keys.FocusLeft:    {Do: func() tea.Cmd { a.SetFocus(0); return nil }},
		keys.FocusRight:   {Do: func() tea.Cmd { a.SetFocus(1); return nil }},
		keys.FocusPreview: {Do: a.focusReader, Idle: a.panesUnderView},
		keys.OtherPane:    {Do: a.otherPane, Idle: func() string { return a.onePart(true) }},
		keys.NextPanel:    {Do: a.nextPanel, Idle: func() string { return a.onePart(a.Lower == nil) }},

		keys.Back:    {Do: a.back},
		keys.Quit:    {Do: a.close},
		keys.DocQuit: {Do: a.close}, keys.FileQuit: {Do: a.close},
		keys.Refresh: {Do: a.refresh},
		keys.Redraw:  {Do: func() tea.Cmd { a.Reader.Resend(); return tea.ClearScreen }},
		keys.Suspend: {Do: a.hooks.Suspend},
		keys.Log:     {Do: func() tea.Cmd { return a.Dialogs.Push(dialog.NewLog(a.Env, a.Note.Log())) }},
	}
}

// panesHidden says that something covers the panes.
func (a *Viewing) panesHidden() string {
	if a.Switches.Reader {
		return a.Env.Text.Say(text.PanesHidden, a.Env.Keys.Key(keys.Back))
	}
	return a.panesUnderView()
}

func (a *Viewing) panesUnderView() string {
	if a.hooks.Over() == nil {
		return ""
	}
	return a.Env.Text.Say(text.PanesHidden, a.Env.Keys.Key(keys.Back))
}

// close closes what covers the panes, or else the program: also when it was started to read what it shows.
func (a *Viewing) close() tea.Cmd {
	switch {
	case a.ReaderFocused() && a.Alone:
	case a.hooks.Over() != nil, a.ReaderFocused():
		return a.leave()
	}
	return a.quit.Ask()
}

// refresh reads the focused part again. The age of what is shown tells it, but where there is none, or nothing is drawn.
func (a *Viewing) refresh() tea.Cmd {
	at, onFile := a.Pane().Place(), a.ReaderFocused() && a.Reader.OnFile()
	ageless := a.Has(a.hooks.Panel) || onFile || !a.ReaderFocused() && (at.Scheme.Local() || at.IsResults())
	if ageless || a.Env.Plain {
		return tea.Batch(a.reread(), a.Note.SayText(status.Info, "reload"))
	}
	return a.reread()
}

func (a *Viewing) reread() tea.Cmd {
	switch {
	case a.Has(a.hooks.Panel):
		return a.hooks.Read()
	case a.ReaderFocused():
		return a.Reader.Reload()
	}
	delete(a.SignedOut, a.Pane().Place().Account)
	a.Cache.Forget(a.Pane().Place())
	if a.Previews() {
		return tea.Batch(a.Pane().Refresh(), a.Reader.Reload())
	}
	return a.Pane().Refresh()
}
