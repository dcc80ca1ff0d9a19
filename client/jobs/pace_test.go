package jobs

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/run"
	"aloft/model"
)

// moves plans moves that take some requests.
func moves(t *testing.T, e *Engine, from, to string) *model.Plan {
	t.Helper()
	var paths []string
	for i := range 9 {
		paths = append(paths, fmt.Sprint(from, "/", i))
	}
	p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: ats(paths...), Target: at(to)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// An estimate counts what such requests took before, where that is longer than the
// gap; a gap that was longer than the requests says nothing about them.
func TestTheEstimateIsMeasured(t *testing.T) {
	f := newFake().put("/a/", "/b/")
	for i := range 9 {
		f.put(fmt.Sprint("/a/", i))
	}
	f.batch = 1
	dir := t.TempDir()
	gap := time.Duration(0)
	e := open(t, f, run.Options{Dir: dir, Scale: 0.001, Gap: func(model.Place) time.Duration { return gap }})
	first := moves(t, e, "/a", "/b")
	if first.Estimate.Time < time.Duration(first.Estimate.Requests)*time.Millisecond {
		t.Errorf("the first estimate of %d requests is %v", first.Estimate.Requests, first.Estimate.Time)
	}
	finish := func(p *model.Plan) {
		t.Helper()
		id, err := e.Start(t.Context(), p)
		must(t, err)
		if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
			t.Fatal(s, err)
		}
	}
	finish(first)
	stores, err := filepath.Glob(filepath.Join(dir, "*", "paces"))
	if err != nil || len(stores) != 1 {
		t.Fatal(stores, err)
	}
	in := filepath.Dir(stores[0])
	if each, known := journal.Pace(in, first); each <= 0 || !known {
		t.Error("nothing was measured")
	}
	journal.Learn(in, first, 2*time.Second, 100)
	slow := moves(t, e, "/b", "/a")
	if units := plan.Units(slow, slow.Estimate.Requests); units != slow.Estimate.Requests+9 || slow.Estimate.Time.Round(time.Second) != 2*time.Second*time.Duration(units) {
		t.Errorf("%d units of 2 s are %v", units, slow.Estimate.Time)
	}
	gap = time.Hour
	if p := moves(t, e, "/b", "/a"); p.Estimate.Time != time.Hour*time.Duration(p.Estimate.Requests) {
		t.Errorf("%d requests of 2 s an hour apart are %v", p.Estimate.Requests, p.Estimate.Time)
	}
	journal.Learn(in, first, 0, 100)
	finish(slow)
	if got, known := journal.Pace(in, first); got != 0 || !known {
		t.Errorf("within the gap a request took %v", got)
	}
	if p := moves(t, e, "/a", "/b"); p.Listing <= 0 {
		t.Error("the plan's own listings were not measured")
	}
	p := moves(t, e, "/a", "/b")
	p.Listing = 2 * gap
	unknown := func(*model.Plan) (time.Duration, bool) { return 0, false }
	plan.Estimate(p, f, func(model.Place) time.Duration { return gap }, unknown)
	if p.Estimate.Time != 2*gap*time.Duration(p.Estimate.Requests) {
		t.Errorf("without anything known %d requests are %v", p.Estimate.Requests, p.Estimate.Time)
	}
}
