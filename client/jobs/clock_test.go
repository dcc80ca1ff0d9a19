package jobs

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

// A mutation was sent, and its process died. However the wall clock has been set
// since, it is not sent again before the service can no longer execute it late.
func TestSettleTimeOverARestart(t *testing.T) {
	boot := func(d time.Duration, name string) func() (time.Duration, string) {
		start := time.Now()
		return func() (time.Duration, string) { return d + time.Since(start), name }
	}
	for _, c := range []struct {
		name  string
		after time.Duration // by the boot clock
		clock string
		least time.Duration
	}{
		{"the wall clock was set", time.Second, "this boot", 44 * time.Second},
		{"a while ago", 40 * time.Second, "this boot", 5 * time.Second},
		{"long ago", time.Hour, "this boot", 0},
		{"rebooted", time.Second, "another boot", 45 * time.Second},
		{"no boot clock", time.Hour, "", 45 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake().put("/a/x", "/b/")
				dir := t.TempDir()
				e := open(t, f, run.Options{Dir: dir})
				p, err := e.Plan(t.Context(), client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")})
				must(t, err)
				job, sum, err := (&journal.Stores{Dir: dir, Hook: func(string) {}}).Create(p)
				must(t, err)
				at := time.Now().Add(-time.Hour).UnixMilli() // as the wall clock says
				var log []byte
				for _, r := range []journal.Record{
					{T: journal.RecStart, At: at, Plan: sum, Clock: "this boot", Boot: 1_000_000},
					{T: journal.RecIntent, At: at, N: 1, Op: model.OpMove, Items: []int{p.Items[0].ID}, Boot: 1_000_000},
				} {
					l, err := r.Line()
					must(t, err)
					log = append(log, l...)
				}
				must(t, os.WriteFile(filepath.Join(job, journal.LogName), log, 0o600))
				e.Close()
				e = open(t, f, run.Options{Dir: dir, Boot: boot(1000*time.Second+c.after, c.clock)})
				defer e.Close()
				start := time.Now()
				var sent time.Duration
				f.onMutation = func(string) { sent = time.Since(start) }
				must(t, e.Resume(p.ID))
				wait(t, e, p.ID, model.JobDone)
				if sent < c.least || sent > c.least+45*time.Second {
					t.Errorf("it was sent again after %v", sent)
				}
				same(t, f, "/a/", "/b/", "/b/x")
			})
		})
	}
}
