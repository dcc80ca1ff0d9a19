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

// slowAfter is when "loading" is said.
const slowAfter = 100 * time.Millisecond

// load is the listing that is under way. A pane that wants what the other one
// is listing already follows it: one answer serves both.
type load struct {
	seq     int
	cancel  context.CancelFunc
	place   model.Place
	follows int // the other pane's seq, 0 = a listing of its own
	since   time.Time
	took    time.Duration // of the last one that arrived whole
}

// manyEntries is from where on the memory that a listing took while it was
// made is given back at once.
const manyEntries = 20_000

// listedMsg: a listing, or a part of it, or a failure.
type listedMsg struct {
	pane   ID
	seq    int
	place  model.Place
	sorted *model.Sorted
	cols   known
	err    error
	more   *stream // set: a part; the rest comes from here
}

// sortedMsg: the listing that shows, in another order, or a fresh one that a
// job has made.
type sortedMsg struct {
	pane   ID
	seq    int // of the order
	sorted *model.Sorted
	cols   known
	fresh  bool
}

// slowMsg: the answer is still awaited.
type slowMsg struct {
	pane ID
	seq  int
}

// Listed is told after every listing that arrived whole.
type Listed struct {
	Pane  ID
	Place model.Place
}

// Failed is told when a folder could not be listed.
type Failed struct {
	Pane  ID
	Place model.Place
	Err   error
	Link  bool // it was entered through a link
}

// start lists the place that the pane shows.
func (p *Pane) start() tea.Cmd {
	p.stop()
	p.load.seq++
	p.load.since = p.env.Now()
	if q := p.env.Peer(p.id); q != nil && q.state.loading && !q.state.awaits && q.load.follows == 0 && q.place.Equal(p.place) {
		p.load.follows, p.load.place = q.load.seq, p.place
		p.state.loading, p.state.awaits, p.state.slow, p.state.err = true, false, false, nil
		return p.sayWhenSlow()
	}
	ctx, cancel := context.WithCancel(p.env.Ctx)
	p.load.cancel, p.load.place = cancel, p.place
	p.state.loading, p.state.awaits, p.state.slow, p.state.err = true, false, false, nil
	id, seq, place, order := p.id, p.load.seq, p.place, p.order
	st := &stream{pane: id, seq: seq, place: place, order: order, wake: make(chan struct{}, 1)}
	if p.state.listed {
		st.again, st.shown = true, p.rows.Total() // a smaller part is not worth the sorting
	}
	sources := p.env.Sources
	list := func() tea.Msg {
		go st.run(ctx, sources)
		return st.next()
	}
	return tea.Batch(list, p.sayWhenSlow())
}

func (p *Pane) sayWhenSlow() tea.Cmd {
	id, seq := p.id, p.load.seq
	return tea.Tick(slowAfter, func(time.Time) tea.Msg { return slowMsg{id, seq} })
}

// stop drops the listing that is under way.
func (p *Pane) stop() {
	if p.load.cancel != nil {
		// The other pane may wait for the same answer.
		if q := p.env.Peer(p.id); q == nil || !q.followsSeq(p.load.seq) {
			p.load.cancel()
		} else {
			q.load.cancel = p.load.cancel
		}
		p.load.cancel = nil
	}
	p.load.follows = 0
	p.state.loading, p.state.awaits, p.state.slow = false, false, false
}

func (p *Pane) followsSeq(seq int) bool { return p.state.loading && p.load.follows == seq }

// stream carries a listing that arrives in pages. Only the newest part is
// kept, and a part is sorted only when the listing has doubled since the last
// one: all parts together cost no more than the whole.
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
		// Nobody guards this goroutine; the command that waits for it is guarded.
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
		m.cols = knownOf(l.Entries)
		if m.more == nil && len(l.Entries) >= manyEntries && !s.again {
			debug.FreeOSMemory()
		}
	}
	return m
}

// Update takes the answers that this pane has asked for.
func (p *Pane) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listedMsg:
		switch {
		case msg.pane == p.id && msg.seq == p.load.seq:
			return p.listed(msg)
		case msg.pane != p.id && p.followsSeq(msg.seq) && msg.place.Equal(p.place):
			return p.followed(msg)
		}
	case sortedMsg:
		if msg.pane == p.id {
			p.resorted(msg)
		}
	case slowMsg:
		if msg.pane == p.id && msg.seq == p.load.seq && p.state.loading {
			p.state.slow = true
		}
	default:
		return p.updateTyping(msg)
	}
	return nil
}

// followed takes over what the other pane has listed. What that pane could not
// list, or has given up, is listed by this one itself.
func (p *Pane) followed(m listedMsg) tea.Cmd {
	q := p.env.Peer(p.id)
	if m.err != nil {
		if q != nil && q.load.seq == m.seq && q.place.Equal(m.place) {
			return p.listed(m)
		}
		p.load.follows = 0
		return p.start()
	}
	gone := q == nil || q.load.seq != m.seq
	cmd := p.listed(m)
	if m.more != nil && !gone {
		return nil // the other pane asks for the rest
	}
	return cmd
}

func (p *Pane) listed(m listedMsg) tea.Cmd {
	if m.err != nil {
		p.stop()
		p.state.err = m.err
		if p.state.listed {
			p.state.stale = true
		}
		p.redraw()
		failed := Failed{p.id, m.place, m.err, p.state.link}
		return func() tea.Msg { return failed }
	}
	if m.more != nil {
		if p.state.listed && m.sorted.Len() < p.rows.Total() {
			return m.more.next // what is there shows more
		}
		p.show(m.sorted, m.cols)
		return m.more.next
	}
	p.stop()
	p.load.took = p.env.Now().Sub(p.load.since)
	p.state.err, p.state.stale = nil, false
	p.show(m.sorted, m.cols)
	if p.coming.kind == "" {
		p.coming = coming{} // it is not here
	}
	p.env.Store.put(m.sorted)
	listed := Listed{p.id, m.place}
	again := tea.Cmd(nil)
	if m.sorted.Order != p.order {
		again = p.sortCmd(m.sorted.Listing, false)
	}
	return tea.Batch(func() tea.Msg { return listed }, again)
}

// show puts a listing on the screen: the cursor stays on its entry, and its
// entry on its line.
func (p *Pane) show(s *model.Sorted, k known) {
	was := p.line()
	first := !p.state.listed
	p.rows.Set(s)
	if first {
		// Only now: in a list without entries the cursor would go to "..", and
		// stay there.
		p.rows.SetParentRow(!p.place.IsRoot())
		p.rows.SelectKeys(p.marks.Keys(p.place, model.MarkSelect))
		p.marks.Put(p.place, model.MarkSelect, nil)
	}
	p.state.listed = true
	p.env.Expected.met(&s.Listing)
	p.cols.known = k
	p.columns()
	p.redraw()
	if !first {
		p.top += p.line() - was
	}
	p.reveal()
	p.meet()
}

// Fresh takes over a listing that a job has made of this folder.
func (p *Pane) Fresh(l *model.Listing) tea.Cmd {
	if !l.Place.Equal(p.place) || !l.Complete || l.ListedAt.Before(p.rows.Listing().ListedAt) {
		return nil
	}
	fresh := *l
	if src, err := p.Source(); err == nil && !fresh.Steady {
		_, fresh.Steady = src.(client.Steady) // a page that a job has read does not say so
	}
	return p.sortCmd(fresh, true)
}

// SetOrder sorts anew.
func (p *Pane) SetOrder(o model.Order) tea.Cmd {
	if o.By == "" {
		o.By = model.SortName
	}
	p.order = o
	if !p.state.listed {
		return nil
	}
	return p.sortCmd(*p.rows.Listing(), false)
}

// Order of the rows.
func (p *Pane) Order() model.Order { return p.order }

func (p *Pane) sortCmd(l model.Listing, fresh bool) tea.Cmd {
	id, order, seq := p.id, p.order, p.load.seq
	return func() tea.Msg {
		return sortedMsg{id, seq, model.Sort(l, order), knownOf(l.Entries), fresh}
	}
}

func (p *Pane) resorted(m sortedMsg) {
	l := &m.sorted.Listing
	if !l.Place.Equal(p.place) || m.sorted.Order != p.order ||
		p.state.listed && l.ListedAt.Before(p.rows.Listing().ListedAt) {
		return // of another folder, of another order, or older than what shows
	}
	if m.fresh {
		p.state.err, p.state.stale = nil, false
	}
	p.show(m.sorted, m.cols)
	p.env.Store.put(m.sorted)
}

// Touch says that a job has changed the folder; settled: it has done so for
// the last time. The folder is listed again when no listing since then has come
// along with the job.
func (p *Pane) Touch(settled bool) tea.Cmd {
	now := p.env.Now()
	if !settled {
		p.touched = now
		return nil
	}
	at := p.ListedAt()
	if p.touched.IsZero() || at.After(p.touched) {
		p.touched = time.Time{}
		return nil
	}
	p.touched = time.Time{}
	return p.start()
}

// Meet compares what shows with what was done.
func (p *Pane) Meet() {
	if p.state.listed {
		p.env.Expected.met(p.rows.Listing())
	}
}

// Took is how long the last listing took to arrive whole.
func (p *Pane) Took() time.Duration { return p.load.took }

// Refresh lists the folder again.
func (p *Pane) Refresh() tea.Cmd { return p.start() }
