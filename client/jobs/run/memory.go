package run

import (
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
)

// memory is what this process alone knows of a step.
type memory struct {
	seen    verify.Memory
	largest int  // largest batch it may be in; 0 = any
	refused int  // refusals that a fresh walk may cure
	lost    int  // it was not near the page where it should be
	live    live // an item of a transfer under way
}

// unclear gives a step to the Verifier.
func (j *job) unclear(n int) verify.Case { return verify.NewCase(j.Progress, n, &j.mem[n].seen) }

// replay makes the job's progress what the records say.
func (j *job) replay(rs []journal.Record, now journal.Clock) {
	j.Progress = journal.NewProgress(j.Plan)
	j.mem = make([]memory, len(j.Steps))
	j.Clock = now
	for i := range rs {
		j.Apply(&rs[i])
	}
}
