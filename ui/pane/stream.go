package pane

import (
	"context"
	"runtime/debug"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/term"
)

// manyEntries is the size of a listing from which the memory of reading it is freed at once.
const manyEntries = 20_000

// partEvery is the least time between two shown parts.
const partEvery = 300 * time.Millisecond

// stream reads a listing page by page. It packs pages at once and sorts a part only when the listing has doubled, so
// all parts together cost no more than the whole.
type stream struct {
	pane  ID
	seq   int
	place model.Place
	order model.Order
	again bool // a listing of the place is already shown
	wake  chan struct{}
	// results fill the list instead of the source; nil for a folder.
	results Lister

	sorting *sync.Mutex // shared by all streams
	watches *Watches
	sized   func(model.Listing) model.Listing

	mu    sync.Mutex
	pile  *model.Pile
	known known
	part  *model.Listing // the listing so far, while more is requested
	shown int
	later time.Time // time of the next shown part
	whole *model.Listing
	err   error
	broke *term.Crash // the panic, if any
}

func (s *stream) run(ctx context.Context, sources client.Sources) {
	defer func() {
		// The goroutine has no guard, but the command that waits for it has.
		if r := recover(); r != nil {
			s.mu.Lock()
			s.broke = term.NewCrash(r)
			s.mu.Unlock()
			s.signal()
		}
	}()
	// There is no lane: the pane cancels what it no longer wants, and the other pane may want it still.
	opt := client.Options{Class: client.Interactive, Fresh: s.again, Progress: s.progress}
	var l model.Listing
	var err error
	if s.results != nil {
		l, err = s.results(ctx, opt)
		l.Place = s.place
	} else {
		l, err = s.list(ctx, sources, opt)
	}
	if ctx.Err() != nil && err == nil {
		err = ctx.Err()
	}
	s.mu.Lock()
	s.whole, s.err = &l, err
	s.mu.Unlock()
	s.signal()
}

func (s *stream) list(ctx context.Context, sources client.Sources, opt client.Options) (model.Listing, error) {
	opt.Fresh = false // a source decides itself how old a listing may be
	src, err := sources.For(s.place)
	if err != nil {
		return model.Listing{}, err
	}
	s.watches.begin(src, s.place)
	return src.List(ctx, s.place, opt)
}

func (s *stream) progress(l model.Listing, from int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if from == 0 && s.pile.Len() > 0 {
		s.pile, s.known = model.NewPile(s.pile.Len()), known{}
	}
	l.Place = s.place
	s.add(&l)
	switch n := s.pile.Len(); {
	case n == 0:
	case s.results != nil && n < manyEntries:
		// Results show soon, since the next may take long.
		if s.part == nil {
			time.AfterFunc(max(0, time.Until(s.later)), s.signal)
		}
		s.part = &l
	case n >= 2*s.shown && !time.Now().Before(s.later):
		s.part = &l
		s.signal()
	}
}

// add packs a page of the listing.
func (s *stream) add(part *model.Listing) {
	sized := s.sized(*part)
	s.pile.Add(sized.Entries)
	s.known = s.known.and(knownOf(columns(), sized.Entries))
	part.Entries = nil
}

func (s *stream) signal() { client.Nudge(s.wake) }

// next waits for a part or for the end.
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
		m.err = s.err
		if m.err == nil || s.results != nil { // results before an error count
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
	if m.err == nil || s.results != nil && u.Len() > 0 {
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
	go func() { // while the part is shown
		defer s.sorting.Unlock()
		debug.FreeOSMemory()
	}()
	return out
}
