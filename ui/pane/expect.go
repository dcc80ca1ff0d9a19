package pane

import (
	"time"

	"aloft/model"
)

// expectFor is how long a listing may lag behind what was done. Public clients show a lag of
// usually about a second, and of up to minutes.
const expectFor = 2 * time.Minute

// Expected is what jobs of this session have done to folders and listings do not
// show yet. Both panes share it.
type Expected struct {
	folders map[string]expectedNames
}

// expectedNames are of one folder.
type expectedNames map[model.Step]expected

type expected struct {
	in    bool // the name was added; else it was removed
	until time.Time
}

// NewExpected expects nothing.
func NewExpected() *Expected { return &Expected{folders: map[string]expectedNames{}} }

// Put records that a name was added to its folder, or removed from it.
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

// in is what is expected of the names in a folder.
func (x *Expected) in(folder model.Place) expectedNames { return x.folders[folder.String()] }

// Coming reports whether the place, or a folder it is in, was made moments ago and
// need not be listed yet.
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

// met drops what a complete listing shows.
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

// gone reports whether an entry should not be listed any more.
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

// Behind reports whether the folder's listing does not show yet what was done.
func (x *Expected) Behind(folder model.Place, now time.Time) bool {
	for _, e := range x.in(folder) {
		if now.Before(e.until) {
			return true
		}
	}
	return false
}
