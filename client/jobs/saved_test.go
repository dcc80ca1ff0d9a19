package jobs

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// A saved plan is compared with what is there: what is stale is named, what counts on it as
// well, and the rest is done as the plan says.
func TestSavedPlan(t *testing.T) {
	mv := client.Request{Op: model.OpMove, Items: ats("/a/x", "/a/y"), Target: at("/b")}
	cycle := client.Request{Op: model.OpRename, Items: ats("/a/x", "/a/y"), NewNames: []string{"y", "x"}}
	for name, c := range map[string]struct {
		r     client.Request
		then  func(t *testing.T, f *fake, e *Engine)
		stale []string
		left  int
	}{
		"as it was": {r: mv, left: 2},
		"one is gone": {r: mv, left: 1, stale: []string{"/a/x"}, then: func(t *testing.T, f *fake, e *Engine) {
			do(t, e, client.Request{Op: model.OpDelete, Items: ats("/a/x")})
		}},
		"the target is":   {r: mv, stale: []string{"/a/x", "/a/y"}, then: func(t *testing.T, f *fake, e *Engine) { do(t, e, client.Request{Op: model.OpDelete, Items: ats("/b")}) }},
		"a name is taken": {r: mv, left: 1, stale: []string{"/a/y"}, then: func(t *testing.T, f *fake, e *Engine) { f.put("/b/y") }},
		"a cycle":         {r: cycle, left: 3},
		"a cycle is cut at its end": {r: cycle, stale: []string{"/a/aloft-temporary-1", "/a/x", "/a/y"}, then: func(t *testing.T, f *fake, e *Engine) {
			do(t, e, client.Request{Op: model.OpDelete, Items: ats("/a/y")})
			f.put("/a/y/in")
		}},
		"a cycle is cut": {r: cycle, stale: []string{"/a/aloft-temporary-1", "/a/x", "/a/y"}, then: func(t *testing.T, f *fake, e *Engine) {
			do(t, e, client.Request{Op: model.OpDelete, Items: ats("/a/x")})
			f.put("/a/x/in")
		}},
		"new folders":      {r: client.Request{Op: model.OpMakeFolder, Items: ats("/n/m/o"), Parents: true}, left: 3},
		"one is there":     {r: client.Request{Op: model.OpMakeFolder, Items: ats("/n/m"), Parents: true}, left: 2, then: func(t *testing.T, f *fake, e *Engine) { f.put("/n/") }},
		"a file is there":  {r: client.Request{Op: model.OpMakeFolder, Items: ats("/n/m"), Parents: true}, stale: []string{"/n", "/n/m"}, then: func(t *testing.T, f *fake, e *Engine) { f.put("/n") }},
		"another new name": {r: client.Request{Op: model.OpRename, Items: ats("/a/x"), NewNames: []string{"z"}}, stale: []string{"/a/x"}, then: func(t *testing.T, f *fake, e *Engine) { f.put("/a/z") }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake().put("/a/x", "/a/y", "/b/")
				e := open(t, f, run.Options{})
				defer e.Close()
				old, err := e.Plan(t.Context(), c.r)
				must(t, err)
				if c.then != nil {
					c.then(t, f, e)
				}
				time.Sleep(time.Hour)
				p, err := e.Plan(t.Context(), client.Request{Saved: old})
				must(t, err)
				var stale []string
				for _, no := range p.Refused {
					stale = append(stale, "/"+strings.Join(no.Place.Names(), "/"))
				}
				slices.Sort(stale)
				if !slices.Equal(stale, c.stale) || len(p.Items) != c.left || p.ID != old.ID {
					t.Fatalf("stale %v, left %d", stale, len(p.Items))
				}
				if c.left == 0 {
					return
				}
				s, err := e.Start(t.Context(), p)
				must(t, err)
				if end, err := e.Wait(t.Context(), s); err != nil || end.Done != c.left {
					t.Errorf("%+v %v", end, err)
				}
				if _, err := e.Start(t.Context(), p); !client.Is(err, client.KindConflict) {
					t.Errorf("started twice: %v", err)
				}
			})
		})
	}
}

// What a person is asked about a plan holds for each part of it, whatever the file says.
func TestSavedPlanOfAnotherHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/x", "/a/y", "/b/")
		e := open(t, f, run.Options{})
		defer e.Close()
		for name, spoil := range map[string]func(*model.Plan){
			"a deletion among moves": func(p *model.Plan) { p.Items[1].Op = model.OpDelete },
			"two ways to delete": func(p *model.Plan) {
				p.Op, p.Items[0].Op, p.Items[1].Op, p.Items[1].Mode = model.OpDelete, model.OpDelete, model.OpDelete, "other"
			},
			"twice the same number": func(p *model.Plan) { p.Items[1].ID = p.Items[0].ID },
			"no such operation":     func(p *model.Plan) { p.Op = "burn" },
			"no target":             func(p *model.Plan) { p.Items[0].Target = model.Place{} },
			"no items":              func(p *model.Plan) { p.Items = nil },
			"no name":               func(p *model.Plan) { p.Items[0].Name = "" },
			"no such decision":      func(p *model.Plan) { p.Items[0].Decision = "now" },
			"an id that is a path":  func(p *model.Plan) { p.ID = "../x" },
		} {
			p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: ats("/a/x", "/a/y"), Target: at("/b")})
			must(t, err)
			spoil(p)
			if got, err := e.Plan(t.Context(), client.Request{Saved: p}); !client.Is(err, client.KindInvalid) {
				t.Errorf("%s: %+v %v", name, got, err)
			}
		}
	})
}
