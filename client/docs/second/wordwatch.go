package second

import (
	"slices"
)

// given are the positions that the service has returned for one version of a
// document: a client edits at these positions only, since it cannot compute others.
type given struct {
	places map[int64]bool
	texts  map[Range]bool // ranges of text that was found
	images map[int64]bool
	stale  string // why none of it is valid any more
}

// told returns the record of a version.
func (d *word) told(version int64) *given {
	g := d.given[version]
	if g == nil {
		g = &given{places: map[int64]bool{}, texts: map[Range]bool{}, images: map[int64]bool{}}
		d.given[version] = g
	}
	g.stale = ""
	return g
}

func (g *given) at(all ...int64) {
	for _, at := range all {
		g.places[at] = true
	}
}

func (g *given) text(r Range) {
	g.texts[r] = true
	g.at(r.Begin, r.End)
}

func (g *given) image(at int64) {
	g.images[at] = true
	g.at(at)
}

// spot is the position of an edit.
type spot struct {
	at     []int64
	ranges []Range
	found  bool // the ranges must be those of doc.find
	image  bool // the position must be one of doc.get_images
}

// first is the smallest position.
func (p spot) first() int64 {
	all := slices.Clone(p.at)
	for _, r := range p.ranges {
		all = append(all, r.Begin)
	}
	if len(all) == 0 {
		return 0
	}
	return slices.Min(all)
}

// watch records violations of the specification: "when steps are chained, pass the
// version of the previous query", "use ranges that came from doc.find", "positions
// after the edit point may shift", "positions must be fetched again" after a
// comment.
func (s *Server) watch(tool string, d *word, a args, base int64, p spot) {
	v, latest := a.based()
	switch {
	case !d.asked:
	case latest:
		s.breach("%s: is_latest in a chain", tool)
	case v == 0:
		s.breach("%s: no base_version after a query", tool)
	}
	g := d.given[base]
	if g == nil {
		g = &given{}
	}
	if g.stale != "" && (len(p.at) > 0 || len(p.ranges) > 0) {
		s.breach("%s: positions that were not fetched again %s", tool, g.stale)
		return
	}
	for _, at := range p.at {
		switch {
		case p.image && !g.images[at]:
			s.breach("%s: guessed position %d: version %d has no image of get_images there", tool, at, base)
		case !g.places[at]:
			s.breach("%s: guessed position %d in version %d", tool, at, base)
		}
	}
	for _, r := range p.ranges {
		switch {
		case p.found && !g.texts[r]:
			s.breach("%s: range %d to %d of version %d is not from doc.find", tool, r.Begin, r.End, base)
		case !g.places[r.Begin] || !g.places[r.End]:
			s.breach("%s: guessed position in range %d to %d of version %d", tool, r.Begin, r.End, base)
		}
	}
}

// passed copies to the next version the positions that are still valid: all up to
// the first change.
func (d *word) passed(base, next int64, first int64, stale string) {
	old := d.given[base]
	if old == nil {
		return
	}
	g := d.told(next)
	for at := range old.places {
		if at <= first {
			g.places[at] = true
		}
	}
	for at := range old.images {
		if at < first {
			g.images[at] = true
		}
	}
	for r := range old.texts {
		if r.End <= first {
			g.texts[r] = true
		}
	}
	if g.stale = stale; old.stale != "" {
		g.stale = old.stale
	}
}
