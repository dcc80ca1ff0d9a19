package pane

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// Climb goes from a deleted place to its parent, with the cursor on the entry that now has its name, if any. The
// history drops the place.
func (p *Pane) Climb(gone model.Place) tea.Cmd {
	cmd := p.enter(gone.Parent(), gone.Last())
	p.forget(gone)
	return cmd
}

// Await shows a new folder that is not listed yet as loading. The caller tries again soon.
func (p *Pane) Await() {
	p.listing.await()
	p.Redraw()
}

// Retreat leaves a link that does not lead to a folder.
func (p *Pane) Retreat() tea.Cmd {
	at := p.place
	p.hist.dropBack(at.Parent())
	return p.enter(at.Parent(), at.Last())
}

// Follow goes along with a renamed or moved folder that the pane shows or is below.
func (p *Pane) Follow(from, to model.Place) tea.Cmd {
	on, keys := model.Step{}, p.rows.SelectedKeys()
	if e := p.Current(); e != nil {
		on = p.PlaceOf(e).Last()
	}
	next := moved(p.place, from, to)
	cmd := p.enter(next, on)
	p.hist.follow(from, to)
	p.forget(from)
	p.elsewhere.Put(next, model.MarkSelect, keys)
	return cmd
}

// forget drops everything stored about a deleted place.
func (p *Pane) forget(gone model.Place) {
	p.elsewhere.Gone(gone)
	p.env.Store.forget(gone)
	p.hist.forget(gone, p.place)
}
