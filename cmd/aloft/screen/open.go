package screen

import (
	"context"
	"os"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"

	"aloft/client"
	"aloft/client/checkout"
	"aloft/client/config"
	"aloft/client/disk"
	"aloft/client/keep"
	"aloft/client/peek"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/hook"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/pane"
	uiterm "aloft/ui/term"
)

// Needs are the parts that a screen is built from.
type Needs struct {
	Console  *console.Console
	Session  *session.Session
	Places   *session.Places
	Sources  *wire.Sources
	Jobs     client.Jobs
	Edits    func() client.Edits
	Receiver *hook.Receiver
	Reports  *session.Reports
	Reloader *Reloader
	Waits    *console.WaitLines
	Near     func(word string) []string // commands of nearly that name
}

// New opens nothing.
func New(n Needs) *Screen {
	return &Screen{
		con: n.Console, session: n.Session, places: n.Places, sources: n.Sources, jobs: n.Jobs, edits: n.Edits,
		shown: context.Background(), receiver: n.Receiver, reports: n.Reports, watch: n.Reloader, waits: n.Waits, near: n.Near,
	}
}

// Open opens the two panes until the person leaves them: at the places that are named, else
// where they were left.
func (sc *Screen) Open(args []string, o Options) error {
	end, err := sc.show(args, o)
	if err != nil {
		return err
	}
	return sc.tell(o, end)
}

// show opens the two panes. Errors are found before the terminal is touched.
func (sc *Screen) show(args []string, o Options) (end ui.End, err error) {
	if err := sc.session.OpenLog(); err != nil {
		return end, err
	}
	if _, err := sc.session.Load(); err != nil {
		return end, err
	}
	var results pane.Lister
	if len(args) > 0 && args[0] == pipe {
		if results, err = sc.takePipe(); err != nil {
			return end, err
		}
		args = args[1:]
	}
	onLeft, onRight, read, err := sc.start(args)
	if err != nil {
		return end, err
	}
	if o.Choose {
		restore := sc.beside()
		defer restore()
	}
	if !sc.con.InIsTerminal() || !sc.con.OutIsTerminal() {
		return end, console.UsageError("the screen needs a terminal", text.CliHintNoTerminal)
	}
	if t := sc.con.Env("TERM"); t == "" || t == "dumb" {
		return end, console.UsageError(text.CliDumb, text.CliHintNoTerminal)
	}
	if w, h, err := term.GetSize(sc.con.Stdout.Fd()); err == nil && !uiterm.Drawable(w, h) {
		return end, console.UsageError("the terminal reports a size of %dx%d", "set its size, for example: stty cols 80 rows 24", w, h)
	}
	if err := o.check(); err != nil {
		return end, err
	}
	keeper := keep.Open(sc.session.KeepDir())
	keeper.Account = sc.session.Config.Account
	var was left
	if !o.Choose { // a choice for another program is no place to come back to
		was = sc.restore(keeper, o.Fresh, len(args) > 0 || results != nil)
	}
	for i, at := range []*model.Place{&onLeft, &onRight} {
		if s := was.session.Sides[i]; len(s.Tabs) > 0 {
			*at = s.Tabs[s.At].Place
		}
	}
	ctx, cancel := context.WithCancel(sc.session.Context())
	defer cancel()
	sc.shown = ctx
	d, stop, err := sc.Deps(onLeft, onRight, keeper)
	if err != nil {
		return end, err
	}
	d.Choosing, d.Ended = o.Choose, func(e ui.End) { end = e }
	d.Session, d.KeepSession = was.session, was.keep
	if was.err != nil {
		d.Notices = append(d.Notices, sc.con.Explain(was.err))
	}
	d.Read, d.Results = read, results
	d.Settings.Plain = d.Settings.Plain || o.Plain
	d.Sent = sc.listen(ctx)
	if sc.Spoil != nil {
		sc.Spoil(&d)
	}
	rescue := sc.startRescue()
	// A terminal that goes away ends the screen as a person would: what the
	// receiver runs is stopped and recorded.
	signals := sc.endOnSignal(cancel)
	sc.con.OnScreen = true
	err = ui.Run(ctx, d, uiterm.Own(sc.con.Stdin, sc.con.Stdout))
	sc.con.OnScreen = false
	cancel()
	sc.lists.Wait()
	sc.session.Watches.Close()
	stop() // it may reload the receiver
	if ended := signals.stop(); ended != nil {
		err = ended
	}
	if signals.hup {
		sc.LeaveJobs()
	}
	var beside sync.WaitGroup
	beside.Go(rescue.end)
	if sc.handed > 0 {
		sc.con.Beside(sc.con.Say("%d {job goes|jobs go} on in the background; aloft jobs shows {it|them}", sc.handed))
	}
	err = sc.crashed(err)
	sc.receiver.Close()
	beside.Wait()
	return end, err
}

// LeaveJobs lets the running jobs go on without the terminal.
func (sc *Screen) LeaveJobs() {
	for _, j := range sc.jobs.Recent() {
		if j.Mine && (j.State == model.JobRunning || j.State == model.JobWaiting) {
			sc.session.GoOn(j.ID)
		}
	}
}

// goOn lets jobs go on without the program, nil where that cannot be.
func (sc *Screen) goOn() func(ids ...string) {
	if !sc.session.CanGoOn() {
		return nil
	}
	return func(ids ...string) {
		sc.handed += len(ids)
		sc.session.GoOn(ids...)
	}
}

// jobsDelay is how long the job stores are left alone at the start: reading them
// would delay the first listing.
const jobsDelay = 30 * time.Millisecond

// lateJobs are jobs whose stores are not read before the first listing is drawn.
type (
	lateJobs struct{ engine }
	engine   = client.Jobs
)

// Events is called once, at the start.
func (l lateJobs) Events() <-chan client.JobEvent {
	time.Sleep(jobsDelay)
	return l.engine.Events()
}

// Deps are everything that the screen needs; stop ends the watches.
func (sc *Screen) Deps(left, right model.Place, keeper *keep.Keeper) (d ui.Deps, stop func(), err error) {
	sc.sources.Lasting = true
	// The database opens while the terminal does, if the first listing waits for it.
	onDisk := left.Scheme == model.SchemeDisk && right.Scheme == model.SchemeDisk
	if sc.session.Config.Account == config.Local && !onDisk {
		sc.sources.Local.Warm()
	}
	var theme *themes.Theme
	var themeErr error
	var beside sync.WaitGroup // the first frame waits for all of it
	beside.Go(func() { theme, themeErr = themes.Load(sc.session.Config.UI.Theme, sc.session.ThemeDirs()...) })
	var damaged []error
	beside.Go(func() { damaged = keeper.Load() })
	go model.Ruler{Wc: true}.Width("文") // builds the tables of widths
	m, err := keys.Load(sc.session.Config.UI.Keys, sc.session.KeyFiles()...)
	beside.Wait()
	switch {
	case err != nil:
		return d, nil, console.Exit(console.ExitUsage, err)
	case themeErr != nil:
		return d, nil, themeErr
	}
	hooks := sc.receiver.Open()
	program, err := os.Executable()
	if err != nil {
		program = "" // the snippets then call it by its name
	}
	files, opener := newFiles(sc.sources, sc.session.Config), sc.newOpener(sc.session.Config)
	sc.watch.Heard = func(c *config.Config) { files.configured(c); opener.configured(c) }
	changes, stop := sc.watch.Watch()
	sc.session.Ending = make(chan string, len(model.Services()))
	d = ui.Deps{
		Client:  act.Client{Sources: sc.sources, Jobs: lateJobs{sc.jobs}, Edits: sc.edits(), Disk: sc.sources.Disk, Hooks: hooks, Keeper: keeper, Files: files, Logins: sc.sources.Logins(), HomeDir: sc.homeDir()},
		Machine: act.Machine{Program: program, Editor: sc.edit, Opener: opener, Browse: sc.browser(), Shell: sc.shell, GoOn: sc.goOn(), Pack: sc.pack},
		Keys:    m, Theme: theme, ThemeDirs: sc.session.ThemeDirs(), Text: sc.con.Catalogue,
		Left: left, Right: right, Practice: sc.session.Config.Account == config.Local && !onDisk, Home: sc.homeOf,
		Configuration: sc.configuration(), Settings: sc.watch.Settings(sc.session.Config),
		Environ: os.Environ(), Reloads: changes, Notices: sc.notices(damaged), Waits: sc.waits.Board, Ending: sc.session.Ending,
	}
	if dir := sc.session.CopiesDir(); dir != "" {
		sc.copies = checkout.New(dir, sc.sources.Writing(), peek.IsText)
		d.Client.Copies, d.Machine.EditCopy = sc.copies, sc.editCopy
	}
	return d, stop, nil
}

// configuration is the file of the settings, nil where there is no folder for it.
func (sc *Screen) configuration() client.Settings {
	if sc.session.Config.File == "" {
		return nil
	}
	return config.File{Options: sc.session.ConfigOptions}
}

// edit lends the terminal to the person's editor while the screen waits.
func (sc *Screen) edit(name, before string, most int64, done func(string, error) tea.Msg) tea.Cmd {
	return sc.session.Editor.OnScreen(sc.session.Context(), name, before, most, done)
}

// notices are warnings to be shown, damaged among them.
func (sc *Screen) notices(damaged []error) []string {
	out := model.Each(sc.session.Warnings, func(w config.Warning) string { return w.Say(sc.con.Catalogue) })
	for _, err := range append([]error{sc.session.DirsErr, sc.receiver.Err}, damaged...) {
		if err != nil && !slices.Contains(out, sc.con.Explain(err)) {
			out = append(out, sc.con.Explain(err))
		}
	}
	return out
}

// homeOf is where "home" goes from a place.
func (sc *Screen) homeOf(p model.Place) model.Place {
	if p.Scheme == model.SchemeDisk {
		return model.LocalPlace(sc.homeDir())
	}
	return p.Root()
}

// homeDir is the path of the person's home on this computer, nil when it is not known.
func (sc *Screen) homeDir() []model.Step {
	home, err := client.Home(sc.con.Env)
	if err != nil {
		return nil
	}
	return append([]model.Step{}, disk.Steps(home)...) // "/" is a home, too
}
