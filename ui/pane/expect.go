package pane

import (
	"time"

	"aloft/model"
)

// expectFor is how long a listing may lag behind a change. Public clients see about a second, and at most minutes.
const expectFor = 2 * time.Minute

// Expected holds changes by this session's jobs that listings do not show yet. Both panes share it.
type Expected struct {
	folders map[string]expectedNames
}

// expectedNames holds the expected changes of one folder.
type expectedNames map[model.Step]expected

type expected struct {
	in    bool // true = added, false = removed
	until time.Time
}

// NewExpected returns an empty Expected.
func NewExpected() *Expected { return &Expected{folders: map[string]expectedNames{}} }

// Put records that a name was added to its folder or removed from it.
func (x *Expected) Put(at model.Place, in bool, now time.Time) {
	for id, names := range x.folders {
		for name, e := range names {
			if now.After(e.until) {
				delete(names, name)
			}
		}
		if len(names) == 0 {
			delete(x.folders, id)
		}
	}
	id := at.Parent().String()
	if x.folders[id] == nil {
		x.folders[id] = expectedNames{}
	}
	x.folders[id][at.Last()] = expected{in, now.Add(expectFor)}
}

// in returns the expected changes of a folder.
func (x *Expected) in(folder model.Place) expectedNames { return x.folders[folder.String()] }

// Coming reports whether the place or a folder above it is new and may not be listed yet.
func (x *Expected) Coming(at model.Place, now time.Time) bool {
	for ; !at.IsRoot(); at = at.Parent() {
		names := x.in(at.Parent())
		for _, name := range [...]model.Step{at.Last(), {Name: at.Base()}} {
			if e, ok := names[name]; ok && e.in && now.Before(e.until) {
				return true
			}
		}
	}
	return false
}

// met drops the changes that a complete listing shows.
func (x *Expected) met(s *model.Sorted) {
	id := s.Head.Place.String()
	names := x.folders[id]
	if len(names) == 0 || s.Head.Cut == model.CutPartial {
		return
	}
	listed := make(map[model.Step]bool, len(names))
	for row := range s.Len() {
		for _, name := range [...]model.Step{{Name: s.Name(row)}, {Name: s.Name(row), ID: s.ID(row)}} {
			if _, ok := names[name]; ok {
				listed[name] = true
			}
		}
	}
	for name, e := range names {
		if e.in == listed[name] {
			delete(names, name)
		}
	}
	if len(names) == 0 {
		delete(x.folders, id)
	}
}

// gone reports whether an entry was removed but may still be listed.
func (n expectedNames) gone(name, id string) bool {
	if len(n) == 0 {
		return false
	}
	byName, ok := n[model.Step{Name: name}]
	if ok && !byName.in {
		return true
	}
	byID, ok := n[model.Step{Name: name, ID: id}]
	return ok && !byID.in
}

// Behind reports whether the folder's listing lags behind the changes.
func (x *Expected) Behind(folder model.Place, now time.Time) bool {
	for _, e := range x.in(folder) {
		if now.Before(e.until) {
			return true
		}
	}
	return false
}
