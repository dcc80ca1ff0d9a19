package pane

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// slowAfter is when "loading" appears.
const slowAfter = 100 * time.Millisecond

// listing is the request for a folder's listing, its progress, and the result of the last one. If the other pane is
// already listing the folder, both share the answer.
type listing struct {
	env     *Env
	pane    ID
	seq     int
	cancel  context.CancelFunc
	of      model.Place
	follows int // the other pane's seq, 0 = a request of its own
	since   time.Time
	took    time.Duration // of the last complete listing

	err     error
	awaited bool // waiting for an answer
	slow    bool // waiting long enough to show it
	stale   bool // the shown rows are older than the visit
	awaits  bool // waiting for an answer to a request about to be sent
	link    bool // the folder was entered through a link, which may not lead to a folder
}

// Err returns why the folder could not be listed, or nil.
func (l *listing) Err() error { return l.err }

// Busy reports whether an answer is pending.
func (l *listing) Busy() bool { return l.awaited }

// Awaits reports whether the pane waits for a new folder to be listed.
func (l *listing) Awaits() bool { return l.awaits }

// Took returns how long the last complete listing took.
func (l *listing) Took() time.Duration { return l.took }

// enter resets the listing for another folder.
func (l *listing) enter() { l.err, l.stale, l.link = nil, false, false }

// peer returns the listing of the other pane, or nil.
func (l *listing) peer() *listing {
	if q := l.env.Peer(l.pane); q != nil {
		return &q.listing
	}
	return nil
}

// start requests a folder. With again, a listing with that many entries is already shown, and smaller parts are not
// worth sorting.
func (l *listing) start(at model.Place, order model.Order, again bool, shown int) tea.Cmd {
	l.stop()
	l.seq++
	l.since, l.of = l.env.Now(), at
	l.awaited, l.err = true, nil
	if q := l.peer(); q != nil && q.awaited && !q.awaits && q.follows == 0 && q.of.Equal(at) {
		l.follows = q.seq
		return l.sayWhenSlow()
	}
	ctx, cancel := context.WithCancel(l.env.Ctx)
	l.cancel = cancel
	st := &stream{pane: l.pane, seq: l.seq, place: at, order: order, again: again, shown: shown,
		results: l.env.Results[at.String()].Fill, pile: model.NewPile(shown), sorting: &l.env.sorting, watches: l.env.Watches, sized: l.env.Sized, wake: make(chan struct{}, 1)}
	sources := l.env.Sources
	list := func() tea.Msg {
		go st.run(ctx, sources)
		return st.next()
	}
	return tea.Batch(list, l.sayWhenSlow())
}

func (l *listing) sayWhenSlow() tea.Cmd {
	m := slowMsg{l.pane, l.seq}
	return tea.Tick(slowAfter, func(time.Time) tea.Msg { return m })
}

// stop cancels the running listing.
func (l *listing) stop() {
	if l.cancel != nil {
		// The other pane may be waiting for the same answer.
		if q := l.peer(); q == nil || !q.followsSeq(l.seq) {
			l.cancel()
		} else {
			q.cancel = l.cancel
		}
		l.cancel = nil
	}
	l.follows = 0
	l.awaited, l.awaits, l.slow = false, false, false
}

// giveUp stops the listing and no longer wants the answer.
func (l *listing) giveUp() {
	l.stop()
	l.seq++
}

// await shows the folder as loading without a request.
func (l *listing) await() { l.awaited, l.awaits, l.slow, l.err = true, true, true, nil }

// arrived ends the request with a complete listing, failed without one. listed says that an older listing is shown.
func (l *listing) arrived() {
	l.stop()
	l.took = l.env.Now().Sub(l.since)
	l.err, l.stale = nil, false
}

func (l *listing) failed(err error, listed bool) {
	l.stop()
	l.err = err
	l.stale = l.stale || listed
}

func (l *listing) followsSeq(seq int) bool { return l.awaited && l.follows == seq }
