package pane

import (
	"context"
	"runtime/debug"
	"strconv"
	"sync"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/term"
)

// manyEntries is the size from which on the memory used while a listing was read is
// released at once.
const manyEntries = 20_000

// stream reads a listing that arrives in pages. Only the newest part is kept, and a
// part is sorted only when the listing has doubled since the last one: all parts
// together cost no more than the whole.
type stream struct {
	pane  ID
	seq   int
	place model.Place
	order model.Order
	again bool // a listing of the place shows already
	wake  chan struct{}

	mu    sync.Mutex
	part  *model.Listing
	shown int
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
			Expected: s.shown,
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

func (s *stream) progress(l model.Listing) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(l.Entries) >= 2*s.shown {
		s.part = &l
		s.signal()
	}
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
	l := s.whole
	if l != nil {
		m.err = s.err
	} else if l = s.part; l != nil {
		s.part, s.shown = nil, len(l.Entries)
		m.more = s
		l.Complete, l.Cut = false, model.CutPartial
	}
	s.mu.Unlock()
	if l == nil {
		return s.next()
	}
	if m.err == nil {
		m.sorted = model.Sort(*l, s.order)
		m.known = knownOf(columns(), l.Entries)
		if m.more == nil && len(l.Entries) >= manyEntries && !s.again {
			debug.FreeOSMemory()
		}
	}
	return m
}
