package run

import (
	"time"

	"aloft/client/jobs/journal"
)

// memory is what this process alone knows of a step.
type memory struct {
	looks   int       // how often the Verifier has looked
	settled int       // how often it looked, after the settle time, with the same result
	last    sight     // what it saw then
	next    time.Time // when it looks again
	watched int       // of the state when that was so
	largest int       // largest batch it may be in; 0 = any
	refused int       // refusals that a fresh walk may cure
	lost    int       // it was not near the page where it should be
	live    live      // an item of a transfer under way
}

// memoryOf is what is remembered of a step; what the Verifier has seen before it
// had to begin anew counts no more.
func (j *job) memoryOf(n int) *memory {
	m := &j.mem[n]
	if w := j.States[n].Watched; m.watched != w {
		m.looks, m.settled, m.last, m.next, m.watched = 0, 0, sight{}, time.Time{}, w
	}
	return m
}

// replay makes the job's progress what the records say.
func (j *job) replay(rs []journal.Record, now journal.Clock) {
	j.Progress = journal.NewProgress(j.plan)
	j.mem = make([]memory, len(j.Steps))
	j.Clock = now
	for i := range rs {
		j.Apply(&rs[i])
	}
}
