package jobs

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/jobs/run"
	"aloft/model"
)

// What another process begins, and what it asks of a job that stands still, is seen
// when it happens: here nobody looks by himself for a quarter of an hour.
func TestOtherProcessesAreSeenWithoutLooking(t *testing.T) {
	f := newFake().put("/a/x", "/a/y", "/b/")
	dir := t.TempDir()
	engine := func(scale float64) *Engine {
		w, err := durable.NewWatch()
		must(t, err)
		return open(t, f, run.Options{Dir: dir, Scale: scale, Watch: w})
	}
	here, there := engine(1000), engine(0.001)
	until := func(e *Engine, id string, want model.JobState) {
		t.Helper()
		late := time.After(30 * time.Second)
		for {
			select {
			case ev := <-e.Events():
				if ev.Job == id && ev.State == want {
					return
				}
			case <-late:
				t.Fatalf("nobody said that the job is %s", want)
			}
		}
	}
	s := do(t, there, client.Request{Op: model.OpMove, Items: ats("/a/x"), Target: at("/b")})
	until(here, s.ID, model.JobDone)

	// One that is to wait stands still here; who asks for it is another process.
	var items []model.Place
	for n := range 40 {
		f.put(fmt.Sprintf("/many/%d", n))
		items = append(items, at(fmt.Sprintf("/many/%d", n)))
	}
	p, err := here.Plan(t.Context(), client.Request{Op: model.OpMove, Items: items, Target: at("/b")})
	must(t, err)
	var once sync.Once
	f.onMutation = func(string) { once.Do(func() { must(t, here.Pause(p.ID)) }) }
	_, err = here.Start(t.Context(), p)
	must(t, err)
	until(here, p.ID, model.JobPaused)
	until(there, p.ID, model.JobPaused)
	must(t, there.Resume(p.ID))
	until(there, p.ID, model.JobDone)
}
