package jobs

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
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
		e := open(t, f, Options{})
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

// The price of the whole work is stated beforehand, and kept.
func Test5000EntriesIn501Requests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake().put("/a/", "/b/")
		f.cost = 500 * time.Millisecond
		var items []model.Place
		for i := range 5000 {
			name := fmt.Sprintf("f%04d", i)
			f.next++
			n := &node{id: f.next, at: state{parent: 1, name: name}, kind: model.KindFile, size: 1}
			n.before = n.at
			f.nodes[n.id] = n
			items = append(items, at("/a/"+name))
		}
		e := open(t, f, Options{})
		p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: items, Target: at("/b")})
		if err != nil {
			t.Fatal(err)
		}
		if p.Estimate.Requests != 501 || p.Estimate.Time != 501*500*time.Millisecond {
			t.Errorf("%+v", p.Estimate)
		}
		before := f.requests
		id, err := e.Start(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := e.Wait(t.Context(), id)
		if got := f.requests - before; got > 501 || s.Requests != got || s.State != model.JobDone || s.Done != 5000 {
			t.Errorf("%d requests, %+v", got, s)
		}
		e.Close()
	})
}
