package pane

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// Refresh lists the folder again.
func (p *Pane) Refresh() tea.Cmd { return p.start() }

// Empty reports whether the pane waits for the folder's first listing.
func (p *Pane) Empty() bool { return p.awaited && !p.listed }

// Partial reports whether only a part of the listing is shown: the rest is pending or failed.
func (p *Pane) Partial() bool { return p.listed && p.rows.Head().Cut == model.CutPartial }

// Growing reports whether the selection grows as the listing comes.
func (p *Pane) Growing() bool { return p.awaited && p.rows.Growing() }

// Occupied reports whether listing the folder now would disturb: an answer is pending, a job is changing the folder
// and lists it at its end, or a row is being edited.
func (p *Pane) Occupied() bool {
	return p.awaited || !p.touched.IsZero() || p.inRow() != nil
}

// start lists the place that the pane shows.
func (p *Pane) start() tea.Cmd {
	shown := 0
	if p.listed {
		shown = p.rows.Total()
	}
	return p.listing.start(p.place, p.Order(), p.listed, shown)
}

// Update handles the answers to this pane's requests.
func (p *Pane) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listedMsg:
		switch {
		case msg.pane == p.id && msg.seq == p.seq:
			return p.arrived(msg)
		case msg.pane != p.id && p.followsSeq(msg.seq) && msg.place.Equal(p.place):
			return p.followed(msg)
		}
	case sortedMsg:
		if msg.pane == p.id {
			p.resorted(msg)
		}
	case slowMsg:
		if msg.pane == p.id && msg.seq == p.seq && p.awaited {
			p.slow = true
		}
	default:
		return p.Type(msg)
	}
	return nil
}

// followed takes the listing of the other pane. If that pane failed or gave up, this one lists the folder itself.
func (p *Pane) followed(m listedMsg) tea.Cmd {
	q := p.env.Peer(p.id)
	if m.err != nil {
		if q != nil && q.seq == m.seq && q.place.Equal(m.place) {
			return p.arrived(m)
		}
		p.follows = 0
		return p.start()
	}
	gone := q == nil || q.seq != m.seq
	cmd := p.arrived(m)
	if m.more != nil && !gone {
		return nil // the other pane requests the rest
	}
	return cmd
}

// arrived handles a listing, a part of one, or its error.
func (p *Pane) arrived(m listedMsg) tea.Cmd {
	if m.err != nil {
		if m.sorted != nil {
			p.show(m.sorted, m.known)
		}
		p.listing.failed(m.err, p.listed)
		p.rows.Settle()
		p.Redraw()
		failed := Failed{p.id, m.place, m.err, p.link}
		return func() tea.Msg { return failed }
	}
	if m.more != nil {
		if p.listed && m.sorted.Len() < p.rows.Total() && !p.place.IsResults() {
			return m.more.next // the current listing has more
		}
		p.show(m.sorted, m.known)
		return m.more.next
	}
	p.listing.arrived()
	p.show(m.sorted, m.known)
	if p.coming.kind == "" {
		p.coming = coming{} // not listed
	}
	p.keep(m.sorted)
	listed := Listed{p.id, m.place}
	again := tea.Cmd(nil)
	if m.sorted.Order != p.Order() {
		again = p.resort(m.sorted, m.known)
	}
	return tea.Batch(func() tea.Msg { return listed }, again)
}

// keep stores a complete listing for later.
func (p *Pane) keep(s *model.Sorted) {
	p.env.Store.put(s)
	if p.env.Read != nil && !s.Head.Place.IsResults() {
		p.env.Read(s)
	}
}

// show shows a listing and keeps the cursor on its entry and line.
func (p *Pane) show(s *model.Sorted, k known) {
	if p.list.set(s) {
		p.selected.back()
	}
	p.env.Expected.met(s)
	p.look.known = k
	p.fit()
	p.meet()
}

// Fresh takes over a listing that a job has made of this folder.
func (p *Pane) Fresh(l *model.Listing) tea.Cmd {
	if !l.Place.Equal(p.place) || !l.Complete || l.ListedAt.Before(p.rows.Head().ListedAt) {
		return nil
	}
	fresh := *l
	if src, err := p.Source(); err == nil && !fresh.Steady {
		_, fresh.Steady = src.(client.Steady) // a page read by a job does not tell
	}
	sized := p.env.Sized
	return p.sort(func(o model.Order) (*model.Sorted, known) {
		l := sized(fresh)
		return model.Sort(l, o), knownOf(columns(), l.Entries)
	}, true)
}

// Size shows the sizes of folders as they are known now, unless the folder is being listed: then they come with the listing.
func (p *Pane) Size() tea.Cmd {
	if !p.listed || p.awaited {
		return nil
	}
	s, sized := p.rows.Sorted(), p.env.Sized
	return p.sort(func(o model.Order) (*model.Sorted, known) {
		l := sized(s.Listing())
		return model.Sort(l, o), knownOf(columns(), l.Entries)
	}, false)
}

// SetOrder sorts again.
func (p *Pane) SetOrder(o model.Order) tea.Cmd {
	o.By = cmp.Or(o.By, model.SortName)
	if p.place.IsResults() {
		p.ranked = o
	} else {
		p.order = o
	}
	if !p.listed {
		return nil
	}
	return p.resort(p.rows.Sorted(), p.look.known)
}

// Order returns the order of the rows.
func (p *Pane) Order() model.Order {
	if p.place.IsResults() {
		return p.ranked
	}
	return p.order
}

// resort sorts the listed entries in the pane's order.
func (p *Pane) resort(s *model.Sorted, k known) tea.Cmd {
	return p.sort(func(o model.Order) (*model.Sorted, known) { return s.In(o), k }, false)
}

func (p *Pane) sort(in func(model.Order) (*model.Sorted, known), fresh bool) tea.Cmd {
	id, order := p.id, p.Order()
	return func() tea.Msg {
		s, k := in(order)
		return sortedMsg{id, s, k, fresh}
	}
}

func (p *Pane) resorted(m sortedMsg) {
	l := &m.sorted.Head
	if !l.Place.Equal(p.place) || m.sorted.Order != p.Order() ||
		p.listed && l.ListedAt.Before(p.rows.Head().ListedAt) {
		return // another folder, another order, or older than what is shown
	}
	if m.fresh {
		p.err, p.stale = nil, false
	}
	p.show(m.sorted, m.known)
	p.keep(m.sorted)
}

// Touch records that a job has changed the folder; settled means the last change. The pane lists the folder again
// unless the job has delivered a listing since.
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
