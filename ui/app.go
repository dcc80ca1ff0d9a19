package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/act"
	"aloft/ui/act/changing"
	"aloft/ui/act/comparing"
	"aloft/ui/act/editing"
	"aloft/ui/act/finding"
	"aloft/ui/act/following"
	"aloft/ui/act/going"
	"aloft/ui/act/jobs"
	"aloft/ui/act/listing"
	"aloft/ui/act/reading"
	"aloft/ui/act/transferring"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/palette"
	"aloft/ui/pane"
	"aloft/ui/preview"
	"aloft/ui/status"
	"aloft/ui/term"
)

// App is the root: it routes messages and joins what the components draw. What
// an action does stands in the files named do_*.
type App struct {
	*act.Screen
	rows act.Rows
	d    Deps
	stop context.CancelFunc

	theme   *themes.Theme
	profile colorprofile.Profile
	ground  themes.Mode // the terminal's background; Any until it tells
	ascii   bool

	w, h  int
	lay   Layout
	rules []block // the lines between panes, as the layout has them
	lines *status.Lines

	chord        chordState
	waited       string // what calls wait for, clean
	work         *jobs.Acts
	following    *following.Acts
	quit         quitting
	click        lastClick
	hooks        hooks
	editing      *editing.Acts
	comparing    *comparing.Acts
	transferring *transferring.Acts
	changing     *changing.Acts
	listing      *listing.Acts
	reading      *reading.Acts
	going        *going.Acts
	finding      *finding.Acts
}

// New makes the root of a session. Nothing is read before Init.
func New(ctx context.Context, d Deps) *App {
	a := &App{Screen: newScreen(ctx, d), d: d}
	a.Ctx, a.stop = context.WithCancel(ctx)
	a.theme, a.ground, a.profile = d.Theme, themes.Any, colorprofile.ANSI
	a.ascii = !term.UTF8(a.Getenv)
	a.Env.Styles = a.styles()
	a.Settle = a.settle
	a.newPanes()
	a.following = following.New(a.Screen)
	a.work = jobs.New(a.Screen, a.following)
	a.work.Panel.Boxed, a.work.Panel.Bare = a.PaneEnv.Boxed, a.PaneEnv.Bare
	a.hooks = newHooks(a)
	a.lines = status.New(a.Env)
	a.transferring = transferring.New(a.Screen, a.work)
	a.changing = changing.New(a.Screen, a.work, a.transferring)
	a.listing = listing.New(a.Screen)
	a.reading = reading.New(a.Screen, a.transferring)
	a.going = going.New(a.Screen, a.following, a.reading)
	a.finding = finding.New(a.Screen, a.going, a.reading, a.changing, a.transferring)
	a.comparing = comparing.New(a.Screen)
	a.editing = editing.New(a.Screen, a.comparing)
	a.rows = act.Join(
		a.work.Rows(), a.transferring.Rows(), a.changing.Rows(), a.listing.Rows(), a.reading.Rows(), a.going.Rows(),
		a.finding.Rows(), a.editing.Rows(),
	)
	a.quit.started = a.Now()
	return a
}

// newScreen is what actions see of a session that begins.
func newScreen(ctx context.Context, d Deps) *act.Screen {
	if d.Now == nil {
		d.Now = time.Now
	}
	env := &input.Env{Keys: d.Keys, Text: d.Text, Ruler: model.Ruler{Wc: true}}
	return &act.Screen{
		Notes: act.NewNotes(env, d.Now), Env: env, Ctx: ctx, Now: d.Now, Getenv: term.Getenv(d.Environ),
		Sources: d.Sources, Jobs: d.Jobs, Edits: d.Edits, Hooks: d.Hooks, Keeper: d.Keeper,
		Program: d.Program, HomeDir: d.HomeDir, Editor: d.Editor,
		Switches: act.Switches{Info: true, Mouse: !d.Settings.NoMouse},
		Known:    act.NewKnown(), SignedOut: map[string]bool{},
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
		Boxed: set.Borders == "full", Bare: set.Borders == "none", Told: a.Known.ByID,
	}
	a.PaneEnv.Peer = func(id pane.ID) *pane.Pane { return a.Panes[1-id] }
	a.Panes = [2]*pane.Pane{pane.New(0, a.PaneEnv), pane.New(1, a.PaneEnv)}
	a.Panes[0].SetFocus(true)
	a.Reader = preview.New(&preview.Env{
		Env: a.Env, Ctx: a.Ctx, Sources: a.Sources, Now: a.Now, Boxed: a.PaneEnv.Boxed, Bare: a.PaneEnv.Bare,
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
		a.watchHooks(),
		a.welcome(),
	}
	if a.d.Settings.SyncOutput == "on" {
		cmds = append(cmds, tea.Raw(ansi.RequestModeSynchronizedOutput+ansi.RequestModeUnicodeCore))
	}
	for _, s := range a.d.Notices {
		cmds = append(cmds, a.Say(status.Warn, s))
	}
	return tea.Batch(cmds...)
}

// Update routes the message, and looks whether the cursor has come to an entry
// of which something is missing.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m, cmd := a.update(msg)
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

// update routes in one order: what concerns everybody; keys, which go to the
// top dialog, else to a text field, else to what has the focus; then answers.
func (a *App) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
		a.Dialogs.SetSize(a.w, a.h-1)
		a.settle()
		return a, nil
	case tea.ColorProfileMsg:
		a.profile = max(msg.Profile, colorprofile.ASCII)
		a.restyle()
		return a, nil
	case tea.BackgroundColorMsg:
		return a, a.background(msg)
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore && !msg.Value.IsNotRecognized() && !msg.Value.IsPermanentlyReset() {
			a.Env.Ruler.Wc = false
			a.restyle()
		}
		return a, nil
	case tea.KeyPressMsg:
		return a, a.key(msg)
	case tea.PasteMsg:
		return a, a.paste(msg)
	case tea.MouseMsg:
		return a, a.mouse(msg)
	case tea.ResumeMsg:
		return a, a.resumed()
	case palette.Chosen:
		return a, a.do(msg.Action)
	}
	cmd, mine := a.heard(msg)
	if !mine {
		cmd, mine = a.answer(msg)
	}
	if !mine {
		cmd, mine = a.event(msg)
	}
	if !mine {
		cmd = tea.Batch(a.Dialogs.Update(msg), a.Panes[0].Update(msg), a.Panes[1].Update(msg))
	}
	a.settleIfNeeded()
	return a, cmd
}

// heard lets the actions of each kind go on with what they have asked for.
func (a *App) heard(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	for _, kind := range []interface {
		Update(msg tea.Msg) (tea.Cmd, bool)
	}{
		a.work, a.following, a.transferring, a.changing, a.listing, a.reading, a.going, a.finding, a.editing, a.comparing,
	} {
		if cmd, mine := kind.Update(msg); mine {
			return tea.Batch(cmd, a.quitIfDone()), true // it may have been the last one
		}
	}
	return nil, false
}

// key routes a press.
func (a *App) key(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return a.interrupt()
	}
	if closed := a.greeted(k.String()); closed != nil {
		return tea.Batch(closed, a.key(k))
	}
	if a.Dialogs.Len() > 0 {
		return a.pressDialog(k)
	}
	p := a.Panes[a.Focus]
	switch {
	case a.hookTypes():
		return a.typeHook(k)
	case a.readerTypes():
		return a.Reader.Type(k)
	case p.Typing() && a.PaneFocused():
		return p.Update(k)
	}
	if a.lay.TooSmall {
		if k.String() == "q" {
			return a.askQuit()
		}
		return nil
	}
	return a.press(k.String())
}

// interrupt is ctrl+c: it cancels what is being typed or waited for, and asks
// to quit where there is nothing of that kind.
func (a *App) interrupt() tea.Cmd {
	esc := tea.KeyPressMsg{Code: tea.KeyEscape}
	switch {
	case a.Dialogs.Context() == keys.InQuit:
		return a.leave()
	case a.Dialogs.Len() > 0:
		return a.Dialogs.Update(esc)
	case a.hookTypes():
		return a.typeHook(esc)
	case a.readerTypes():
		return a.Reader.Type(esc)
	case a.Panes[a.Focus].Typing():
		return a.Panes[a.Focus].Update(esc)
	case a.work.Cancel(), a.editing.Cancel():
		return a.SayText(status.Info, text.Cancelled)
	}
	return a.askQuit()
}

// paste goes to text fields only: pasted text must never run keys.
func (a *App) paste(m tea.PasteMsg) tea.Cmd {
	if a.Dialogs.Len() > 0 {
		return a.Dialogs.Update(m)
	}
	if a.hookTypes() {
		return a.typeHook(m)
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
	if a.hookTypes() || a.readerTypes() || a.Panes[a.Focus].Typing() && a.PaneFocused() {
		return keys.InInput
	}
	switch {
	case a.OnHooks() && a.hooks.over != nil:
		return a.hooks.over.Context()
	case a.OnHooks():
		return keys.InHook
	case a.Switches.OnPanel:
		return keys.InJobs
	case a.Switches.OnReader:
		return keys.InDocument
	}
	return keys.InPane
}

// styles of the theme on this terminal.
func (a *App) styles() *themes.Styles {
	st := a.themeNow().Styles(a.profile)
	if a.ascii {
		st = st.ASCII()
	}
	return st
}

// restyle makes the styles anew and tells everybody.
func (a *App) restyle() {
	a.Env.Styles = a.styles()
	a.Env.Ruler.Ellipsis = a.Env.Styles.Glyphs.Ellipsis
	a.Panes[0].Restyle()
	a.Panes[1].Restyle()
	a.Reader.Restyle()
	if a.hooks.over != nil {
		a.hooks.over.Restyle()
	}
	a.hooks.panel.Restyle()
	a.lines.Restyle()
	a.drawRules()
	a.Dialogs.SetSize(a.w, a.h-1)
}
