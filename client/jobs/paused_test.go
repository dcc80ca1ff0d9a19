package jobs

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/jobs/journal"
	"aloft/client/jobs/run"
	"aloft/model"
)

// A job that is to start paused sends nothing, in its process or in the next one, until
// somebody resumes it.
func TestAJobStartsPaused(t *testing.T) {
	for name, next := range map[string]func(dir string) error{
		"here":            nil,
		"after a restart": func(string) error { return nil },
		"killed between the plan and the first record": func(dir string) error {
			return os.Remove(filepath.Join(dir, journal.LogName))
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, r := twenty()
				o := run.Options{Dir: t.TempDir()}
				e := open(t, f, o)
				p, err := e.Plan(t.Context(), r)
				must(t, err)
				p.Paused = true
				id, err := e.Start(t.Context(), p)
				must(t, err)
				if next != nil {
					must(t, e.Close())
					must(t, next(filepath.Join(o.Dir, "t", id)))
					e = open(t, f, o)
					defer e.Close()
				}
				time.Sleep(time.Minute)
				if s := shown(t, e, id); s.State != model.JobPaused || s.Done > 0 || s.Requests > 0 {
					t.Errorf("%+v", s)
				}
				must(t, e.Resume(id))
				wait(t, e, id, model.JobDone)
			})
		})
	}
}
