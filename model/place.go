package model

import (
	"slices"
	"strings"
)

// Place is where something is. It is a value and compares with Equal.
//
// Path leads from the root down; it is empty for the root itself. Account is ""
// for the account that is current in this process, wherever the place stands: no place
// has the account of another one. Files hold Full places.
type Place struct {
	Account string
	Scheme  Scheme
	Path    []Step
}

// Step is one entry on the way down: by its raw name (on disk a path component's
// bytes), and where ids never change perhaps by its id, which then has precedence
// over the name (pin.go). It compares with ==.
type Step struct{ Name, ID string }

// Steps are the steps of raw names.
func Steps(names ...string) []Step {
	if len(names) == 0 {
		return nil
	}
	out := make([]Step, len(names))
	for i, n := range names {
		out[i].Name = n
	}
	return out
}

// Valid reports whether the place can be written and read back. A service may hold
// names that no place can: an empty one, and one with a NUL in it. Such an entry is
// shown, and named by its id or not at all: every source and every plan refuses an
// invalid place.
func (p Place) Valid() bool {
	if !p.Scheme.Known() || strings.IndexByte(p.Account, 0) >= 0 {
		return false
	}
	for _, s := range p.Path {
		if s == (Step{}) || strings.IndexByte(s.Name, 0) >= 0 || strings.IndexByte(s.ID, 0) >= 0 {
			return false
		}
		if s.ID != "" && !p.Scheme.Documents() {
			return false
		}
	}
	return true
}

// Join is the place of the entry of that raw name in this folder. It is not
// Valid when no place can hold the name.
func (p Place) Join(name string) Place { return p.With(Step{Name: name}) }

// With is the place one step further down. The step loses its id where ids do
// not last.
func (p Place) With(s Step) Place {
	if !p.Scheme.Documents() {
		s.ID = ""
	}
	path := make([]Step, len(p.Path)+1)
	copy(path, p.Path)
	path[len(p.Path)] = s
	p.Path = path
	return p
}

// Parent of the place; the root is its own parent.
func (p Place) Parent() Place {
	if len(p.Path) > 0 {
		p.Path = p.Path[: len(p.Path)-1 : len(p.Path)-1]
	}
	return p
}

// Root of the place's source.
func (p Place) Root() Place {
	p.Path = nil
	return p
}

// Full is the place with its account written, as a file of ours holds it: another process may
// have another current account.
func (p Place) Full(current string) Place {
	if p.Account == "" && p.Scheme != "" && !p.Scheme.Local() {
		p.Account = current
	}
	return p
}

// Near is the place as the process with that current account has it.
func (p Place) Near(current string) Place {
	if p.Account == current || p.Scheme.Local() {
		p.Account = ""
	}
	return p
}

// IsRoot reports whether the place is the root of its source.
func (p Place) IsRoot() bool { return len(p.Path) == 0 }

// IsZero reports whether the place names nothing at all.
func (p Place) IsZero() bool { return p.Scheme == "" && p.Account == "" && len(p.Path) == 0 }

// Last step of the path, the zero Step for the root.
func (p Place) Last() Step {
	if len(p.Path) == 0 {
		return Step{}
	}
	return p.Path[len(p.Path)-1]
}

// Base is the last raw name, "" for the root.
func (p Place) Base() string { return p.Last().Name }

// Names are the raw names of the path.
func (p Place) Names() []string {
	return Each(p.Path, func(s Step) string { return s.Name })
}

// Equal reports whether both name the same thing.
func (p Place) Equal(q Place) bool {
	return p.SameSource(q) && slices.Equal(p.Path, q.Path)
}

// SameSource reports whether both are in one tree.
func (p Place) SameSource(q Place) bool { return p.Account == q.Account && p.Scheme == q.Scheme }

// Within reports whether p is q or something under q.
func (p Place) Within(q Place) bool {
	return p.SameSource(q) && len(p.Path) >= len(q.Path) && slices.Equal(p.Path[:len(q.Path)], q.Path)
}

// Under is Within where a step of q without an id stands for every entry of its name.
func (p Place) Under(q Place) bool {
	if !p.SameSource(q) || len(p.Path) < len(q.Path) {
		return false
	}
	for i, s := range q.Path {
		if s.Name != p.Path[i].Name || s.ID != "" && s.ID != p.Path[i].ID {
			return false
		}
	}
	return true
}
