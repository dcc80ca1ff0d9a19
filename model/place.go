package model

import "slices"

// Scheme names a kind of source.
type Scheme string

const (
	SchemeDrive Scheme = "drive"
	SchemeDocs  Scheme = "docs"
	SchemeSpace Scheme = "space"
	SchemeDisk  Scheme = "disk"
)

// Place is where something is. It is a value and compares with Equal.
//
// Path holds raw names from the root down; it is empty for the root itself.
// On disk a name is a path component's bytes. Account is "" for the account
// that is current.
type Place struct {
	Account string
	Scheme  Scheme
	Path    []string
}

// Join is the place of the entry of that raw name in this folder.
func (p Place) Join(name string) Place {
	path := make([]string, len(p.Path)+1)
	copy(path, p.Path)
	path[len(p.Path)] = name
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

// IsRoot reports whether the place is the root of its source.
func (p Place) IsRoot() bool { return len(p.Path) == 0 }

// IsZero reports whether the place names nothing at all.
func (p Place) IsZero() bool { return p.Scheme == "" && p.Account == "" && len(p.Path) == 0 }

// Base is the last raw name, "" for the root.
func (p Place) Base() string {
	if len(p.Path) == 0 {
		return ""
	}
	name, _ := CutPin(p.Path[len(p.Path)-1])
	return name
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
