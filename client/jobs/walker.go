package jobs

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
)

// walker is a Walk that counts its requests and passes whole listings on.
type walker struct {
	client.Walk
	src    client.Source
	extra  int                 // requests that are no part of the Walk
	billed int                 // requests that the job has been told of
	seen   func(model.Listing) // told of each whole listing; may be nil
	own    int                 // requests as we reckon them
	listed map[string]bool
	told   map[string]bool
	large  map[string]bool // folders of more entries than an audit lists
}

func newWalker(w client.Walk, seen func(model.Listing)) *walker {
	return &walker{Walk: w, seen: seen, listed: map[string]bool{}, told: map[string]bool{}, large: map[string]bool{}}
}

// requests sent by this walk: as it says itself, or else as it must have been.
func (w *walker) requests() int {
	if c, ok := w.Walk.(client.Counted); ok {
		return c.Requests() + w.extra
	}
	return w.own + w.extra
}

func (w *walker) count(k string) {
	if !w.listed[k] {
		w.listed[k] = true
		w.own++
	}
}

func (w *walker) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	for q := p; !q.IsRoot(); {
		q = q.Parent()
		w.count(key(q) + pageMark(1))
	}
	return w.Walk.Folder(ctx, p)
}

func (w *walker) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	for q := p; !q.IsRoot(); {
		q = q.Parent()
		w.count(key(q) + pageMark(1))
	}
	w.count(key(p) + pageMark(n))
	pg, err := w.Walk.Page(ctx, p, n)
	if err == nil && (pg.Total > auditEntries || n > 2 || n == 2 && !pg.Last && pg.Total == model.Unknown) {
		w.large[key(p)] = true
	}
	if err == nil && n == 1 && pg.Last && (pg.Total == model.Unknown || pg.Total == len(pg.Entries)) {
		w.tell(model.Listing{Place: p, Entries: pg.Entries, Complete: true, Total: pg.Total, ListedAt: readAt(pg), Epoch: w.Epoch()})
	}
	return pg, err
}

func (w *walker) All(ctx context.Context, p model.Place) (model.Listing, error) {
	for q := p; !q.IsRoot(); {
		q = q.Parent()
		w.count(key(q) + pageMark(1))
	}
	l, err := w.Walk.All(ctx, p)
	if err == nil {
		w.count(key(p) + pageMark(1))
		if l.Complete {
			w.tell(l)
		}
	}
	return l, err
}

func (w *walker) tell(l model.Listing) {
	if k := key(l.Place); w.seen != nil && !w.told[k] {
		w.told[k] = true
		w.seen(l)
	}
}

func pageMark(n int) string { return "\x00\x00" + string(rune(n)) }

// readAt is when the page was read.
func readAt(pg client.Page) time.Time {
	if len(pg.Refs) > 0 {
		return pg.Refs[0].At
	}
	return time.Now()
}
