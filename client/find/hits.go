package find

import (
	"cmp"
	"context"

	"aloft/client"
	"aloft/model"
)

// Limits of a list of what was found.
const (
	mostHits = 200_000
	mostNear = 1000
	// batch is how many are passed on together; the first are passed on at once.
	batch = 256
)

// List walks, and lists what a query wants, each entry with where it is. What is found is
// passed to opt.Progress on the way: entries that have the letters of the name only, as
// long as none has the name itself; these take their place. The listing is as old as the
// oldest that it is made from; with an error it has what was found all the same.
func List(ctx context.Context, sources client.Sources, kept *Cache, q Query, below []model.Place, opt client.Options) (model.Listing, error) {
	h := &hits{l: model.Listing{Complete: true, Total: model.Unknown}, progress: opt.Progress}
	unread, first := 0, error(nil)
	walk := Walk{
		Sources: sources, Cache: kept, Level: true, Opt: client.Options{Class: client.Bulk, Fresh: q.Fresh || opt.Fresh},
		Failed: func(err error) {
			h.l.Complete = false
			unread++
			first = cmp.Or(first, err)
		},
		Cut: func(l *model.Listing) { h.l.Complete, h.l.Cut = false, l.Cut },
		Entry: func(in *In, e *model.Entry) (bool, error) {
			if h.l.ListedAt.IsZero() || in.ListedAt.Before(h.l.ListedAt) {
				h.l.ListedAt = in.ListedAt
			}
			switch {
			case q.Match(e):
				return h.add(in, e), nil
			case h.exact == 0 && h.sent+len(h.some) < mostNear && q.Near(e):
				h.put(in, e)
			}
			return true, nil
		},
		Reading: func(model.Place) { h.pass() }, // what is found does not wait for a request
	}
	err := walk.Run(ctx, below...)
	h.l.Entries = h.some
	switch {
	case err == nil && unread > 0:
		err = client.Errorf(client.KindOf(first), "find", model.Place{}, "%d {folder|folders} could not be read; first error: %s", unread, first)
	case err == nil && h.l.Complete:
		h.l.Total = h.sent + len(h.some)
	}
	return h.l, err
}

// hits are what was found so far.
type hits struct {
	l        model.Listing
	some     []model.Entry // that were not passed on yet
	sent     int
	exact    int // that have the name itself
	progress func(part model.Listing, from int)
}

// add adds an entry that has the name; more is false when there are too many.
func (h *hits) add(in *In, e *model.Entry) (more bool) {
	if h.exact == 0 {
		h.some, h.sent = h.some[:0], 0
	}
	h.exact++
	h.put(in, e)
	if h.exact >= mostHits {
		h.l.Complete, h.l.Cut = false, model.CutLimit
		return false
	}
	return true
}

func (h *hits) put(in *In, e *model.Entry) {
	found := *e
	found.From = in.Origin()
	h.some = append(h.some, found)
	if h.sent == 0 && len(h.some) == 1 || len(h.some) >= batch {
		h.pass()
	}
}

// pass passes on what was found.
func (h *hits) pass() {
	if len(h.some) == 0 || h.progress == nil {
		return
	}
	part := h.l
	part.Complete, part.Cut, part.Entries = false, model.CutPartial, h.some
	h.progress(part, h.sent)
	h.sent += len(h.some)
	h.some = nil
}
