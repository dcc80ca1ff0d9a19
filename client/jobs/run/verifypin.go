package run

import (
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
)

// Where ids never change the Verifier looks for the id, whatever the names are.

type finder func(model.Place) (*content, error)

// idOf is the id of the entry that a step works on, "" when only its name is known.
func (j *job) idOf(n int) string {
	if m := j.Steps[n].Maker; m >= 0 {
		return j.States[m].Made
	}
	return j.Steps[n].Pin
}

// has says whether the folder holds the entry.
func (c *content) has(id string) presence {
	if _, ok := c.ids[id]; ok {
		return there
	}
	if c.complete {
		return notThere
	}
	return cannotTell
}

// byID looks an entry up by its id alone.
func byID(ctx context.Context, w *listing.Walker, id string) (model.Entry, bool, error) {
	w.Extra++
	e, err := w.Src.(client.Steady).ByID(ctx, id, client.Options{Class: client.Bulk, Fresh: true})
	if client.Is(err, client.KindNotFound) {
		return e, false, nil
	}
	return e, err == nil, err
}

// atSource finds the entry where it was.
func atSource(ctx context.Context, w *listing.Walker, in finder, s *step.Step, id string) (model.Entry, presence, error) {
	if s.Loose {
		e, ok, err := byID(ctx, w, id)
		if err != nil || !ok {
			return e, notThere, err
		}
		return e, there, nil
	}
	c, err := in(s.Parent)
	if err != nil {
		return model.Entry{}, cannotTell, err
	}
	return c.ids[id], c.has(id), nil
}

func lookPinned(ctx context.Context, w *listing.Walker, in finder, s *step.Step, id string) (sight, error) {
	if s.Op.Row().Ends == model.EndUnchanged {
		return lookPolicy(ctx, w, s, id)
	}
	if s.Op.Row().Moves {
		c, err := in(s.To)
		if err != nil {
			return sight{}, err
		}
		if c.has(id) == there {
			return sight{source: notThere, target: there}, nil
		}
		_, from, err := atSource(ctx, w, in, s, id)
		to := c.has(id)
		if len(c.names[s.Name]) > 0 {
			to = another
		}
		return sight{source: from, target: to}, err
	}
	e, at, err := atSource(ctx, w, in, s, id)
	switch {
	case err != nil || at != there:
		return sight{source: at, target: at}, err
	case !s.Op.Row().Renames || e.Name == s.Name:
		return sight{source: there, target: notThere}, nil
	case e.Name == s.Rename:
		return sight{source: notThere, target: there}, nil
	}
	return sight{source: notThere, target: another}, nil
}

// lookPolicy: the target is the wanted policy.
func lookPolicy(ctx context.Context, w *listing.Walker, s *step.Step, id string) (sight, error) {
	w.Extra++
	ref := model.Ref{Place: s.Source(), ID: id, Kind: s.Kind}
	if s.Kind == model.KindSpace {
		ref.Space = id
	}
	p, err := w.Src.(client.Sharer).Policy(ctx, ref, client.Options{Class: client.Bulk, Fresh: true})
	switch {
	case client.Is(err, client.KindNotFound):
		return sight{source: notThere, target: notThere}, nil
	case err != nil:
		return sight{}, err
	case p == s.Policy:
		return sight{source: notThere, target: there}, nil
	}
	return sight{source: there, target: notThere}, nil
}

// lookMade looks for what a creation has made: an entry of the name that was not
// there before.
func lookMade(ctx context.Context, w *listing.Walker, in finder, s *step.Step, id string, known []string) (sight, error) {
	t, _ := s.Target()
	c, err := in(t.Parent())
	if err != nil {
		return sight{}, err
	}
	out := sight{target: cannotTell}
	if c.complete {
		out.target = notThere
	}
	for _, e := range c.names[t.Base()] {
		if slices.Contains(known, e.ID) || s.Op.Row().Folder && !e.Kind.Container() {
			continue
		}
		out.target, out.made = there, e.ID
	}
	if !s.Op.Row().NoSource && out.target != there {
		_, out.source, err = atSource(ctx, w, in, s, id)
	}
	return out, err
}
