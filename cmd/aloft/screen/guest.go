package screen

import (
	"context"
	"slices"
	"sync"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/client/keep"
	"aloft/client/limited"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui"
	"aloft/ui/act"
	"aloft/ui/keys"
	uiterm "aloft/ui/term"
)

// Guest is a person who sees the screen at the other end of a connection.
type Guest struct {
	Dir      string // of their bookmarks and histories
	Person   *limited.Person
	Environ  []string
	Terminal uiterm.Terminal
}

// Guests are screens of one account that are shown at the same time. They share its sources and jobs, and have nothing of
// this machine but the places that they may see: no editor, no shell, no settings, no receiver.
type Guests struct {
	sc  *Screen
	fan *run.Fan
}

// Guests opens the account's jobs.
func (sc *Screen) Guests() *Guests {
	sc.Sources.Lasting = true
	sc.Con.OnScreen = true // nothing else may be written to their terminals
	return &Guests{sc, run.NewFan(sc.Jobs.Events())}
}

// Person is somebody with these rights in the account.
func (gs *Guests) Person(r limited.Rights) (*limited.Person, error) {
	return limited.New(gs.sc.Sources, r)
}

// places are those of the panes: the first two of the guest's, else the services of the account.
func (gs *Guests) places(r limited.Rights) (left, right model.Place) {
	all := r.Places
	if len(all) == 0 {
		for _, of := range gs.sc.Session.Services(gs.sc.Session.Config.Account) {
			all = append(all, model.Place{Scheme: of})
		}
	}
	if len(all) == 0 {
		all = []model.Place{{Scheme: model.SchemeDrive}}
	}
	return all[0], all[min(1, len(all)-1)]
}

// Busy reports whether jobs run.
func (gs *Guests) Busy() bool {
	return slices.ContainsFunc(gs.sc.Jobs.Recent(), func(j model.JobSnapshot) bool {
		return j.Mine && (j.State == model.JobRunning || j.State == model.JobWaiting)
	})
}

// Show shows the screen to a guest until they leave it.
func (gs *Guests) Show(ctx context.Context, g Guest) error {
	sc, cfg := gs.sc, gs.sc.Session.Config
	env := uiterm.Getenv(g.Environ)
	if t := env("TERM"); t == "" || t == "dumb" {
		return console.UsageError(text.CliDumb, "log in from another terminal")
	}
	catalogue, err := text.Speaking(language(cfg.UI.Language, env))
	if err != nil {
		return err
	}
	m, err := keys.Load(cfg.UI.Keys) // the owner's file of keys has commands
	if err != nil {
		return err
	}
	theme, err := themes.Load(cfg.UI.Theme, sc.Session.ThemeDirs()...)
	if err != nil {
		return err
	}
	keeper := keep.Open(g.Dir)
	notices := model.Each(keeper.Load(), sc.Con.Explain)
	left, right := gs.places(g.Person.Rights())
	events, leave := gs.fan.Join()
	defer leave()
	jobs := &guestJobs{engine: g.Person.Jobs(ctx, joined{sc.Jobs, events}), own: map[string]bool{}}
	settings := sc.Reloader.Settings(cfg)
	settings.NoRestore = true
	waits := sc.Waits.Board
	if len(g.Person.Rights().Places) > 0 {
		waits = nil // it names what others do
	}
	return sc.crashed(ui.Run(ctx, ui.Deps{
		Client: act.Client{
			Sources: g.Person, Jobs: jobs, Edits: g.Person.Edits(sc.Edits()), Keeper: keeper, Files: newFiles(g.Person, cfg),
		},
		Machine: act.Machine{GoOn: jobs.goOn},
		Keys:    m, Theme: theme, ThemeDirs: sc.Session.ThemeDirs(), Text: catalogue,
		Left: left, Right: right, Home: g.home,
		Settings: settings, Environ: g.Environ, Notices: notices, Waits: waits,
	}, g.Terminal))
}

// language is that of the setting, or of the guest's locale.
func language(setting string, env func(string) string) string {
	if setting != "" && setting != "auto" {
		return setting
	}
	return text.Environment(env, func() []string { return nil })
}

// home is where "home" goes from a place: the guest's first place of that source.
func (g *Guest) home(p model.Place) model.Place {
	for _, own := range g.Person.Rights().Places {
		if own.Scheme == p.Scheme {
			return own
		}
	}
	return p.Root()
}

// joined are the jobs of the account with events for one guest.
type joined struct {
	engine
	events <-chan client.JobEvent
}

// Events are those since the guest came.
func (j joined) Events() <-chan client.JobEvent { return j.events }

// guestJobs are the jobs of the account as a guest sees them. Those of others are not theirs to end when they leave.
type guestJobs struct {
	engine

	mu  sync.Mutex
	own map[string]bool
}

// Start starts a job of the guest.
func (j *guestJobs) Start(ctx context.Context, p *model.Plan) (string, error) {
	id, err := j.engine.Start(ctx, p)
	if err == nil {
		j.take(id)
	}
	return id, err
}

// Resume makes a job the guest's.
func (j *guestJobs) Resume(id string) error {
	err := j.engine.Resume(id)
	if err == nil {
		j.take(id)
	}
	return err
}

func (j *guestJobs) take(id string) {
	j.mu.Lock()
	j.own[id] = true
	j.mu.Unlock()
}

// goOn lets jobs go on when the guest has left.
func (j *guestJobs) goOn(ids ...string) {
	for _, id := range ids {
		_ = j.engine.Resume(id) // the job's state says why not
	}
}

// Jobs are all jobs that the guest may see.
func (j *guestJobs) Jobs() []model.JobSnapshot { return j.mine(j.engine.Jobs()) }

// Recent are those that have not ended long ago.
func (j *guestJobs) Recent() []model.JobSnapshot { return j.mine(j.engine.Recent()) }

func (j *guestJobs) mine(all []model.JobSnapshot) []model.JobSnapshot {
	j.mu.Lock()
	defer j.mu.Unlock()
	out := slices.Clone(all)
	for i := range out {
		out[i].Mine = out[i].Mine && j.own[out[i].ID]
	}
	return out
}
