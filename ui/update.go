package ui

import (
	"context"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/client/find"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/changing"
	"aloft/ui/act/comparing"
	"aloft/ui/act/configuring"
	"aloft/ui/act/editing"
	"aloft/ui/act/finding"
	"aloft/ui/act/following"
	"aloft/ui/act/going"
	"aloft/ui/act/hooks"
	"aloft/ui/act/jobs"
	"aloft/ui/act/listing"
	"aloft/ui/act/opening"
	"aloft/ui/act/quitting"
	"aloft/ui/act/reading"
	"aloft/ui/act/running"
	"aloft/ui/act/sharing"
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
	"aloft/ui/viewer"
)

// New makes the root of a session. Nothing is read before Init.
func New(ctx context.Context, d Deps) *App {
	ctx, stop := context.WithCancel(ctx)
	a := &App{Screen: newScreen(ctx, &d), d: d, stop: stop}
	a.look = newLook(d, a.Getenv)
	a.Env.Styles = a.look.styles()
	a.Settle = a.settle
	a.newPanes()
	a.lines = status.New(a.Env)
	a.pointer = pointer{App: a}
	a.count.on = d.Settings.Counts
	a.welcome = welcome{a.Screen, d.Left, d.Right, d.Practice, d.Settings.NoWelcome}
	a.newKinds()
	if !reflect.ValueOf(d.Session).IsZero() {
		a.keeping.arrange()
	}
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
	a.opening = opening.New(s, a.work)
	a.reading = reading.New(s, transfer, a.opening)
	a.going = going.New(s, follow, a.reading)
	a.keeping = keeping{Screen: s, going: a.going, reading: a.reading, save: a.d.KeepSession, off: a.d.Settings.NoRestore, last: a.d.Session}
	a.finding = finding.New(s, a.reading)
	compare := comparing.New(s)
	configure := configuring.New(s, a.d.Configuration)
	a.editing = editing.New(s, compare)
	a.hooks = hooks.New(s, follow)
	a.quit = quitting.New(s, a.work, a.hooks, a.editing, a.keeping.now)
	a.running = running.New(s)
	share := sharing.New(s)
	a.kinds = []kind{a.work, a.running, follow, transfer, change, share, list, a.reading, a.going, a.finding, a.editing, a.opening, compare, configure, a.hooks}
	a.rows = act.Join(
		viewing.New(s, a.work, a.hooks, a.editing, a.opening, a.quit).Rows(), a.work.Rows(), transfer.Rows(), change.Rows(), share.Rows(), list.Rows(),
		a.reading.Rows(), a.going.Rows(), a.finding.Rows(), a.editing.Rows(), a.opening.Rows(a.editing.Rows()), a.hooks.Rows(), configure.Rows(), a.quit.Rows(), a.ownRows())
}

// newScreen is what actions see of a new session.
func newScreen(ctx context.Context, d *Deps) *act.Screen {
	if d.Now == nil {
		d.Now = time.Now
	}
	env := &input.Env{
		Keys: d.Keys, Text: d.Text, Ruler: model.Ruler{Wc: true}, Borders: kit.BordersOf(d.Settings.Borders), Ctx: ctx, Now: d.Now,
	}
	d.Machine.Getenv = term.Getenv(d.Environ)
	notes := act.NewNotes(env)
	return &act.Screen{
		Notes: notes, Settings: &d.Settings.Settings, Ctx: ctx, Now: d.Now,
		Env: env, Note: notes, Client: &d.Client, Machine: &d.Machine, Set: &d.Settings.Settings,
		Switches: act.Switches{Info: true, Mouse: !d.Settings.NoMouse},
		Choosing: d.Choosing, Known: act.NewKnown(), SignedOut: map[string]bool{}, Cache: find.NewCache(),
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
		Env: a.Env, Sources: a.Sources, Home: home,
		Store: pane.NewStore(), Expected: pane.NewExpected(), Cut: &a.Cut,
		Told: a.Known.ByID, Results: map[string]pane.Results{}, Read: a.Cache.Put, Watches: pane.NewWatches(a.Ctx),
	}
	if a.Keeper != nil {
		a.PaneEnv.OrderOf = a.Keeper.Order
	}
	a.PaneEnv.Peer = func(id pane.ID) *pane.Pane { return a.Panes[1-id] }
	a.Panes = [2]*pane.Pane{pane.New(0, a.PaneEnv), pane.New(1, a.PaneEnv)}
	a.Panes[0].SetFocus(true)
	a.Reader = viewer.New(&preview.Env{
		Env: a.Env, Sources: a.Sources, Width: set.ReaderWidth,
	}, a.Files)
}

// Init lists both panes and asks the terminal for its background, once. None of
// it is waited for: the first frame is drawn at once.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{
		tea.RequestBackgroundColor,
		a.keeping.comeBack(a.d.Left, a.d.Right),
		a.work.Watch(),
		a.opening.Begin(),
		a.watchReloads(),
		watchSent(a),
		a.watchWaits(),
		watchEnding(a),
		a.PaneEnv.Watches.Next,
		a.hooks.Watch(),
		a.welcome.begin(),
	}
	if a.d.Settings.SyncOutput == "on" {
		cmds = append(cmds, tea.Raw(ansi.RequestModeSynchronizedOutput+ansi.RequestModeUnicodeCore))
	}
	if d := a.d.Read; d != nil {
		a.Learn(d.Entry)
		if a.Reader.Readable(d.Place, &d.Entry) {
			a.OpenReader(d.Place, d.Entry)
		} else {
			cmds = append(cmds, a.reading.InfoOf(d.Place, d.Entry))
		}
	}
	if a.d.Results != nil {
		cmds = append(cmds, a.finding.Streamed(a.d.Results))
	}
	for _, s := range a.d.Notices {
		cmds = append(cmds, a.Say(status.Warn, s))
	}
	return tea.Batch(cmds...)
}

// Update routes the message, and looks whether the cursor has come to an entry that
// lacks something.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	top, said := a.Dialogs.Shown(), a.Notes.Shown
	m, cmd := a.update(msg)
	if a.Dialogs.Shown() != top && a.Notes.Shown == said {
		a.DropAnswer() // it was about what showed before the question
	}
	if f := a.prompt(); f != nil {
		f.SetWidth(a.w - 1)
	}
	a.PaneEnv.Watches.Only(a.Panes[0].Place(), a.Panes[1].Place())
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
		a.reading.StayHere()
		return a, tea.Batch(a.Answering(func() tea.Cmd { return a.key(ownLetters(msg)) }), a.keeping.soon())
	case tea.PasteMsg:
		return a, a.paste(msg)
	case tea.MouseMsg:
		return a, tea.Batch(a.pointer.mouse(msg), a.keeping.soon())
	case keepMsg:
		return a, a.keeping.later()
	case keptMsg:
		return a, a.keeping.kept(msg)
	case tea.ResumeMsg:
		return a, a.hooks.Resumed()
	case palette.Chosen:
		return a, a.do(msg.Action)
	case act.Again:
		return a, a.do(msg.Action)
	}
	cmd, mine := a.heard(msg)
	if !mine {
		cmd = tea.Batch(a.Dialogs.Update(msg), a.Panes[0].Update(msg), a.Panes[1].Update(msg))
	}
	a.settleIfNeeded()
	return a, cmd
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
	case a.work.Cancel(), a.editing.Cancel(), a.opening.Cancel(), a.Looking.Cancel():
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
