package verify

import (
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// presence of an entry at a place.
type presence int

const (
	cannotTell presence = iota // the listing was not complete
	there
	notThere
	another // an entry of that name, but not this one
)

// Sight is what one check saw.
type Sight struct {
	source, target presence
	Made           string // id of what a creation has made
}

// content is a listing by name.
type content struct {
	names    map[string][]model.Entry
	ids      map[string]model.Entry
	complete bool
}

func (c *content) of(name string, s *journal.Step) presence {
	es := c.names[name]
	for _, e := range es {
		if e.Kind.Container() == s.Of.Kind.Container() && journal.LooksAs(e, s.Of.Print, false) {
			return there
		}
	}
	if len(es) > 0 {
		return another
	}
	return c.absent()
}

// absent: whether an entry that is not in the listing is missing.
func (c *content) absent() presence {
	if c.complete {
		return notThere
	}
	return cannotTell
}

// Lookups is one walk of the Verifier; all steps checked in it share its listings.
type Lookups struct {
	*Walker
	lists map[string]*content
}

// Open begins a check by a walk.
func Open(w *Walker) Lookups { return Lookups{w, map[string]*content{}} }

// in lists a folder, once. One that counts as deleted is empty.
func (w Lookups) in(ctx context.Context, p model.Place) (*content, error) {
	k := journal.PlaceKey(p)
	if c := w.lists[k]; c != nil {
		return c, nil
	}
	c := &content{names: map[string][]model.Entry{}, ids: map[string]model.Entry{}}
	if p.Base() == journal.BinMark {
		in, err := w.Bin(ctx, client.Bulk)
		if err != nil {
			return nil, err
		}
		for record, e := range in {
			c.ids[record] = e.Entry
		}
		c.complete = true
	} else {
		l, err := w.All(ctx, p)
		if err != nil && !client.Is(err, client.KindNotFound) {
			return nil, err
		}
		for _, e := range l.Entries {
			c.ids[e.ID] = e
			c.names[e.Name] = append(c.names[e.Name], e)
		}
		c.complete = l.Complete || err != nil
	}
	w.lists[k] = c
	return c, nil
}

// Look returns what is seen of a step's two places.
func (w Lookups) Look(ctx context.Context, c Case) (Sight, error) {
	s := c.Step
	var out Sight
	switch {
	case s.Op.InBin():
		in, err := w.in(ctx, s.Source().Parent())
		if err == nil {
			out.source = in.has(s.Of.Record)
		}
		return out, err
	case s.Once:
		return w.made(ctx, c)
	case s.Op.Row().Ends == model.EndUnchanged:
		return w.policy(ctx, c)
	case c.ID != "":
		return w.pinned(ctx, c)
	}
	if t, ok := s.Target(); ok {
		in, err := w.in(ctx, t.Parent())
		if err != nil {
			return out, err
		}
		out.target = in.of(t.Base(), s)
	}
	if s.Op.Row().NoSource {
		return out, nil
	}
	in, err := w.in(ctx, s.Parent)
	if err == nil {
		out.source = in.of(s.Name, s)
		if out.source == another {
			// Somebody else's entry has the name now; ours is not there.
			out.source = notThere
		}
	}
	return out, err
}

// Taken reports whether something has the name that the step's target needs.
func (w Lookups) Taken(ctx context.Context, s *journal.Step) (bool, error) {
	t, _ := s.Target()
	in, err := w.in(ctx, t.Parent())
	if err != nil {
		return false, err
	}
	at := in.of(t.Base(), s)
	return at == there || at == another, nil
}

// Where ids never change the Verifier looks for the id, whatever the names are.

// has says whether the folder has the entry.
func (c *content) has(id string) presence {
	if _, ok := c.ids[id]; ok {
		return there
	}
	return c.absent()
}

// atSource looks for the entry where it was.
func (w Lookups) atSource(ctx context.Context, c Case) (model.Entry, presence, error) {
	if c.Loose {
		e, ok, err := w.ByID(ctx, c.ID)
		if err != nil || !ok {
			return e, notThere, err
		}
		return e, there, nil
	}
	in, err := w.in(ctx, c.Parent)
	if err != nil {
		return model.Entry{}, cannotTell, err
	}
	return in.ids[c.ID], in.has(c.ID), nil
}

func (w Lookups) pinned(ctx context.Context, c Case) (Sight, error) {
	if c.Op.Row().Moves {
		in, err := w.in(ctx, c.To)
		if err != nil {
			return Sight{}, err
		}
		to := in.has(c.ID)
		if to == there {
			return Sight{source: notThere, target: there}, nil
		}
		_, from, err := w.atSource(ctx, c)
		if len(in.names[c.Name]) > 0 {
			to = another
		}
		return Sight{source: from, target: to}, err
	}
	e, at, err := w.atSource(ctx, c)
	switch {
	case err != nil || at != there:
		return Sight{source: at, target: at}, err
	case !c.Op.Row().Renames || e.Name == c.Name:
		return Sight{source: there, target: notThere}, nil
	case e.Name == c.Rename:
		return Sight{source: notThere, target: there}, nil
	}
	return Sight{source: notThere, target: another}, nil
}

// policy checks whether the target has the wanted policy.
func (w Lookups) policy(ctx context.Context, c Case) (Sight, error) {
	w.Extra++
	ref := model.Ref{Place: c.Source(), ID: c.ID, Kind: c.Step.Of.Kind}
	if ref.Kind == model.KindSpace {
		ref.Space = c.ID
	}
	p, err := w.Src.(client.Sharer).Policy(ctx, ref, client.Options{Class: client.Bulk, Fresh: true})
	if disk, ok := w.Src.(client.Attributes); ok && err == nil {
		_, p, err = disk.Wanted(c.Of.Policy, p)
	}
	switch {
	case client.Is(err, client.KindNotFound):
		return Sight{source: notThere, target: notThere}, nil
	case err != nil:
		return Sight{}, err
	case p == c.Of.Policy:
		return Sight{source: notThere, target: there}, nil
	}
	return Sight{source: there, target: notThere}, nil
}

// made looks for the result of a creation: an entry of the name that was not there
// before.
func (w Lookups) made(ctx context.Context, c Case) (Sight, error) {
	t, _ := c.Target()
	in, err := w.in(ctx, t.Parent())
	if err != nil {
		return Sight{}, err
	}
	out := Sight{target: in.absent()}
	for _, e := range in.names[t.Base()] {
		if slices.Contains(c.Known, e.ID) || c.Op.Row().Folder && !e.Kind.Container() {
			continue
		}
		out.target, out.Made = there, e.ID
	}
	if !c.Op.Row().NoSource && out.target != there {
		_, out.source, err = w.atSource(ctx, c)
	}
	return out, err
}
