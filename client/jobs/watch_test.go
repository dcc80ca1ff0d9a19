package jobs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/client/system"
	"aloft/model"
)

// What another process starts is noticed when it happens: here nothing is polled
// for a quarter of an hour. A paused job is watched, too.
func TestOtherProcessesAreSeenWithoutLooking(t *testing.T) {
	f := newFake().put("/a/x", "/b/")
	dir := t.TempDir()
	late := time.After(30 * time.Second)
	engine := func(scale float64, w *system.Watch) *Engine {
		return open(t, f, run.Options{Dir: dir, Scale: scale, Watch: w})
	}
	until := func(e *Engine, id string, states ...model.JobState) {
		t.Helper()
		for {
			select {
			case ev := <-e.Events():
				if ev.Job == id && (len(states) == 0 || slices.Contains(states, ev.State)) {
					return
				}
			case <-late:
				t.Fatalf("no event of the job, in a state of %q", states)
			}
		}
	}
	watch, err := system.NewWatch()
	must(t, err)
	here, there := engine(1000, watch), engine(0.001, nil)
	until(here, do(t, there, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")}).ID)

	var items []model.Place
	for n := range 40 {
		f.put(fmt.Sprintf("/many/%d", n))
		items = append(items, at(fmt.Sprintf("/many/%d", n)))
	}
	p, err := there.Plan(t.Context(), client.Request{Op: model.OpMove, Items: items, Target: at("/b")})
	must(t, err)
	var once sync.Once
	f.onMutation = func(string) { once.Do(func() { must(t, there.Pause(p.ID)) }) }
	_, err = there.Start(t.Context(), p)
	must(t, err)
	until(there, p.ID, model.JobPaused)
	if watch, err = system.NewWatch(); err != nil {
		t.Fatal(err)
	}
	told := watch.C
	watch.C = nil
	engine(1000, watch)
	dirs, err := filepath.Glob(filepath.Join(dir, "*", p.ID))
	if err != nil || len(dirs) != 1 {
		t.Fatal(dirs, err)
	}
	for { // until its folder is watched
		must(t, os.WriteFile(filepath.Join(dirs[0], "ctl"), nil, 0o600))
		select {
		case <-told:
			return
		case <-late:
			t.Fatal("nobody watches the job that stands still")
		default:
		}
	}
}

// toldFurther waits until it is said that a job of another process runs, and then
// how far it has come.
func toldFurther(t *testing.T, e *Engine, id string) {
	t.Helper()
	for told := 0; told < 2; {
		select {
		case ev := <-e.Events():
			if ev.Job == id && ev.State == model.JobRunning {
				told++
			}
		case <-time.After(10 * time.Second):
			t.Fatal("nobody said how far the other process has come")
		}
	}
}
