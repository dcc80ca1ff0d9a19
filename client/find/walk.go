// Package find walks trees: one walk for every kind of source, for the panes and for
// the commands. It says which entries a query wants, and keeps listings for the next
// walk.
// Compare finds what differs between two trees: by names, sizes and times, or by checksums, which no listing has.
package find

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"aloft/client"
	"aloft/model"
)

// Walk goes through a tree, folders in natural order, each entry as soon as its folder
// was read: one listing for each folder, by place. Only the folders on the way down are
// in memory. It is for one goroutine.
type Walk struct {
	Sources client.Sources
	Depth   int // levels to go down, 0 = all
	// Cache: folders that are in it are gone through first, without a request, and the
	// others after all of them; nil = every folder is read when it is met.
	Cache *Cache
	// Level: all entries of a folder come before those below it, so that none of them waits
	// for a request; else each folder is followed by what is below it.
	Level bool
	Opt   client.Options

	// Entry is called for each entry, with the listing that it is in; false ends the walk.
	Entry func(in *In, e *model.Entry) (more bool, err error)
	// Reading is called before a folder is read, by a request where the source is remote.
	Reading func(at model.Place)
	// Failed is told of a folder below the only place that could not be read, or of one of several, so that it is left out,
	// unless the whole account cannot be used. A nil Failed ends the walk.
	Failed func(err error)
	// Nameless is told of a folder that no place can name, so that it is left out.
	Nameless func(in *In, e *model.Entry)
	// Cut is told of a listing that does not show everything.
	Cut func(l *model.Listing)

	many  bool     // places to walk below: one that cannot be read does not end the walk
	above []string // ids of the folders on the way: none is entered inside itself
	later []folder // those that the cache does not have
	whole bool     // the cache has been gone through
}

// In is the listing that an entry is in, without its entries.
type In struct {
	model.Listing
	Twins  map[string]bool
	Depth  int
	Last   bool // no entry follows in the listing
	origin *model.Origin
}

// Place of an entry.
func (in *In) Place(e *model.Entry) model.Place { return in.Listing.Place.JoinEntry(e, in.Twins) }

// Origin is that of the listing's entries.
func (in *In) Origin() *model.Origin {
	if in.origin == nil {
		in.origin = &model.Origin{Folder: in.Listing.Place, Twins: in.Twins}
	}
	return in.origin
}

type folder struct {
	at    model.Place
	depth int
	above []string
}

// Run walks below each of the places, one after the other.
func (w *Walk) Run(ctx context.Context, below ...model.Place) error {
	w.whole, w.above, w.later = w.Cache == nil || w.Opt.Fresh, nil, nil
	w.many = len(below) > 1
	for _, at := range below {
		if more, err := w.folder(ctx, at, 0); err != nil || !more {
			return err
		}
	}
	w.whole = true
	for len(w.later) > 0 {
		f := w.later[0]
		w.later = w.later[1:]
		w.above = f.above
		if more, err := w.folder(ctx, f.at, f.depth); err != nil || !more {
			return err
		}
	}
	return nil
}

// folder goes through a folder and all below it.
func (w *Walk) folder(ctx context.Context, at model.Place, depth int) (more bool, err error) {
	if kept := w.kept(at); kept != nil {
		return w.entries(ctx, &In{Listing: kept.Head, Twins: kept.Shared(), Depth: depth}, kept.Len(), kept.At)
	}
	if !w.whole {
		w.later = append(w.later, folder{at, depth, slices.Clone(w.above)})
		return true, nil
	}
	l, err := w.read(ctx, at)
	if err != nil {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if depth == 0 && !w.many || w.Failed == nil || unusable(err) {
			return false, err
		}
		w.Failed(err)
		return true, nil
	}
	if !l.Complete && w.Cut != nil {
		w.Cut(&l)
	}
	es := InOrder(l.Entries)
	in := &In{Listing: l, Twins: l.Twins(), Depth: depth}
	if w.Cache != nil {
		w.Cache.Put(model.Sort(l, model.Order{}))
	}
	in.Entries = nil
	return w.entries(ctx, in, len(es), func(i int) *model.Entry { return &es[i] })
}

func unusable(err error) bool {
	return client.Is(err, client.KindAuth) || client.Is(err, client.KindNetwork)
}

func (w *Walk) kept(at model.Place) *model.Sorted {
	if w.Cache == nil || w.Opt.Fresh {
		return nil
	}
	return w.Cache.Get(at)
}

func (w *Walk) read(ctx context.Context, at model.Place) (model.Listing, error) {
	if w.Reading != nil {
		w.Reading(at)
	}
	src, err := w.Sources.For(at)
	if err != nil {
		return model.Listing{}, err
	}
	return src.List(ctx, at, w.Opt)
}

func (w *Walk) entries(ctx context.Context, in *In, n int, entry func(int) *model.Entry) (more bool, err error) {
	var folders []*model.Entry
	for i := range n {
		e := entry(i)
		in.Last = i == n-1
		if i%256 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if more, err := w.Entry(in, e); err != nil || !more {
			return false, err
		}
		if w.Level {
			if e.Enterable() {
				folders = append(folders, e)
			}
			continue
		}
		if more, err := w.below(ctx, in, e); err != nil || !more {
			return false, err
		}
	}
	for _, e := range folders {
		if more, err := w.below(ctx, in, e); err != nil || !more {
			return false, err
		}
	}
	return true, nil
}

// below goes into an entry that is a folder.
func (w *Walk) below(ctx context.Context, in *In, e *model.Entry) (more bool, err error) {
	if !e.Enterable() || w.Depth > 0 && in.Depth+1 >= w.Depth || e.ID != "" && slices.Contains(w.above, e.ID) {
		return true, nil
	}
	at := in.Place(e)
	if !at.Valid() {
		if w.Nameless != nil {
			w.Nameless(in, e)
		}
		return true, nil
	}
	w.above = append(w.above, e.ID)
	more, err = w.folder(ctx, at, in.Depth+1)
	w.above = w.above[:len(w.above)-1]
	return more, err
}

// InOrder sorts as the panes do: folders first, then by natural name.
func InOrder(es []model.Entry) []model.Entry {
	type row struct{ at, from, to int } // its key is keys[from:to]
	rows, keys := make([]row, len(es)), []byte{}
	for i := range es {
		from, group := len(keys), byte(1)
		if es[i].Kind.Container() {
			group = 0
		}
		keys = model.AppendNatural(append(keys, group), es[i].Name)
		rows[i] = row{i, from, len(keys)}
	}
	slices.SortFunc(rows, func(x, y row) int {
		if c := bytes.Compare(keys[x.from:x.to], keys[y.from:y.to]); c != 0 {
			return c
		}
		return cmp.Or(strings.Compare(es[x.at].Name, es[y.at].Name), x.at-y.at)
	})
	out := make([]model.Entry, len(es))
	for i, r := range rows {
		out[i] = es[r.at]
	}
	return out
}
