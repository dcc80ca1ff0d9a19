package pane

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// ShowResults fills and shows a list of results; at is its place, which no other list has.
func (p *Pane) ShowResults(at model.Place, r Results) tea.Cmd {
	p.env.Results[at.String()] = r
	if at.Equal(p.place) {
		return p.start()
	}
	p.env.Store.forget(at)
	p.hist.leave(p.place, at)
	return p.enter(at, model.Step{})
}

// LeaveResults goes back to the place before the list of results.
func (p *Pane) LeaveResults() tea.Cmd {
	if to, ok := p.hist.goBack(p.place); ok {
		return p.enter(to, model.Step{})
	}
	return p.enter(p.env.Home(p.place.Root()), model.Step{})
}

// Base returns the folder that the pane shows, or the one before a list of results.
func (p *Pane) Base() model.Place {
	return p.hist.base(p.place)
}

// base returns at if it is a folder, else the last folder before a list of results.
func (h *history) base(at model.Place) model.Place {
	if !at.IsResults() {
		return at
	}
	for _, before := range slices.Backward(h.back) {
		if !before.IsResults() {
			return before
		}
	}
	return at.Root()
}

// Placed takes the places found for entries of a list of results, by the rows of s.
func (p *Pane) Placed(s *model.Sorted, at map[int]*model.Origin) {
	if p.rows.Sorted() == s {
		p.show(s.Placed(at), p.look.known)
		p.env.Store.put(p.rows.Sorted())
	}
}

// Change is the new place and name of an entry; no place = deleted.
type Change struct {
	From, To model.Place
	Name     string
}

// Changed applies the changes of a job to a list of results.
func (p *Pane) Changed(all []Change) tea.Cmd {
	if !p.place.IsResults() || !p.listed || len(all) == 0 {
		return nil
	}
	s, k := p.rows.Sorted(), p.look.known
	return p.sort(func(o model.Order) (*model.Sorted, known) { return model.Sort(changed(s.Listing(), all), o), k }, false)
}

// changed returns a list of results without deleted entries and with new names and folders.
func changed(l model.Listing, all []Change) model.Listing {
	by := make(map[string][]Change, len(all)) // by written place without pins
	for _, c := range all {
		id := c.From.Unpinned().String()
		by[id] = append(by[id], c)
	}
	kept := l.Entries[:0]
	for _, e := range l.Entries {
		list := by[l.Place.JoinEntry(&e, nil).Unpinned().String()]
		i := slices.IndexFunc(list, func(c Change) bool { return c.From.Pin() == "" || e.ID == "" || c.From.Pin() == e.ID })
		if i < 0 {
			kept = append(kept, e)
			continue
		}
		c := list[i]
		if c.To.IsZero() {
			continue
		}
		e.Name = c.Name
		if !c.To.IsLoose() {
			e.From = &model.Origin{Folder: c.To.Parent()}
			if c.To.Pin() != "" {
				e.From.Twins = map[string]bool{e.Name: true}
			}
		}
		kept = append(kept, e)
	}
	l.Entries = kept
	return l
}

// home returns the folder of a row's entry and its key there. ok is false if the folder is not known.
func (l *list) home(row int) (folder model.Place, k model.Key, ok bool) {
	if !l.place.IsResults() {
		return l.place, l.rows.Key(row), true
	}
	e := l.rows.At(row)
	at := l.PlaceOf(e)
	return at.Parent(), model.Key{Name: at.Base(), Kind: e.Kind, ID: at.Pin()}, at.Valid() && !at.IsRoot()
}

// markHomes marks the selected entries in their folders and keeps the marks there.
func (l *list) markHomes(marks *model.Marks, mark model.Mark) {
	keys := map[string][]model.Key{}
	folders := map[string]model.Place{}
	for row := range l.rows.Len() {
		if !l.rows.Selected(row) {
			continue
		}
		if folder, k, ok := l.home(row); ok {
			id := folder.String()
			folders[id], keys[id] = folder, append(keys[id], k)
		}
	}
	for id, folder := range folders {
		marks.Put(folder, mark, append(marks.Keys(folder, mark), keys[id]...))
	}
}
