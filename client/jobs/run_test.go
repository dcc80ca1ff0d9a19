package jobs

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/embedded/drive"
	"aloft/client/embedded/fault"
	"aloft/client/jobs/run"
	"aloft/model"
)

func same(t *testing.T, f *fake, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := f.tree(); !slices.Equal(got, want) {
		t.Errorf("the tree is\n%q, want\n%q", got, want)
	}
}

func TestMoveRenameDeleteMake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/x", "/a/y", "/b/", "/c/x")
		e := open(t, f, run.Options{})
		s := do(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x", "/a/y"), Target: at("/b")})
		if s.State != model.JobDone || s.Done != 2 || s.Calls != 1 || s.Requests != 3 {
			t.Errorf("%+v", s)
		}
		same(t, f, "/a/", "/b/", "/b/x", "/b/y", "/c/", "/c/x")
		s = do(t, e, client.Request{Op: model.OpMove, Items: ats("/c/x"), Target: at("/b"), Rule: model.ConflictNumber})
		if s.State != model.JobDone || s.Calls != 2 {
			t.Errorf("%+v", s)
		}
		same(t, f, "/a/", "/b/", "/b/x", "/b/x (1)", "/b/y", "/c/")
		do(t, e, client.Request{Op: model.OpMakeFolder, Items: ats("/n/m/o"), Parents: true})
		do(t, e, client.Request{Op: model.OpDelete, Items: ats("/c", "/b/y")})
		do(t, e, client.Request{Op: model.OpRename, Items: ats("/b/x", "/b/x (1)"), NewNames: []string{"x (1)", "x"}})
		same(t, f, "/a/", "/b/", "/b/x", "/b/x (1)", "/n/", "/n/m/", "/n/m/o/")
		e.Close()
	})
}

// The price of the whole work is stated beforehand, and kept: on the real client,
// gate and service, with ids that change at every call.
func Test5000EntriesIn501Requests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := worldOptions{seed: 1, faults: fault.Faults{Rotate: true}, gap: 500 * time.Millisecond}
		w := newWorld(t, o)
		defer w.close()
		plant := []drive.Item{{Path: []string{"to0"}, Folder: true}}
		var items []model.Place
		for i := range 5000 {
			name := fmt.Sprintf("f%04d", i)
			plant = append(plant, drive.Item{Path: []string{"a", name}, Size: 1})
			items = append(items, at("/a/"+name))
			w.want[name] = "to0"
		}
		if err := w.svc.Plant(t.Context(), plant); err != nil {
			t.Fatal(err)
		}
		p, err := w.eng.Plan(t.Context(), client.Request{Op: model.OpMove, Items: items, Target: at("/to0")})
		if err != nil {
			t.Fatal(err)
		}
		if p.Estimate.Requests != 501 || p.Estimate.Time != 501*500*time.Millisecond {
			t.Errorf("%+v", p.Estimate)
		}
		before, start := w.svc.Counters().Requests, time.Now()
		s, err := w.start(p)
		if err != nil {
			t.Fatal(err)
		}
		got := w.svc.Counters().Requests - before
		t.Logf("planned with %d requests, done with %d in %v", before, got, time.Since(start))
		if got > 501 || s.Requests != got || s.State != model.JobDone || s.Done != 5000 {
			t.Errorf("%d requests, %+v", got, s)
		}
		for _, b := range w.check(500 * time.Millisecond) {
			t.Error(b)
		}
	})
}
