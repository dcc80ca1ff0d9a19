package drive

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// firstTries bounds the walks to one folder whose answers stay doubtful.
const firstTries = 6

// walk looks folders up from the root, each at most once.
//
// A strict walk (for a write) fails with KindStale when the epoch changes. A lax walk (for display) goes on, and
// walks again only where an answer is doubtful.
type walk struct {
	s       *reader
	opt     client.Options
	lax     bool
	fresh   bool // do not use earlier listings
	by      lookup
	doubts  bool // an id of before a change was none any more
	epoch   uint64
	known   bool // epoch is known
	moved   bool // the epoch changed during this lax walk
	folders map[string]*folder
	sent    int // requests
}

// Requests returns the number of requests sent, without retries of reads.
func (w *walk) Requests() int { return w.sent }

// Walk starts a set of lookups in one epoch.
func (s *reader) Walk(opt client.Options) client.Walk { return s.newWalk(opt) }

func (s *reader) newWalk(opt client.Options) *walk {
	by := toChange
	if opt.Planning {
		by = toPlan
	}
	return &walk{s: s, opt: opt, fresh: opt.Fresh, by: by, folders: map[string]*folder{}}
}

// Epoch is the epoch of everything this walk has found.
func (w *walk) Epoch() uint64 { return w.epoch }

// Folder finds a folder.
func (w *walk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	if err := w.s.mine(p); err != nil {
		return model.Ref{}, err
	}
	f, err := w.folder(ctx, p)
	if err != nil {
		return model.Ref{}, err
	}
	ref := f.ref
	if p.IsRoot() {
		ref.At = time.Now() // its id never changes
	}
	return ref, nil
}

// Page reads page n of a folder.
func (w *walk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	if err := w.s.mine(p); err != nil {
		return client.Page{}, err
	}
	sh, f, err := w.pageOf(ctx, p, n)
	if err != nil {
		return client.Page{}, err
	}
	if sh.beyond {
		return w.behind(ctx, f, n)
	}
	out := pageFrom(sh, p, n)
	full := sh.full
	if first := f.pages[1]; first != nil && n > 1 && first.raw > 0 {
		full = min(first.full, first.raw) // another page follows, so it was full
	}
	upto := (n-1)*full + sh.raw
	out.Last = lastPage(n, full, sh.raw, upto, sh.total)
	if sh.raw > 0 && sh.total != model.Unknown && upto > sh.total {
		out.Last = false // the pages are smaller, or the total is not the folder's
	}
	if before := f.pages[n-1]; before != nil && repeats(before, sh) {
		out.Entries, out.Refs, out.Last = nil, nil, true // the drive has no such page
	}
	return out, nil
}

func pageFrom(sh *sheet, p model.Place, n int) client.Page {
	out := client.Page{Entries: sh.entries, N: n, Total: sh.total, Refs: make([]model.Ref, len(sh.entries))}
	for i, e := range out.Entries {
		out.Refs[i] = model.Ref{Place: p.Join(e.Name), ID: e.ID, Kind: e.Kind, Epoch: sh.epoch, At: sh.at}
	}
	return out
}

func repeats(a, b *sheet) bool {
	return len(b.ids) > 0 && slices.Equal(a.ids, b.ids)
}

// pageOf reads page n and its folder.
func (w *walk) pageOf(ctx context.Context, p model.Place, n int) (*sheet, *folder, error) {
	if n <= 1 {
		f, sh, err := w.first(ctx, p)
		return sh, f, err
	}
	for try := 0; ; try++ {
		f, err := w.folder(ctx, p)
		if err != nil {
			return nil, nil, err
		}
		sh, err := w.page(ctx, f, n, ascending)
		switch {
		case err == nil:
			return sh, f, nil
		case beyondWindow(err):
			return &sheet{extent: extent{total: model.Unknown}, epoch: w.epoch, at: time.Now(), beyond: true}, f, nil
		case !refused(err) || try > 0 || p.IsRoot():
			return nil, nil, err
		}
		w.forget()
	}
}

// first reads page 1 of a folder, where a doubtful answer shows. No public source says how a stale id is answered:
// with an empty list, an error, or another folder's entries. So such an answer is believed only after two walks from
// the root in one epoch. An empty list is also believed if the parent's listing of the same walk or of the last
// seconds agrees. If the parent says that the folder is not empty, another device may have interfered twice, so a
// strict walk tries more often.
func (w *walk) first(ctx context.Context, p model.Place) (*folder, *sheet, error) {
	doubts, epoch := 0, uint64(0)
	for try := 0; ; try++ {
		f, err := w.folder(ctx, p)
		if err != nil {
			return nil, nil, err
		}
		sh, err := w.page(ctx, f, 1, ascending)
		if err != nil && !refused(err) {
			return nil, nil, err
		}
		if f.was != nil && (err != nil || sh.foreign || !w.s.memory.same(f.was, sh)) {
			w.forget()
			continue
		}
		if p.IsRoot() || f.sure || f.was != nil || err == nil && sh.raw > 0 && !sh.foreign {
			if f.was != nil {
				f.ref.Epoch, f.ref.At, f.was = sh.epoch, sh.at, nil
				w.hand(f)
			}
			return f, sh, err
		}
		if f.fresh() && err == nil && sh.raw == 0 && f.children == 0 && sh.epoch == f.ref.Epoch {
			f.sure = true
			return f, sh, nil
		}
		if !f.old {
			if doubts > 0 && w.epoch != epoch {
				doubts = 0
			}
			doubts++
			epoch = w.epoch
			enough := 2
			if !w.lax && err == nil && sh.raw == 0 && f.children > 0 {
				enough = 4
			}
			if doubts >= enough || try >= firstTries {
				f.sure = err == nil
				return f, sh, err
			}
		}
		w.forget()
	}
}

// folder finds a folder by its path.
func (w *walk) folder(ctx context.Context, p model.Place) (*folder, error) {
	k := key(p)
	if f := w.folders[k]; f != nil && (p.IsRoot() || w.holds(f.ref.At)) {
		return f, nil
	}
	if f := w.takeOver(k); f != nil {
		f.ref.Place = p
		w.folders[k] = f
		return f, nil
	}
	if p.IsRoot() {
		f := &folder{
			ref:      model.Ref{Place: p, ID: rootID, Kind: model.KindFolder, Epoch: w.epoch, At: time.Now()},
			children: model.Unknown, pages: map[int]*sheet{},
		}
		w.folders[k] = f
		return f, nil
	}
	delete(w.folders, k)
	if w.opt.After && !w.doubts {
		if f := w.s.memory.before(k, w.s.o.Gate.Epoch()); f != nil {
			f.ref.Place = p
			w.folders[k] = f
			return f, nil
		}
	}
	hit, err := w.look(ctx, p, model.KindFolder)
	if err != nil {
		return nil, err
	}
	if hit.entry.Kind != model.KindFolder {
		return nil, client.Errorf(client.KindInvalid, "list", p, text.DriveNotFolder, p.String())
	}
	f := &folder{
		ref:      model.Ref{Place: p, ID: hit.entry.ID, Kind: hit.entry.Kind, Epoch: hit.sheet.epoch, At: hit.sheet.at},
		children: hit.entry.Children, pages: map[int]*sheet{}, by: w.by,
	}
	w.folders[k] = f
	w.s.memory.found(k, f.ref, f.children)
	return f, nil
}

// holds reports whether something found at that time may still be used. Only a write needs it recent.
func (w *walk) holds(at time.Time) bool {
	return w.lax || w.opt.Planning || time.Since(at) < walkAge
}

// page reads a page that this walk does not have yet.
func (w *walk) page(ctx context.Context, f *folder, n int, order string) (*sheet, error) {
	at := n
	if order == descending {
		at = -n
	}
	if sh := f.pages[at]; sh != nil && w.holds(sh.at) {
		return sh, nil
	}
	w.sent++
	sh, err := w.s.fetch(ctx, f.ref.ID, f.ref.Place, n, order, w.opt)
	if err != nil {
		if refused(err) && !w.lax && w.known && w.s.o.Gate.Epoch() != w.epoch {
			// A change of ours made the id stale, so the refusal proves nothing.
			return nil, client.Errorf(client.KindStale, "list", f.ref.Place, text.DriveEpochPassed)
		}
		return nil, err
	}
	if w.known && sh.epoch != w.epoch {
		if !w.lax {
			return nil, client.Errorf(client.KindStale, "list", f.ref.Place, text.DriveEpochPassed)
		}
		w.moved = true
	}
	w.epoch, w.known = sh.epoch, true
	sh.by = w.by
	f.pages[at] = sh
	if f.was == nil {
		w.hand(f)
	}
	return sh, nil
}

// hand keeps a folder for what the same operation does next.
func (w *walk) hand(f *folder) {
	if !w.moved {
		w.s.memory.looked(f, w.epoch)
	}
}

// forget drops everything this walk has found, to start at the root again.
func (w *walk) forget() {
	clear(w.folders)
	w.fresh, w.doubts = true, true
}

// takeOver returns a folder of this epoch that was looked up for an operation, or listed for display moments ago; plans
// also accept listings of the last minute.
func (w *walk) takeOver(k string) *folder {
	if w.fresh {
		return nil
	}
	epoch := w.epoch
	if !w.known {
		if epoch = w.s.o.Gate.Epoch(); epoch == 0 {
			return nil
		}
	}
	f := w.s.memory.recent(k, epoch, w)
	if f != nil {
		w.epoch, w.known = epoch, true
		w.hand(f)
	}
	return f
}

// refused reports whether the service answered without the listing; the id may be stale.
func refused(err error) bool {
	switch client.KindOf(err) {
	case client.KindInvalid, client.KindNotFound, client.KindConflict:
		return !notADrive(err)
	case client.KindServer:
		e, ok := err.(*client.Error)
		return ok && !e.Retry && e.Code != 0
	}
	return false
}

func notADrive(err error) bool {
	e, ok := err.(*client.Error)
	return ok && e.Code == 0 && e.Status < 400 || ok && e.Hint == text.DriveNoDriveHint
}

// beyondWindow reports whether the page is past the window of a folder.
func beyondWindow(err error) bool {
	e, ok := err.(*client.Error)
	return ok && e.Code == codeWindow
}

// mine refuses invalid places and places of other sources.
func (s *reader) mine(p model.Place) error {
	if p.Scheme == model.SchemeDrive && p.Account == s.o.Account {
		return client.CheckPlace("list", p)
	}
	return client.Errorf(client.KindInvalid, "list", p, text.DriveOtherSource, p.Base())
}

// shown stores a listing made for display: for walks in the next seconds, for plans in the next minute, and its
// folder ids for display.
func (m *memory) shown(w *walk, l model.Listing) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, f := range w.folders {
		if k == key(l.Place) {
			continue
		}
		for _, sh := range f.pages { // pages read on the way help its neighbours
			m.listed(f.ref.Place, sh.entries, sh.epoch, sh.at)
		}
	}
	m.listed(l.Place, l.Entries, l.Epoch, l.ListedAt)
	m.ordered(key(l.Place), w.folders[key(l.Place)], l)
	if w.moved || !w.known {
		return
	}
	m.trim()
	for k, f := range w.folders {
		if f.ref.ID == rootID || f.ref.Epoch == w.epoch {
			m.keep(k, f, w.epoch)
		}
	}
}

// behind reads page n of a folder longer than the window. Past the window, pages are read in reverse order from the
// other end, so entries that both orders reach come twice.
func (w *walk) behind(ctx context.Context, f *folder, n int) (client.Page, error) {
	full, total := w.s.o.PageSize, model.Unknown
	if first := f.pages[1]; first != nil {
		full, total = first.full, first.total
	}
	if f.edge == 0 {
		f.edge = min(n, window/full+1)
		for f.edge < n && f.pages[f.edge] != nil {
			f.edge++
		}
	}
	back := n - f.edge + 1
	sh, err := w.page(ctx, f, back, descending)
	switch {
	case beyondWindow(err):
		return client.Page{N: n, Total: total, Last: true}, nil
	case err != nil:
		return client.Page{}, err
	}
	out := pageFrom(sh, f.ref.Place, n)
	out.Last = sh.raw == 0 || total != model.Unknown && (n-1)*full+sh.raw >= total || f.met(sh)
	return out, nil
}

// met reports whether the pages of the reverse order overlap those of the first.
func (f *folder) met(back *sheet) bool {
	ids := map[string]bool{}
	for n, sh := range f.pages {
		for _, id := range sh.ids {
			ids[id] = ids[id] || n > 0
		}
	}
	return slices.ContainsFunc(back.ids, func(id string) bool { return ids[id] })
}
