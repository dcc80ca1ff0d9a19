package wire

import (
	"context"
	"encoding/hex"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/jobs"
	"aloft/client/jobs/run"
	"aloft/client/libreoffice"
	"aloft/client/office"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// Jobs opens the job stores of all accounts on first use.
type Jobs struct {
	session *session.Session
	sources *Sources
	waits   *console.WaitLines

	mu     sync.Mutex
	engine *jobs.Engine
	closed bool
	none   chan client.JobEvent // of a store that cannot be opened
}

// NewJobs opens nothing.
func NewJobs(s *session.Session, sources *Sources, waits *console.WaitLines) *Jobs {
	return &Jobs{session: s, sources: sources, waits: waits}
}

var _ client.Jobs = (*Jobs)(nil)

func (l *Jobs) open() (*jobs.Engine, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.engine != nil {
		return l.engine, nil
	}
	if l.closed {
		return nil, context.Canceled
	}
	if l.session.Dirs.Data == "" {
		return nil, l.session.DirsErr
	}
	dir := filepath.Join(l.session.Dirs.Data, "jobs")
	watch, _ := l.session.Watches.New() // without one the engine polls every second
	e, err := jobs.Open(run.Options{
		Dir: dir, Command: l.session.Command, Account: l.session.Config.Account, Sources: l.sources.Writing(), Gap: l.sources.Gap, Slots: l.sources.Slots, Asked: l.sources.Asked, Service: l.sources.gateName, Boot: bootClock(), Convert: convert, Cannot: libreoffice.Program{}.Cannot,
		Waits: l.waits.Waits, Scale: l.session.Scale, Watch: watch, SpoolMax: int64(l.session.Config.Jobs.SpoolMax),
	})
	if err != nil {
		if watch != nil {
			watch.Close()
		}
		return nil, err
	}
	l.engine = e
	return e, nil
}

// OfferInterrupted says once an hour, to a person at a terminal, which jobs of dead
// processes can go on. Commands that open the store say it themselves.
func (l *Jobs) OfferInterrupted() {
	l.mu.Lock()
	opened := l.engine != nil
	l.mu.Unlock()
	con, s := l.session.Con, l.session
	if opened || s.Config == nil || s.Dirs.Data == "" || con.OnScreen || !con.ErrIsTerminal() {
		return
	}
	ids := slices.DeleteFunc(run.Interrupted(filepath.Join(s.Dirs.Data, "jobs")), func(id string) bool { return !s.HourlyAbout(id) })
	e := client.Errorf(client.KindLocal, "jobs", model.Place{}, "%d {job was|jobs were} interrupted", len(ids))
	e.Hint = text.Typed(text.CliHintJobs)
	switch {
	case len(ids) == 0:
		return
	case s.Config.Jobs.AutoResume:
		s.GoOn(ids...)
		return
	case len(ids) == 1:
		e.What, e.Args = "job %s was interrupted", []any{ids[0]}
		e.Hint, e.HintArgs = text.CliHintResume, []any{ids[0]}
	}
	con.WarnLater(e)
}

// Ready opens the store, and returns why it cannot.
func (l *Jobs) Ready() error {
	_, err := l.open()
	return err
}

// Close ends the engine between two batches.
func (l *Jobs) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	if l.none != nil {
		close(l.none)
	}
	if l.engine == nil {
		return nil
	}
	return l.engine.Close()
}

// Plan makes a plan by listing only.
func (l *Jobs) Plan(ctx context.Context, r client.Request) (*model.Plan, error) {
	e, err := l.open()
	if err != nil {
		return nil, err
	}
	p, err := e.Plan(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := allow(l.session, string(p.Op), p.Changes()); err != nil {
		return nil, err
	}
	return p, nil
}

// Start journals the plan and runs it.
func (l *Jobs) Start(ctx context.Context, p *model.Plan) (string, error) {
	e, err := l.open()
	if err != nil {
		return "", err
	}
	if err := allow(l.session, string(p.Op), p.Changes()); err != nil {
		return "", err
	}
	return e.Start(ctx, p)
}

// Jobs are all jobs, none when the store cannot be opened.
func (l *Jobs) Jobs() []model.JobSnapshot { return l.snapshots((*jobs.Engine).Jobs) }

// Recent are those that have not ended long ago, none when the store cannot be opened.
func (l *Jobs) Recent() []model.JobSnapshot { return l.snapshots((*jobs.Engine).Recent) }

func (l *Jobs) snapshots(of func(*jobs.Engine) []model.JobSnapshot) []model.JobSnapshot {
	e, err := l.open()
	if err != nil {
		return nil
	}
	return of(e)
}

// Report lists the items of a job.
func (l *Jobs) Report(id string) ([]model.ItemReport, error) {
	e, err := l.open()
	if err != nil {
		return nil, err
	}
	return e.Report(id)
}

// Wait blocks until the job has ended or stands still.
func (l *Jobs) Wait(ctx context.Context, id string) (model.JobSnapshot, error) {
	e, err := l.open()
	if err != nil {
		return model.JobSnapshot{}, err
	}
	return e.Wait(ctx, id)
}

// Pause stops a job between two batches.
func (l *Jobs) Pause(id string) error { return l.with(id, (*jobs.Engine).Pause) }

// Resume resumes a job.
func (l *Jobs) Resume(id string) error {
	if limited(l.session) {
		items, err := l.Report(id)
		if err != nil {
			return err
		}
		var p model.Plan
		for _, it := range items {
			p.Items = append(p.Items, *it.Item)
		}
		if err := allow(l.session, "jobs", p.Changes()); err != nil {
			return err
		}
	}
	return l.with(id, (*jobs.Engine).Resume)
}

// Cancel ends a job between two batches.
func (l *Jobs) Cancel(id string) error { return l.with(id, (*jobs.Engine).Cancel) }

// Reorder puts a job before another one.
func (l *Jobs) Reorder(id, before string) error {
	return l.with(id, func(e *jobs.Engine, id string) error { return e.Reorder(id, before) })
}

// Forget removes an ended job's record.
func (l *Jobs) Forget(id string) error { return l.with(id, (*jobs.Engine).Forget) }

func (l *Jobs) with(id string, f func(*jobs.Engine, string) error) error {
	e, err := l.open()
	if err != nil {
		return err
	}
	return f(e, id)
}

// Events delivers changes.
func (l *Jobs) Events() <-chan client.JobEvent {
	e, err := l.open()
	if err == nil {
		return e.Events()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.none == nil {
		l.none = make(chan client.JobEvent)
	}
	return l.none
}

// bootClock is the clock by which the Gate and the journals measure across restarts
// of a process.
func bootClock() func() (time.Duration, string) {
	h := file.SystemHost()
	id := h.Identity()
	name := hex.EncodeToString(id[:])
	return func() (time.Duration, string) { return h.Now(), name }
}

// convert makes a PDF by LibreOffice, and all else by itself.
func convert(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) ([]model.Sentence, error) {
	if format == model.FormatPDF {
		return nil, libreoffice.Program{}.PDF(ctx, name, r, size, w)
	}
	return office.Convert(ctx, name, format, r, size, w)
}
