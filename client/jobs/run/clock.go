package run

import (
	"os"
	"time"

	"aloft/client/jobs/journal"
)

func (g *registry) clock() journal.Clock {
	boot, name := g.o.Boot()
	return journal.Clock{Now: time.Now(), Boot: boot, Name: name}
}

// stamp puts the time into a record.
func (g *registry) stamp(r *journal.Record) {
	c := g.clock()
	r.At, r.Live = c.Now.UnixMilli(), c.Now
	if c.Name != "" {
		r.Boot = c.Boot.Milliseconds()
	}
}

// startOf is the record of this process taking the job up.
func (g *registry) startOf(j *job) journal.Record {
	r := journal.Record{T: journal.RecStart, Plan: j.sum, PID: os.Getpid(), By: &g.self, Requests: j.Requests}
	g.stamp(&r)
	_, r.Clock = g.o.Boot()
	return r
}
