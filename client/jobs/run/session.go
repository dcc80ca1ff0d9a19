package run

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

// nextTransfer gives an item that can be carried now, -1 when there is none. registry.mu
// is held.
func (e *Executor) nextTransfer(j *job, busy map[int]bool, others barrier) int {
	for i := range j.States {
		s, st := &j.Steps[i], &j.States[i]
		switch {
		case !s.Op.Transfers() || busy[i] || !st.Open():
		case (j.Cancel || j.settling) && !(s.Op.Row().Carries == model.CarriesIn && st.Carry.Begun()):
		case !j.Ready(i) || others.meets(s) != "":
		default:
			return i
		}
	}
	return -1
}

// carryable: there is an item to carry, or to carry on.
func (e *Executor) carryable(j *job) bool {
	others := e.barriers(j)
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.nextTransfer(j, nil, others) >= 0
}

// session carries items until none is left, somebody wants the job to stand
// still, or it is the turn of others. until, when set, is when the Verifier has
// to look at something else.
func (e *Executor) session(l *queue, j *job, until time.Time) error {
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
		case taken >= sessionItems && l.othersWait(j):
			return -1
		}
		n := e.nextTransfer(j, busy, others)
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
				err := e.transfer(ctx, l, j, n)
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
		for i := range j.mem {
			j.mem[i].live = live{}
		}
	})
	if first != nil && errors.Is(first, context.Canceled) && e.reads.Err() == nil {
		return nil // somebody wants something; the next turn sees what
	}
	return first
}

// othersWait: another job of the queue wants its turn. registry.mu is held.
func (l *queue) othersWait(j *job) bool {
	for _, o := range l.jobs {
		if o != j && !o.standing() && !o.notBefore.After(time.Now()) {
			return true
		}
	}
	return false
}

// carriers say how an item goes each way.
var carriers = map[model.Direction]func(*transfer, context.Context) error{
	model.CarriesIn:  (*transfer).importFile,
	model.CarriesOut: (*transfer).export,
}

// transfer carries one item to its end, or as far as it comes.
func (e *Executor) transfer(ctx context.Context, l *queue, j *job, n int) error {
	e.mu.Lock()
	s := &j.Steps[n]
	h := &transfer{e: e, l: l, j: j, n: n, s: s, it: &j.Plan.Items[s.Item], started: j.States[n].From}
	if c := j.States[n].Carry; c != nil {
		h.Carry = *c
	}
	if h.started.IsZero() {
		h.started = time.Now()
	}
	e.mu.Unlock()
	err := carriers[s.Op.Row().Carries](h, ctx)
	var st *sessionError
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
func (e *Executor) sweep(j *job) {
	for i := range j.Steps {
		s := &j.Steps[i]
		if s.Op.Row().Carries == model.CarriesOut && !j.States[i].Final() && j.States[i].Carry != nil {
			h := &transfer{e: e, j: j, n: i, s: s, it: &j.Plan.Items[s.Item]}
			h.sweep(e.writes)
		}
	}
}
