package pane

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// history is where the pane has been.
type history struct {
	back, forward []model.Place
	previous      model.Place // the place before this one, for "g -"
}

// mostHistory bounds the way back.
const mostHistory = 100

// Went is told after the person has gone somewhere in this pane.
type Went struct {
	Pane     ID
	From, To model.Place
}

// OpenAsked is the wish to do something with an entry that is no folder.
type OpenAsked struct {
	Pane  ID
	Place model.Place
	Entry model.Entry
}

// GoTo shows a folder, with the cursor on that entry when it is there (zero =
// where it was last). The folder that was shown goes into the history. A place
// that no place can be is not gone to.
func (p *Pane) GoTo(to model.Place, on model.Step) tea.Cmd {
	if err := client.CheckPlace("list", to); err != nil {
		failed := Failed{Pane: p.id, Place: p.place, Err: err}
		return func() tea.Msg { return failed }
	}
	from := p.place
	if !from.IsZero() && !from.Equal(to) {
		p.hist.back = append(p.hist.back, from)
		if n := len(p.hist.back); n > mostHistory {
			p.hist.back = p.hist.back[n-mostHistory:]
		}
		p.hist.forward = nil
	}
	return p.enter(to, on)
}

// went is GoTo with the news of it.
func (p *Pane) went(to model.Place, on model.Step) tea.Cmd {
	if !to.Valid() {
		return p.GoTo(to, on)
	}
	w := Went{p.id, p.place, to}
	return tea.Batch(p.GoTo(to, on), func() tea.Msg { return w })
}

// enter shows a folder: what is remembered of it at once, then what is there.
func (p *Pane) enter(to model.Place, on model.Step) tea.Cmd {
	if to.Equal(p.place) && p.state.listed {
		return p.startAt(on)
	}
	p.leave()
	p.place = to
	p.top = 0
	p.state, p.coming = state{}, coming{}
	p.typing, p.find = typing{}, model.Filter{}
	p.rows = model.NewRows()
	p.redraw()
	if k := p.env.Store.get(to); k != nil {
		sorted := k.sorted
		p.show(sorted, knownOf(nil))
		p.cols.known = knownOf(sorted.Listing.Entries[:min(1000, sorted.Len())])
		p.columns()
		p.state.stale = true
		if zero := (model.Step{}); on == zero && k.want != zero {
			if k.want.ID != "" {
				p.want(k.want)
			} else {
				p.rows.Want(k.want.Name, k.kind)
			}
			p.reveal()
		}
		if sorted.Order != p.order {
			return tea.Batch(p.sortCmd(sorted.Listing, false), p.startAt(on))
		}
	}
	return p.startAt(on)
}

func (p *Pane) startAt(on model.Step) tea.Cmd {
	if on != (model.Step{}) {
		p.want(on)
	}
	return p.start()
}

// want puts the cursor on the entry, now or when it comes.
func (p *Pane) want(on model.Step) {
	p.coming = coming{step: on}
	p.meet()
}

// Want puts the cursor on a new entry as soon as a listing of place has it.
func (p *Pane) Want(place model.Place, name string, kind model.Kind) {
	if place.Equal(p.place) {
		p.coming = coming{model.Step{Name: name}, kind}
		p.meet()
	}
}

// meet puts the cursor on what was to come, once it is there.
func (p *Pane) meet() {
	if p.coming.step == (model.Step{}) {
		return
	}
	row, ok := 0, false
	if p.coming.kind == "" {
		row, ok = p.rowOf(p.coming.step)
	} else {
		row, ok = p.rows.Lookup(model.Key{Name: p.coming.step.Name, Kind: p.coming.kind})
	}
	if ok {
		p.rows.MoveTo(row)
		p.coming = coming{}
		p.reveal()
	}
}

// rowOf finds an entry by its name, or by its id where that is pinned.
func (p *Pane) rowOf(s model.Step) (int, bool) {
	if s.ID != "" {
		return p.rowWith(s.ID)
	}
	for _, k := range [...]model.Kind{model.KindFolder, model.KindFile, model.KindLink, model.KindSpace, model.KindDoc,
		model.KindSheet, model.KindSlide, model.KindForm, model.KindMind, model.KindFlowchart,
		model.KindSmartCanvas, model.KindSmartSheet, model.KindOther} {
		if row, ok := p.rows.Lookup(model.Key{Name: s.Name, Kind: k}); ok {
			return row, true
		}
	}
	return 0, false
}

// rowWith finds the entry with an id.
func (p *Pane) rowWith(id string) (int, bool) {
	for i := range p.rows.Len() {
		if p.rows.At(i).ID == id {
			return i, true
		}
	}
	return 0, false
}

// PlaceOf is the place of an entry of this folder.
func (p *Pane) PlaceOf(e *model.Entry) model.Place { return p.place.JoinEntry(e, p.rows.Shared()) }

// leave keeps what is to be found again when the person comes back.
func (p *Pane) leave() {
	p.stop()
	if p.place.IsZero() || !p.state.listed {
		return
	}
	p.marks.Put(p.place, model.MarkSelect, p.rows.SelectedKeys())
	p.env.Store.remember(p.place, p.rows.Current(), p.rows.Shared())
	p.hist.previous = p.place
}

// Back and forward through the history.
func (p *Pane) backward() tea.Cmd {
	n := len(p.hist.back)
	if n == 0 {
		return nil
	}
	to := p.hist.back[n-1]
	p.hist.back = p.hist.back[:n-1]
	p.hist.forward = append(p.hist.forward, p.place)
	return p.enter(to, model.Step{})
}

func (p *Pane) forward() tea.Cmd {
	n := len(p.hist.forward)
	if n == 0 {
		return nil
	}
	to := p.hist.forward[n-1]
	p.hist.forward = p.hist.forward[:n-1]
	p.hist.back = append(p.hist.back, p.place)
	return p.enter(to, model.Step{})
}

// Leads reports whether a step through the history leads anywhere.
func (p *Pane) Leads(a keys.Action) bool {
	switch a {
	case keys.HistoryBack:
		return len(p.hist.back) > 0
	case keys.HistoryNext:
		return len(p.hist.forward) > 0
	}
	return !p.hist.previous.IsZero()
}

// Parent goes up, with the cursor on the folder one came from.
func (p *Pane) Parent() tea.Cmd {
	if p.place.IsRoot() {
		return nil
	}
	return p.went(p.place.Parent(), p.place.Last())
}

// Open goes into the folder or the page under the cursor, or asks what to do
// with a file.
func (p *Pane) Open() tea.Cmd {
	e := p.rows.Current()
	switch {
	case e == nil:
		return p.Parent() // from "..", or while nothing is listed
	case e.Enterable():
		return p.went(p.PlaceOf(e), model.Step{})
	case e.Kind == model.KindLink && e.Facts().Space == "" && !p.rows.Listing().Steady:
		// Where a link leads only the listing tells.
		cmd := p.went(p.PlaceOf(e), model.Step{})
		p.state.link = true
		return cmd
	}
	asked := OpenAsked{p.id, p.place, *e}
	return func() tea.Msg { return asked }
}

// Move steps the cursor.
func (p *Pane) Move(by int) {
	p.coming = coming{}
	p.rows.Move(by)
	p.reveal()
}

// moveTo puts the cursor on a line of the list, ".." being line 0 where it is.
func (p *Pane) moveTo(line int) {
	p.coming = coming{}
	p.rows.MoveTo(line - p.parentRow())
	p.reveal()
}

// Do carries out what needs nobody but the pane. ok is false for everything
// else.
func (p *Pane) Do(a keys.Action) (cmd tea.Cmd, ok bool) {
	switch a {
	case keys.Down:
		p.Move(1)
	case keys.Up:
		p.Move(-1)
	case keys.Top:
		p.moveTo(0)
	case keys.Bottom:
		p.moveTo(p.count() - 1)
	case keys.HalfDown:
		p.page(p.lines() / 2)
	case keys.HalfUp:
		p.page(-p.lines() / 2)
	case keys.PageDown:
		p.page(p.lines())
	case keys.PageUp:
		p.page(-p.lines())
	case keys.Open:
		return p.Open(), true
	case keys.Parent:
		return p.Parent(), true
	case keys.HistoryBack:
		return p.backward(), true
	case keys.HistoryNext:
		return p.forward(), true
	case keys.GoPrevious:
		if !p.hist.previous.IsZero() {
			return p.went(p.hist.previous, model.Step{}), true
		}
	case keys.GoHome:
		return p.went(p.env.Home(p.place), model.Step{}), true
	case keys.Refresh:
		return p.Refresh(), true
	default:
		if p.doSelect(a) {
			return nil, true
		}
		return p.doType(a)
	}
	return nil, true
}

// page moves cursor and list together, so that the cursor stays on its line.
func (p *Pane) page(by int) {
	p.rows.Move(by)
	p.top = max(0, min(p.top+by, p.count()-p.lines()))
	p.reveal()
}

// SetID moves the pane to the other side. A listing under way is given up,
// since its answer would carry the old number; again is true when there was one.
func (p *Pane) SetID(id ID) (again bool) {
	again = p.state.loading
	p.stop()
	p.load.seq++
	p.id = id
	p.typing = typing{}
	return again
}

// Has reports whether the folder is known to hold a folder of that name.
func (p *Pane) Has(name string) bool {
	_, ok := p.rows.Lookup(model.Key{Name: name, Kind: model.KindFolder})
	return ok
}
