package run

import (
	"slices"
	"sync"

	"aloft/client"
)

// Feed is a queue of events for one reader. The engine never waits for the
// reader: of a job only the newest state is kept, of a folder only the newest
// listing, in the order in which they last came.
type Feed struct {
	in   chan client.JobEvent
	out  chan client.JobEvent
	done chan struct{}
}

// New returns an empty one. Close ends it.
func New() *Feed {
	n := &Feed{in: make(chan client.JobEvent), out: make(chan client.JobEvent), done: make(chan struct{})}
	go n.pump()
	return n
}

// Events are the queued events, until Close.
func (n *Feed) Events() <-chan client.JobEvent { return n.out }

func (n *Feed) pump() {
	defer close(n.done)
	defer close(n.out)
	var wait []client.JobEvent
	for {
		var out chan client.JobEvent
		var first client.JobEvent
		if len(wait) > 0 {
			out, first = n.out, wait[0]
		}
		select {
		case e, ok := <-n.in:
			if !ok {
				return
			}
			wait = append(dropOlder(wait, e), e)
			if len(wait) > maxEvents {
				wait = dropFirstListing(wait)
			}
		case out <- first:
			wait = wait[1:]
		}
	}
}

// dropOlder removes events that e replaces. Touched folders are never dropped.
func dropOlder(wait []client.JobEvent, e client.JobEvent) []client.JobEvent {
	return slices.DeleteFunc(wait, func(o client.JobEvent) bool {
		switch {
		case len(o.Touched) > 0:
			return false
		case o.Listing != nil:
			return e.Listing != nil && o.Listing.Place.Equal(e.Listing.Place)
		}
		return e.Listing == nil && o.Job == e.Job
	})
}

// maxEvents bounds the queue; listings are dropped first.
const maxEvents = 64

func dropFirstListing(wait []client.JobEvent) []client.JobEvent {
	i := slices.IndexFunc(wait, func(o client.JobEvent) bool { return o.Listing != nil })
	if i < 0 {
		return wait
	}
	return slices.Delete(wait, i, i+1)
}

// Tell adds an event.
func (n *Feed) Tell(e client.JobEvent) { n.in <- e }

// Close ends it. What has not been read is lost.
func (n *Feed) Close() {
	close(n.in)
	<-n.done
}

// Fan passes events on to any number of readers.
type Fan struct {
	mu      sync.Mutex
	readers map[*Feed]bool
	over    bool
}

// NewFan reads the events until their end.
func NewFan(events <-chan client.JobEvent) *Fan {
	f := &Fan{readers: map[*Feed]bool{}}
	go func() {
		for e := range events {
			f.mu.Lock()
			for r := range f.readers {
				r.Tell(e)
			}
			f.mu.Unlock()
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.over = true
		for r := range f.readers {
			r.Close()
		}
		clear(f.readers)
	}()
	return f
}

// Join returns the events from now on, and what ends them.
func (f *Fan) Join() (events <-chan client.JobEvent, leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r := New()
	if f.over {
		r.Close()
		return r.Events(), func() {}
	}
	f.readers[r] = true
	return r.Events(), func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.readers[r] {
			delete(f.readers, r)
			r.Close()
		}
	}
}
