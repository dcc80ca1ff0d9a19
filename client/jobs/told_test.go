package jobs

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// tasked is a drive whose moves are tasks: do decides which entries the n-th one
// moves, tell what it reports then, and how long that takes.
type tasked struct {
	*fake
	n    int
	do   func(n int, call []string, name string) bool
	tell func(n int, names []string) (time.Duration, error)
	sent map[string]int
}

func (d *tasked) Move(ctx context.Context, items []model.Ref, to model.Ref, class client.Class) error {
	d.n++
	var some []model.Ref
	for _, r := range items {
		d.sent[r.Place.Base()]++
		if d.do(d.n, names(items), r.Place.Base()) {
			some = append(some, r)
		}
	}
	if len(some) > 0 {
		if err := d.fake.Move(ctx, some, to, class); err != nil {
			return err
		}
	} else if err := d.change(ctx, "move", items, names(items), func([]*node) error { return nil }); err != nil {
		return err
	}
	took, err := d.tell(d.n, names(items))
	time.Sleep(took)
	return err
}

func told(cause error, server string) error {
	e := client.Errorf(client.KindUnknown, "move", model.Place{}, "not clear")
	e.Err, e.Server, e.Trace = cause, server, "t-17"
	return e
}

func newTasked() (*tasked, client.Request) {
	f, r := twenty()
	d := &tasked{fake: f, sent: map[string]int{}}
	d.do = func(int, []string, string) bool { return true }
	d.tell = func(int, []string) (time.Duration, error) { return 0, nil }
	return d, r
}

func (d *tasked) maxSent() int {
	most := 0
	for _, n := range d.sent {
		most = max(most, n)
	}
	return most
}

// A task that is reported as failed has done what listings show, and nothing else.
func TestWhatAFailedTaskHasLeftIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, r := newTasked()
		d.do = func(n int, _ []string, name string) bool { return n > 2 || name < "03" || name > "07" }
		d.tell = func(n int, _ []string) (time.Duration, error) {
			if n <= 2 {
				return time.Second, told(client.ErrTaskFailed, "busy")
			}
			return time.Second, nil
		}
		e := open(t, d, run.Options{})
		defer e.Close()
		if s := do(t, e, r); s.State != model.JobDone || s.Done != 20 || time.Since(s.MadeAt) > 2*time.Minute {
			t.Errorf("%v %+v", time.Since(s.MadeAt), s)
		}
		if d.sent["00"] != 1 || d.sent["04"] != 2 || d.maxSent() != 2 {
			t.Errorf("%v", d.sent)
		}
		for id, n := range d.moves {
			if n != 1 {
				t.Errorf("%d was moved %d times", id, n)
			}
		}
	})
}

// What fails three times fails for good, with the service's message, and fails no
// other entry of its call.
func TestATaskIsSentAgainTwiceAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, r := newTasked()
		d.do = func(_ int, call []string, _ string) bool { return !slices.Contains(call, "07") }
		d.tell = func(_ int, call []string) (time.Duration, error) {
			if slices.Contains(call, "07") {
				return time.Second, told(client.ErrTaskFailed, "07 is damaged")
			}
			return time.Second, nil
		}
		e := open(t, d, run.Options{})
		defer e.Close()
		s := do(t, e, r)
		if s.State != model.JobFailed || s.Done != 19 || s.Failed != 1 || time.Since(s.MadeAt) > 3*time.Minute {
			t.Errorf("%v %+v", time.Since(s.MadeAt), s)
		}
		if d.sent["07"] != 3 || d.maxSent() != 3 {
			t.Errorf("%v", d.sent)
		}
		rs, err := e.Report(s.ID)
		if err != nil || rs[7].State != model.ItemFailed || rs[7].Kind != string(client.KindServer) ||
			!strings.Contains(rs[7].Error.String(), "07 is damaged") || !strings.Contains(rs[7].Error.String(), "t-17") {
			t.Errorf("%+v, %v", rs[7], err)
		}
	})
}

// Failed calls are counted over a restart.
func TestVainCallsAreCountedOverARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, r := newTasked()
		d.do = func(int, []string, string) bool { return false }
		d.tell = func(int, []string) (time.Duration, error) { return time.Second, told(client.ErrTaskFailed, "no") }
		r.Items = r.Items[:5]
		dir := t.TempDir()
		e := open(t, d, run.Options{Dir: dir})
		id := begin(t, e, r)
		time.Sleep(5 * time.Second)
		must(t, e.Close())
		e = open(t, d, run.Options{Dir: dir})
		defer e.Close()
		must(t, e.Resume(id))
		if s := wait(t, e, id, model.JobFailed); s.Failed != 5 || d.maxSent() != 3 {
			t.Errorf("%v %+v", d.sent, s)
		}
	})
}

// A task that never ends is settled by listings within a minute, whether it did its
// work or not; what it has not done is sent again.
func TestATaskThatNeverEndsIsSettledByListings(t *testing.T) {
	for _, polled := range []time.Duration{0, 45 * time.Second} {
		t.Run(polled.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, r := newTasked()
				d.cost = 0
				d.do = func(n int, _ []string, name string) bool { return n > 1 || name < "03" }
				d.tell = func(n int, _ []string) (time.Duration, error) {
					if n == 1 {
						return polled, told(client.ErrTaskUnseen, "")
					}
					return time.Second, nil
				}
				e := open(t, d, run.Options{})
				defer e.Close()
				s := do(t, e, r)
				if s.State != model.JobDone || time.Since(s.MadeAt) > 70*time.Second || d.sent["00"] != 1 || d.sent["03"] != 2 {
					t.Errorf("%v %+v %v", time.Since(s.MadeAt), s, d.sent)
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) { // and not forever
		d, r := newTasked()
		d.do = func(int, []string, string) bool { return false }
		d.tell = func(int, []string) (time.Duration, error) { return 45 * time.Second, told(client.ErrTaskUnseen, "") }
		r.Items = r.Items[:2]
		e := open(t, d, run.Options{})
		defer e.Close()
		if s := do(t, e, r); s.State != model.JobFailed || s.Failed != 2 || d.maxSent() != 3 {
			t.Errorf("%+v %v", s, d.sent)
		}
	})
}

// A service that answers every change with a failure is not asked forever, and its
// message is reported in the end.
func TestAChangeThatAlwaysFailsIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, r := newTasked()
		d.do = func(int, []string, string) bool { return false }
		d.tell = func(int, []string) (time.Duration, error) {
			e := client.Errorf(client.KindUnknown, "move", model.Place{}, "failed")
			e.Status, e.Trace, e.Server = 500, "t-18", "no database"
			return 0, e
		}
		r.Items = r.Items[:3]
		e := open(t, d, run.Options{})
		defer e.Close()
		s := do(t, e, r)
		rs, err := e.Report(s.ID)
		if err != nil || s.State != model.JobFailed || d.maxSent() != 3 || !strings.Contains(rs[0].Error.String(), "no database [trace t-18]") {
			t.Errorf("%+v %v %+v", s, d.sent, rs[0])
		}
	})
}

// A failure with a code of the service itself ends the call: what it did shows
// soon. After an error of a gateway late work may still come.
func TestAFailureWithACodeIsNotWaitedForLong(t *testing.T) {
	for name, c := range map[string]struct {
		code int
		soon bool
	}{"its own": {90001, true}, "the status again": {500, false}, "none": {0, false}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d, _ := newTasked()
				d.do = func(int, []string, string) bool { return false }
				d.tell = func(int, []string) (time.Duration, error) {
					e := client.Errorf(client.KindUnknown, "move", model.Place{}, "not clear")
					e.Status, e.Code, e.Server, e.Trace = 500, c.code, "no shelf", "t-9"
					return 0, e
				}
				e := open(t, d, run.Options{})
				defer e.Close()
				id := begin(t, e, client.Request{Op: model.OpMove, Items: ats("/a/03"), Target: at("/b")})
				s := wait(t, e, id, model.JobFailed)
				rs, err := e.Report(id)
				if err != nil || !strings.Contains(rs[0].Error.String(), "no shelf [trace t-9]") || d.n != 3 {
					t.Errorf("%+v, %v, sent %d times", rs, err, d.n)
				}
				if took := s.EndedAt.Sub(s.MadeAt); (took < time.Minute) != c.soon {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}
