package find

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/model"
)

// Sum is what is in a folder, with all below it.
type Sum struct {
	Size, Files, Folders atomic.Int64
	Read                 atomic.Int64 // folders that were asked for
	Lacks                atomic.Int64 // parts of which nothing is known, and the count while it runs

	linked   sync.Map // ids of files with several names
	at       model.Place
	modified time.Time
	epoch    uint64
}

// Add adds an entry. A file with several names has its size once.
func (s *Sum) Add(e *model.Entry) {
	if e.Kind.Container() {
		s.Folders.Add(1)
		return
	}
	s.Files.Add(1)
	if e.Linked {
		if _, was := s.linked.LoadOrStore(e.ID, true); was {
			return
		}
	}
	if s.Size.Add(max(0, e.Size)); e.Kind == model.KindFile && e.Size < 0 {
		s.Lacks.Add(1)
	}
}

func sumOf(in *model.Listing, e *model.Entry) string {
	return in.Place.String() + "\x00" + e.ID + "\x00" + e.Name
}

// Count adds up the folders that are the entries of a listing, and all of them; it keeps the sum of each. What cannot be read
// is left out; the error is that of the first.
func (c *Cache) Count(ctx context.Context, sources client.Sources, in model.Listing, all *Sum) (first error) {
	for i := range in.Entries {
		e := &in.Entries[i] // with files in it, so no other entry has its name
		s := &Sum{at: in.Place.JoinEntry(e, nil), modified: e.Modified, epoch: in.Epoch}
		lacks := func(n int64) {
			s.Lacks.Add(n)
			all.Lacks.Add(n)
		}
		walk := Walk{
			Sources: sources, Level: true, Opt: client.Options{Class: client.Bulk},
			Reading: func(model.Place) { all.Read.Add(1) },
			Cut:     func(*model.Listing) { lacks(1) },
			Failed: func(err error) {
				lacks(1)
				first = cmp.Or(first, err)
			},
			Entry: func(_ *In, e *model.Entry) (bool, error) {
				s.Add(e)
				all.Add(e)
				return true, nil
			},
		}
		lacks(1)
		c.mu.Lock()
		c.sums[sumOf(&in, e)] = s
		c.mu.Unlock()
		err := walk.Run(ctx, s.at)
		lacks(-1)
		switch {
		case err == nil:
		case ctx.Err() != nil, unusable(err):
			c.Forget(s.at)
			return err
		default:
			walk.Failed(err)
		}
	}
	return first
}

// Sized is a listing with the sums of its folders that were counted, and are listed as they were then.
func (c *Cache) Sized(l model.Listing) model.Listing {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.sums) == 0 {
		return l
	}
	l.Entries = slices.Clone(l.Entries)
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Kind == model.KindFolder {
			e.Size, e.Least = model.Unknown, false
			if s := c.sums[sumOf(&l, e)]; s != nil && s.epoch == l.Epoch && s.modified.Equal(e.Modified) {
				e.Size, e.Least = s.Size.Load(), s.Lacks.Load() > 0
			}
		}
	}
	return l
}
