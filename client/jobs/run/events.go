package run

import (
	"slices"

	"aloft/client"
)

// events is a queue of events for one reader. The engine never waits for the
// reader: of a job only the newest state is kept, of a folder only the newest
// listing, in the order in which they last came.
type events struct {
	in   chan client.JobEvent
	out  chan client.JobEvent
	done chan struct{}
}

func newEvents() *events {
	n := &events{in: make(chan client.JobEvent), out: make(chan client.JobEvent), done: make(chan struct{})}
	go n.pump()
	return n
}

func (n *events) pump() {
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

func (n *events) tell(e client.JobEvent) { n.in <- e }

func (n *events) close() {
	close(n.in)
	<-n.done
}
