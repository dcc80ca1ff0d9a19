package main

import (
	"context"
	"encoding/hex"
	"path/filepath"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/jobs"
	"aloft/client/office"
	"aloft/model"
)

// lazyJobs opens the job stores, those of all accounts, when something is to be
// written or shown.
type lazyJobs struct {
	a *app

	mu     sync.Mutex
	engine *jobs.Engine
	closed bool
	none   chan client.JobEvent // of a store that cannot be opened
}

var _ client.Jobs = (*lazyJobs)(nil)

// jobStore is the store of this run.
func (a *app) jobStore() *lazyJobs {
	if a.jobs == nil {
		a.jobs = &lazyJobs{a: a}
	}
	return a.jobs
}

func (l *lazyJobs) open() (*jobs.Engine, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.engine != nil {
		return l.engine, nil
	}
	a := l.a
	if l.closed {
		return nil, context.Canceled
	}
	if a.dirs.Data == "" {
		return nil, a.dirsErr
	}
	dir := filepath.Join(a.dirs.Data, "jobs")
	e, err := jobs.Open(jobs.Options{
		Dir: dir, Command: a.command, Account: a.cfg.Account, Sources: a.sources(), Gap: a.sources().Gap, Service: a.sources().service, Boot: bootClock(), Convert: office.Convert,
		Waits: a.waiting().waits, Scale: a.scale,
	})
	if err != nil {
		return nil, err
	}
	l.engine = e
	return e, nil
}

// Close ends the engine between two batches.
func (l *lazyJobs) Close() error {
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
func (l *lazyJobs) Plan(ctx context.Context, r client.Request) (*model.Plan, error) {
	e, err := l.open()
	if err != nil {
		return nil, err
	}
	return e.Plan(ctx, r)
}

// Start journals the plan and runs it.
func (l *lazyJobs) Start(ctx context.Context, p *model.Plan) (string, error) {
	e, err := l.open()
	if err != nil {
		return "", err
	}
	return e.Start(ctx, p)
}

// Jobs are all jobs, none when the store cannot be opened.
func (l *lazyJobs) Jobs() []model.JobSnapshot {
	e, err := l.open()
	if err != nil {
		return nil
	}
	return e.Jobs()
}

// Report lists the items of a job.
func (l *lazyJobs) Report(id string) ([]model.ItemReport, error) {
	e, err := l.open()
	if err != nil {
		return nil, err
	}
	return e.Report(id)
}

// Wait blocks until the job has ended or stands still.
func (l *lazyJobs) Wait(ctx context.Context, id string) (model.JobSnapshot, error) {
	e, err := l.open()
	if err != nil {
		return model.JobSnapshot{}, err
	}
	return e.Wait(ctx, id)
}

// Pause stops a job between two batches.
func (l *lazyJobs) Pause(id string) error {
	return l.with(id, (*jobs.Engine).Pause)
}

// Resume lets a job go on.
func (l *lazyJobs) Resume(id string) error { return l.with(id, (*jobs.Engine).Resume) }

// Cancel ends a job between two batches.
func (l *lazyJobs) Cancel(id string) error { return l.with(id, (*jobs.Engine).Cancel) }

// Forget drops an ended job's record.
func (l *lazyJobs) Forget(id string) error { return l.with(id, (*jobs.Engine).Forget) }

func (l *lazyJobs) with(id string, f func(*jobs.Engine, string) error) error {
	e, err := l.open()
	if err != nil {
		return err
	}
	return f(e, id)
}

// Events tells what changed.
func (l *lazyJobs) Events() <-chan client.JobEvent {
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

// bootClock is the clock by which the Gate and the journals reckon over restarts.
func bootClock() func() (time.Duration, string) {
	h := gate.SystemHost()
	id := h.Identity()
	name := hex.EncodeToString(id[:])
	return func() (time.Duration, string) { return h.Now(), name }
}
