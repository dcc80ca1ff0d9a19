package drive

import (
	"context"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// List reads a folder for display.
//
// It may start with an id from an earlier listing: one request instead of a walk. If the answer is doubtful (empty,
// an error, another folder's entries), List walks to the folder from the root.
func (s *reader) List(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	if err := s.mine(p); err != nil {
		return model.Listing{}, err
	}
	w := s.newWalk(opt)
	w.lax, w.by = true, toShow
	w.fresh = true // the pane wants the current state
	if !opt.Fresh && !p.IsRoot() {
		if t, ok := s.memory.known(key(p), s.o.Gate.Epoch()); ok {
			t.ref.Place = p
			w.folders[key(p)] = &folder{ref: t.ref, old: true, children: t.children, pages: map[int]*sheet{}}
		}
	}
	l, _, err := w.all(ctx, p)
	if err != nil {
		return model.Listing{}, err
	}
	s.memory.shown(w, l)
	if opt.Progress != nil {
		l.Entries = nil
	}
	return l, nil
}

// Stat finds one entry.
func (s *reader) Stat(ctx context.Context, p model.Place, opt client.Options) (model.Entry, error) {
	if err := s.mine(p); err != nil {
		return model.Entry{}, err
	}
	if p.IsRoot() {
		return model.Entry{ID: rootID, Kind: model.KindFolder, Size: model.Unknown, Children: model.Unknown}, nil
	}
	w := s.newWalk(opt)
	w.lax, w.by = true, toShow
	h, err := w.look(ctx, p, "")
	return h.entry, err
}

// All reads every page of a folder.
func (w *walk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	if err := w.s.mine(p); err != nil {
		return model.Listing{}, err
	}
	l, pg, err := w.all(ctx, p)
	if err == nil && (l.Cut == model.CutChanged || pg.told) && !w.lax {
		// It changed while it was read, not by us, or the total is wrong: read once more.
		w.forget()
		before := pg
		l, pg, err = w.all(ctx, p)
		if err == nil && pg.same(before) {
			l.Cut, l.Complete = model.CutNone, true
		}
	}
	return l, err
}

// all reads every page and returns the pager, which says how complete they are.
func (w *walk) all(ctx context.Context, p model.Place) (model.Listing, *pager, error) {
	l := model.Listing{Place: p, Total: model.Unknown}
	pages := 0
	w.moved = false
	pg, err := w.pages(ctx, p, func(sh *sheet, _ int, fresh []bool) bool {
		pages++
		if l.ListedAt.IsZero() {
			l.ListedAt = sh.at
		}
		if l.Entries == nil && len(sh.entries) > 0 {
			l.Entries = make([]model.Entry, 0, max(len(sh.entries), min(sh.total, window)))
		}
		before := len(l.Entries)
		for i, e := range sh.entries {
			if fresh[i] {
				l.Entries = append(l.Entries, e)
			}
		}
		l.Epoch = sh.epoch
		if w.opt.Progress != nil {
			part := l
			part.Entries, part.Cut, part.Total = l.Entries[before:], model.CutPartial, sh.total
			w.opt.Progress(part, before)
		}
		return true
	})
	if err != nil {
		return model.Listing{}, nil, err
	}
	l.Total, l.Cut = pg.total, pg.cut
	if w.moved && pages > 1 && l.Cut == model.CutNone {
		l.Cut = model.CutChanged
	}
	l.Complete = l.Cut == model.CutNone
	f, err := w.folder(ctx, p) // cached by the walk
	if err != nil {
		return model.Listing{}, nil, err
	}
	l.Folder = f.ref
	return l, pg, nil
}

// pages reads the pages of a folder in order until the last one or until visit returns false. Past the window it
// continues in reverse order, which reaches the same number of entries again.
func (w *walk) pages(ctx context.Context, p model.Place, visit func(sh *sheet, n int, fresh []bool) bool) (*pager, error) {
	ctx, end := w.s.o.Gate.Waits().Begin(ctx)
	defer end()
	pg := newPager()
	for n := 1; !pg.done; n++ {
		if n > 1 {
			client.WaitsReads(ctx, text.WaitReading, p.String(), pg.distinct)
		}
		sh, _, err := w.pageOf(ctx, p, n)
		if err != nil {
			return nil, err
		}
		if n > 1 && sh.raw == 0 && !sh.beyond && (pg.total == model.Unknown || w.moved) && !p.IsRoot() {
			// The end of the folder, or an id that became stale between two pages.
			w.forget()
			if sh, _, err = w.pageOf(ctx, p, n); err != nil {
				return nil, err
			}
		}
		if sh.beyond {
			pg.beyond()
			break
		}
		if !visit(sh, n, pg.add(sh.ids, sh.extent)) {
			return pg, nil
		}
	}
	if pg.cut != model.CutWindow {
		return pg, nil
	}
	pg.turn()
	for n := 1; !pg.done; n++ {
		client.WaitsReads(ctx, text.WaitReading, p.String(), pg.distinct)
		f, err := w.folder(ctx, p)
		if err != nil {
			return nil, err
		}
		sh, err := w.page(ctx, f, n, descending)
		if beyondWindow(err) {
			break
		}
		if err != nil {
			return nil, err
		}
		// Page hints count pages of the first order, so there is none here.
		if !visit(sh, 1, pg.addBack(sh.ids)) {
			return pg, nil
		}
	}
	return pg, nil
}

// Locate returns an entry's page in the last listing of a large folder, and the page size. For a folder found on the
// way it returns only the page.
func (s *Source) Locate(p model.Place) (page, size int) {
	m := s.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	if o, ok := m.orders[key(p.Parent())]; ok {
		return m.page(o, p.Base()), o.size
	}
	return m.hints[key(p)], 0
}
