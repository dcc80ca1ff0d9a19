package pane

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// slowAfter is when "loading" is shown.
const slowAfter = 100 * time.Millisecond

// listing is the request for a folder's listing: its progress, and how the last one
// ended. A pane that wants what the other one is listing already follows it: one
// answer serves both.
type listing struct {
	env     *Env
	pane    ID
	seq     int
	cancel  context.CancelFunc
	of      model.Place
	follows int // the other pane's seq, 0 = a listing of its own
	since   time.Time
	took    time.Duration // of the last one that arrived whole

	err     error
	awaited bool // an answer is awaited
	slow    bool // … for so long that it is shown
	stale   bool // what is shown is not confirmed since the folder was entered
	awaits  bool // an answer is awaited, but nothing was requested yet: it will be in a moment
	link    bool // the folder was entered through a link, which may lead to no folder
}

// Err is why the folder could not be listed, nil when it could.
func (l *listing) Err() error { return l.err }

// Busy reports whether an answer is awaited.
func (l *listing) Busy() bool { return l.awaited }

// Awaits reports whether a folder that was made moments ago is still waited for.
func (l *listing) Awaits() bool { return l.awaits }

// Took is how long the last listing took to arrive whole.
func (l *listing) Took() time.Duration { return l.took }

// enter resets it for another folder.
func (l *listing) enter() { l.err, l.stale, l.link = nil, false, false }

// peer is the listing of the other pane, nil while there is none.
func (l *listing) peer() *listing {
	if q := l.env.Peer(l.pane); q != nil {
		return &q.listing
	}
	return nil
}

// start requests a folder. With again a listing of it is shown already, with so
// many entries: a smaller part is not worth the sorting.
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
		results: l.env.Results[at.String()].Fill, pile: model.NewPile(shown), sorting: &l.env.sorting, watches: l.env.Watches, wake: make(chan struct{}, 1)}
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

// stop drops the listing that is under way.
func (l *listing) stop() {
	if l.cancel != nil {
		// The other pane may wait for the same answer.
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

// giveUp is stop, and the answer is not wanted any more.
func (l *listing) giveUp() {
	l.stop()
	l.seq++
}

// await shows the folder as being listed, though nothing was requested.
func (l *listing) await() { l.awaited, l.awaits, l.slow, l.err = true, true, true, nil }

// arrived ends it with a complete listing, failed without one; listed says that an
// older one is shown.
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
