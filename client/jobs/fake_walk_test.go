package jobs

import (
	"context"
	"fmt"
	"sort"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

type fakeWalk struct {
	f     *fake
	epoch uint64
	pages map[string]client.Page
	n     int
}

func (w *fakeWalk) Epoch() uint64 { return w.epoch }
func (w *fakeWalk) Requests() int { return w.n }

func (w *fakeWalk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	if p.IsRoot() {
		return model.Ref{Place: p, ID: "0", Kind: model.KindFolder, Epoch: w.epoch, At: time.Now()}, nil
	}
	for n := 1; ; n++ {
		pg, err := w.Page(ctx, p.Parent(), n)
		if err != nil {
			return model.Ref{}, err
		}
		for i, e := range pg.Entries {
			if e.Name == p.Base() {
				if e.Kind != model.KindFolder {
					return model.Ref{}, client.Errorf(client.KindInvalid, "list", p, "no folder")
				}
				return pg.Refs[i], nil
			}
		}
		if pg.Last {
			return model.Ref{}, client.Errorf(client.KindNotFound, "list", p, "not there: "+"%s", p.Base())
		}
	}
}

func (w *fakeWalk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	k := fmt.Sprint(journal.PlaceKey(p), "#", n)
	if pg, ok := w.pages[k]; ok {
		return pg, nil
	}
	ref, err := w.Folder(ctx, p)
	if err != nil {
		return client.Page{}, err
	}
	f := w.f
	w.n++
	if err := f.request(ctx, "list "+p.String()); err != nil {
		return client.Page{}, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lists[p.String()]++
	if w.epoch != 0 && w.epoch != f.epoch {
		return client.Page{}, client.Errorf(client.KindStale, "list", p, "the epoch has passed")
	}
	w.epoch = f.epoch
	folder := f.byRef(ref.ID)
	pg := client.Page{N: n, Total: model.Unknown}
	var all []*node
	if folder != nil {
		for _, c := range f.nodes {
			if s := f.visible(c); c.id != 0 && s.parent == folder.id && !s.gone {
				all = append(all, c)
			}
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].id < all[j].id })
	from, to := min((n-1)*f.pageSize, len(all)), min(n*f.pageSize, len(all))
	pg.Last = to == len(all)
	for _, c := range all[from:to] {
		s := f.visible(c)
		pg.Entries = append(pg.Entries, model.Entry{ID: f.ref(c), Name: s.name, Kind: c.kind, Size: c.size})
		pg.Refs = append(pg.Refs, model.Ref{Place: p.Join(s.name), ID: f.ref(c), Kind: c.kind, Epoch: f.epoch, At: time.Now()})
	}
	w.pages[k] = pg
	return pg, nil
}

func (w *fakeWalk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	l := model.Listing{Place: p, Complete: w.f.cut == model.CutNone, Cut: w.f.cut, ListedAt: time.Now()}
	for n := 1; ; n++ {
		pg, err := w.Page(ctx, p, n)
		if err != nil {
			return l, err
		}
		l.Entries = append(l.Entries, pg.Entries...)
		if pg.Last {
			l.Epoch = w.epoch
			return l, nil
		}
	}
}
