package jobs

import (
	"os"
	"path/filepath"
	"testing"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/client/jobs/store"
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
	if s := store.Ended(filepath.Dir(lost[0]))[id]; s == nil || s.State != model.JobDone || s.Done != 1 || s.Mine {
		t.Errorf("the summary is %+v", s)
	}
}
