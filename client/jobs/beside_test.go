package jobs

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/drive"
	"aloft/client/gate"
	"aloft/client/jobs/run"
)

// person lists a folder again and again while some of the jobs run.
func (s *random) person() (gone func()) {
	ctx, stop := context.WithCancel(context.Background())
	src := s.src
	var all sync.WaitGroup
	all.Go(func() {
		for ctx.Err() == nil {
			if _, err := src.List(ctx, at("/"), client.Options{Class: client.Interactive}); err != nil {
				select {
				case <-ctx.Done():
				case <-time.After(time.Second):
				}
			}
		}
	})
	return func() { stop(); all.Wait() }
}

// waits watches the gate: nobody waits long for a slot at the usual gap, and bulk work gets
// one of four while it wants them (I8).
type waits struct {
	mu      sync.Mutex
	bad     []string
	claimed []time.Duration // by a person
}

func (w *waits) observe(e gate.Event) {
	if e.Kind != gate.EventClaim || e.Gap > 600*time.Millisecond {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if e.Class == client.Interactive {
		w.claimed = append(w.claimed, e.At)
		if e.Waited > 1500*time.Millisecond {
			w.bad = append(w.bad, fmt.Sprintf("I8: a person waited %v", e.Waited))
		}
		return
	}
	between := 0
	for _, at := range w.claimed {
		if at > e.At-e.Waited {
			between++
		}
	}
	if between > 4 {
		w.bad = append(w.bad, fmt.Sprintf("I8: bulk work waited for %d requests of a person", between))
	}
	w.claimed = w.claimed[:0]
}

// second begins another process of the same user, which is asked to run the job as well: it
// must leave that to the first one (I9).
func (s *random) second(id string) (gone func()) {
	wire := roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.Method == http.MethodPost && !s.proc.dead.Load() {
			s.say("I9: two processes run the job %s", id)
		}
		return s.spy.RoundTrip(r)
	})
	g, err := gate.Open(gate.Options{Dir: s.o.jobs + "/gate", Name: "sim", Gap: s.o.gap, Wire: gate.RoundTripperWire(wire), Host: s.o.host})
	if err != nil {
		s.fatal(err)
	}
	src := drive.New(drive.Options{Account: "t", BaseURL: "http://aloft.local", Gate: g, Cookies: s.jar})
	e, err := Open(run.Options{Dir: s.o.jobs + "/jobs", Sources: one{src}})
	if err != nil {
		s.fatal(err)
	}
	_ = e.Resume(id) // an error means that it has ended
	return func() { _ = e.Close(); _ = g.Close() }
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
