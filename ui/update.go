package ui

import (
	"context"
	"reflect"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/client/find"
	"aloft/model"
	"aloft/model/text"
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
	"aloft/ui/palette"
	"aloft/ui/pane"
	"aloft/ui/preview"
	"aloft/ui/status"
	"aloft/ui/term"
)

// New returns the root of a session. It reads nothing before Init.
func New(ctx context.Context, d Deps) *App {
	ctx, stop := context.WithCancel(ctx)
	s := newScreen(ctx, &d)
	a := &App{Screen: s, d: d, stop: stop}
	a.look = newLook(d, a.Machine.Getenv)
	a.Env.Styles = a.look.styles()
	s.Settle = a.settle
	a.newPanes()
	a.lines = status.New(a.Env)
	a.pointer = pointer{app: a}
	a.count.on = d.Settings.Counts
	a.newKinds()
	if !reflect.ValueOf(d.Session).IsZero() {
		a.keeping.arrange()
	}
	return a
}

// newKinds makes the actions of each kind and joins their rows.
func (a *App) newKinds() {
	s := a.Screen
	follow := jobs.NewFollowing(s)
	a.work = jobs.New(s, follow)
	transfer := files.NewTransferring(s, a.work)
	change := files.NewChanging(s, a.work, transfer)
	a.listing = &panes.Listing{Screen: s}
	a.opening = files.NewOpening(s, a.work)
	a.reading = reading.New(s, transfer, a.opening)
	a.going = panes.NewGoing(s, follow, a.reading)
	a.keeping = keeping{App: a, save: a.d.KeepSession, off: a.d.Settings.NoRestore, last: a.d.Session}
	a.finding = &panes.Finding{Screen: s}
	compare := &editing.Comparing{Screen: s}
	configure := session.NewConfiguring(s, a.d.Configuration)
	a.editing = editing.New(s, compare)
	a.hooks = hooks.New(s, follow)
	a.quit = session.NewQuitting(s, a.work, a.hooks, a.editing, a.keeping.now)
	a.running = session.NewRunning(s, a.opening)
	share := &files.Sharing{Screen: s}
	sign := session.NewSigning(s, a.work)
	a.kinds = []kind{a.work, a.running, follow, transfer, change, share, a.listing, a.reading, a.going, a.finding, a.editing, a.opening, compare, configure, sign, act.Saving{Screen: s}, a.hooks}
	a.rows = act.Join(
		session.NewViewing(s, a.work, a.hooks, a.editing, a.opening, a.quit).Rows(), a.work.Rows(), transfer.Rows(), change.Rows(), share.Rows(), a.listing.Rows(),
		a.reading.Rows(), a.going.Rows(), a.finding.Rows(), a.editing.Rows(), a.opening.Rows(a.editing.Rows()), a.hooks.Rows(), a.running.Rows(), configure.Rows(), sign.Rows(), a.quit.Rows(), a.ownRows())
}

// newScreen returns the actions' view of a new session.
func newScreen(ctx context.Context, d *Deps) *act.Screen {
	if d.Now == nil {
		d.Now = time.Now
	}
	env := &input.Env{
		Keys: d.Keys, Text: d.Text, Ruler: model.Ruler{Wc: true}, Plain: d.Settings.Plain, Ctx: client.WithLanes(ctx), Now: d.Now,
	}
	d.Machine.Getenv = term.Getenv(d.Environ)
	set := new(act.Settings)
	d.Settings.apply(env, set)
	return &act.Screen{
		Env: env, Note: act.NewNotes(env), Client: &d.Client, Machine: &d.Machine, Set: set,
		Switches: act.Switches{Info: !env.Plain, Mouse: !d.Settings.NoMouse},
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
		Env: a.Env, Sources: a.Client.Sources, Home: home, Hidden: set.Hidden,
		Store: pane.NewStore(), Expected: pane.NewExpected(), Cut: &a.Cut,
		Told: a.Known.ByID, Results: map[string]pane.Results{}, Read: a.Cache.Put, Sized: a.Cache.Sized, Watches: pane.NewWatches(a.Env.Ctx),
	}
	if a.Client.Keeper != nil {
		a.PaneEnv.OrderOf = a.Client.Keeper.Order
	}
	a.PaneEnv.Peer = func(id pane.ID) *pane.Pane { return a.Panes[1-id] }
	a.Panes = [2]*pane.Pane{pane.New(0, a.PaneEnv), pane.New(1, a.PaneEnv)}
	a.Panes[0].SetFocus(true)
	a.Reader = preview.New(&preview.Env{
		Env: a.Env, Sources: a.Client.Sources, Width: set.ReaderWidth,
	}, a.Client.Files, a.look.pictures)
}

// Init lists both panes and asks the terminal for its background once. It waits for nothing: the first frame is drawn
// at once.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{
		tea.RequestBackgroundColor,
		tea.Tick(answerWait, func(time.Time) tea.Msg { return lateMsg{} }),
		a.keeping.comeBack(a.d.Left, a.d.Right),
		a.work.Watch(),
		a.opening.Begin(),
		a.watchReloads(),
		a.watchSent(),
		a.watchWaits(),
		a.watchEnding(),
		a.PaneEnv.Watches.Next,
		a.hooks.Watch(),
		beginWelcome(a),
	}
	if a.d.Settings.SyncOutput == "on" {
		cmds = append(cmds, tea.Raw(ansi.RequestModeSynchronizedOutput+ansi.RequestModeUnicodeCore))
	}
	if d := a.d.Read; d != nil {
		a.Learn(d.Entry)
		if a.Reader.Readable(d.Place, &d.Entry) {
			a.OpenReader(d.Place, d.Entry)
			a.Alone = true
		} else {
			cmds = append(cmds, a.reading.InfoOf(d.Place, d.Entry))
		}
	}
	if a.d.Results != nil {
		cmds = append(cmds, a.finding.Streamed(a.d.Results))
	}
	for _, s := range a.d.Notices {
		cmds = append(cmds, a.Note.Say(status.Warn, s))
	}
	return tea.Batch(cmds...)
}

// Update routes the message and checks whether the cursor has come to an entry that lacks details.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	top, said := a.Dialogs.Shown(), a.Note.Shown
	m, cmd := a.update(msg)
	if a.Dialogs.Shown() != top && a.Note.Shown == said {
		a.Note.DropAnswer() // it referred to the screen before the question
	}
	if f := a.prompt(); f != nil {
		f.SetWidth(a.w - 1)
	}
	a.PaneEnv.Watches.Only(a.Panes[0].Place(), a.Panes[1].Place())
	covered := a.Dialogs.Len() > 0 || a.chord.shown || a.hooks.Over() != nil
	for _, more := range []tea.Cmd{a.reading.Watch(), a.Reader.Settle(), a.painted.follow(a.Screen, &a.lay, covered)} {
		if more != nil {
			cmd = tea.Batch(cmd, more)
		}
	}
	return m, cmd
}

// update routes in one order: first messages for every component; then keys, to the top dialog, a text field, or the
// focus; then answers.
func (a *App) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		resize(a, msg.Width, msg.Height)
		a.Dialogs.SetSize(a.w, a.h-1)
		a.settle()
		a.Reader.Resend() // this also follows a program that had the terminal
		return a, a.look.pictures.Resized()
	case tea.ColorProfileMsg:
		a.look.profile = max(msg.Profile, colorprofile.ASCII)
		a.restyle()
		return a, nil
	case lateMsg:
		a.look.late = true
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
		return a, a.pressed(msg)
	case handledMsg:
		return a, a.handled()
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
	if a.look.pictures.Update(msg) {
		return a, a.quit.AnswerTaken()
	}
	cmd, mine := a.heard(msg)
	if !mine {
		cmd = tea.Batch(a.Dialogs.Update(msg), a.Panes[0].Update(msg), a.Panes[1].Update(msg))
	}
	a.settleIfNeeded()
	return a, cmd
}

// interrupt handles ctrl+c: it cancels input or waiting, or else asks to quit.
func (a *App) interrupt() tea.Cmd {
	switch top := a.top(); {
	case a.Dialogs.Context() == keys.InQuit:
		return a.quit.Leave()
	case top.Typing():
		return top.Type(tea.KeyPressMsg{Code: tea.KeyEscape})
	case a.work.Cancel(), a.editing.Cancel(), a.opening.Cancel(), a.Looking.Cancel():
		return a.Note.SayText(status.Info, text.Cancelled)
	}
	return a.quit.Ask()
}

// paste goes to text fields only: pasted text must never run keys.
func (a *App) paste(m tea.PasteMsg) tea.Cmd {
	if a.lay.TooSmall {
		return nil
	}
	if top := a.top(); top.Typing() {
		return top.Type(m)
	}
	return a.Note.SayText(status.Info, "paste ignored: no text field is open")
}
