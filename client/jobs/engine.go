// Package jobs is the one way to change anything: a request becomes a plan, a
// plan becomes a job with a durable journal, an executor runs it in rounds and
// a verifier settles what got no clear answer. It knows the interfaces of
// package client only, never a concrete source.
package jobs

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
)

// Options say where jobs live and how long things take.
type Options struct {
	Dir     string         // the job store, made with mode 0700
	Sources client.Sources // finds the source of a place
	Scale   float64        // scales every waiting time; 0 = 1
	Settle  time.Duration  // age at which an unclear mutation can no longer strike; 0 = 45 s
	// Gap is the time between two requests of an account at present, for
	// estimates; nil = 500 ms.
	Gap func(account string) time.Duration
	// Hook is called at each kill point of a job, for tests.
	Hook func(point string)
}

// Engine runs jobs, one batch at a time, in turns. It implements client.Jobs.
type Engine struct {
	o      Options
	events chan client.JobEvent
}

var _ client.Jobs = (*Engine)(nil)

// Open opens the job store and shows the jobs in it. Those that a dead process
// left are JobInterrupted until Resume.
func Open(o Options) (*Engine, error) {
	return &Engine{o: o, events: make(chan client.JobEvent)}, nil
}

// Close stops between two batches and waits for that; running jobs can be
// resumed by the next Engine.
func (e *Engine) Close() error { return nil }

// Plan makes a plan by listing only.
func (e *Engine) Plan(ctx context.Context, r client.Request) (*model.Plan, error) { return nil, nil }

// Start journals the plan and queues the job.
func (e *Engine) Start(ctx context.Context, p *model.Plan) (string, error) { return "", nil }

// Jobs are all jobs, the newest first.
func (e *Engine) Jobs() []model.JobSnapshot { return nil }

// Report lists a job's items with their states.
func (e *Engine) Report(id string) ([]model.ItemReport, error) { return nil, nil }

// Wait blocks until the job has ended or stands still.
func (e *Engine) Wait(ctx context.Context, id string) (model.JobSnapshot, error) {
	return model.JobSnapshot{}, nil
}

// Pause stops the job between two batches.
func (e *Engine) Pause(id string) error { return nil }

// Resume lets a job go on, also one that was interrupted.
func (e *Engine) Resume(id string) error { return nil }

// Cancel ends the job between two batches; what is done stays done.
func (e *Engine) Cancel(id string) error { return nil }

// Forget removes an ended job's record.
func (e *Engine) Forget(id string) error { return nil }

// Events tells what changed.
func (e *Engine) Events() <-chan client.JobEvent { return e.events }
