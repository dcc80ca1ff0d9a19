package verify

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// Walker is a Walk that counts its requests and passes whole listings on.
type Walker struct {
	client.Walk
	Src    client.Source
	Extra  int                 // requests outside the Walk
	Billed int                 // requests already reported to the job
	seen   func(model.Listing) // gets each whole listing; may be nil
	listed map[string]bool     // pages counted here
	passed map[string]bool
	Large  map[string]bool // folders of more than model.ShownEntries
}

// NewWalker counts the requests of w; seen gets each whole listing and may be nil.
func NewWalker(w client.Walk, seen func(model.Listing)) *Walker {
	return &Walker{Walk: w, seen: seen, listed: map[string]bool{}, passed: map[string]bool{}, Large: map[string]bool{}}
}

// Requests is the number of requests sent by this walk: as the source reports it,
// or else as counted here.
func (w *Walker) Requests() int {
	if c, ok := w.Walk.(client.Counted); ok {
		return c.Requests() + w.Extra
	}
	return len(w.listed) + w.Extra
}

// count counts a page of a folder, and the first page of each folder above it.
func (w *Walker) count(p model.Place, n int) {
	w.listed[journal.PlaceKey(p)+pageMark(n)] = true
	for !p.IsRoot() {
		p = p.Parent()
		w.listed[journal.PlaceKey(p)+pageMark(1)] = true
	}
}

// above counts what finding a folder takes.
func (w *Walker) above(p model.Place) {
	if !p.IsRoot() {
		w.count(p.Parent(), 1)
	}
}

// Folder is client.Walk.Folder.
func (w *Walker) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	w.above(p)
	return w.Walk.Folder(ctx, p)
}

// Page is client.Walk.Page.
func (w *Walker) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	w.count(p, n)
	pg, err := w.Walk.Page(ctx, p, n)
	if err == nil && (pg.Total > model.ShownEntries || n > 2 || n == 2 && !pg.Last && pg.Total == model.Unknown) {
		w.Large[journal.PlaceKey(p)] = true
	}
	if err == nil && n == 1 && pg.Last && (pg.Total == model.Unknown || pg.Total == len(pg.Entries)) {
		w.tell(model.Listing{Place: p, Entries: pg.Entries, Complete: true, Total: pg.Total, ListedAt: ReadAt(pg), Epoch: w.Epoch()})
	}
	return pg, err
}

// Named is client.Namer.Named; false where the source reads folders only.
func (w *Walker) Named(ctx context.Context, p model.Place, names []string) (client.Page, bool, error) {
	n, ok := w.Walk.(client.Namer)
	if !ok {
		return client.Page{}, false, nil
	}
	pg, err := n.Named(ctx, p, names)
	return pg, true, err
}

// All is client.Walk.All.
func (w *Walker) All(ctx context.Context, p model.Place) (model.Listing, error) {
	w.above(p)
	l, err := w.Walk.All(ctx, p)
	if err == nil {
		w.count(p, 1)
		if l.Complete {
			w.tell(l)
		}
	}
	return l, err
}

// ByID looks an entry up by its id alone, where ids never change; false = it does
// not exist any more.
func (w *Walker) ByID(ctx context.Context, id string) (model.Entry, bool, error) {
	w.Extra++
	e, err := w.Src.(client.Steady).ByID(ctx, id, client.Options{Class: client.Bulk, Fresh: true})
	if client.Is(err, client.KindNotFound) {
		return e, false, nil
	}
	return e, err == nil, err
}

func (w *Walker) tell(l model.Listing) {
	if k := journal.PlaceKey(l.Place); w.seen != nil && !w.passed[k] {
		w.passed[k] = true
		w.seen(l)
	}
}

func pageMark(n int) string { return "\x00\x00" + string(rune(n)) }

// ReadAt is when the page was read.
func ReadAt(pg client.Page) time.Time {
	if len(pg.Refs) > 0 {
		return pg.Refs[0].At
	}
	return time.Now()
}

// ListBin lists the recycle bin, by record id; where the source finds single records, only
// those, if any are given.
func ListBin(ctx context.Context, src client.Source, class client.Class, only ...string) (map[string]client.BinEntry, error) {
	b, ok := src.(client.Binner)
	if !ok {
		return nil, client.Able(src, model.OpRecover)
	}
	var es []client.BinEntry
	var err error
	if t, ok := src.(client.Trash); ok && len(only) > 0 {
		es, err = t.Records(ctx, only)
	} else {
		es, err = b.Bin(ctx, client.Options{Class: class, Fresh: true})
	}
	if err != nil {
		return nil, err
	}
	out := make(map[string]client.BinEntry, len(es))
	for _, e := range es {
		out[e.Record] = e
	}
	return out, nil
}

// Bin is ListBin, with its requests counted.
func (w *Walker) Bin(ctx context.Context, class client.Class, only ...string) (map[string]client.BinEntry, error) {
	w.Extra++
	return ListBin(ctx, w.Src, class, only...)
}
