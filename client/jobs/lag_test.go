package jobs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// planned makes a plan, and says how long that took.
func planned(t *testing.T, e *Engine, r client.Request) time.Duration {
	t.Helper()
	start := time.Now()
	_, err := e.Plan(t.Context(), r)
	must(t, err)
	return time.Since(start)
}

// quick is less than the first pause.
const quick = 500 * time.Millisecond

func make4(in string) client.Request {
	return client.Request{Op: model.OpMakeFolder, Items: ats(in+"/1", in+"/2", in+"/3", in+"/4")} // too many for a refresh
}

// What a later job has replaced is not waited for: neither where the whole folder has gone
// and another one has its name, nor where two folders have swapped theirs.
func TestReplacedEffectsAreNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/u/a/", "/v/", "/w/")
		f.cost = 10 * time.Millisecond
		e := open(t, f, run.Options{})
		defer e.Close()
		do(t, e, make4("/u/a"))
		do(t, e, client.Request{Op: model.OpMove, Items: ats("/u/a"), Target: at("/v")})
		do(t, e, client.Request{Op: model.OpMakeFolder, Items: ats("/u/a")})
		if d := planned(t, e, client.Request{Op: model.OpMakeFolder, Items: ats("/u/a/x")}); d > quick {
			t.Errorf("a new folder in the place of a moved one: %v", d)
		}
		do(t, e, make4("/v"))
		do(t, e, client.Request{Op: model.OpRename, Items: ats("/v", "/w"), NewNames: []string{"w", "v"}})
		for _, in := range []string{"/v/x", "/w/x"} {
			if d := planned(t, e, client.Request{Op: model.OpMakeFolder, Items: ats(in)}); d > quick {
				t.Errorf("%s of two that swapped their names: %v", in, d)
			}
		}
		do(t, e, make4("/v"))
		do(t, e, client.Request{Op: model.OpDelete, Items: ats("/v")})
		do(t, e, client.Request{Op: model.OpMakeFolder, Items: ats("/v")})
		if d := planned(t, e, client.Request{Op: model.OpMakeFolder, Items: ats("/v/x")}); d > quick {
			t.Errorf("a new folder in the place of a deleted one: %v", d)
		}
	})
}

// A folder takes along what listings may not show yet when it gets another name.
func TestEffectsFollowTheirFolder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/", "/b/")
		f.cost = 100 * time.Millisecond
		time.Sleep(time.Minute)
		e := open(t, f, run.Options{})
		defer e.Close()
		do(t, e, make4("/a"))
		do(t, e, client.Request{Op: model.OpMove, Items: ats("/a"), Target: at("/b")})
		// One of the four shows late.
		time.Sleep(4 * time.Second)
		f.mu.Lock()
		f.lag = 3 * time.Second
		for _, n := range f.nodes {
			if n.at.name == "4" {
				n.before, n.since = state{gone: true}, time.Now()
			}
		}
		f.mu.Unlock()
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpRename, Items: ats("/b/a/4"), NewNames: []string{"5"}})
		if err != nil || len(p.Items) != 1 {
			t.Errorf("%v %v", p, err)
		}
	})
}

// What somebody else has changed since is not waited for where listings have shown what our
// job did; else two listings that agree are believed, which is told.
func TestForeignChangesAreBelieved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/x", "/y", "/dst/", "/el/")
		f.cost = 10 * time.Millisecond
		var mu sync.Mutex
		var said []string
		waits := client.NewWaits(func(w client.Waiting) {
			mu.Lock()
			defer mu.Unlock()
			if !w.Over {
				said = append(said, w.Say(nil))
			}
		})
		here, there := open(t, f, run.Options{Waits: waits}), open(t, f, run.Options{})
		defer here.Close()
		defer there.Close()
		do(t, here, client.Request{Op: model.OpMove, Items: ats("/x"), Target: at("/dst")})
		do(t, there, client.Request{Op: model.OpMove, Items: ats("/dst/x"), Target: at("/el")})
		if d := planned(t, here, client.Request{Op: model.OpMove, Items: ats("/y"), Target: at("/dst")}); d > quick || said != nil {
			t.Errorf("%v, %q", d, said)
		}
		do(t, here, make4("/dst"))
		do(t, there, client.Request{Op: model.OpDelete, Items: ats("/dst/3")})
		d := planned(t, here, client.Request{Op: model.OpMove, Items: ats("/y"), Target: at("/dst")})
		mu.Lock()
		defer mu.Unlock()
		if d < quick || d > 4*time.Second || len(said) != 1 || said[0] != "waiting until t/drive:/dst shows the latest changes" {
			t.Errorf("%v, %q", d, said)
		}
	})
}

// A service that lags is waited for until it shows the change, for ten seconds after the job
// at most, and as long as the caller wants it.
func TestLagIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/", "/b/")
		f.cost = 10 * time.Millisecond
		f.lag = 2500 * time.Millisecond
		time.Sleep(time.Minute)
		e := open(t, f, run.Options{})
		defer e.Close()
		do(t, e, make4("/a"))
		if p, err := e.Plan(t.Context(), client.Request{Op: model.OpDelete, Items: ats("/a/1", "/a/2", "/a/3", "/a/4")}); err != nil || len(p.Items) != 4 {
			t.Errorf("%v %v", p, err)
		}
		f.lag = time.Hour
		time.Sleep(time.Hour)
		do(t, e, make4("/b"))
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		start := time.Now()
		r := client.Request{Op: model.OpMakeFolder, Items: ats("/b/x")}
		if _, err := e.Plan(ctx, r); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 1500*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		if d := planned(t, e, r); d < 3*time.Second || d > 3*time.Second+quick {
			t.Errorf("two listings agreed after %v", d)
		}
		time.Sleep(10*time.Second - time.Since(start))
		if d := planned(t, e, r); d > quick {
			t.Errorf("%v, ten seconds after the job", d)
		}
	})
}

// A disk shows what was done at once, so nobody waits for what a person has deleted there.
func TestDiskIsNotWaitedFor(t *testing.T) {
	c := newCarriage(t)
	c.d.Put("f", []byte("bytes of f"))
	c.run(client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("f")}, Target: c.out()})
	must(t, os.Remove(filepath.Join(c.dir, "out", "f")))
	if got := c.Effects(c.out(), time.Now()); len(got) > 0 {
		t.Errorf("%v is waited for", got)
	}
}
