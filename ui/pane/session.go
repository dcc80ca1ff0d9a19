package pane

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// Session returns the state to store. It ends a range that is being selected.
func (p *Pane) Session() client.Side {
	n, at := p.Tabs()
	s := client.Side{Tabs: make([]client.Tab, n), At: at}
	for i := range p.tabs.all {
		s.Tabs[i] = p.tabs.all[i].session()
	}
	shown := tab{place: p.place, on: p.step(), order: p.order, filter: p.Filter(), marked: p.elsewhere, hist: p.hist}
	s.Tabs[at] = shown.session()
	here, elsewhere := p.Selected()
	switch {
	case here+elsewhere > client.MaxSelected:
		s.Tabs[at].Selected = nil
	case p.listed && !p.place.IsResults():
		for _, k := range p.rows.SelectedKeys() {
			s.Tabs[at].Selected = append(s.Tabs[at].Selected, client.Selected{Folder: p.place, Key: k})
		}
	}
	if !p.compared.IsZero() { // both panes would return without the link between them
		s.Tabs[at].Selected = slices.DeleteFunc(s.Tabs[at].Selected, func(x client.Selected) bool { return x.Folder.Equal(p.compared) })
	}
	return s
}

func (t *tab) session() client.Tab {
	out := client.Tab{Place: t.hist.base(t.place), Order: t.order, Back: latest(t.hist.back), Forward: latest(t.hist.forward)}
	if !t.place.IsResults() { // a list of results is stored as its folder
		out.Filter = t.filter
		if t.on != (model.Step{}) {
			out.On = t.place.With(t.on)
		}
	}
	if here, elsewhere := t.marked.Count(t.place, model.MarkSelect); here+elsewhere > client.MaxSelected {
		return out
	}
	for _, folder := range t.marked.Folders(model.MarkSelect) {
		for _, k := range t.marked.Keys(folder, model.MarkSelect) {
			out.Selected = append(out.Selected, client.Selected{Folder: folder, Key: k})
		}
	}
	return out
}

// latest returns the places of a history to store.
func latest(all []model.Place) []model.Place {
	all = slices.DeleteFunc(slices.Clone(all), model.Place.IsResults)
	return all[max(0, len(all)-client.MaxSteps):]
}

// Restore shows the stored state; s has at least one tab.
func (p *Pane) Restore(s client.Side) tea.Cmd {
	all := make([]tab, len(s.Tabs))
	for i, t := range s.Tabs {
		all[i] = restored(t)
		p.unselectHidden(&all[i].marked)
	}
	if len(all) > 1 {
		p.tabs = tabs{all: all, at: s.At}
	}
	return p.open(all[s.At])
}

func restored(t client.Tab) tab {
	out := tab{place: t.Place, on: t.On.Last(), order: t.Order, filter: t.Filter, hist: history{back: t.Back, forward: t.Forward}}
	if n := len(t.Back); n > 0 {
		out.hist.previous = t.Back[n-1]
	}
	keys := map[string][]model.Key{}
	folders := map[string]model.Place{}
	for _, e := range t.Selected {
		id := e.Folder.String()
		keys[id], folders[id] = append(keys[id], e.Key), e.Folder
	}
	for id, of := range folders {
		out.marked.Put(of, model.MarkSelect, keys[id])
	}
	return out
}
