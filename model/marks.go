package model

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Mark is what entries are marked for: selected, or to be copied or moved.
type Mark string

const (
	MarkSelect Mark = "select"
	MarkCopy   Mark = "copy"
	MarkCut    Mark = "cut"
)

// Marks are marked entries of many folders, by name since ids do not last. The
// zero value has none. It is a value of the update loop.
type Marks struct {
	folders map[string]*markedFolder // by the folder's written place
}

type markedFolder struct {
	place Place
	kinds map[Mark]map[Key]struct{}
}

// Put sets which entries of a folder carry a mark, in place of those that had it.
// No keys take the mark from the folder.
func (m *Marks) Put(folder Place, mark Mark, keys []Key) {
	id := folder.String()
	f := m.folders[id]
	if len(keys) == 0 {
		if f != nil {
			delete(f.kinds, mark)
			if len(f.kinds) == 0 {
				delete(m.folders, id)
			}
		}
		return
	}
	if f == nil {
		f = &markedFolder{place: folder, kinds: map[Mark]map[Key]struct{}{}}
		if m.folders == nil {
			m.folders = map[string]*markedFolder{}
		}
		m.folders[id] = f
	}
	set := make(map[Key]struct{}, len(keys))
	for _, k := range keys {
		set[k] = struct{}{}
	}
	f.kinds[mark] = set
}

// Drop takes a mark from everything.
func (m *Marks) Drop(mark Mark) {
	for id, f := range m.folders {
		delete(f.kinds, mark)
		if len(f.kinds) == 0 {
			delete(m.folders, id)
		}
	}
}

// Has reports whether an entry carries a mark.
func (m *Marks) Has(folder Place, k Key, mark Mark) bool {
	if len(m.folders) == 0 {
		return false
	}
	_, ok := m.In(folder, mark)[k]
	return ok
}

// In gives the marked entries of one folder as a set, nil when there are none: a
// pane asks once for all its rows. It must not be changed.
func (m *Marks) In(folder Place, mark Mark) map[Key]struct{} {
	if f := m.folders[folder.String()]; f != nil {
		return f.kinds[mark]
	}
	return nil
}

// Keys are the marked entries of one folder in natural order.
func (m *Marks) Keys(folder Place, mark Mark) []Key {
	return slices.SortedFunc(maps.Keys(m.In(folder, mark)), func(a, b Key) int {
		if c := CompareNatural(a.Name, b.Name); c != 0 {
			return c
		}
		if a.Kind != b.Kind {
			return kindRank(a.Kind) - kindRank(b.Kind)
		}
		return cmp.Or(a.Nth-b.Nth, strings.Compare(a.ID, b.ID))
	})
}

// Count is the number of entries with the mark: in the folder, and elsewhere.
func (m *Marks) Count(folder Place, mark Mark) (here, elsewhere int) {
	id := folder.String()
	for other, f := range m.folders {
		if other == id {
			here = len(f.kinds[mark])
		} else {
			elsewhere += len(f.kinds[mark])
		}
	}
	return here, elsewhere
}

// Folders are the folders with entries of the mark, in order of their places.
func (m *Marks) Folders(mark Mark) []Place {
	var out []Place
	for _, f := range m.folders {
		if len(f.kinds[mark]) > 0 {
			out = append(out, f.place)
		}
	}
	slices.SortFunc(out, func(a, b Place) int { return CompareNatural(a.String(), b.String()) })
	return out
}

// Places are the places of all entries with the mark, folder by folder.
func (m *Marks) Places(mark Mark) []Place {
	var out []Place
	for _, folder := range m.Folders(mark) {
		for _, k := range m.Keys(folder, mark) {
			out = append(out, folder.JoinPin(k.Name, k.ID))
		}
	}
	return out
}

// Gone drops the marks of an entry that was moved, renamed or deleted, and of
// everything in it.
func (m *Marks) Gone(p Place) {
	parent := p.Parent().String()
	for id, f := range m.folders {
		if f.place.Within(p) {
			delete(m.folders, id)
			continue
		}
		if id != parent {
			continue
		}
		for mark, set := range f.kinds {
			for k := range set {
				if pin := p.Pin(); k.Name == p.Base() && (pin == "" || k.ID == "" || pin == k.ID) {
					delete(set, k)
				}
			}
			if len(set) == 0 {
				delete(f.kinds, mark)
			}
		}
		if len(f.kinds) == 0 {
			delete(m.folders, id)
		}
	}
}
