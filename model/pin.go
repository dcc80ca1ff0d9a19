package model

// Some services let a folder hold several entries of one name, and never change an
// entry's id. There a step of a Place may be pinned: it carries the id of its
// entry. The written form is name\#id. A step with an id and no name means the
// entry by its id alone; as the only step it means the entry with that id wherever
// it is: docs:/\#id.

// JoinPin is the place of the entry with that raw name and id in this folder;
// where ids do not last it is the one with that name.
func (p Place) JoinPin(name, id string) Place { return p.With(Step{name, id}) }

// Pin is the id of the last step, "" when it is not pinned.
func (p Place) Pin() string { return p.Last().ID }

// Loose is the place of the entry with the id, wherever it is in the source.
func (p Place) Loose(id string) Place { return p.Root().JoinPin("", id) }

// IsLoose reports whether the place says which entry, but not where it is.
func (p Place) IsLoose() bool {
	return len(p.Path) == 1 && p.Path[0].Name == "" && p.Path[0].ID != ""
}

// Unpinned is the place by names alone; a step without a name keeps its id.
func (p Place) Unpinned() Place {
	path := make([]Step, len(p.Path))
	for i, s := range p.Path {
		if s.Name != "" {
			s.ID = ""
		}
		path[i] = s
	}
	p.Path = path
	return p
}

// Twins are the names that several entries of the listing share, where that
// needs pins; nil where names are enough or ids change.
func (l *Listing) Twins() map[string]bool {
	if !l.Steady {
		return nil
	}
	return twins(len(l.Entries), func(i int) string { return l.Entries[i].Name })
}

// twins are the names that several of n entries have, nil where there are none.
func twins(n int, name func(int) string) map[string]bool {
	seen := make(map[string]bool, n)
	var twins map[string]bool
	for i := range n {
		if name := name(i); seen[name] {
			if twins == nil {
				twins = map[string]bool{}
			}
			twins[name] = true
		} else {
			seen[name] = true
		}
	}
	return twins
}

// JoinEntry is the place of an entry of this folder's listing, pinned if its
// name is one of the twins; an entry of a list of results says itself where it is.
func (p Place) JoinEntry(e *Entry, twins map[string]bool) Place {
	if e.From != nil {
		return e.From.place(e)
	}
	if twins[e.Name] {
		return p.JoinPin(e.Name, e.ID)
	}
	return p.Join(e.Name)
}
