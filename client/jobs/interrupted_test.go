package jobs

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

// What a start says of jobs that a dead process has left, it finds without the engine.
func TestInterruptedJobsAreFoundWithoutTheEngine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		f.put("/c/")
		dir := t.TempDir()
		is := func(when string, want ...string) {
			t.Helper()
			if got := run.Interrupted(dir); !slices.Equal(got, want) {
				t.Errorf("%s: %q, not %q", when, got, want)
			}
		}
		mark := func() bool {
			_, err := os.Stat(filepath.Join(dir, "all-ended"))
			return err == nil
		}
		is("no job")
		e := open(t, f, run.Options{Dir: dir})
		id := begin(t, e, r)
		time.Sleep(4 * time.Second)
		is("it runs")
		must(t, e.Pause(id))
		wait(t, e, id, model.JobPaused)
		is("it is paused")
		must(t, e.Close())
		is("it is paused, and its process has ended")
		e = open(t, f, run.Options{Dir: dir})
		must(t, e.Resume(id))
		time.Sleep(4 * time.Second)
		must(t, e.Close())
		is("its process has ended", id)
		is("once more", id)
		if mark() {
			t.Error("a start is to read the folders while a job is left")
		}
		// Killed, the log ends with what was sent last.
		log := filepath.Join(dir, "t", id, journal.LogName)
		b, err := os.ReadFile(log)
		must(t, err)
		must(t, os.WriteFile(log, b[:len(b)-20], 0o600))
		is("the log is torn", id)
		e = open(t, f, run.Options{Dir: dir})
		defer e.Close()
		must(t, e.Resume(id))
		wait(t, e, id, model.JobDone)
		synctest.Wait() // for its summary
		is("it has ended")
		if !mark() {
			t.Error("all jobs have ended, and a start reads the folders")
		}
		is("nothing is read")
		r.Items, r.Target = ats("/b/00"), at("/c")
		next := begin(t, e, r)
		must(t, e.Close())
		is("another one was made", next)
	})
}
