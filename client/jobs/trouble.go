package jobs

import (
	"context"
	"errors"
	"io/fs"
	"syscall"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// A read that fails has told nothing about any item, whatever came instead of
// its answer: it is read again, later and later, and when that has been of no use
// for long the job pauses with everything still planned. Only an answer ends an
// item.

// Patience with a service that is of no use.
const (
	bulkPatience = 10 * time.Minute
	patience     = time.Minute // while a person waits
	longestPause = time.Minute
)

// outage is how long something has been of no use: by the clock, and by the pauses
// made, which Options.Scale shortens and no limit with them.
type outage struct {
	since  time.Time // zero = all is well
	pauses time.Duration
}

// over: it has been so for longer than that, from the first time on that it is asked.
func (o *outage) over(most time.Duration) bool {
	if o.since.IsZero() {
		o.since = time.Now()
	}
	return max(time.Since(o.since), o.pauses) > most
}

// trouble decides what an error of an operation means for the job, when nothing
// was changed by it.
func (e *Engine) trouble(l *lane, j *job, err error) {
	if e.reads.Err() != nil {
		return // closing: the engine leaves the job as it is
	}
	if j.jn != nil && j.jn.fault() != nil {
		e.broke(j)
		return
	}
	var fe *folderError
	switch k := client.KindOf(err); {
	case k == client.KindAuth:
		e.signedOut(l, err)
	case k == client.KindStale:
		j.stale++
		if j.stale > 3 {
			e.later(j, err, time.Duration(min(j.stale, 40))*100*time.Millisecond)
		}
	case errors.As(err, &fe) && k == client.KindNotFound:
		e.folderGone(j, fe)
	case noRoom(err):
		e.stop(j, err)
	default:
		e.later(j, err, min(time.Second<<min(j.tries, 6), longestPause))
	}
}

// retryable: the same request may go well another time.
func retryable(err error) bool {
	switch client.KindOf(err) {
	case client.KindNetwork, client.KindThrottled:
		return true
	case "":
		return !ofDisk(err)
	}
	var ce *client.Error
	return errors.As(err, &ce) && (ce.Retry || ce.Kind == client.KindServer)
}

// noRoom: no file can be written here, this one or another, until somebody has
// done something about the disk.
func noRoom(err error) bool {
	return client.Full(err) || errors.Is(err, syscall.EROFS)
}

// ofDisk: what this machine's own files answer does not pass by itself.
func ofDisk(err error) bool {
	var pe *fs.PathError
	return noRoom(err) || errors.Is(err, fs.ErrPermission) || errors.As(err, &pe)
}

// stop pauses the job with the reason.
func (e *Engine) stop(j *job, err error) {
	_ = e.log(j, record{T: recPause, Out: pauseError, Kind: client.KindOf(err), Error: err.Error()})
	e.change(j, func() { j.tries, j.outage = 0, outage{} })
}

// later backs off, for as long as the service asks for. A job that has been of no
// use for too long is paused; nobody waits long for a single rename.
func (e *Engine) later(j *job, err error, pause time.Duration) {
	most := patience
	if large(j.plan) {
		most = bulkPatience
	}
	if j.outage.over(most) {
		e.stop(j, err)
		return
	}
	pause = max(pause, min(asksFor(err), most))
	e.change(j, func() {
		j.outage.pauses += pause
		j.tries++
		j.err = again(err)
		j.notBefore = time.Now().Add(e.scaled(pause))
	})
}

// again is what a person is told while something is tried again.
func again(err error) string {
	return (*text.Catalogue)(nil).Say("trying again: %s", client.Trouble(nil, err))
}

// asksFor is how long the service wants to be left alone.
func asksFor(err error) time.Duration {
	var ce *client.Error
	if errors.As(err, &ce) {
		return ce.After
	}
	return 0
}

// folderGone: walked to again a few times, then believed.
func (e *Engine) folderGone(j *job, fe *folderError) {
	k := key(fe.place)
	j.lost[k]++
	if n := j.lost[k]; n < notFoundTries {
		e.change(j, func() { j.notBefore = time.Now().Add(e.scaled(time.Second << (n - 1) / 2)) })
		return
	}
	delete(j.lost, k)
	e.give(j, j.at(fe), func(s *step) verdict {
		if fe.target {
			return verdict{out: outFailed, kind: client.KindNotFound, text: "the target folder is gone"}
		}
		return verdict{out: outAbsent}
	})
}

// at are the open steps that need the folder.
func (j *job) at(fe *folderError) []int {
	var out []int
	for i := range j.steps {
		s := &j.steps[i]
		if !j.st[i].open() {
			continue
		}
		place, isTarget := s.parent, s.op.Row().NoSource
		if fe.target && s.op.Row().ToTarget() {
			place, isTarget = s.to, true
		}
		if isTarget == fe.target && place.Equal(fe.place) {
			out = append(out, i)
		}
	}
	return out
}

func (e *Engine) give(j *job, steps []int, f func(*step) verdict) {
	var rs []record
	for _, i := range steps {
		rs = append(rs, j.result([]int{i}, j.steps[i].op, f(&j.steps[i])))
	}
	_ = e.settle(j, merge(rs))
}

// A plan is made while a person waits, and costs nothing to make again.
const planRereads = 3 // of what is no answer of the service at all

// patiently reads for a plan, again where that can help.
func (l *lister) patiently(ctx context.Context, read func() error) error {
	var out outage
	odd := 0
	for n := 0; ; n++ {
		err := read()
		var ce *client.Error
		if !errors.As(err, &ce) || ctx.Err() != nil {
			return err
		}
		switch {
		case passes(ce):
		case strange(err) && odd < planRereads:
			odd++
		default:
			return err
		}
		if out.over(patience - ce.After) {
			return err
		}
		pause := max(min(time.Second<<min(n, 6), longestPause), ce.After)
		out.pauses += pause
		if l.pause(ctx, pause, err) != nil {
			return err
		}
	}
}

// pause before what ended with the error is read again.
func (l *lister) pause(ctx context.Context, d time.Duration, last error) error {
	ctx, end := l.waits.Begin(ctx)
	defer end()
	client.WaitsFor(ctx, "waiting before it is read again")
	client.WaitsAgain(ctx, last)
	return client.Sleep(ctx, l.scaled(d))
}

// passes: the service, or the way to it, is in trouble that may pass.
func passes(e *client.Error) bool {
	switch e.Kind {
	case client.KindThrottled:
		return true
	case client.KindServer, client.KindNetwork:
		return e.Retry
	}
	return false
}

// strange: nothing in the answer is the service's own word. Once it may be
// anybody's mistake; when it comes again and again, there is another thing at
// this address.
func strange(err error) bool {
	var e *client.Error
	switch errors.As(err, &e); client.KindOf(err) {
	case client.KindServer:
		return true
	case client.KindInvalid, client.KindUnsupported:
		return e.Code == 0 && e.Status != 0 && (e.Status < 400 || e.Server == "")
	}
	return false
}
