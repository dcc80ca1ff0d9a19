package jobs

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// Following keeps the panes on their folders when these are deleted, moved by a job, listed late, or changed by
// others.
type Following struct {
	*act.Screen

	lost  map[pane.ID]lost
	shown [2]model.Place // the last visit of each pane

	// The panes are listed, and the open document is read, again after possible changes by others. Of several changes in a
	// short time, the first and the last count.
	readAt   time.Time // when the panes were listed last
	stale    [2]bool   // per pane: list it again
	soon     bool      // scheduled
	staleDoc bool      // read the open document again
}

// NewFollowing returns the follower of a screen.
func NewFollowing(s *act.Screen) *Following {
	return &Following{Screen: s, lost: map[pane.ID]lost{}}
}

// Update handles the panes' reports and timers. mine is false for every other message.
func (a *Following) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case pane.Failed:
		return a.paneFailed(m), true
	case pane.Listed:
		return tea.Batch(a.visited(m), a.paneListed(m)), true
	case comeMsg:
		return a.comeAgain(m), true
	case behindMsg:
		return a.behind(m), true
	case pane.Changed:
		return a.changed(m), true
	case relistMsg:
		a.soon = false
		return a.whenDue(), true
	}
	return nil, false
}

// Typed notes that a pane goes to a typed place, which may be a file. With read, a document opens in the reader.
func (a *Following) Typed(id pane.ID, at model.Place, read bool) {
	a.lost[id] = lost{at: at, typed: true, read: read}
}

// lost is a place that a pane should show and perhaps cannot.
type lost struct {
	at    model.Place
	typed bool // typed: may be a file
	read  bool // open a document in the reader
	gone  bool // not found: look for a folder above it
}

// comesAgain is the delay before looking again for a new or moved folder.
const comesAgain = time.Second

// comeMsg says to look for the place again.
type comeMsg struct {
	pane pane.ID
	at   model.Place
}

// paneFailed goes to the nearest existing folder, or says why the folder could not be listed.
func (a *Following) paneFailed(m pane.Failed) tea.Cmd {
	p := a.Panes[m.Pane]
	kind := client.KindOf(m.Err)
	was := a.lost[m.Pane]
	typed := was.typed && was.at.Equal(m.Place)
	switch {
	case kind == client.KindAuth:
		return a.NeedLogin(m.Place, m.Err)
	case !p.Place().Equal(m.Place):
		return nil // the pane has moved on
	case m.Place.IsResults():
		return a.Note.Fail(m.Err)
	case m.Link && (kind == client.KindNotFound || kind == client.KindInvalid):
		delete(a.lost, m.Pane)
		said, args := text.Text("%q is a broken link"), []any{m.Place.Base()}
		if kind == client.KindInvalid {
			said, args = "%q does not link to a folder; %s shows it", append(args, a.Env.Keys.Key(keys.ViewOutline))
		}
		return tea.Batch(a.Note.SayText(status.Warn, said, args...), p.Retreat())
	case kind == client.KindNotFound && a.PaneEnv.Expected.Coming(m.Place, a.Env.Now()):
		at := m
		p.Await()
		return tea.Tick(comesAgain, func(time.Time) tea.Msg { return comeMsg{at.Pane, at.Place} })
	case m.Place.IsRoot():
	case kind == client.KindNotFound:
		if !was.gone {
			a.lost[m.Pane] = lost{at: m.Place, typed: typed, read: typed && was.read, gone: true}
		}
		return p.Climb(m.Place)
	case kind == client.KindInvalid && typed:
		a.lost[m.Pane] = lost{at: m.Place, typed: true, read: was.read, gone: true}
		return p.Climb(m.Place)
	}
	delete(a.lost, m.Pane)
	return a.Note.Fail(m.Err)
}

// visited remembers a folder that a pane has come to. It is no loss where that cannot be stored.
func (a *Following) visited(m pane.Listed) tea.Cmd {
	k, now := a.Client.Keeper, a.Env.Now()
	if k == nil || m.Place.IsResults() || m.Place.Equal(a.shown[m.Pane]) {
		return nil
	}
	a.shown[m.Pane] = m.Place
	return func() tea.Msg { _ = k.Visit(m.Place, now); return nil }
}

// paneListed says what happened to a place that was not found.
func (a *Following) paneListed(m pane.Listed) tea.Cmd {
	delete(a.SignedOut, m.Place.Account)
	was, ok := a.lost[m.Pane]
	delete(a.lost, m.Pane)
	if !ok || !was.gone {
		return nil
	}
	p := a.Panes[m.Pane]
	if e := p.Current(); was.typed && e != nil && e.Name == was.at.Base() && m.Place.Equal(was.at.Parent()) {
		// a file, with the cursor on it
		if was.read && a.Reader.Readable(p.PlaceOf(e), e) {
			a.OpenReader(p.PlaceOf(e), *e)
		}
		return nil
	}
	return a.Note.SayText(status.Warn, "%s not found; this is %s", a.PlaceText(was.at), a.PlaceText(m.Place))
}

// comeAgain looks again for an expected folder.
func (a *Following) comeAgain(m comeMsg) tea.Cmd {
	if p := a.Panes[m.pane]; p.Place().Equal(m.at) && p.Awaits() {
		return p.Refresh()
	}
	return nil
}

// Carried applies a job's change of an entry to the panes: to their folders, and to names that listings may not show
// yet.
func (a *Following) Carried(r model.ItemReport) tea.Cmd {
	it := *r.Item
	now := a.Env.Now()
	to, stays := it.After()
	if !r.Result.IsZero() {
		to = r.Result
	}
	x := a.PaneEnv.Expected
	leaves := leaves(it)
	sums := a.Cache.Forget(it.Place())
	if stays {
		sums = a.Cache.Forget(to) || sums
	}
	if leaves {
		x.Put(it.Parent.JoinPin(it.Name, it.Pin), false, now)
	}
	if stays && it.Op.Row().Ends != model.EndUnchanged {
		x.Put(to, true, now)
	}
	var cmds []tea.Cmd
	for i, p := range a.Panes {
		if sums {
			cmds = append(cmds, p.Size())
		}
		if leaves {
			carryHidden(p, it, to, stays)
		}
		from, in := within(p.Place(), it)
		switch {
		case !leaves || !in:
			p.Meet()
		case stays:
			cmds = append(cmds, p.Follow(from, to))
		default:
			delete(a.lost, pane.ID(i))
			cmds = append(cmds, p.Climb(from))
		}
	}
	return tea.Batch(cmds...)
}

// carryHidden is Carried for the hidden tabs of a pane.
func carryHidden(p *pane.Pane, it model.Item, to model.Place, stays bool) {
	from := []model.Place{it.Parent.JoinPin(it.Name, it.Pin)}
	for _, at := range p.Hidden() {
		if f, in := within(at, it); in && !slices.ContainsFunc(from, f.Equal) {
			from = append(from, f)
		}
	}
	for _, f := range from {
		if stays {
			p.HiddenMoved(f, to)
		} else {
			p.HiddenGone(f)
		}
	}
}

// within reports whether a place is the item's or under it. It returns the item's place with at's pin, since only one
// of them may be pinned.
func within(at model.Place, it model.Item) (model.Place, bool) {
	n := len(it.Parent.Path)
	if len(at.Path) <= n {
		return model.Place{}, false
	}
	from := at
	from.Path = at.Path[: n+1 : n+1]
	return from, from.Parent().Equal(it.Parent) && from.Base() == it.Name && (from.Pin() == "" || from.Pin() == it.Pin)
}

// behindMsg names a folder that should be listed by now.
type behindMsg struct {
	pane pane.ID
	at   model.Place
	try  int
}

// maxTries limits the repeated listings of a folder, after 2, 4, 8 … seconds.
const maxTries = 5

// WatchBehind lists folders again that do not show their changes yet.
func (a *Following) WatchBehind() tea.Cmd {
	var cmds []tea.Cmd
	for i, p := range a.Panes {
		cmds = append(cmds, a.behindLater(behindMsg{pane.ID(i), p.Place(), 1}))
	}
	return tea.Batch(cmds...)
}

func (a *Following) behindLater(m behindMsg) tea.Cmd {
	if m.try > maxTries || !a.PaneEnv.Expected.Behind(m.at, a.Env.Now()) {
		return nil
	}
	return tea.Tick(time.Second<<m.try, func(time.Time) tea.Msg { return m })
}

func (a *Following) behind(m behindMsg) tea.Cmd {
	p := a.Panes[m.pane]
	if !p.Place().Equal(m.at) || !a.PaneEnv.Expected.Behind(m.at, a.Env.Now()) {
		return nil
	}
	m.try++
	later := a.behindLater(m)
	refreshing := slices.ContainsFunc(a.Client.Jobs.Recent(), func(j model.JobSnapshot) bool { return j.Refreshing })
	if p.Busy() || refreshing {
		return later // the engine lists it and passes that on
	}
	return tea.Batch(p.Refresh(), later)
}

// leaves reports whether the entry of a done item has left its place.
func leaves(it model.Item) bool {
	return it.Op.Row().FreesName() && it.Mode != string(client.DeleteRecord)
}

// ChangeOf returns what a done item changes in lists of results. ok is false for no change.
func ChangeOf(r model.ItemReport) (c pane.Change, ok bool) {
	it := *r.Item
	if !leaves(it) {
		return c, false
	}
	c.From = it.Parent.JoinPin(it.Name, it.Pin)
	if it.Loose {
		c.From = it.Parent.Loose(it.Pin)
	}
	to, stays := it.After()
	switch {
	case !stays:
		return c, true
	case it.Loose && it.Op.Row().Ends != model.EndInTarget:
		c.To, c.Name = c.From, to.Base() // its folder is not known
		return c, true
	case !r.Result.IsZero():
		to = r.Result
	}
	c.To, c.Name = to, to.Base()
	return c, true
}

// relistMsg says to list the panes again.
type relistMsg struct{}

// Limits of listing the panes for changes by others: at most once every readEvery and a tenth of the time. A slow
// folder, long or far away, is listed less often, but at least once every readLeast.
const (
	readEvery = 2 * time.Second
	readShare = 10
	readLeast = 15 * time.Second
)

// Ended says that a delivery has ended, which may have changed anything.
func (a *Following) Ended() tea.Cmd {
	a.stale, a.staleDoc = [2]bool{true, true}, true
	return a.whenDue()
}

// changed lists the folder again in its panes, unless listing is too slow; the pane then shows the listing's age.
func (a *Following) changed(m pane.Changed) tea.Cmd {
	for i, p := range a.Panes {
		if p.Place().Equal(m.Place) && readShare*p.Took() <= readLeast {
			a.stale[i] = true
		}
	}
	return tea.Batch(a.whenDue(), a.PaneEnv.Watches.Next)
}

// whenDue lists what is stale. It does not restart a running listing, which would never arrive under constant
// changes.
func (a *Following) whenDue() tea.Cmd {
	if a.soon || a.stale == [2]bool{} && !a.staleDoc {
		return nil
	}
	gap := readEvery
	for i, p := range a.Panes {
		if a.stale[i] {
			gap = min(max(gap, readShare*p.Took()), readLeast)
		}
	}
	if wait := gap - a.Env.Now().Sub(a.readAt); !a.readAt.IsZero() && wait > 0 {
		a.soon = true
		return tea.Tick(wait, func(time.Time) tea.Msg { return relistMsg{} })
	}
	a.readAt = a.Env.Now()
	var cmds []tea.Cmd
	busy := [2]bool{a.Panes[0].Occupied(), a.Panes[1].Occupied()} // the second pane may follow the first
	for i := range a.Panes {
		if a.stale[i] && !busy[i] {
			a.stale[i] = false
			cmds = append(cmds, a.Panes[i].Refresh())
		}
	}
	if a.staleDoc && (a.Switches.Reader || a.Previews()) {
		cmds = append(cmds, a.Reader.Reload())
	}
	a.staleDoc = false
	return tea.Batch(append(cmds, a.whenDue())...)
}
