package jobs

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

// A job whose summary is lost is replayed, and has one again.
func TestALostSummaryIsMadeAgain(t *testing.T) {
	f := newFake().put("/a/x", "/b/")
	dir := t.TempDir()
	e := open(t, f, run.Options{Dir: dir, Scale: 0.001})
	id := do(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")}).ID
	must(t, e.Close())
	lost, err := filepath.Glob(filepath.Join(dir, "*", "ended"))
	if err != nil || len(lost) != 1 {
		t.Fatal(lost, err)
	}
	must(t, os.Remove(lost[0]))
	must(t, open(t, f, run.Options{Dir: dir, Scale: 0.001}).Close())
	if s := journal.Ended(filepath.Dir(lost[0]))[id]; s == nil || s.State != model.JobDone || s.Snapshot().Done != 1 || s.Snapshot().Mine {
		t.Errorf("the summary is %+v", s)
	}
}

// What ended long ago is read when it is asked for, and then whole.
func TestWhatEndedLongAgo(t *testing.T) {
	f := newFake().put("/a/x", "/a/y", "/b/")
	dir := t.TempDir()
	e := open(t, f, run.Options{Dir: dir, Scale: 0.001})
	old := do(t, e, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")})
	must(t, e.Close())
	stored, err := filepath.Glob(filepath.Join(dir, "*", old.ID))
	if err != nil || len(stored) != 1 {
		t.Fatal(stored, err)
	}
	old.EndedAt = old.EndedAt.Add(-time.Hour)
	journal.Summarize(stored[0], &old)
	e = open(t, f, run.Options{Dir: dir, Scale: 0.001})
	now := do(t, e, client.Request{Op: model.OpMove, Items: ats("/a/y"), Target: at("/b")})
	if all := e.Recent(); len(all) != 1 || all[0].ID != now.ID {
		t.Errorf("recent are %+v", all)
	}
	all := e.Jobs()
	if len(all) != 2 || all[1].ID != old.ID || all[1].Done != 1 || all[1].Op != model.OpMove || all[1].To.String() != old.To.String() {
		t.Errorf("all are %+v", all)
	}
}
