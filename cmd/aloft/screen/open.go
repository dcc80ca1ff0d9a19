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
	Con      *console.Console
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
func New(n Needs) *Screen { return &Screen{Needs: n, shown: context.Background()} }

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
	if err := sc.Session.OpenLog(); err != nil {
		return end, err
	}
	if _, err := sc.Session.Load(); err != nil {
		return end, err
	}
	var results pane.Lister
	if len(args) > 0 && args[0] == pipe {
		if results, err = sc.takePipe(); err != nil {
			return end, err
		}
		args = args[1:]
	}
	onLeft, onRight, read, err := sc.StartPlaces(args)
	if err != nil {
		return end, err
	}
	if o.Choose {
		restore := sc.beside()
		defer restore()
	}
	if !sc.Con.InIsTerminal() || !sc.Con.OutIsTerminal() {
		return end, console.UsageError("the screen needs a terminal", text.CliHintNoTerminal)
	}
	if t := sc.Con.Env("TERM"); t == "" || t == "dumb" {
		return end, console.UsageError(text.CliDumb, text.CliHintNoTerminal)
	}
	if w, h, err := term.GetSize(sc.Con.Stdout.Fd()); err == nil && !uiterm.Drawable(w, h) {
		return end, console.UsageError("the terminal reports a size of %dx%d", "set its size, for example: stty cols 80 rows 24", w, h)
	}
	if err := o.check(); err != nil {
		return end, err
	}
	keeper := keep.Open(sc.Session.KeepDir())
	keeper.Account = sc.Session.Config.Account
	var was left
	if !o.Choose { // a choice for another program is no place to come back to
		was = sc.restore(keeper, o.Fresh, len(args) > 0 || results != nil)
	}
	for i, at := range []*model.Place{&onLeft, &onRight} {
		if s := was.session.Sides[i]; len(s.Tabs) > 0 {
			*at = s.Tabs[s.At].Place
		}
	}
	ctx, cancel := context.WithCancel(sc.Session.Context())
	defer cancel()
	sc.shown = ctx
	d, stop, err := sc.Deps(onLeft, onRight, keeper)
	if err != nil {
		return end, err
	}
	d.Choosing, d.Ended = o.Choose, func(e ui.End) { end = e }
	d.Session, d.KeepSession = was.session, was.keep
	if was.err != nil {
		d.Notices = append(d.Notices, sc.Con.Explain(was.err))
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
	sc.Con.OnScreen = true
	err = ui.Run(ctx, d, uiterm.Own(sc.Con.Stdin, sc.Con.Stdout))
	sc.Con.OnScreen = false
	cancel()
	sc.lists.Wait()
	sc.Session.Watches.Close()
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
		sc.Con.Beside(sc.Con.Say("%d {job goes|jobs go} on in the background; aloft jobs shows {it|them}", sc.handed))
	}
	err = sc.crashed(err)
	sc.Receiver.Close()
	beside.Wait()
	return end, err
}

// LeaveJobs lets the running jobs go on without the terminal.
func (sc *Screen) LeaveJobs() {
	for _, j := range sc.Jobs.Recent() {
		if j.Mine && (j.State == model.JobRunning || j.State == model.JobWaiting) {
			sc.Session.GoOn(j.ID)
		}
	}
}

// goOn lets jobs go on without the program, nil where that cannot be.
func (sc *Screen) goOn() func(ids ...string) {
	if !sc.Session.CanGoOn() {
		return nil
	}
	return func(ids ...string) {
		sc.handed += len(ids)
		sc.Session.GoOn(ids...)
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
	sc.Sources.Lasting = true
	// The database opens while the terminal does, if the first listing waits for it.
	onDisk := left.Scheme == model.SchemeDisk && right.Scheme == model.SchemeDisk
	if sc.Session.Config.Account == config.Local && !onDisk {
		sc.Sources.Local.Warm()
	}
	var theme *themes.Theme
	var themeErr error
	var beside sync.WaitGroup // the first frame waits for all of it
	beside.Go(func() { theme, themeErr = themes.Load(sc.Session.Config.UI.Theme, sc.Session.ThemeDirs()...) })
	var damaged []error
	beside.Go(func() { damaged = keeper.Load() })
	go model.Ruler{Wc: true}.Width("文") // builds the tables of widths
	m, err := keys.Load(sc.Session.Config.UI.Keys, sc.Session.KeyFiles()...)
	beside.Wait()
	switch {
	case err != nil:
		return d, nil, console.Exit(console.ExitUsage, err)
	case themeErr != nil:
		return d, nil, themeErr
	}
	hooks := sc.Receiver.Open()
	program, err := os.Executable()
	if err != nil {
		program = "" // the snippets then call it by its name
	}
	files, opener := newFiles(sc.Sources, sc.Session.Config), sc.newOpener(sc.Session.Config)
	sc.Reloader.Heard = func(c *config.Config) { files.configured(c); opener.configured(c) }
	changes, stop := sc.Reloader.Watch()
	sc.Session.Ending = make(chan string, len(model.Services()))
	d = ui.Deps{
		Client:  act.Client{Sources: sc.Sources, Jobs: lateJobs{sc.Jobs}, Edits: sc.Edits(), Disk: sc.Sources.Disk, Hooks: hooks, Keeper: keeper, Files: files, Logins: sc.Sources.Logins(), HomeDir: sc.homeDir()},
		Machine: act.Machine{Program: program, Editor: sc.edit, Opener: opener, Browse: sc.browser(), Shell: sc.shell, GoOn: sc.goOn(), Pack: sc.pack},
		Keys:    m, Theme: theme, ThemeDirs: sc.Session.ThemeDirs(), Text: sc.Con.Catalogue,
		Left: left, Right: right, Practice: sc.Session.Config.Account == config.Local && !onDisk, Home: sc.homeOf,
		Configuration: sc.configuration(), Settings: sc.Reloader.Settings(sc.Session.Config),
		Environ: os.Environ(), Reloads: changes, Notices: sc.notices(damaged), Waits: sc.Waits.Board, Ending: sc.Session.Ending,
	}
	if dir := sc.Session.CopiesDir(); dir != "" {
		sc.copies = checkout.New(dir, sc.Sources.Writing(), peek.IsText)
		d.Client.Copies, d.Machine.EditCopy = sc.copies, sc.editCopy
	}
	return d, stop, nil
}

// configuration is the file of the settings, nil where there is no folder for it.
func (sc *Screen) configuration() client.Settings {
	if sc.Session.Config.File == "" {
		return nil
	}
	return config.File{Options: sc.Session.ConfigOptions}
}

// edit lends the terminal to the person's editor while the screen waits.
func (sc *Screen) edit(name, before string, most int64, done func(string, error) tea.Msg) tea.Cmd {
	return sc.Session.Editor.OnScreen(sc.Session.Context(), name, before, most, done)
}

// notices are warnings to be shown, damaged among them.
func (sc *Screen) notices(damaged []error) []string {
	out := model.Each(sc.Session.Warnings, func(w config.Warning) string { return w.Say(sc.Con.Catalogue) })
	for _, err := range append([]error{sc.Session.DirsErr, sc.Receiver.Err}, damaged...) {
		if err != nil && !slices.Contains(out, sc.Con.Explain(err)) {
			out = append(out, sc.Con.Explain(err))
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
	home, err := client.Home(sc.Con.Env)
	if err != nil {
		return nil
	}
	return append([]model.Step{}, disk.Steps(home)...) // "/" is a home, too
}
