package pane

import (
	"context"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/term"
)

// manyEntries is the size from which on the memory used while a listing was read is
// released at once.
const manyEntries = 20_000

// partEvery is the least time between two parts that are shown.
const partEvery = 300 * time.Millisecond

// stream reads a listing that arrives in pages. They are packed at once, and a part is
// sorted only when the listing has doubled since the last one: all parts together cost
// no more than the whole.
type stream struct {
	pane  ID
	seq   int
	place model.Place
	order model.Order
	again bool // a listing of the place shows already
	wake  chan struct{}

	sorting *sync.Mutex // of all streams

	mu    sync.Mutex
	pile  *model.Pile
	known known
	part  *model.Listing // what is known of the listing, while more is wanted of it
	shown int
	later time.Time // when the next part may be shown
	whole *model.Listing
	err   error
	broke *term.Crash // it panicked
}

func (s *stream) run(ctx context.Context, sources client.Sources) {
	defer func() {
		// Nothing guards this goroutine; the command that waits for it is guarded.
		if r := recover(); r != nil {
			s.mu.Lock()
			s.broke = term.NewCrash(r)
			s.mu.Unlock()
			s.signal()
		}
	}()
	var l model.Listing
	src, err := sources.For(s.place)
	if err == nil {
		l, err = src.List(ctx, s.place, client.Options{
			Class:    client.Interactive,
			Lane:     "pane" + strconv.Itoa(int(s.pane)),
			Progress: s.progress,
		})
	}
	if ctx.Err() != nil && err == nil {
		err = ctx.Err()
	}
	s.mu.Lock()
	s.whole, s.err = &l, err
	s.mu.Unlock()
	s.signal()
}

func (s *stream) progress(l model.Listing, from int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if from == 0 && s.pile.Len() > 0 {
		s.pile, s.known = model.NewPile(s.pile.Len()), 0
	}
	s.add(&l)
	if n := s.pile.Len(); n > 0 && n >= 2*s.shown && !time.Now().Before(s.later) {
		s.part = &l
		s.signal()
	}
}

// add packs the entries of a listing's part.
func (s *stream) add(part *model.Listing) {
	s.pile.Add(part.Entries)
	s.known |= knownOf(columns(), part.Entries)
	part.Entries = nil
}

func (s *stream) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// next waits for a part or the end.
func (s *stream) next() tea.Msg {
	<-s.wake
	s.mu.Lock()
	if s.broke != nil {
		r := s.broke
		s.mu.Unlock()
		panic(r)
	}
	m := listedMsg{pane: s.pane, seq: s.seq, place: s.place}
	var u model.Unsorted
	switch {
	case s.whole != nil:
		if m.err = s.err; m.err == nil {
			s.add(s.whole)
			m.known = s.known
			u = s.pile.Unsorted(*s.whole)
		}
		s.pile = nil
	case s.part != nil:
		u = s.pile.Unsorted(*s.part)
		s.part, s.shown, s.later = nil, u.Len(), time.Now().Add(partEvery)
		m.known, m.more = s.known, s
	default:
		s.mu.Unlock()
		return s.next()
	}
	s.mu.Unlock()
	if m.err == nil {
		m.sorted = s.sort(u, m.more == nil)
	}
	return m
}

func (s *stream) sort(u model.Unsorted, whole bool) *model.Sorted {
	if u.Len() < manyEntries {
		return u.Sort(s.order)
	}
	s.sorting.Lock()
	out := u.Sort(s.order)
	if !whole || s.again {
		s.sorting.Unlock()
		return out
	}
	go func() { // it is shown meanwhile
		defer s.sorting.Unlock()
		debug.FreeOSMemory()
	}()
	return out
}
