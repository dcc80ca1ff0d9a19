package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/changing"
	"aloft/ui/act/comparing"
	"aloft/ui/act/editing"
	"aloft/ui/act/finding"
	"aloft/ui/act/following"
	"aloft/ui/act/going"
	"aloft/ui/act/hooks"
	"aloft/ui/act/jobs"
	"aloft/ui/act/listing"
	"aloft/ui/act/quitting"
	"aloft/ui/act/reading"
	"aloft/ui/act/transferring"
	"aloft/ui/act/viewing"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
	"aloft/ui/palette"
	"aloft/ui/pane"
	"aloft/ui/preview"
	"aloft/ui/status"
	"aloft/ui/term"
)

// App is the root: it routes messages, lays the screen out and joins what the
// components draw. What an action does is in the packages of ui/act.
type App struct {
	*act.Screen
	d    Deps
	stop context.CancelFunc
	w, h int
	lay  Layout

	rows    act.Rows // of all actions
	kinds   []kind   // of actions, in the order in which they are asked
	work    *jobs.Acts
	hooks   *hooks.Acts
	reading *reading.Acts
	editing *editing.Acts
	quit    *quitting.Acts

	look    look
	lines   *status.Lines
	rules   []block // the lines between panes, as the layout has them
	chord   chordState
	click   lastClick
	welcome welcome
	waited  string // what calls wait for, clean
}

// kind is the actions of one kind, which handle the answers to what they asked for.
type kind interface {
	Update(msg tea.Msg) (cmd tea.Cmd, mine bool)
}

// New makes the root of a session. Nothing is read before Init.
func New(ctx context.Context, d Deps) *App {
	a := &App{Screen: newScreen(ctx, d), d: d}
	a.Ctx, a.stop = context.WithCancel(ctx)
	a.look = newLook(d, a.Getenv)
	a.Env.Styles = a.look.styles()
	a.Settle = a.settle
	a.newPanes()
	a.lines = status.New(a.Env)
	a.welcome = welcome{a.Screen, d.Left, d.Settings.NoWelcome}
	a.newKinds()
	return a
}

// newKinds makes the actions of each kind, and joins their rows.
func (a *App) newKinds() {
	s := a.Screen
	follow := following.New(s)
	a.work = jobs.New(s, follow)
	transfer := transferring.New(s, a.work)
	change := changing.New(s, a.work, transfer)
	list := listing.New(s)
	a.reading = reading.New(s, transfer)
	goes := going.New(s, follow, a.reading)
	find := finding.New(s, goes, a.reading, change, transfer)
	compare := comparing.New(s)
	a.editing = editing.New(s, compare)
	a.hooks = hooks.New(s)
	a.quit = quitting.New(s, a.work, a.hooks, a.editing)
	a.kinds = []kind{a.work, follow, transfer, change, list, a.reading, goes, find, a.editing, compare, a.hooks}
	a.rows = act.Join(
		viewing.New(s, a.work, a.hooks, a.editing, a.quit).Rows(), a.work.Rows(), transfer.Rows(), change.Rows(), list.Rows(),
		a.reading.Rows(), goes.Rows(), find.Rows(), a.editing.Rows(), a.hooks.Rows(), a.ownRows())
}

// newScreen is what actions see of a new session.
func newScreen(ctx context.Context, d Deps) *act.Screen {
	if d.Now == nil {
		d.Now = time.Now
	}
	env := &input.Env{Keys: d.Keys, Text: d.Text, Ruler: model.Ruler{Wc: true}, Borders: kit.BordersOf(d.Settings.Borders)}
	return &act.Screen{
		Notes: act.NewNotes(env, d.Now), Env: env, Ctx: ctx, Now: d.Now, Getenv: term.Getenv(d.Environ),
		Sources: d.Sources, Jobs: d.Jobs, Edits: d.Edits, Hooks: d.Hooks, Keeper: d.Keeper,
		Program: d.Program, HomeDir: d.HomeDir, Editor: d.Editor,
		Switches: act.Switches{Info: true, Mouse: !d.Settings.NoMouse}, Brake: d.Settings.Brake, GoOn: d.GoOn, AutoResume: d.Settings.AutoResume,
		ShowPlans: d.Settings.ShowPlans,
		Known:     act.NewKnown(), SignedOut: map[string]bool{},
	}
}

// newPanes makes the panes and the reader beside them.
func (a *App) newPanes() {
	home := a.d.Home
	if home == nil {
		home = model.Place.Root
	}
	set := &a.d.Settings
	a.PaneEnv = &pane.Env{
		Env: a.Env, Ctx: a.Ctx, Sources: a.Sources, Now: a.Now, Home: home,
		Store: pane.NewStore(), Expected: pane.NewExpected(), Cut: &a.Cut, EdgeStep: set.EdgeStep,
		Told: a.Known.ByID,
	}
	a.PaneEnv.Peer = func(id pane.ID) *pane.Pane { return a.Panes[1-id] }
	a.Panes = [2]*pane.Pane{pane.New(0, a.PaneEnv), pane.New(1, a.PaneEnv)}
	a.Panes[0].SetFocus(true)
	a.Reader = preview.New(&preview.Env{
		Env: a.Env, Ctx: a.Ctx, Sources: a.Sources, Now: a.Now,
	})
}

// Init lists both panes and asks the terminal for its background, once. None of
// it is waited for: the first frame is drawn at once.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{
		tea.RequestBackgroundColor,
		a.Panes[0].GoTo(a.d.Left, model.Step{}),
		a.Panes[1].GoTo(a.d.Right, model.Step{}),
		a.work.Watch(),
		a.watchReloads(),
		a.watchWaits(),
		a.hooks.Watch(),
		a.welcome.begin(),
	}
	if a.d.Settings.SyncOutput == "on" {
		cmds = append(cmds, tea.Raw(ansi.RequestModeSynchronizedOutput+ansi.RequestModeUnicodeCore))
	}
	for _, s := range a.d.Notices {
		cmds = append(cmds, a.Say(status.Warn, s))
	}
	return tea.Batch(cmds...)
}

// Update routes the message, and looks whether the cursor has come to an entry that
// lacks something.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	top, said := a.Dialogs.Shown(), a.Note
	m, cmd := a.update(msg)
	if a.Dialogs.Shown() != top && a.Note == said {
		a.DropAnswer() // it was about what showed before the question
	}
	if f := a.prompt(); f != nil {
		f.SetWidth(a.w - 1)
	}
	for _, more := range []tea.Cmd{a.reading.Watch(), a.Reader.Settle()} {
		if more != nil {
			cmd = tea.Batch(cmd, more)
		}
	}
	return m, cmd
}

// update routes in one order: what concerns every component; keys, which go to the
// top dialog, else to a text field, else to what has the focus; then answers.
func (a *App) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
		a.Dialogs.SetSize(a.w, a.h-1)
		a.settle()
		return a, nil
	case tea.ColorProfileMsg:
		a.look.profile = max(msg.Profile, colorprofile.ASCII)
		a.restyle()
		return a, nil
	case tea.BackgroundColorMsg:
		if a.look.background(msg) {
			a.restyle()
		}
		return a, a.quit.TerminalAnswered()
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore && !msg.Value.IsNotRecognized() && !msg.Value.IsPermanentlyReset() {
			a.Env.Ruler.Wc = false
			a.restyle()
		}
		return a, nil
	case tea.KeyPressMsg:
		return a, a.Answering(func() tea.Cmd { return a.key(msg) })
	case tea.PasteMsg:
		return a, a.paste(msg)
	case tea.MouseMsg:
		return a, a.mouse(msg)
	case tea.ResumeMsg:
		return a, a.hooks.Resumed()
	case palette.Chosen:
		return a, a.do(msg.Action)
	}
	cmd, mine := a.heard(msg)
	if !mine {
		cmd = tea.Batch(a.Dialogs.Update(msg), a.Panes[0].Update(msg), a.Panes[1].Update(msg))
	}
	a.settleIfNeeded()
	return a, cmd
}

// key routes a press.
func (a *App) key(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return a.interrupt()
	}
	if closed := a.welcome.closedBy(k.String()); closed != nil {
		return tea.Batch(closed, a.key(k))
	}
	if a.lay.TooSmall { // nothing that is shown can be meant
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
	p := a.Panes[a.Focus]
	switch {
	case a.hooks.Typing():
		return a.hooks.Type(k)
	case a.work.Panel.Typing():
		return a.work.Panel.Type(k)
	case a.readerTypes():
		return a.Reader.Type(k)
	case p.Typing() && a.PaneFocused():
		return p.Update(k)
	}
	return a.press(k.String())
}

// interrupt is ctrl+c: it cancels what is being typed or awaited, and asks to quit
// where there is nothing to cancel.
func (a *App) interrupt() tea.Cmd {
	esc := tea.KeyPressMsg{Code: tea.KeyEscape}
	switch {
	case a.Dialogs.Context() == keys.InQuit:
		return a.quit.Leave()
	case a.Dialogs.Len() > 0:
		return a.Dialogs.Update(esc)
	case a.hooks.Typing():
		return a.hooks.Type(esc)
	case a.work.Panel.Typing():
		return a.work.Panel.Type(esc)
	case a.readerTypes():
		return a.Reader.Type(esc)
	case a.Panes[a.Focus].Typing():
		return a.Panes[a.Focus].Update(esc)
	case a.work.Cancel(), a.editing.Cancel():
		return a.SayText(status.Info, text.Cancelled)
	}
	return a.quit.Ask()
}

// paste goes to text fields only: pasted text must never run keys.
func (a *App) paste(m tea.PasteMsg) tea.Cmd {
	if a.lay.TooSmall {
		return nil
	}
	if a.Dialogs.Len() > 0 {
		return a.Dialogs.Update(m)
	}
	if a.hooks.Typing() {
		return a.hooks.Type(m)
	}
	if a.work.Panel.Typing() {
		return a.work.Panel.Type(m)
	}
	if a.readerTypes() {
		return a.Reader.Type(m)
	}
	if p := a.Panes[a.Focus]; p.Typing() {
		return p.Update(m)
	}
	return a.SayText(status.Info, "what was pasted was dropped: nothing is typed here")
}

// context of the keys where nothing is typed.
func (a *App) context() keys.Context {
	if n := a.Dialogs.Len(); n > 0 {
		return a.Dialogs.Context()
	}
	if a.hooks.Typing() || a.work.Panel.Typing() || a.readerTypes() || a.Panes[a.Focus].Typing() && a.PaneFocused() {
		return keys.InInput
	}
	switch {
	case a.OnHooks() && a.hooks.Over() != nil:
		return a.hooks.Over().Context()
	case a.OnHooks():
		return keys.InHook
	case a.Switches.OnPanel:
		return keys.InJobs
	case a.Switches.OnReader:
		return keys.InDocument
	}
	return keys.InPane
}

// restyle makes the styles anew and passes them on.
func (a *App) restyle() {
	a.Env.Styles = a.look.styles()
	a.Env.Ruler.Ellipsis = a.Env.Styles.Glyphs.Ellipsis
	a.Panes[0].Restyle()
	a.Panes[1].Restyle()
	a.Reader.Restyle()
	if a.hooks.Over() != nil {
		a.hooks.Over().Restyle()
	}
	a.hooks.Panel.Restyle()
	a.lines.Restyle()
	a.drawRules()
	a.Dialogs.SetSize(a.w, a.h-1)
}

// readerTypes reports whether keys go into a text field of the reader.
func (a *App) readerTypes() bool {
	return a.Switches.OnReader && !a.Switches.OnPanel && a.Reader.Typing()
}
