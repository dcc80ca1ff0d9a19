package jobs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

// twenty returns twenty entries in /a, to be moved to /b five at a time, with a
// second a request.
func twenty() (*fake, client.Request) {
	f := newFake().put("/a/", "/b/")
	f.batch, f.cost = 5, time.Second
	r := client.Request{Op: model.OpMove, Target: at("/b"), Class: client.Bulk}
	for i := range 20 {
		p := fmt.Sprintf("/a/%02d", i)
		f.put(p)
		r.Items = append(r.Items, at(p))
	}
	return f, r
}

func begin(t *testing.T, e *Engine, r client.Request) string {
	t.Helper()
	p, err := e.Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	id, err := e.Start(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func wait(t *testing.T, e *Engine, id string, want model.JobState) model.JobSnapshot {
	t.Helper()
	s, err := e.Wait(t.Context(), id)
	if err != nil || s.State != want {
		t.Fatalf("%v %+v, want %s", err, s, want)
	}
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestPauseResumeCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		id := begin(t, e, r)
		time.Sleep(4 * time.Second)
		must(t, e.Pause(id))
		s := wait(t, e, id, model.JobPaused)
		sent := f.mutations
		if s.Done != 5*sent || s.Done == 0 || s.Done == 20 {
			t.Errorf("%+v after %d calls", s, sent)
		}
		if s.LeftCalls != (4-sent)*3 || s.Calls != sent || s.CallsAll != 4 || s.Left != time.Duration(s.LeftCalls)*time.Second {
			t.Errorf("left: %+v", s)
		}
		time.Sleep(time.Minute)
		if f.mutations != sent {
			t.Error("a paused job went on")
		}
		must(t, e.Resume(id))
		time.Sleep(2 * time.Second)
		must(t, e.Cancel(id))
		s = wait(t, e, id, model.JobCancelled)
		if s.Done != 5*f.mutations || s.Done == 20 {
			t.Errorf("%+v", s)
		}
		rs, _ := e.Report(id)
		if last := rs[19]; last.State != model.ItemSkipped || last.Error.String() == "" {
			t.Errorf("%+v", last)
		}
		if err := e.Resume(id); !client.Is(err, client.KindConflict) {
			t.Errorf("a cancelled job was resumed: %v", err)
		}
		must(t, e.Forget(id))
		if len(e.Jobs()) != 0 {
			t.Error("it is still there")
		}
	})
}

// What was sent before a cancel and got no answer is verified first.
func TestCancelSettlesWhatIsUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		f.loseBefore = 1
		e := open(t, f, run.Options{})
		defer e.Close()
		id := begin(t, e, r)
		time.Sleep(4 * time.Second)
		must(t, e.Cancel(id))
		s := wait(t, e, id, model.JobCancelled)
		if s.Unknown != 0 || s.Done != 0 || time.Since(s.MadeAt) < 45*time.Second {
			t.Errorf("%v: %+v", time.Since(s.MadeAt), s)
		}
	})
}

func TestNeedsLogin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		var n atomic.Int32 // two jobs spend requests
		f.fail = func(what string) error {
			if n.Add(1) > 10 {
				return client.Errorf(client.KindAuth, what, at("/"), "signed out")
			}
			return nil
		}
		id := begin(t, e, r)
		other := begin(t, e, client.Request{Op: model.OpDelete, Items: ats("/a/19")})
		s := wait(t, e, id, model.JobNeedsLogin)
		wait(t, e, other, model.JobNeedsLogin)
		if s.Failed != 0 || s.Unknown != 0 || !strings.Contains(s.Error.String(), "signed out") {
			t.Errorf("%+v", s)
		}
		spent := f.requests
		time.Sleep(time.Hour)
		if f.requests != spent {
			t.Error("requests were spent without a session")
		}
		f.mu.Lock()
		f.fail = nil
		f.mu.Unlock()
		must(t, e.Resume(id))
		must(t, e.Resume(other))
		if s := wait(t, e, id, model.JobFailed); s.Done+s.Failed != 20 || s.Failed > 1 {
			t.Errorf("%+v", s)
		}
		wait(t, e, other, model.JobDone)
	})
}

func TestOutageIsWaitedForThenPaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		begin(t, e, r)
		time.Sleep(4 * time.Second)
		off := true
		set := func(v bool) {
			f.mu.Lock()
			defer f.mu.Unlock()
			off = v
			f.fail = func(what string) error {
				if off {
					return &client.Error{Kind: client.KindNetwork, Op: what, What: "no route", Changed: client.ChangedNothing, Hint: "try again later"}
				}
				return nil
			}
		}
		set(true)
		time.Sleep(5 * time.Minute)
		if s := e.Jobs()[0]; s.State != model.JobRunning || s.Error.String() != "trying again: no route" {
			t.Errorf("%+v", s)
		}
		set(false)
		time.Sleep(2 * time.Minute)
		if s := e.Jobs()[0]; s.State != model.JobDone || s.Error.String() != "" {
			t.Errorf("%+v", s)
		}
		// The wait for a single entry is shorter, whoever asks.
		for _, c := range []struct {
			items       []string
			least, most time.Duration
		}{
			{[]string{"/b/00"}, time.Minute, 2 * time.Minute},
			{[]string{"/b/01", "/b/02", "/b/03", "/b/04", "/b/05", "/b/06", "/b/07", "/b/08", "/b/09", "/b/10", "/b/11"}, 10 * time.Minute, 13 * time.Minute},
		} {
			id := begin(t, e, client.Request{Op: model.OpDelete, Items: ats(c.items...), Class: client.Bulk})
			set(true)
			s := wait(t, e, id, model.JobPaused)
			if took := time.Since(s.MadeAt); took < c.least || took > c.most || !strings.Contains(s.Error.String(), "no route") {
				t.Errorf("after %v: %+v", took, s)
			}
			set(false)
			must(t, e.Resume(id))
			wait(t, e, id, model.JobDone)
		}
	})
}

// A scale shortens the pauses and no limit: there are as many tries, and the time
// that each takes is not scaled up.
func TestAScaleShortensNoPatience(t *testing.T) {
	tries := map[float64]int{}
	for _, scale := range []float64{1, 0.001} {
		synctest.Test(t, func(t *testing.T) {
			f, r := twenty()
			f.cost = 200 * time.Millisecond
			e := open(t, f, run.Options{Scale: scale})
			defer e.Close()
			p, err := e.Plan(t.Context(), r)
			must(t, err)
			f.fail = func(what string) error {
				tries[scale]++
				return client.Errorf(client.KindNetwork, what, at("/"), "no route")
			}
			id, err := e.Start(t.Context(), p)
			must(t, err)
			wait(t, e, id, model.JobPaused)
		})
	}
	if n := tries[1]; n < 14 || tries[0.001] < n || tries[0.001] > n+1 {
		t.Errorf("tries: %v", tries)
	}
}

// Close stops between two batches; the next engine shows the job, and resumes it.
func TestCloseAndTheNextEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		dir := t.TempDir()
		e := open(t, f, run.Options{Dir: dir})
		id := begin(t, e, r)
		time.Sleep(4 * time.Second)
		must(t, e.Close())
		if _, ok := <-e.Events(); ok {
			for range e.Events() {
				continue
			}
		}
		sent := f.mutations
		e = open(t, f, run.Options{Dir: dir})
		defer e.Close()
		s := e.Jobs()[0]
		if s.ID != id || s.State != model.JobInterrupted || s.Done != 5*sent || s.Mine || s.Unknown != 0 {
			t.Errorf("%+v", s)
		}
		time.Sleep(time.Minute)
		if f.mutations != sent {
			t.Error("it went on without being asked")
		}
		must(t, e.Resume(id))
		if s := wait(t, e, id, model.JobDone); s.Done != 20 || f.mutations != 4 {
			t.Errorf("%d calls, %+v", f.mutations, s)
		}
	})
}

// Another process sees that the job runs, cannot take it over, and can send it
// requests.
func TestTwoProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		dir := t.TempDir()
		one := open(t, f, run.Options{Dir: dir})
		defer one.Close()
		two := open(t, f, run.Options{Dir: dir})
		defer two.Close()
		id := begin(t, one, r)
		toldFurther(t, two, id)
		s := two.Jobs()[0]
		if s.ID != id || s.State != model.JobRunning || s.Mine || s.Done == 0 {
			t.Errorf("%+v", s)
		}
		must(t, two.Pause(id))
		wait(t, one, id, model.JobPaused)
		time.Sleep(2 * time.Second)
		if s := two.Jobs()[0]; s.State != model.JobPaused || s.Mine {
			t.Errorf("%+v", s)
		}
		must(t, two.Resume(id))
		time.Sleep(2 * time.Second)
		s = wait(t, two, id, model.JobDone)
		if s.Done != 20 || s.Mine {
			t.Errorf("%+v", s)
		}
	})
}

// Nobody touches an entry while the outcome of an earlier call about it is unknown.
func TestBarrier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		dir := t.TempDir()
		e := open(t, f, run.Options{Dir: dir})
		id := begin(t, e, r)
		f.mu.Lock()
		f.loseAfter = 1
		f.mu.Unlock()
		time.Sleep(3500 * time.Millisecond) // the first five are sent, without an answer
		f.mu.Lock()
		f.loseAfter = 0
		f.mu.Unlock()
		must(t, e.Pause(id))
		s := wait(t, e, id, model.JobPaused)
		if s.Unknown != 5 {
			t.Fatalf("%+v", s)
		}
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: ats("/b/00")})
		must(t, err)
		if _, err = e.Start(t.Context(), p); !client.Is(err, client.KindConflict) || !strings.Contains(err.Error(), id) {
			t.Errorf("%v", err)
		}
		p, err = e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: ats("/b")})
		must(t, err)
		if _, err = e.Start(t.Context(), p); !client.Is(err, client.KindConflict) {
			t.Errorf("the folder around it: %v", err)
		}
		must(t, e.Resume(id))
		time.Sleep(100 * time.Millisecond)
		p, err = e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: ats("/b/00")})
		must(t, err)
		other, err := e.Start(t.Context(), p)
		must(t, err)
		wait(t, e, id, model.JobDone)
		wait(t, e, other, model.JobDone)
		must(t, e.Close())
	})
}

// One entry that the service refuses does not fail its whole batch.
func TestRefusedEntriesStandAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		f.batch = 30
		f.refuse["07"] = client.KindInvalid
		f.refuse["13"] = client.KindConflict
		e := open(t, f, run.Options{})
		defer e.Close()
		id := begin(t, e, r)
		s := wait(t, e, id, model.JobFailed)
		if s.Done != 18 || s.Failed != 2 || f.mutations > 25 {
			t.Errorf("%d calls, %+v", f.mutations, s)
		}
		rs, _ := e.Report(id)
		if rs[7].State != model.ItemFailed || !strings.Contains(rs[7].Error.String(), "not 07") || rs[13].State != model.ItemConflict {
			t.Errorf("%+v\n%+v", rs[7], rs[13])
		}
	})
}

// The world may change between the plan and a batch.
func TestOthersChangeThings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/gone", "/a/moved", "/a/edited", "/a/stays", "/b/")
		e := open(t, f, run.Options{})
		defer e.Close()
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: ats("/a/gone", "/a/edited", "/a/stays")})
		must(t, err)
		f.child(1, "gone").at.gone = true
		f.child(1, "gone")
		for _, n := range f.nodes {
			n.before = n.at
			if n.at.name == "edited" {
				n.size++
			}
		}
		s, err := e.waitFor(t, p)
		if err != nil || s.Done != 1 || s.Failed != 2 {
			t.Errorf("%v %+v", err, s)
		}
		rs, _ := e.Report(s.ID)
		if rs[0].State != model.ItemMissing || rs[1].State != model.ItemConflict || rs[2].State != model.ItemDone {
			t.Errorf("%+v", rs)
		}
		same(t, f, "/a/", "/a/edited", "/a/moved", "/b/")

		p, err = e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: ats("/a/moved"), Target: at("/b")})
		must(t, err)
		time.Sleep(11 * time.Minute) // an old plan is checked again
		f.put("/b/moved")
		s, err = e.waitFor(t, p)
		if err != nil || s.Failed != 1 || f.taken > 0 {
			t.Errorf("%v %+v", err, s)
		}
		p, err = e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: ats("/a/edited"), Target: at("/b")})
		must(t, err)
		f.child(0, "b").at.gone = true
		if s, err = e.waitFor(t, p); err != nil || s.Failed != 1 || s.State != model.JobFailed {
			t.Errorf("%v %+v", err, s)
		}
	})
}

// Events come in order, and a reader that does not listen does not stop the engine.
func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		id := begin(t, e, r)
		wait(t, e, id, model.JobDone)
		var last client.JobEvent
		listings := 0
		for done := false; !done; {
			select {
			case ev := <-e.Events():
				if ev.Listing != nil {
					listings++
				} else {
					last = ev
				}
			case <-time.After(time.Second):
				done = true
			}
		}
		if last.State != model.JobDone || len(last.Touched) != 2 || listings == 0 {
			t.Errorf("%+v, %d listings", last, listings)
		}
	})
}

func TestJournalHoldsNoMoreThanItsOwner(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		dir := filepath.Join(t.TempDir(), "deep", "jobs")
		e := open(t, f, run.Options{Dir: dir})
		id := begin(t, e, r)
		wait(t, e, id, model.JobDone)
		e.Close()
		for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, "t", id): 0o700,
			filepath.Join(dir, "t", id, journal.PlanName): 0o600, filepath.Join(dir, "t", id, journal.LogName): 0o600} {
			i, err := os.Stat(path)
			if err != nil || i.Mode().Perm() != want {
				t.Errorf("%s: %v %v", path, i.Mode(), err)
			}
		}
		_, err := Open(run.Options{Dir: filepath.Join(dir, "t", id, journal.PlanName), Sources: one{f}})
		if !client.Is(err, client.KindLocal) {
			t.Errorf("%v", err)
		}
	})
}

// A caller's context ends its planning, not a job.
func TestPlanIsCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		e := open(t, f, run.Options{})
		defer e.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		if _, err := e.Plan(ctx, r); err == nil || ctx.Err() == nil {
			t.Errorf("%v", err)
		}
	})
}

// A long history is shown from its summaries, and read in full when asked for.
func TestHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		dir := t.TempDir()
		e := open(t, f, run.Options{Dir: dir})
		id := begin(t, e, r)
		was := wait(t, e, id, model.JobDone)
		e.Close()
		time.Sleep(time.Hour)
		e = open(t, f, run.Options{Dir: dir})
		defer e.Close()
		s := e.Jobs()[0]
		was.Mine = false
		if !s.EndedAt.Equal(was.EndedAt) || s.ID != id || s.State != was.State || s.Done != 20 || !s.To.Equal(was.To) || s.Requests != was.Requests {
			t.Errorf("%+v", s)
		}
		rs, err := e.Report(id)
		if err != nil || len(rs) != 20 || rs[7].State != model.ItemDone {
			t.Errorf("%v %+v", err, rs)
		}
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
			t.Errorf("%v %+v", err, s)
		}
		must(t, e.Forget(id))
		if _, err := e.Report(id); !client.Is(err, client.KindNotFound) {
			t.Errorf("%v", err)
		}
	})
}
