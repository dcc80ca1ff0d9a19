package verify

import (
	"context"
	"slices"

	"aloft/client"
	"aloft/model"
)

// Where ids never change the Verifier looks for the id, whatever the names are.

// has says whether the folder holds the entry.
func (c *content) has(id string) presence {
	if _, ok := c.ids[id]; ok {
		return there
	}
	return c.absent()
}

// atSource finds the entry where it was.
func (w Eyes) atSource(ctx context.Context, c Case) (model.Entry, presence, error) {
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

func (w Eyes) pinned(ctx context.Context, c Case) (Sight, error) {
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

// policy: the target is the wanted policy.
func (w Eyes) policy(ctx context.Context, c Case) (Sight, error) {
	w.Extra++
	ref := model.Ref{Place: c.Source(), ID: c.ID, Kind: c.Step.Kind}
	if ref.Kind == model.KindSpace {
		ref.Space = c.ID
	}
	p, err := w.Src.(client.Sharer).Policy(ctx, ref, client.Options{Class: client.Bulk, Fresh: true})
	switch {
	case client.Is(err, client.KindNotFound):
		return Sight{source: notThere, target: notThere}, nil
	case err != nil:
		return Sight{}, err
	case p == c.Policy:
		return Sight{source: notThere, target: there}, nil
	}
	return Sight{source: there, target: notThere}, nil
}

// made looks for what a creation has made: an entry of the name that was not
// there before.
func (w Eyes) made(ctx context.Context, c Case) (Sight, error) {
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
