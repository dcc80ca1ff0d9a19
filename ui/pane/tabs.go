package pane

import "aloft/model"

// tab is a folder in a hidden tab. It has no rows; they come from the store or a new listing.
type tab struct {
	place  model.Place
	on     model.Step // the entry under the cursor, zero = none
	order  model.Order
	filter string
	marked model.Marks // selected here and elsewhere
	hist   history
}

// tabs holds a pane's tabs in order. The current tab's state is in the pane. With one tab the slice is empty.
type tabs struct {
	all []tab
	at  int
}

// Tabs returns the number of tabs and the index of the current one.
func (t *tabs) Tabs() (n, at int) { return max(1, len(t.all)), t.at }

// hidden returns the other tabs.
func (t *tabs) hidden() []*tab {
	var out []*tab
	for i := range t.all {
		if i != t.at {
			out = append(out, &t.all[i])
		}
	}
	return out
}

// Hidden returns the places of the other tabs.
func (t *tabs) Hidden() []model.Place {
	return model.Each(t.hidden(), func(h *tab) model.Place { return h.place })
}

// HiddenMoved makes hidden tabs follow a moved folder.
func (t *tabs) HiddenMoved(from, to model.Place) {
	for _, h := range t.hidden() {
		h.place = moved(h.place, from, to)
		h.hist.follow(from, to)
		h.marked.Gone(from)
	}
}

// HiddenGone moves hidden tabs out of a deleted folder.
func (t *tabs) HiddenGone(gone model.Place) {
	for _, h := range t.hidden() {
		if h.place.Within(gone) {
			h.place, h.on, h.filter = gone.Parent(), model.Step{}, ""
		}
		h.hist.forget(gone, h.place)
		h.marked.Gone(gone)
	}
}
