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

// 100 folders of 30 entries, spread over 10 folders, in at most the 1,400 requests of the
// design. The plan lists each folder once, and the root has two pages.
func Test100FoldersTo10TargetsInOneJob(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := worldOptions{seed: 1, faults: fault.Faults{Rotate: true}, gap: 500 * time.Millisecond, folders: 100, each: 30, targets: 10}
		w := newWorld(t, o)
		defer w.close()
		r := client.Request{Op: model.OpMove, Enter: true, Partial: true}
		for g, items := range w.plant(o) {
			for _, it := range items {
				r.Items, r.Targets, r.NewNames = append(r.Items, it), append(r.Targets, at("/")), append(r.NewNames, fmt.Sprint("to", g))
			}
		}
		p, err := w.eng.Plan(t.Context(), r)
		if err != nil || len(p.Refused) > 0 {
			t.Fatal(err, p.Refused)
		}
		planned := w.svc.Counters().Requests
		s, err := w.start(p)
		if err != nil || s.State != model.JobDone || s.Done != 3000 {
			t.Fatal(err, s)
		}
		all := w.svc.Counters().Requests
		t.Logf("%d requests: %d for the plan, %d for the job, which said %d", all, planned, all-planned, p.Estimate.Requests)
		if s.Requests != all-planned || s.Requests > 1400 || planned > 100+10+2+2 {
			t.Errorf("%d requests, and %d for the plan", s.Requests, planned)
		}
		for _, b := range w.check(o.gap) {
			t.Error(b)
		}
	})
}

// Taking back 5,000 moves costs what they did.
func TestUndoOf5000EntriesIn501Requests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, worldOptions{seed: 1, faults: fault.Faults{Rotate: true}, gap: 500 * time.Millisecond})
		defer w.close()
		plant := []drive.Item{{Path: []string{"b"}, Folder: true}}
		var items []model.Place
		for i := range 5000 {
			name := fmt.Sprintf("f%04d", i)
			plant = append(plant, drive.Item{Path: []string{"a", name}, Size: 1})
			items = append(items, at("/a/"+name))
		}
		must(t, w.svc.Plant(t.Context(), plant))
		before := w.shape()
		p, err := w.eng.Plan(t.Context(), client.Request{Op: model.OpMove, Items: items, Target: at("/b")})
		must(t, err)
		id := w.ended(t, p)
		back, err := w.eng.Plan(t.Context(), client.Request{Undo: id})
		must(t, err)
		n := w.svc.Counters().Requests
		w.ended(t, back)
		if n = w.svc.Counters().Requests - n; n > 501 || back.Estimate.Requests != 501 {
			t.Errorf("%d requests, said %d", n, back.Estimate.Requests)
		}
		if !slices.Equal(w.shape(), before) {
			t.Error("not all is as it was")
		}
	})
}

// Each pair as mv does it: into a folder, under a new name, a rename in its own folder.
func TestPairs(t *testing.T) {
	for name, c := range map[string]struct {
		put, pairs, want []string // pairs: place, target, new name
		refused          int
		ask              int
	}{
		"into a folder":           {put: []string{"/a/x", "/b/"}, pairs: []string{"/a/x", "/", "b"}, want: []string{"/a/", "/b/", "/b/x"}},
		"under a name":            {put: []string{"/a/x", "/b/"}, pairs: []string{"/a/x", "/b", "y"}, want: []string{"/a/", "/b/", "/b/y"}},
		"a rename and a move":     {put: []string{"/a/x", "/a/z", "/b/"}, pairs: []string{"/a/x", "/a", "y", "/a/z", "/b", ""}, want: []string{"/a/", "/a/y", "/b/", "/b/z"}},
		"a swap":                  {put: []string{"/a/x", "/a/y"}, pairs: []string{"/a/x", "/a", "y", "/a/y", "/a", "z"}, want: []string{"/a/", "/a/y", "/a/z"}},
		"no such target":          {put: []string{"/a/x", "/a/y", "/b/"}, pairs: []string{"/a/x", "/none", "n", "/a/y", "/b", ""}, want: []string{"/a/", "/a/x", "/b/", "/b/y"}, refused: 1},
		"a file there":            {put: []string{"/a/x", "/b/y"}, pairs: []string{"/a/x", "/b", "y"}, ask: 1},
		"two for one name":        {put: []string{"/a/x", "/a/y", "/b/"}, pairs: []string{"/a/x", "/b", "n", "/a/y", "/b", "n"}, ask: 1},
		"a rename takes the name": {put: []string{"/a/x", "/b/y"}, pairs: []string{"/a/x", "/a", "n", "/b/y", "/a", "n"}, ask: 1},
		"in a folder that moves":  {put: []string{"/a/x/1", "/b/"}, pairs: []string{"/a/x", "/b", "", "/a/x/1", "/b", ""}, want: []string{"/a/", "/b/", "/b/x/", "/b/x/1"}, refused: 1},
		"to a folder that moves":  {put: []string{"/a/x/", "/a/y", "/b/"}, pairs: []string{"/a/x", "/b", "", "/a/y", "/a", "x"}, want: []string{"/a/", "/a/y", "/b/", "/b/x/"}, refused: 1},
		"into itself":             {put: []string{"/a/x/", "/a/y", "/b/"}, pairs: []string{"/a/x", "/a/x", "n", "/a/y", "/b", ""}, want: []string{"/a/", "/a/x/", "/b/", "/b/y"}, refused: 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake().put(c.put...)
				e := open(t, f, run.Options{})
				defer e.Close()
				r := client.Request{Op: model.OpMove, Enter: true, Partial: true}
				for pair := range slices.Chunk(c.pairs, 3) {
					r.Items, r.Targets, r.NewNames = append(r.Items, at(pair[0])), append(r.Targets, at(pair[1])), append(r.NewNames, pair[2])
				}
				p, err := e.Plan(t.Context(), r)
				must(t, err)
				if len(p.Refused) != c.refused || len(p.Undecided()) != c.ask {
					t.Fatalf("%v, undecided %v", p.Refused, p.Undecided())
				}
				for _, no := range p.Refused {
					if no.To.IsZero() {
						t.Errorf("%v does not say which pair it is", no)
					}
				}
				if c.ask > 0 {
					return
				}
				id, err := e.Start(t.Context(), p)
				must(t, err)
				if s, err := e.Wait(t.Context(), id); err != nil || s.State != model.JobDone {
					t.Fatal(s, err)
				}
				same(t, f, c.want...)
			})
		})
	}
}
