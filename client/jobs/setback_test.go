package jobs

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// An undo of what a service that was set back has undone says so once. Fewer entries that
// are back are named one by one.
func TestUndoOfWhatASetBackServiceHasUndone(t *testing.T) {
	const said = "of 40 entries that this job changed are back where they were"
	for name, c := range map[string]struct {
		back    int
		lost    int // of those that are not back
		refused int
		items   int
		said    string
	}{
		"all":        {back: 40, refused: 1, said: "the drive looks as it did before 2000-01-01 00:00:00: 40 " + said},
		"half":       {back: 20, refused: 1, items: 20, said: "20 " + said},
		"and others": {back: 30, lost: 3, refused: 4, items: 7, said: "30 " + said},
		"too few":    {back: 19, refused: 19, items: 21},
		"lost":       {lost: 40, refused: 40},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				t.Setenv("TZ", "UTC")
				f, r := forty()
				e := open(t, f, run.Options{})
				defer e.Close()
				s := do(t, e, r)
				f.shove("a", numbered(c.back)...)
				f.shove("c", numbered(40)[c.back:c.back+c.lost]...)
				before := f.mutations
				p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
				must(t, err)
				if len(p.Refused) != c.refused || len(p.Items) != c.items || p.RefusedItems() != c.back+c.lost {
					t.Fatalf("%d items, %d refused: %v", len(p.Items), len(p.Refused), p.Refused)
				}
				if last := p.Refused[len(p.Refused)-1]; (last.Items > 0) != (c.said != "") || !strings.Contains(client.Sentence(last.Err).In(nil), c.said) {
					t.Errorf("%+v", last)
				}
				if f.mutations != before {
					t.Error("planning has changed something")
				}
			})
		})
	}
}

// What the job took from its folders is listed again for a whole share only.
func TestSetBackCostsNothingForOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := forty()
		e := open(t, f, run.Options{})
		defer e.Close()
		s := do(t, e, r)
		before := f.requests
		_, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
		must(t, err)
		plain := f.requests - before
		f.shove("c", "03")
		before = f.requests
		p, err := e.Plan(t.Context(), client.Request{Undo: s.ID})
		must(t, err)
		if n := f.requests - before; len(p.Refused) != 1 || n > plain+2 { // /b once more, to believe it
			t.Errorf("%d requests, %d where all is well; %v", n, plain, p.Refused)
		}
	})
}

// A resumed job that is too small for an audit pauses, once, when a listing that it makes
// anyway shows that the service was set back. That costs no request.
func TestAResumedSmallJobNoticesASetBackService(t *testing.T) {
	for name, c := range map[string]struct {
		back   int
		wait   time.Duration
		paused bool
	}{
		"as it was":      {wait: 5 * time.Minute},
		"set back":       {back: 10, wait: 5 * time.Minute, paused: true},
		"a few are back": {back: 4, wait: 5 * time.Minute},
		"it may be lag":  {back: 10, wait: time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, r := forty()
				r.Items = r.Items[:20]
				f.batch = 10
				dir := t.TempDir()
				e := open(t, f, run.Options{Dir: dir})
				calls := 0
				f.onMutation = func(string) {
					if calls++; calls == 2 { // which is not sent any more
						f.onMutation = nil
						go func() { _ = e.Close() }()
						time.Sleep(time.Millisecond) // until it is closing
					}
				}
				p, err := e.Plan(t.Context(), r)
				must(t, err)
				id, err := e.Start(t.Context(), p)
				must(t, err)
				synctest.Wait()
				must(t, e.Close())
				f.shove("a", numbered(c.back)...)
				time.Sleep(c.wait)
				e = open(t, f, run.Options{Dir: dir})
				defer e.Close()
				before := f.mutations
				must(t, e.Resume(id))
				s, err := e.Wait(t.Context(), id)
				must(t, err)
				if c.paused {
					if s.State != model.JobPaused || !strings.Contains(s.Error.String(), "the drive looks as it did before") || f.mutations != before {
						t.Fatalf("%+v, %d changes", s, f.mutations-before)
					}
					must(t, e.Resume(id)) // the person has read it
					s, err = e.Wait(t.Context(), id)
					must(t, err)
				}
				if s.State != model.JobDone || s.Done != 20 {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}
