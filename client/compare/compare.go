// Package compare finds what differs between two trees: by names, sizes and times, since no
// listing has checksums.
package compare

import (
	"context"
	"maps"
	"slices"

	"aloft/model"
)

// Side is one of the two trees.
type Side struct {
	Root model.Place
	// List lists a folder of the tree.
	List func(ctx context.Context, at model.Place) ([]model.Entry, error)
	// Name is what the other side calls an entry of this one; nil = the same.
	Name func(string) string
}

// Pair is the entries of one name; Src or Dst is nil where the side has none.
type Pair struct {
	Src, Dst *model.Entry
	// From and To are their folders. Where a side does not have the folder, it is the place
	// that it would have.
	From, To model.Place
	Name     string // at Dst
	Why      model.Difference
	// Several entries of one side have the name: none of them is compared.
	Twins bool
}

// Here is the place of Src, There that of Dst, or of a copy of Src.
func (p *Pair) Here() model.Place  { return p.From.Join(p.Src.Name) }
func (p *Pair) There() model.Place { return p.To.Join(p.Name) }

// Trees walks both trees, and calls each for all pairs but those of the same folder, in
// natural order of their names. below: the folder that only Src has is gone through, too.
func Trees(ctx context.Context, src, dst Side, each func(p *Pair) (below bool, err error)) error {
	return walk(ctx, src, dst, src.Root, dst.Root, true, each)
}

func walk(ctx context.Context, src, dst Side, from, to model.Place, both bool, each func(p *Pair) (bool, error)) error {
	here, err := src.List(ctx, from)
	if err != nil {
		return err
	}
	var there []model.Entry
	if both {
		if there, err = dst.List(ctx, to); err != nil {
			return err
		}
	}
	a, b := named(here, src.Name), named(there, dst.Name)
	names := slices.Collect(maps.Keys(a))
	for n := range b {
		if a[n] == nil {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, model.CompareNatural)
	for _, n := range names {
		p := &Pair{From: from, To: to, Name: n, Twins: len(a[n]) > 1 || len(b[n]) > 1}
		if len(a[n]) > 0 {
			p.Src = a[n][0]
		}
		if len(b[n]) > 0 {
			p.Dst = b[n][0]
			p.Name = p.Dst.Name
		}
		if p.Src != nil && p.Dst != nil {
			p.Why = p.Src.Differs(p.Dst)
			if p.Src.Enterable() && p.Dst.Enterable() && !p.Twins {
				if err := walk(ctx, src, dst, p.Here(), p.There(), true, each); err != nil {
					return err
				}
				continue
			}
		}
		below, err := each(p)
		if err != nil {
			return err
		}
		if below && p.Src != nil && p.Src.Enterable() {
			if err := walk(ctx, src, dst, p.Here(), p.There(), false, each); err != nil {
				return err
			}
		}
	}
	return nil
}

func named(entries []model.Entry, name func(string) string) map[string][]*model.Entry {
	out := make(map[string][]*model.Entry, len(entries))
	for i := range entries {
		n := entries[i].Name
		if name != nil {
			n = name(n)
		}
		out[n] = append(out[n], &entries[i])
	}
	return out
}
