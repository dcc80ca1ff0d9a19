// Package jobs is the only way to change anything: a request becomes a plan, a plan
// becomes a job with a durable journal, an executor runs it batch by batch, and a
// verifier settles what got no clear answer. It knows only the interfaces of
// package client, never a concrete source.
//
// Invariants, whatever happens to the process, the network or the service: no
// mutation is sent before its intent is on the disk; none is sent again before the
// Verifier has seen, after the settle time, that it had no effect; and the last
// record of the journal about an entry agrees with the service.
package jobs

import (
	"aloft/client"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/run"
)

// Engine plans and runs jobs. It implements client.Jobs.
type Engine struct {
	*run.Executor
	plan.Maker
}

var _ client.Jobs = (*Engine)(nil)

// Open opens the job stores and loads the jobs in them. Those of a dead process are
// JobInterrupted until Resume.
func Open(o run.Options) (*Engine, error) {
	e, err := run.Open(o)
	if err != nil {
		return nil, err
	}
	return &Engine{e, e.Planning()}, nil
}
