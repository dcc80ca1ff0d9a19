package jobs

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// twoTimesTwenty are two requests like the one of twenty, between other folders each.
func twoTimesTwenty() (*fake, [2]client.Request) {
	f, r := twenty()
	f.put("/c/", "/d/")
	other := client.Request{Op: model.OpMove, Target: at("/d"), Class: client.Bulk}
	for _, p := range r.Items {
		f.put("/c/" + p.Base())
		other.Items = append(other.Items, at("/c/"+p.Base()))
	}
	return f, [2]client.Request{r, other}
}

// both starts the two jobs at once, each in its engine.
func both(t *testing.T, rs [2]client.Request, one, two *Engine) (a, b string) {
	t.Helper()
	var ids [2]string
	for i, e := range []*Engine{one, two} {
		p, err := e.Plan(t.Context(), rs[i])
		must(t, err)
		ids[i] = p.ID
		defer func() {
			_, err := e.Start(t.Context(), p)
			must(t, err)
		}()
	}
	return ids[0], ids[1]
}

func shown(t *testing.T, e *Engine, id string) model.JobSnapshot {
	t.Helper()
	for _, s := range e.Jobs() {
		if s.ID == id {
			return s
		}
	}
	t.Fatalf("there is no job %s", id)
	return model.JobSnapshot{}
}

// inTurn: the second job ended before the first one did more than the batch it was at.
func inTurn(t *testing.T, e *Engine, first, then string) {
	t.Helper()
	wait(t, e, first, model.JobDone)
	if s := shown(t, e, then); s.State.Ended() || s.Done > 10 {
		t.Errorf("%d items of the other job are done", s.Done)
	}
	wait(t, e, then, model.JobDone)
}

func TestAJobGoesBeforeOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, rs := twoTimesTwenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		a, b := both(t, rs, e, e)
		time.Sleep(4 * time.Second) // a first batch
		must(t, e.Reorder(b, a))
		time.Sleep(4 * time.Second)
		if s := shown(t, e, a); s.State != model.JobWaiting || s.Order != 0 || !strings.Contains(s.Error.String(), b) {
			t.Errorf("%+v", s)
		}
		if s := shown(t, e, b); s.Order != 1 || s.State != model.JobRunning {
			t.Errorf("%+v", s)
		}
		inTurn(t, e, b, a)
	})
}

// Without an order each gets half.
func TestJobsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, rs := twoTimesTwenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		a, b := both(t, rs, e, e)
		wait(t, e, a, model.JobDone)
		if s := shown(t, e, b); s.Done < 15 {
			t.Errorf("%d items of the other job are done", s.Done)
		}
	})
}

func TestTheOrderSurvivesARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, rs := twoTimesTwenty()
		dir := t.TempDir()
		e := open(t, f, run.Options{Dir: dir})
		a, b := both(t, rs, e, e)
		must(t, e.Reorder(b, a))
		must(t, e.Close())
		e = open(t, f, run.Options{Dir: dir})
		defer e.Close()
		must(t, e.Resume(a))
		must(t, e.Resume(b))
		inTurn(t, e, b, a)
	})
}

// The order is the same for the jobs of all processes, and another one may change it.
func TestTheOrderHoldsForAllProcesses(t *testing.T) {
	for name, c := range map[string]struct{ second, orders int }{
		"of a job elsewhere, from here": {0, 1},
		"of jobs of two processes":      {1, 1},
		"told to the other one":         {1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, rs := twoTimesTwenty()
				src := taking{f, make(chan struct{}, 1)}
				o := run.Options{Dir: t.TempDir()}
				es := []*Engine{open(t, src, o), open(t, src, o)}
				defer es[0].Close()
				defer es[1].Close()
				a, b := both(t, rs, es[0], es[c.second])
				must(t, es[c.orders].Reorder(b, a))
				inTurn(t, es[c.second], b, a)
			})
		})
	}
}

// Who goes first and is paused keeps nobody waiting.
func TestAPausedJobKeepsNobodyWaiting(t *testing.T) {
	for _, other := range []int{0, 1} {
		synctest.Test(t, func(t *testing.T) {
			f, rs := twoTimesTwenty()
			o := run.Options{Dir: t.TempDir()}
			es := []*Engine{open(t, f, o), open(t, f, o)}
			defer es[0].Close()
			defer es[1].Close()
			a, b := both(t, rs, es[0], es[other])
			must(t, es[other].Reorder(b, a))
			must(t, es[other].Pause(b))
			wait(t, es[other], b, model.JobPaused)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
			defer cancel()
			if s, err := es[0].Wait(ctx, a); err != nil || s.State != model.JobDone {
				t.Errorf("%v %+v", err, s)
			}
		})
	}
}

func TestOnlyWhatHasNotEndedIsOrdered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, rs := twoTimesTwenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		a, b := do(t, e, rs[0]), begin(t, e, rs[1])
		if err := e.Reorder(a.ID, ""); !client.Is(err, client.KindConflict) {
			t.Error(err)
		}
		if err := e.Reorder(b, a.ID); !client.Is(err, client.KindConflict) {
			t.Error(err)
		}
		if err := e.Reorder(b, "none"); !client.Is(err, client.KindNotFound) {
			t.Error(err)
		}
	})
}
