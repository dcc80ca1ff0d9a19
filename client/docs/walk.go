package docs

import (
	"context"
	"errors"
	"slices"

	"aloft/client/docs/conn"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

// Limits of one folder: they end an endless listing of a broken service.
const (
	maxEntries = 200_000
	maxPages   = 5_000
)

// folder is a folder found by a walk, with the pages read so far.
type folder struct {
	ref   model.Ref
	old   bool // ref is from memory
	taken bool // its pages are from an earlier listing
	pages []client.Page
	next  int // offset (home) or number (spaces) of the next page
	count int
	seen  map[string]bool
	moved bool // entries came twice: they were moved between pages
	ended bool
	cut   model.CutReason
	epoch uint64 // in which all pages were read, 0 = in several
}

// walk looks folders up, each at most once. Ids do not change, so it never becomes
// stale.
type walk struct {
	s       *Service
	opt     client.Options
	op      string
	fresh   bool // every folder is walked to from the root
	ask     bool // nothing is taken over from earlier listings
	folders map[string]*folder
	passed  int // entries of the last listing that opt.Progress has had
	sent    int
}

func (v *reader) Walk(opt client.Options) client.Walk { return v.s.walk("list", opt) }

func (s *Service) walk(op string, opt client.Options) *walk {
	return &walk{s: s, opt: opt, op: op, fresh: opt.Fresh, ask: opt.Fresh, folders: map[string]*folder{}}
}

// Epoch is 0: ids do not change.
func (w *walk) Epoch() uint64 { return 0 }

// Requests is the number of requests sent by the walk; retries of a read are not
// counted.
func (w *walk) Requests() int { return w.sent }

// Folder finds a folder, or a page, under which there may be others.
func (w *walk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	if err := w.s.mine(p); err != nil {
		return model.Ref{}, err
	}
	f, err := w.folder(ctx, p)
	if err != nil {
		return model.Ref{}, err
	}
	return f.ref, nil
}

// Page reads the pages before it too, since only they show where it begins.
func (w *walk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	if err := w.s.mine(p); err != nil {
		return client.Page{}, err
	}
	f, err := w.open(ctx, p)
	for err == nil && len(f.pages) < n && !f.ended {
		err = w.more(ctx, f)
	}
	if err != nil {
		return client.Page{}, err
	}
	if n > len(f.pages) || n < 1 {
		return client.Page{N: n, Last: true, Total: model.Unknown}, nil
	}
	out := f.pages[n-1]
	out.Last = f.ended && n == len(f.pages)
	return out, nil
}

func (w *walk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	if err := w.s.mine(p); err != nil {
		return model.Listing{}, err
	}
	l, err := w.all(ctx, p)
	if err == nil && l.Cut == model.CutChanged {
		// It changed while it was read: once more.
		delete(w.folders, key(p))
		w.ask = true
		l, err = w.all(ctx, p)
	}
	return l, err
}

func (w *walk) all(ctx context.Context, p model.Place) (model.Listing, error) {
	ctx, end := w.s.o.Gate.Waits().Begin(ctx)
	defer end()
	f, err := w.open(ctx, p)
	if w.passed > 0 { // it is read again, maybe in one page
		w.opt.Progress(model.Listing{Place: p, Cut: model.CutPartial}, 0)
		w.passed = 0
	}
	for pages := 0; err == nil && !f.ended; err = w.more(ctx, f) {
		if w.opt.Progress != nil && len(f.pages) > pages {
			part := f.listing(pages)
			part.Cut = model.CutPartial
			w.opt.Progress(part, w.passed)
			pages, w.passed = len(f.pages), f.count
		}
		client.WaitsReads(ctx, text.WaitReading, p.String(), f.count)
	}
	if err != nil {
		return model.Listing{}, err
	}
	return f.listing(0), nil
}

// listing has the entries from a page on, counted from 0.
func (f *folder) listing(from int) model.Listing {
	l := model.Listing{
		Place: f.ref.Place, Folder: f.ref, Total: model.Unknown, ListedAt: f.ref.At,
		Cut: f.cut, Complete: f.ended && f.cut == model.CutNone, Steady: true,
	}
	if from == 0 {
		l.Entries = make([]model.Entry, 0, f.count)
	}
	for _, pg := range f.pages[from:] {
		l.Entries = append(l.Entries, pg.Entries...)
	}
	return l
}

func (w *walk) folder(ctx context.Context, p model.Place) (*folder, error) {
	k := key(p)
	if f := w.folders[k]; f != nil {
		return f, nil
	}
	f := &folder{seen: map[string]bool{}}
	switch ref, known := w.s.memory.known(p, w.s.o.Now()); {
	case p.IsRoot():
		f.ref = model.Ref{Place: p, Kind: model.KindFolder, At: w.s.o.Now()}
	case known && !w.fresh:
		f.ref, f.old = ref, true
	default:
		e, err := w.look(ctx, p, true)
		if err != nil {
			return nil, err
		}
		if e.Facts().Space == "" && !e.Enterable() {
			return nil, client.Errorf(client.KindInvalid, w.op, p, text.DocsNotFolder, p.String())
		}
		f.ref = refOf(p, e, w.s.o.Now())
		w.s.memory.keep(f.ref)
	}
	w.folders[k] = f
	return f, nil
}

// open reads the first page. A stored id that returns nothing is believed only when
// this walk has found it in its folder; else the folder is walked to from the root.
func (w *walk) open(ctx context.Context, p model.Place) (*folder, error) {
	f, err := w.folder(ctx, p)
	if err != nil || len(f.pages) > 0 || f.ended {
		return f, err
	}
	if w.takeOver(f) {
		return f, nil
	}
	err = w.more(ctx, f)
	doubtful := err == nil && f.count == 0 || client.Is(err, client.KindNotFound) || client.Is(err, client.KindInvalid)
	if !f.old || !doubtful || err == nil && w.listed(f) {
		return f, err
	}
	w.s.memory.forget(f.ref)
	clear(w.folders)
	w.fresh = true
	if f, err = w.folder(ctx, p); err != nil {
		return nil, err
	}
	return f, w.more(ctx, f)
}

// listed: this walk has itself read that the folder is where it is stored to be.
func (w *walk) listed(f *folder) bool {
	up := w.folders[key(f.ref.Place.Parent())]
	return up != nil && !up.taken && up.seen[f.ref.ID]
}

func (w *walk) more(ctx context.Context, f *folder) error {
	b, err := w.fetch(ctx, f)
	if err == nil && b.raw == 0 && (b.more || !b.told && f.next > 0) {
		// Past the end a live service can answer so, and is asked once more.
		b, err = w.fetch(ctx, f)
	}
	if err != nil {
		return err
	}
	if len(f.pages) == 0 {
		f.ref.At, f.epoch = b.at.At, b.at.Epoch
	} else if f.epoch != b.at.Epoch {
		f.epoch = 0
	}
	defer w.s.lists.keep(f)
	pg := client.Page{N: len(f.pages) + 1, Total: model.Unknown}
	for _, e := range b.entries {
		if f.seen[e.ID] {
			f.moved = true
			continue
		}
		f.seen[e.ID] = true
		pg.Entries = append(pg.Entries, e)
		pg.Refs = append(pg.Refs, refOf(f.ref.Place.Join(e.Name), e, b.at.At))
	}
	f.count += len(pg.Entries)
	switch {
	case b.raw == 0:
		f.end(model.CutNone)
	case len(b.entries) > 0 && len(pg.Entries) == 0:
		// The same page again: the service has no pages, or is wrong about there
		// being more.
		f.moved = false
		if b.told && b.more {
			f.end(model.CutRepeat)
		} else {
			f.end(model.CutNone)
		}
		return nil
	case f.count >= maxEntries, len(f.pages) >= maxPages:
		f.end(model.CutLimit)
	case b.told && !b.more:
		f.end(model.CutNone)
	}
	if b.raw > 0 {
		f.pages = append(f.pages, pg)
	}
	f.next += w.step(f, b)
	return nil
}

func (f *folder) end(cut model.CutReason) {
	f.ended = true
	if f.cut = cut; cut == model.CutNone && f.moved {
		f.cut = model.CutChanged
	}
}

// step: offsets of the home count entries, those of spaces pages.
func (w *walk) step(f *folder, b batch) int {
	if f.inSpaces() {
		return 1
	}
	return b.raw
}

// inSpaces: its entries are spaces or pages of one.
func (f *folder) inSpaces() bool {
	return f.ref.Space != "" || f.ref.Place.IsRoot() && f.ref.Place.Scheme == model.SchemeSpace
}

// fetch requests the next page. Spaces have none unless they say so; a home folder
// goes on until the service says that it has finished.
func (w *walk) fetch(ctx context.Context, f *folder) (batch, error) {
	w.sent++
	a := tool.For(w.op, f.ref.Place, w.opt)
	switch {
	case !f.inSpaces():
		return w.s.folderList(ctx, f.ref.ID, f.next, a)
	case f.ref.Space == "":
		b, err := w.s.spaceList(ctx, f.next, a)
		b.told = true
		return b, err
	}
	b, err := w.s.spaceNodes(ctx, f.ref.Space, parentNode(f.ref), f.next, a)
	b.told = true
	return b, err
}

// look finds an entry in its folder: by its id where the name has one, otherwise
// the only one of that name; where a folder is wanted, the only folder.
func (w *walk) look(ctx context.Context, p model.Place, container bool) (model.Entry, error) {
	name, id := p.Base(), p.Pin()
	if p.IsLoose() {
		w.sent++
		return w.s.byID(ctx, id, p.Scheme, tool.For(w.op, p, w.opt))
	}
	parent := p.Parent()
	f, err := w.open(ctx, parent)
	var found []model.Entry
	for n := 0; err == nil; {
		for ; n < len(f.pages); n++ {
			for _, e := range f.pages[n].Entries {
				if e.ID == id || id == "" && e.Name == name {
					found = append(found, e)
				}
			}
		}
		if f.ended || id != "" && len(found) > 0 {
			break
		}
		err = w.more(ctx, f)
	}
	if err != nil {
		return model.Entry{}, err
	}
	if len(found) > 1 && container {
		folders := slices.DeleteFunc(slices.Clone(found), func(e model.Entry) bool { return !e.Enterable() })
		if len(folders) > 0 {
			found = folders
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return model.Entry{}, client.Errorf(client.KindConflict, w.op, p, "several entries are called %s", p.String()).
			Hinted("choose one by its id: %s", model.Clean(parent.JoinPin(name, found[0].ID).String()))
	case f.taken:
		// It may have come since: what is not there is said by a listing of now.
		w.s.lists.drop(f)
		delete(w.folders, key(parent))
		return w.look(ctx, p, container)
	case f.old:
		// The folder was not walked to; it may be another one by now.
		w.s.memory.forget(f.ref)
		clear(w.folders)
		w.fresh = true
		return w.look(ctx, p, container)
	case f.cut != model.CutNone:
		return model.Entry{}, client.Errorf(client.KindServer, w.op, p, "%s was not found, but the service lists only part of its folder", p.String())
	}
	return model.Entry{}, client.Errorf(client.KindNotFound, w.op, p, "%s was not found", p.String()).
		Hinted(text.LookInHint, model.Clean(parent.String()))
}

// byID looks an entry up by its id; a space is not a file, so it is searched in the
// list of spaces.
func (s *Service) byID(ctx context.Context, id string, scheme model.Scheme, a tool.Purpose) (model.Entry, error) {
	e, err := s.fileInfo(ctx, id, a)
	if err == nil || !client.Is(err, client.KindNotFound) && !client.Is(err, client.KindInvalid) {
		return e, err
	}
	if scheme == model.SchemeSpace {
		w := s.walk(a.Op, client.Options{Class: a.Class, Lane: a.Lane})
		if l, e := w.All(ctx, s.spaces()); e == nil {
			for _, sp := range l.Entries {
				if sp.ID == id {
					return sp, nil
				}
			}
		}
	}
	if told, _ := errors.AsType[*client.Error](err); client.Is(err, client.KindNotFound) || told != nil && told.Code == conn.CodeInvalid {
		// The id is the only argument, so what is invalid is the id.
		gone := client.Errorf(client.KindNotFound, a.Op, a.Place, "no document with the id %q was found", id)
		gone.Err = err
		err = gone
	}
	return model.Entry{}, err
}
