package model

import "strings"

// Some services let a folder hold several entries of one name, and never change
// an entry's id. There a name in a Place may be pinned: it carries the id of
// the entry that is meant. The written form is name\#id. A pinned name that is
// empty means the entry of that id wherever it is: docs:/\#id.

// pinMark stands between name and id. No name on a disk holds it, and sources
// with pins turn names that do away.
const pinMark = "\x00\x00"

// PinName joins a raw name and an id to a pinned name; id "" pins nothing.
func PinName(name, id string) string {
	if id == "" {
		return name
	}
	return name + pinMark + id
}

// CutPin splits a name of a Path into the raw name and the id, "" = not pinned.
func CutPin(name string) (raw, id string) {
	raw, id, _ = strings.Cut(name, pinMark)
	return raw, id
}

// JoinPin is the place of the entry with that raw name and id in this folder.
func (p Place) JoinPin(name, id string) Place { return p.Join(PinName(name, id)) }

// Pin is the id of the last name, "" when it is not pinned.
func (p Place) Pin() string {
	if len(p.Path) == 0 {
		return ""
	}
	_, id := CutPin(p.Path[len(p.Path)-1])
	return id
}

// Loose is the place of the entry with the id, wherever it is in the source.
func (p Place) Loose(id string) Place { return p.Root().JoinPin("", id) }

// IsLoose reports whether the place says which entry, but not where it is.
func (p Place) IsLoose() bool {
	return len(p.Path) == 1 && strings.HasPrefix(p.Path[0], pinMark)
}

// Names are the raw names of the path.
func (p Place) Names() []string {
	out := make([]string, len(p.Path))
	for i, n := range p.Path {
		out[i], _ = CutPin(n)
	}
	return out
}

// Twins are the names that several entries of the listing share, where that
// needs pins; nil where names are enough or ids change.
func (l *Listing) Twins() map[string]bool {
	if !l.Steady {
		return nil
	}
	seen := make(map[string]bool, len(l.Entries))
	var twins map[string]bool
	for i := range l.Entries {
		name := l.Entries[i].Name
		if seen[name] {
			if twins == nil {
				twins = map[string]bool{}
			}
			twins[name] = true
		}
		seen[name] = true
	}
	return twins
}

// JoinEntry is the place of an entry of this folder's listing, pinned if its
// name is one of the twins.
func (p Place) JoinEntry(e *Entry, twins map[string]bool) Place {
	if twins[e.Name] {
		return p.JoinPin(e.Name, e.ID)
	}
	return p.Join(e.Name)
}
