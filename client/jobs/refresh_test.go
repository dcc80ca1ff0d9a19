package jobs

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

func listed(t *testing.T, f *fake, folder string) []string {
	t.Helper()
	l, err := f.List(t.Context(), at(folder), client.Options{})
	must(t, err)
	var out []string
	for _, e := range l.Entries {
		out = append(out, e.Name)
	}
	slices.Sort(out)
	return out
}

// After waiting for a small job the caller finds its changes in listings, and was
// sent those listings.
func TestRefreshWaitsForListings(t *testing.T) {
	for _, lag := range []time.Duration{2 * time.Second, 6 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake().put("/a/x", "/b/")
			f.lag = lag
			time.Sleep(time.Minute)
			dir := t.TempDir()
			e := open(t, f, run.Options{Dir: dir})
			defer e.Close()
			var last model.Listing
			got := make(chan bool)
			go func() {
				defer close(got)
				for ev := range e.Events() {
					if ev.Listing != nil && ev.Listing.Place.Equal(at("/b")) {
						last = *ev.Listing
					}
				}
			}()
			s := do(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")})
			if s.State != model.JobDone || len(listed(t, f, "/a")) != 0 || !slices.Equal(listed(t, f, "/b"), []string{"x"}) {
				t.Errorf("%+v: %q %q", s, listed(t, f, "/a"), listed(t, f, "/b"))
			}
			log, err := os.ReadFile(filepath.Join(dir, "t", s.ID, journal.LogName))
			if err != nil || !bytes.Contains(log, []byte(`"t":"refresh"`)) || !bytes.Contains(log, []byte(`"out":"shown"`)) {
				t.Errorf("%v %s", err, log)
			}
			do(t, e, client.Request{Op: model.OpMakeFolder, Items: ats("/n")})
			do(t, e, client.Request{Op: model.OpRename, Items: ats("/n"), NewNames: []string{"m"}})
			do(t, e, client.Request{Op: model.OpDelete, Items: ats("/a")})
			if got := listed(t, f, "/"); !slices.Equal(got, []string{"b", "m"}) {
				t.Errorf("%q", got)
			}
			e.Close()
			<-got
			if len(last.Entries) != 1 || last.Entries[0].Name != "x" {
				t.Errorf("the pane was told %+v", last)
			}
		})
	}
}

// The refresh is bounded; a folder that still does not show the change is left to the
// panes. The job counts as done for everybody the moment the service has
// acknowledged it.
func TestRefreshGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/x", "/b/")
		time.Sleep(time.Hour)
		f.lag = time.Hour
		e := open(t, f, run.Options{})
		defer e.Close()
		id := begin(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")})
		time.Sleep(100 * time.Millisecond)
		if s := e.Jobs()[0]; s.State != model.JobDone {
			t.Errorf("%+v", s)
		}
		start := time.Now()
		wait(t, e, id, model.JobDone)
		if d := time.Since(start); d < 6*time.Second || d > 8*time.Second {
			t.Errorf("the refresh took %v", d)
		}
		touched := 0
		for {
			select {
			case ev := <-e.Events():
				touched += len(ev.Touched)
				continue
			case <-time.After(time.Second):
			}
			break
		}
		if touched != 2 {
			t.Errorf("%d folders are left to the panes", touched)
		}
	})
}

// Where listings show changes at once, the refresh is one listing of each changed
// folder, and the panes need not list any folder themselves.
func TestRefreshCostsAListing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/x", "/b/")
		e := open(t, f, run.Options{})
		defer e.Close()
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")})
		must(t, err)
		before := f.requests
		s, err := e.Start(t.Context(), p)
		must(t, err)
		wait(t, e, s, model.JobDone)
		if n := f.requests - before - p.Estimate.Requests; n != 1 { // the root on the way, which a source with ids of before needs not
			t.Errorf("%d requests more than planned", n)
		}
		e.Close()
		for ev := range e.Events() {
			if len(ev.Touched) > 0 {
				t.Errorf("%+v", ev)
			}
		}
	})
}

// There is no refresh after large jobs and large folders.
func TestNoRefreshAfterMuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/b/", "/big/x")
		r := client.Request{Op: model.OpMove, Target: at("/b")}
		for i := range 250 {
			f.put(fmt.Sprintf("/a/%03d", i), fmt.Sprintf("/big/%03d", i))
			r.Items = append(r.Items, at(fmt.Sprintf("/a/%03d", i)))
		}
		e := open(t, f, run.Options{})
		defer e.Close()
		for _, r := range []client.Request{r, {Op: model.OpRename, Items: ats("/big/249"), NewNames: []string{"y"}}} {
			p, err := e.Plan(t.Context(), r)
			must(t, err)
			before := f.requests
			id, err := e.Start(t.Context(), p)
			must(t, err)
			s := wait(t, e, id, model.JobDone)
			if n := f.requests - before; n != s.Requests {
				t.Errorf("%s: %d requests, %d of them the job's own", r.Op, n, s.Requests)
			}
		}
	})
}

// A job may be forgotten during its refresh.
func TestForgetDuringRefresh(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/x", "/b/")
		time.Sleep(time.Hour)
		f.lag = time.Hour
		e := open(t, f, run.Options{})
		defer e.Close()
		id := begin(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")})
		time.Sleep(2 * time.Second)
		must(t, e.Forget(id))
		time.Sleep(time.Minute)
		if len(e.Jobs()) != 0 {
			t.Errorf("%+v", e.Jobs())
		}
	})
}
