// Package run starts one process of a webhook delivery, stores a bounded part of
// what it prints, and makes sure that none of its processes is left when it is
// stopped. It knows neither the store nor the receiver.
package run

import (
	"context"
	"time"
)

const (
	BackgroundReceiver Background = "receiver" // until this program ends; "" too
	BackgroundCommand  Background = "command"  // they end with the command
	BackgroundFree     Background = "free"     // without limit
)

const (
	// patience is the time between SIGTERM and SIGKILL. Everything must be dead a second after the limit.
	patience = 400 * time.Millisecond
	// killLeftTime limits the killing of processes left by an earlier program.
	killLeftTime = 2 * time.Second
	// killTime is how long Run waits for the killing, which goes on after it.
	killTime = 2 * time.Second
	// deaf is how long after the limit a silent supervisor counts as dead.
	deaf = 5 * time.Second
	// afterEnd is how long a background child may delay the result of a command that ended by itself; afterKill is
	// the same for one that could not be killed.
	afterEnd  = time.Second
	afterKill = 150 * time.Millisecond
	// lastMoment is how long processes that still run after that may take to end.
	lastMoment = 50 * time.Millisecond
)

// Run runs the command to its end; when ctx ends the command is stopped. A second
// after the limit or the stop none of its processes is alive on a machine that is
// not overloaded.
func (all *Supervisors) Run(ctx context.Context, c Command) Result {
	res := Result{Exit: -1}
	if ctx.Err() != nil {
		res.Stopped = true
		return res
	}
	o, err := prepare(c)
	if err != nil {
		res.Err = err
		return res
	}
	p, err := openPipes(c)
	if err != nil {
		res.Err = err
		return res
	}
	out := newPrinted(c)
	res.Began = time.Now()
	l, err := all.start(p.files, o)
	if err != nil {
		p.close()
		_ = out.close(&res)
		res.Began, res.Err = time.Time{}, startError(c.Argv[0], err)
		return res
	}
	if c.Started != nil && l.pid > 0 {
		c.Started(l.pid, l.start)
	}
	p.started(out, c.Stdin)
	l.follow(ctx, c, &res)
	wait := afterEnd
	if res.TimedOut || res.Stopped {
		wait = afterKill
	}
	p.end(wait)
	l.children(&res)
	_ = out.close(&res)
	res.Ended = time.Now()
	return res
}

// Run runs one command, by a supervisor that serves no other one.
func Run(ctx context.Context, c Command) Result {
	var all Supervisors
	defer all.Close()
	return all.Run(ctx, c)
}
