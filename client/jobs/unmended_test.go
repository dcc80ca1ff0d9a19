package jobs

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/jobs/run"
	"aloft/model"
)

// What no retry mends ends at once.

// sentOn is the error of a client whose service answers with a redirect.
func sentOn(what string) error {
	e := client.Errorf(client.KindInvalid, what, model.Place{}, "it sends on to another address")
	e.Status = http.StatusFound
	return e
}

func TestARedirectEndsAPlanAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, r := twenty()
		f.fail = sentOn
		e := open(t, f, run.Options{})
		defer e.Close()
		start := time.Now()
		if _, err := e.Plan(t.Context(), r); !client.Is(err, client.KindInvalid) || f.requests != 1 || time.Since(start) > f.cost {
			t.Errorf("%v, %d requests in %v", err, f.requests, time.Since(start))
		}
	})
}

// A job pauses with the reason, and goes on when a person resumes it.
func TestWhatNoRetryMendsPausesTheJob(t *testing.T) {
	gone := client.Errorf(client.KindLocal, "list", model.Place{}, "the database was removed")
	for name, c := range map[string]struct {
		bad  error
		most time.Duration
	}{"redirect": {sentOn("list"), 12 * time.Second}, "database": {gone, time.Second}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, r := twenty()
				e := open(t, f, run.Options{})
				defer e.Close()
				id := begin(t, e, r)
				f.mu.Lock()
				f.fail = func(string) error { return c.bad }
				f.mu.Unlock()
				start := time.Now()
				s := wait(t, e, id, model.JobPaused)
				if d := time.Since(start); d > c.most || !strings.Contains(s.Error.String(), c.bad.Error()) {
					t.Errorf("%v: %+v", d, s)
				}
				f.mu.Lock()
				f.fail = nil
				f.mu.Unlock()
				must(t, e.Resume(id))
				if s := wait(t, e, id, model.JobDone); s.Done != 20 {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

// misplaced answers every range with another one than was asked for.
type misplaced struct {
	http.RoundTripper
	n atomic.Int32
}

func (m *misplaced) RoundTrip(r *http.Request) (*http.Response, error) {
	m.n.Add(1)
	w, err := m.RoundTripper.RoundTrip(r)
	if err == nil && w.StatusCode < 300 {
		w.StatusCode = http.StatusPartialContent
		w.Header.Set("Content-Range", "bytes 7-9/10")
	}
	return w, err
}

func TestARangeThatNeverFitsEndsTheItem(t *testing.T) {
	c := newCarriage(t)
	c.close()
	m := &misplaced{RoundTripper: c.d}
	c.bytes = m
	c.open(nil)
	c.d.Put("f", []byte("0123456789"))
	_, s, rs := c.run(client.Request{Op: model.OpDownload, Items: []model.Place{driveAt("f")}, Target: c.out()})
	if n := m.n.Load(); s.State != model.JobFailed || len(rs) != 1 || rs[0].Error.String() == "" || n > 4 { // two tries, each in parts and whole
		t.Errorf("%d requests: %+v %+v", n, s, rs)
	}
}
