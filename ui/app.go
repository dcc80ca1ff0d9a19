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
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/jobs"
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
	acts   map[keys.Action]act
	d      Deps
	ctx    context.Context
	stop   context.CancelFunc
	getenv func(string) string
	now    func() time.Time

	env     *input.Env
	paneEnv *pane.Env
	theme   *themes.Theme
	profile colorprofile.Profile
	ground  themes.Mode // the terminal's background; Any until it tells
	ascii   bool

	w, h   int
	lay    Layout
	view   viewState
	panes  [2]*pane.Pane
	focus  int
	panel  *jobs.Panel
	reader *preview.Reader
	lines  *status.Lines

	dialogs   dialog.Stack
	greeting  dialog.Dialog // the welcome, while it may be open
	chord     chordState
	note      note
	waited    string // what calls wait for, clean
	log       []dialog.LogLine
	cut       model.Marks
	work      work
	quit      quitting
	click     lastClick
	drawnRule ruleLines
	rest      rest
	follow    follow
	edit      editing
	asked     time.Time // when the plan or reading was begun that is awaited
	hooks     hooks
	lost      map[pane.ID]lost
	signedOut map[string]bool // accounts whose session has ended
}

// viewState is what the person has switched.
type viewState struct {
	info, infoOver   bool
	zoom, stacked    bool
	sync, dry        bool
	mouse            bool
	panel, onPanel   bool // the lower panel is open; has the focus
	hook             bool // it shows the webhook receiver, not the jobs
	reader, onReader bool // a document has the place of the panes; the reader has the focus
}

// New makes the root of a session. Nothing is read before Init.
func New(ctx context.Context, d Deps) *App {
	a := &App{d: d, acts: paneActs(), now: d.Now, lost: map[pane.ID]lost{}, signedOut: map[string]bool{}}
	if a.now == nil {
		a.now = time.Now
	}
	a.getenv = term.Getenv(d.Environ)
	a.ctx, a.stop = context.WithCancel(ctx)
	a.theme, a.ground, a.profile = d.Theme, themes.Any, colorprofile.ANSI
	a.ascii = !term.UTF8(a.getenv)
	a.view = viewState{info: true, mouse: !d.Settings.NoMouse}
	a.env = &input.Env{Keys: d.Keys, Text: d.Text, Ruler: model.Ruler{Wc: true}}
	a.env.Styles = a.styles()
	home := d.Home
	if home == nil {
		home = model.Place.Root
	}
	a.paneEnv = &pane.Env{
		Env: a.env, Ctx: a.ctx, Sources: d.Sources, Now: a.now, Home: home,
		Store: pane.NewStore(), Expected: pane.NewExpected(), Cut: &a.cut, EdgeStep: d.Settings.EdgeStep,
		Boxed: d.Settings.Borders == "full", Bare: d.Settings.Borders == "none",
	}
	a.paneEnv.Peer = func(id pane.ID) *pane.Pane { return a.panes[1-id] }
	a.panes = [2]*pane.Pane{pane.New(0, a.paneEnv), pane.New(1, a.paneEnv)}
	a.panes[0].SetFocus(true)
	a.panel = jobs.NewPanel(a.env)
	a.panel.Boxed, a.panel.Bare = a.paneEnv.Boxed, a.paneEnv.Bare
	a.reader = preview.New(&preview.Env{
		Env: a.env, Ctx: a.ctx, Sources: d.Sources, Now: a.now, Boxed: a.paneEnv.Boxed, Bare: a.paneEnv.Bare,
	})
	a.hooks = newHooks(a)
	a.lines = status.New(a.env)
	a.work = newWork()
	a.rest.told, a.rest.poor = map[string]model.Entry{}, map[string]bool{}
	a.rest.byID = map[string]model.Entry{}
	a.paneEnv.Told = a.told
	a.quit.started = a.now()
	return a
}

// Init lists both panes and asks the terminal for its background, once. None of
// it is waited for: the first frame is drawn at once.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{
		tea.RequestBackgroundColor,
		a.panes[0].GoTo(a.d.Left, model.Step{}),
		a.panes[1].GoTo(a.d.Right, model.Step{}),
		a.watchJobs(),
		a.watchReloads(),
		a.watchWaits(),
		a.watchHooks(),
		a.welcome(),
	}
	if a.d.Settings.SyncOutput == "on" {
		cmds = append(cmds, tea.Raw(ansi.RequestModeSynchronizedOutput+ansi.RequestModeUnicodeCore))
	}
	for _, s := range a.d.Notices {
		cmds = append(cmds, a.say(status.Warn, s))
	}
	return tea.Batch(cmds...)
}

// Update routes the message, and looks whether the cursor has come to an entry
// of which something is missing.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m, cmd := a.update(msg)
	for _, more := range []tea.Cmd{a.watchRest(), a.watchFollow(), a.reader.Settle()} {
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
		a.arrange()
		return a, nil
	case tea.ColorProfileMsg:
		a.profile = max(msg.Profile, colorprofile.ASCII)
		a.restyle()
		return a, nil
	case tea.BackgroundColorMsg:
		return a, a.background(msg)
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore && !msg.Value.IsNotRecognized() && !msg.Value.IsPermanentlyReset() {
			a.env.Ruler.Wc = false
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
	cmd, mine := a.answer(msg)
	if !mine {
		cmd, mine = a.event(msg)
	}
	if !mine {
		cmd = tea.Batch(a.dialogs.Update(msg), a.panes[0].Update(msg), a.panes[1].Update(msg))
	}
	a.arrangeIfNeeded()
	return a, cmd
}

// key routes a press.
func (a *App) key(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return a.interrupt()
	}
	if closed := a.greeted(k.String()); closed != nil {
		return tea.Batch(closed, a.key(k))
	}
	if a.dialogs.Len() > 0 {
		return a.pressDialog(k)
	}
	p := a.panes[a.focus]
	switch {
	case a.hookTypes():
		return a.typeHook(k)
	case a.readerTypes():
		return a.reader.Type(k)
	case p.Typing() && a.paneFocused():
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
	case a.dialogs.Context() == keys.InQuit:
		return a.leave()
	case a.dialogs.Len() > 0:
		return a.dialogs.Update(esc)
	case a.hookTypes():
		return a.typeHook(esc)
	case a.readerTypes():
		return a.reader.Type(esc)
	case a.panes[a.focus].Typing():
		return a.panes[a.focus].Update(esc)
	case a.work.cancelPlanning(), a.cancelEdit():
		return a.sayText(status.Info, text.Cancelled)
	}
	return a.askQuit()
}

// paste goes to text fields only: pasted text must never run keys.
func (a *App) paste(m tea.PasteMsg) tea.Cmd {
	if a.dialogs.Len() > 0 {
		return a.dialogs.Update(m)
	}
	if a.hookTypes() {
		return a.typeHook(m)
	}
	if a.readerTypes() {
		return a.reader.Type(m)
	}
	if p := a.panes[a.focus]; p.Typing() {
		return p.Update(m)
	}
	return a.sayText(status.Info, "what was pasted was dropped: nothing is typed here")
}

// context of the keys where nothing is typed.
func (a *App) context() keys.Context {
	if n := a.dialogs.Len(); n > 0 {
		return a.dialogs.Context()
	}
	if a.hookTypes() || a.readerTypes() || a.panes[a.focus].Typing() && a.paneFocused() {
		return keys.InInput
	}
	switch {
	case a.onHooks() && a.hooks.over != nil:
		return a.hooks.over.Context()
	case a.onHooks():
		return keys.InHook
	case a.view.onPanel:
		return keys.InJobs
	case a.view.onReader:
		return keys.InDocument
	}
	return keys.InPane
}

// origin of what is asked for now.
func (a *App) origin() dialog.Origin {
	return dialog.Origin{Pane: a.focus, Place: a.panes[a.focus].Place()}
}

// focused pane, and the other one.
func (a *App) pane() *pane.Pane  { return a.panes[a.focus] }
func (a *App) other() *pane.Pane { return a.panes[1-a.focus] }

// setFocus gives the keys to a pane.
func (a *App) setFocus(i int) {
	a.focus = i
	a.view.onPanel, a.view.onReader, a.view.reader = false, false, false
	a.refocus()
}

// paneFocused reports whether keys go to a pane.
func (a *App) paneFocused() bool { return !a.view.onPanel && !a.view.onReader }

func (a *App) refocus() {
	a.panes[0].SetFocus(a.focus == 0 && a.paneFocused())
	a.panes[1].SetFocus(a.focus == 1 && a.paneFocused())
	if !a.onHooks() {
		a.dropHookView()
	}
	a.panel.SetFocus(a.view.onPanel && !a.view.hook)
	a.hooks.panel.SetFocus(a.onHooks() && a.hooks.over == nil)
	if a.hooks.over != nil {
		a.hooks.over.SetFocus(true)
	}
	a.reader.SetFull(a.view.reader)
	a.reader.SetFocus(a.view.onReader && !a.view.onPanel)
	a.arrange()
}

// arrange gives everything its place.
func (a *App) arrange() {
	if a.w == 0 {
		return
	}
	a.lay = Arrange(a.shape())
	if a.view.onReader && !a.view.reader && a.lay.Info.Empty() && !a.lay.TooSmall {
		// The column has gone: keys must not go where nobody can see them.
		a.view.onReader = false
		a.panes[a.focus].SetFocus(a.paneFocused())
		a.reader.SetFocus(false)
	}
	for i, p := range a.panes {
		r := a.lay.Panes[i]
		p.SetSize(r.Dx(), r.Dy())
		name := ""
		if a.lay.Single && i == a.focus {
			name = a.otherName()
		}
		p.SetOther(name)
	}
	a.panel.SetSize(a.lay.Panel.Dx(), a.lay.Panel.Dy())
	a.hooks.panel.SetSize(a.lay.Panel.Dx(), a.lay.Panel.Dy())
	if v := a.hooks.over; v != nil {
		v.SetSize(a.lay.Reader.Dx(), a.lay.Reader.Dy())
	}
	if at := a.lay.Reader; !at.Empty() {
		a.reader.SetSize(at.Dx(), at.Dy())
	} else {
		a.reader.SetSize(a.lay.Info.Dx(), a.lay.Info.Dy())
	}
}

// arrangeIfNeeded follows what came or went by itself: the job line, the other
// pane's name.
func (a *App) arrangeIfNeeded() {
	if a.w > 0 && (a.lay.Job.Empty() == a.jobLine() && !a.lay.TooSmall || a.lay.Single) {
		a.arrange()
	}
}

func (a *App) shape() Shape {
	return Shape{
		W: a.w, H: a.h, Focus: a.focus, Zoom: a.view.zoom, Stacked: a.view.stacked,
		Info: a.view.info, InfoOver: a.view.infoOver, JobLine: a.jobLine(),
		Boxed: a.paneEnv.Boxed, Panel: a.view.panel && a.hooks.over == nil, Reader: a.view.reader || a.hooks.over != nil,
	}
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
	a.env.Styles = a.styles()
	a.env.Ruler.Ellipsis = a.env.Styles.Glyphs.Ellipsis
	a.panes[0].Restyle()
	a.panes[1].Restyle()
	a.reader.Restyle()
	if a.hooks.over != nil {
		a.hooks.over.Restyle()
	}
	a.lines.Restyle()
}
