package jobs

import (
	"context"
	"errors"
	"sync"
	"time"

	"aloft/model"
)

// Two items of an account are carried at a time: the service converts, so most
// of the time is spent waiting for it.
const atOnce = 2

// sessionItems bounds a session while other transfers of the account wait.
const sessionItems = 8

// nextHaul gives an item that can be carried now, -1 when there is none. Engine.mu
// is held.
func (e *Engine) nextHaul(j *job, busy map[int]bool, others barrier) int {
	for i := range j.st {
		s, st := &j.steps[i], &j.st[i]
		switch {
		case !s.op.Transfers() || busy[i] || !st.open():
		case (j.cancel || j.settling) && !(s.op.Row().Carries == model.CarriesIn && st.carry.begun()):
		case !e.ready(j, i) || others.meets(s) != "":
		default:
			return i
		}
	}
	return -1
}

// carryable: there is an item to carry, or to carry on.
func (e *Engine) carryable(j *job) bool {
	others := e.barriers(j)
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.nextHaul(j, nil, others) >= 0
}

// session carries items until none is left, somebody wants the job to stand
// still, or it is the turn of others. until, when set, is when the Verifier has
// to look at something else.
func (e *Engine) session(l *lane, j *job, until time.Time) error {
	ctx, stop := context.WithCancel(e.reads)
	defer stop()
	e.mu.Lock()
	j.stop = stop
	e.mu.Unlock()
	defer e.change(j, func() { j.stop = nil })
	others := e.barriers(j)
	var mu sync.Mutex
	var first error
	busy := map[int]bool{}
	taken := 0
	take := func() int {
		e.mu.Lock()
		defer e.mu.Unlock()
		mu.Lock()
		defer mu.Unlock()
		switch {
		case first != nil || ctx.Err() != nil || j.wantPause || j.wantCancel || j.standing():
			return -1
		case !until.IsZero() && time.Now().After(until):
			return -1
		case taken >= sessionItems && l.waits(j):
			return -1
		}
		n := e.nextHaul(j, busy, others)
		if n >= 0 {
			busy[n] = true
			taken++
		}
		return n
	}
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for n := take(); n >= 0; n = take() {
				err := e.haul(ctx, l, j, n)
				if err == nil {
					continue
				}
				mu.Lock()
				if first == nil {
					first = err
				}
				mu.Unlock()
				stop() // the others can go on another time
			}
		})
	}
	all.Wait()
	e.change(j, func() {
		for i := range j.st {
			j.st[i].live = live{}
		}
	})
	if first != nil && errors.Is(first, context.Canceled) && e.reads.Err() == nil {
		return nil // somebody wants something; the next turn sees what
	}
	return first
}

// waits: another job of the lane wants its turn. Engine.mu is held.
func (l *lane) waits(j *job) bool {
	for _, o := range l.jobs {
		if o != j && !o.standing() && !o.notBefore.After(time.Now()) {
			return true
		}
	}
	return false
}

// carriers say how an item goes each way.
var carriers = map[model.Direction]func(*haul, context.Context) error{
	model.CarriesIn:  (*haul).importFile,
	model.CarriesOut: (*haul).export,
}

// haul carries one item to its end, or as far as it comes.
func (e *Engine) haul(ctx context.Context, l *lane, j *job, n int) error {
	e.mu.Lock()
	s := &j.steps[n]
	h := &haul{e: e, l: l, j: j, n: n, s: s, it: &j.plan.Items[s.item], started: j.st[n].from}
	if c := j.st[n].carry; c != nil {
		h.carry = *c
	}
	if h.started.IsZero() {
		h.started = time.Now()
	}
	e.mu.Unlock()
	err := carriers[s.op.Row().Carries](h, ctx)
	var st *stuck
	if errors.As(err, &st) {
		return st.err
	}
	if err != nil && ctx.Err() == nil && e.writable(j) {
		return h.failed(err)
	}
	return err
}

// halt stops a session: somebody wants the job to stand still. e.mu is held.
func (j *job) halt() {
	if j.stop != nil {
		j.stop()
	}
}

// sweep removes the hidden files of exports that will not be.
func (e *Engine) sweep(j *job) {
	for i := range j.steps {
		s := &j.steps[i]
		if s.op.Row().Carries == model.CarriesOut && !j.st[i].final() && j.st[i].carry != nil {
			h := &haul{e: e, j: j, n: i, s: s, it: &j.plan.Items[s.item]}
			h.sweep(e.writes)
		}
	}
}
