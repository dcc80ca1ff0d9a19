package pane

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// Climb leaves a place that is not there any more for the folder it was in, with
// the cursor on what has its name now, when something has. The way back does not
// lead there again.
func (p *Pane) Climb(gone model.Place) tea.Cmd {
	cmd := p.enter(gone.Parent(), gone.Last())
	p.forget(gone)
	return cmd
}

// Await shows a folder that was not found as loading, since it was made moments
// ago: somebody asks again soon.
func (p *Pane) Await() {
	p.state.loading, p.state.awaits, p.state.slow, p.state.err = true, true, true, nil
	p.redraw()
}

// Awaits reports whether that is still wanted.
func (p *Pane) Awaits() bool { return p.state.awaits }

// Retreat leaves a link that leads to no folder.
func (p *Pane) Retreat() tea.Cmd {
	at := p.place
	if n := len(p.hist.back); n > 0 && p.hist.back[n-1].Equal(at.Parent()) {
		p.hist.back = p.hist.back[:n-1]
	}
	return p.enter(at.Parent(), at.Last())
}

// Follow goes with a folder that was renamed or moved, and that the pane shows
// or is somewhere below.
func (p *Pane) Follow(from, to model.Place) tea.Cmd {
	on, keys := model.Step{}, p.rows.SelectedKeys()
	if e := p.rows.Current(); e != nil {
		on = p.PlaceOf(e).Last()
	}
	next := moved(p.place, from, to)
	cmd := p.enter(next, on)
	for _, list := range [][]model.Place{p.hist.back, p.hist.forward} {
		for i := range list {
			list[i] = moved(list[i], from, to)
		}
	}
	p.forget(from)
	p.marks.Put(next, model.MarkSelect, keys)
	return cmd
}

// moved is where a place is after the folder it is in has moved.
func moved(at, from, to model.Place) model.Place {
	if !at.Within(from) {
		return at
	}
	for _, s := range at.Path[len(from.Path):] {
		to = to.With(s)
	}
	return to
}

// forget drops what was kept of a place that is not there any more.
func (p *Pane) forget(gone model.Place) {
	p.marks.Gone(gone)
	p.env.Store.forget(gone)
	without := func(list []model.Place) []model.Place {
		var out []model.Place
		for _, at := range list {
			if !at.Within(gone) {
				out = append(out, at)
			}
		}
		return out
	}
	p.hist.back, p.hist.forward = without(p.hist.back), without(p.hist.forward)
	if p.hist.previous.Within(gone) {
		p.hist.previous = p.place
	}
}
