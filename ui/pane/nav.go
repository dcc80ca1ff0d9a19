package pane

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// Went is sent after the user has gone to another place in this pane.
type Went struct {
	Pane     ID
	From, To model.Place
}

// OpenAsked requests to open an entry that is not a folder.
type OpenAsked struct {
	Pane  ID
	Place model.Place
	Entry model.Entry
}

// GoTo shows a folder with the cursor on that entry (zero = its last position). The previous folder goes into the
// history. GoTo ignores an invalid place.
func (p *Pane) GoTo(to model.Place, on model.Step) tea.Cmd {
	if err := client.CheckPlace("list", to); err != nil && !to.IsResults() {
		failed := Failed{Pane: p.id, Place: p.place, Err: err}
		return func() tea.Msg { return failed }
	}
	p.hist.leave(p.place, to)
	return p.enter(to, on)
}

// went calls GoTo and sends Went.
func (p *Pane) went(to model.Place, on model.Step) tea.Cmd {
	if !to.Valid() {
		return p.GoTo(to, on)
	}
	w := Went{p.id, p.place, to}
	return tea.Batch(p.GoTo(to, on), func() tea.Msg { return w })
}

// enter shows a folder in its order: first the stored listing, then a new one.
func (p *Pane) enter(to model.Place, on model.Step) tea.Cmd {
	order := p.order
	if f := p.env.OrderOf; f != nil && !to.Equal(p.place) {
		order = f(to)
	}
	return p.enterIn(to, on, order)
}

// enterIn shows a folder in a given order.
func (p *Pane) enterIn(to model.Place, on model.Step, order model.Order) tea.Cmd {
	var resort tea.Cmd
	if !to.Equal(p.place) || !p.listed {
		p.leave()
		p.order = order
		p.list.enter(to)
		p.listing.enter()
		p.typing.end()
		resort = p.recall(on)
	}
	if on != (model.Step{}) {
		p.list.want(coming{step: on})
	}
	if to.IsResults() && p.listed {
		p.stale = false // results are searched again only on request
		return resort
	}
	return tea.Batch(resort, p.start())
}

// recall shows the stored listing of the folder until it is listed.
func (p *Pane) recall(on model.Step) (resort tea.Cmd) {
	k := p.env.Store.get(p.place)
	if k == nil {
		return nil
	}
	sorted := k.sorted
	p.show(sorted, knownOf(p.look.columns, sorted.First(1000)))
	p.stale = true
	if zero := (model.Step{}); on == zero && k.want != zero {
		if k.want.ID != "" {
			p.list.want(coming{step: k.want})
		} else {
			p.rows.Want(k.want.Name, k.kind)
		}
		p.list.reveal()
	}
	if sorted.Order != p.Order() {
		return p.resort(sorted, p.look.known)
	}
	return nil
}

// leave stores the state to restore on return.
func (p *Pane) leave() {
	p.listing.stop()
	l := &p.list
	if l.place.IsZero() || !l.listed {
		return
	}
	p.selected.leave()
	p.env.Store.remember(l.place, l.rows.Current(), l.rows.Shared())
	p.hist.previous = l.place
}

// Leads reports whether the history has a place for the action.
func (p *Pane) Leads(a keys.Action) bool { return p.hist.leads(a) }

// Parent goes up with the cursor on the folder it leaves. From a list of results it goes back.
func (p *Pane) Parent() tea.Cmd {
	if p.place.IsResults() {
		return p.LeaveResults()
	}
	if at := p.place; !at.IsRoot() {
		return p.went(at.Up(), at.Last())
	}
	return nil
}

// Open enters the folder or page under the cursor, or asks what to do with a file.
func (p *Pane) Open() tea.Cmd {
	e := p.Current()
	switch {
	case e == nil:
		return p.Parent() // on "..", or before the first listing
	case p.place.IsResults():
		asked := HitAsked{p.id, *e}
		return func() tea.Msg { return asked }
	case e.Enterable():
		return p.went(p.PlaceOf(e), model.Step{})
	case p.archive(e):
		return p.went(p.PlaceOf(e).Entered(), model.Step{})
	case e.Kind == model.KindLink && e.Facts().Space == "" && !p.rows.Head().Steady:
		// Only a listing shows where a link leads.
		cmd := p.went(p.PlaceOf(e), model.Step{})
		p.link = true
		return cmd
	}
	asked := OpenAsked{p.id, p.place, *e}
	return func() tea.Msg { return asked }
}

// archive reports whether the entry is an archive that can be entered.
func (p *Pane) archive(e *model.Entry) bool {
	at := p.PlaceOf(e).Entered()
	if e.Kind != model.KindFile || model.ArchiveStem(e.Name) == "" || at.IsZero() {
		return false
	}
	_, err := p.env.Sources.For(at)
	return err == nil
}

// Do carries out actions that need only the pane. ok is false for all others.
func (p *Pane) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	l := &p.list
	if by, r := a.Step(l.win.Height); r != keys.Nowhere {
		l.step(by, r == keys.ByPage)
		l.coming.end = a == keys.Bottom && p.awaited
		return nil, true
	}
	switch a {
	case keys.Open:
		return p.Open(), true
	case keys.Parent:
		return p.Parent(), true
	case keys.HistoryBack:
		if to, ok := p.hist.goBack(l.place); ok {
			return p.enter(to, model.Step{}), true
		}
	case keys.HistoryNext:
		if to, ok := p.hist.goForward(l.place); ok {
			return p.enter(to, model.Step{}), true
		}
	case keys.GoPrevious:
		if !p.hist.previous.IsZero() {
			return p.went(p.hist.previous, model.Step{}), true
		}
	case keys.GoHome:
		return p.went(p.env.Home(l.place), model.Step{}), true
	case keys.Refresh:
		return p.Refresh(), true
	case keys.Back:
		switch {
		case p.back():
		case p.place.IsResults():
			return p.LeaveResults(), true
		default:
			return nil, false
		}
	default:
		return nil, p.selected.do(a) || p.typing.do(a)
	}
	return nil, true
}

// back cancels one thing: the range, a pending listing, the filter, the search, or the selection. It reports whether
// there was one.
func (p *Pane) back() bool {
	here, elsewhere := p.Selected()
	r := p.rows
	switch {
	case r.Ranging():
		r.EndRange(false)
	case p.listing.awaited && p.listing.slow:
		p.listing.giveUp()
		r.Settle()
		if !p.listed {
			p.err = errStopped
		}
	case !r.Filter().Empty():
		p.list.setFilter("")
	case !p.list.find.Empty():
		p.list.setFind("")
	case here+elsewhere > 0:
		p.ClearSelection()
	default:
		return false
	}
	return true
}
