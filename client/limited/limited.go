// Package limited shows one person a part of an account: some of its places, perhaps for
// reading only. It is a security boundary, for people who log in from elsewhere with a key.
//
// What it shows is listed method by method: a source that learns something new does not give
// it to such a person before somebody has written here what of it is theirs. Writes of sources
// are not among it: what the screen is handed has none, only jobs and edits send them. Those have the
// sources of the account, so each place of a request and of a plan is looked at here.
package limited

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"aloft/client"
	"aloft/model"
)

// Rights are what a person may do.
type Rights struct {
	// ReadOnly: nothing is changed. What is on the disk is for reading only in any case.
	ReadOnly bool
	// Places are the folders and documents that the person sees, with all they hold. They are
	// of the current account, or of the disk, and are named without ids. None = everything of
	// the account; of the disk a person sees only what is named.
	Places []model.Place
}

// SeesDisk reports whether there are places of the disk among them.
func (r Rights) SeesDisk() bool {
	return slices.ContainsFunc(r.Places, func(p model.Place) bool { return p.Scheme.Local() })
}

// Person is somebody with rights; it is the sources that they see. One may serve several
// sessions, which then see each other's jobs.
type Person struct {
	all    client.Sources
	rights Rights
	seen   ids

	mu      sync.Mutex
	jobs    map[string]bool // that the person has started
	records map[string]bool // of the recycle bin, that the person has been shown
	links   map[string]bool // that the person has made, by their ids
}

// New returns a person, or why nobody can have such rights.
func New(all client.Sources, r Rights) (*Person, error) {
	r.Places = slices.Clone(r.Places)
	for _, p := range r.Places {
		pinned := slices.ContainsFunc(p.Path, func(s model.Step) bool { return s.ID != "" })
		switch {
		case !p.Valid(), !plain(p, 0):
			return nil, client.Errorf(client.KindInvalid, opSee, p, "%s is not a valid place", p.String())
		case p.Account != "":
			return nil, client.Errorf(client.KindInvalid, opSee, p, "%s: write the place without the account", p.String())
		case pinned:
			return nil, client.Errorf(client.KindInvalid, opSee, p, "%s: write the place without the id", p.String())
		}
	}
	return &Person{all: all, rights: r, jobs: map[string]bool{}, records: map[string]bool{}, links: map[string]bool{}}, nil
}

// opSee is the operation of errors about what is not shown.
const opSee = "open"

// Rights are what the person may do.
func (g *Person) Rights() Rights {
	return Rights{ReadOnly: g.rights.ReadOnly, Places: slices.Clone(g.rights.Places)}
}

// Accounts are the one that the person sees.
func (g *Person) Accounts() []string {
	all := g.all.Accounts()
	return all[:min(len(all), 1)]
}

// view says how a person sees a place.
type view int

const (
	hidden view = iota
	way         // only what leads to their places
	root        // one of their places
	inside      // something in one of them
)

// view says how the person sees a place.
func (g *Person) view(p model.Place) view {
	switch {
	case p.Account != "" || !p.Scheme.Known() || !p.Valid() || p.Scheme.Packed(): // archives are read past their places
		return hidden
	case g.open(p.Scheme):
		if !plain(p, 0) {
			return hidden
		}
		return inside
	case len(p.Path) > 0 && p.Path[0].Name == "": // by its id alone it may be anywhere
		return hidden
	}
	best := hidden
	for _, q := range g.rights.Places {
		switch {
		case p.Within(q) && !plain(p, len(q.Path)):
		case p.Equal(q):
			best = max(best, root)
		case p.Within(q):
			best = max(best, inside)
		case q.Within(p):
			best = max(best, way)
		}
	}
	return best
}

// open reports whether everything of such a source is theirs. The trees of one service are
// so only together, since it does not always say which of them a document is in.
func (g *Person) open(of model.Scheme) bool {
	if len(g.rights.Places) == 0 || of.Packed() {
		return !of.Local() && !of.Packed()
	}
	for _, s := range model.Schemes() {
		if s.Service() == of.Service() && !slices.ContainsFunc(g.rights.Places, func(q model.Place) bool { return q.Scheme == s && q.IsRoot() }) {
			return false
		}
	}
	return of.Known()
}

// plain reports whether no name of the path from a step on leads out of its folder, as a path
// of this machine.
func plain(p model.Place, from int) bool {
	if !p.Scheme.Local() {
		return true
	}
	for i, s := range p.Path[from:] {
		drive := from+i == 0 && filepath.VolumeName(s.Name) == s.Name && s.Name != "" // of Windows
		if !drive && (strings.ContainsAny(s.Name, "/"+string(filepath.Separator)) || !filepath.IsLocal(s.Name) || s.Name == ".") {
			return false
		}
	}
	return true
}

// see refuses what the person does not see.
func (g *Person) see(op string, p model.Place) error {
	if g.view(p) == hidden {
		return g.outside(op, p)
	}
	return nil
}

// read refuses places whose content is not theirs.
func (g *Person) read(op string, places ...model.Place) error {
	for _, p := range places {
		if g.view(p) < root {
			return g.outside(op, p)
		}
	}
	return nil
}

// fewPlaces are all named where another one is refused.
const fewPlaces = 3

// outside says that a place is not theirs; what is there is not said.
func (g *Person) outside(op string, p model.Place) error {
	e := client.Errorf(client.KindLocal, op, p, "this key gives no access to %s", p.String())
	if n := len(g.rights.Places); n > 0 && n <= fewPlaces {
		names := model.Each(g.rights.Places, func(q model.Place) string { return model.Clean(q.String()) })
		e.Hint, e.HintArgs = "its places: %s", []any{strings.Join(names, ", ")}
	}
	return e
}

// readOnly is the error of every change by somebody who only reads.
func readOnly(op string, p model.Place) error {
	return client.Errorf(client.KindLocal, op, p, "this key is read-only").NothingChanged()
}

// onDisk is the error of a change of the disk: it may be read, whatever the key says.
func onDisk(op string, p model.Place) error {
	return client.Errorf(client.KindLocal, op, p, "files on this machine are read-only for this key").NothingChanged()
}

// tops are the person's places of the disk.
func (g *Person) tops() []model.Place {
	return model.Only(g.rights.Places, func(p model.Place) bool { return p.Scheme.Local() })
}

// partly is the error of what is only about everything.
func partly(op string, p model.Place) error {
	return client.Errorf(client.KindUnsupported, op, p, "not available: this key sees only part of %s", string(p.Scheme))
}
