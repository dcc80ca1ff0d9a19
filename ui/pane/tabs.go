package pane

import "aloft/model"

// tab is a folder that the pane shows when the tab is chosen. It has no rows: those
// come from the store, or are listed again.
type tab struct {
	place  model.Place
	on     model.Step // the entry under the cursor, zero = none
	order  model.Order
	filter string
	marked model.Marks // what is selected, here and elsewhere
	hist   history
}

// tabs are those of a pane in their order. What shows is not in its tab but in the
// pane; without other tabs there are none.
type tabs struct {
	all []tab
	at  int
}

// Tabs is how many there are, and which of them shows.
func (t *tabs) Tabs() (n, at int) { return max(1, len(t.all)), t.at }

// hidden are the tabs that do not show.
func (t *tabs) hidden() []*tab {
	var out []*tab
	for i := range t.all {
		if i != t.at {
			out = append(out, &t.all[i])
		}
	}
	return out
}

// Hidden are the places of the tabs that do not show.
func (t *tabs) Hidden() []model.Place {
	var out []model.Place
	for _, h := range t.hidden() {
		out = append(out, h.place)
	}
	return out
}

// HiddenMoved lets tabs that do not show follow a folder that has moved.
func (t *tabs) HiddenMoved(from, to model.Place) {
	for _, h := range t.hidden() {
		h.place = moved(h.place, from, to)
		h.hist.follow(from, to)
		h.marked.Gone(from)
	}
}

// HiddenGone takes the tabs that do not show out of a folder that is gone.
func (t *tabs) HiddenGone(gone model.Place) {
	for _, h := range t.hidden() {
		if h.place.Within(gone) {
			h.place, h.on, h.filter = gone.Parent(), model.Step{}, ""
		}
		h.hist.forget(gone, h.place)
		h.marked.Gone(gone)
	}
}
