package jobs

import (
	"slices"
	"testing"
	"testing/synctest"

	"aloft/client"
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
