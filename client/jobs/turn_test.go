package jobs

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// taking is a drive whose bulk operations take turns.
type taking struct {
	*fake
	turn chan struct{}
}

func (s taking) Turn(ctx context.Context, _ client.Class) (func(), error) {
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Every mutation makes all ids stale, so two jobs that did not take turns would
// look up again and again.
func TestBulkJobsOfTwoProcessesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		other := client.Request{Op: model.OpMove, Target: at("/d"), Class: client.Bulk}
		f.put("/c/", "/d/")
		for _, p := range r.Items {
			q := "/c/" + p.Base()
			f.put(q)
			other.Items = append(other.Items, at(q))
		}
		src := taking{f, make(chan struct{}, 1)}
		one, two := open(t, src, run.Options{}), open(t, src, run.Options{})
		defer one.Close()
		defer two.Close()
		a, b := begin(t, one, r), begin(t, two, other)
		s := wait(t, one, a, model.JobDone)
		u := wait(t, two, b, model.JobDone)
		// Four batches of a lookup of the root, one of the source, and the move.
		for _, got := range []int{s.Requests, u.Requests} {
			if got > 14 {
				t.Errorf("%d requests: lookups went stale", got)
			}
		}
	})
}

// A process that keeps the turn, stopped or dead on another host, only causes a
// delay.
func TestAKeptTurnIsNotWaitedForForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		src := taking{f, make(chan struct{}, 1)}
		src.turn <- struct{}{}
		e := open(t, src, run.Options{})
		defer e.Close()
		start := time.Now()
		wait(t, e, begin(t, e, r), model.JobDone)
		if took := time.Since(start); took > 2*time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}
