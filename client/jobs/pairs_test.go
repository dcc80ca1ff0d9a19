package jobs

import (
	"slices"
	"testing"
	"testing/synctest"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

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
