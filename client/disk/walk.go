package disk

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// walk is a set of lookups. The file system is asked each time: it is local.
type walk struct {
	s   *reader
	opt client.Options
}

// Walk begins a set of lookups.
func (s *reader) Walk(opt client.Options) client.Walk {
	opt.Progress = nil
	return &walk{s: s, opt: opt}
}

// Epoch is always 0: a disk has none.
func (w *walk) Epoch() uint64 { return 0 }

// Folder finds a folder.
func (w *walk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	const op = "list"
	if err := ready(ctx, op, p); err != nil {
		return model.Ref{}, err
	}
	info, err := w.s.door.stat(p, true)
	if err != nil {
		return model.Ref{}, fault(op, p, err)
	}
	if !info.IsDir() {
		return model.Ref{}, client.Errorf(client.KindInvalid, op, p, text.DiskNotFolder, Path(p))
	}
	return ref(p, info), nil
}

// Page returns the whole folder as page 1.
func (w *walk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	if n > 1 {
		return client.Page{N: n, Last: true, Total: model.Unknown}, nil
	}
	l, err := w.All(ctx, p)
	if err != nil {
		return client.Page{}, err
	}
	page := client.Page{Entries: l.Entries, N: 1, Last: true, Total: len(l.Entries)}
	page.Refs = make([]model.Ref, len(l.Entries))
	for i, e := range l.Entries {
		page.Refs[i] = model.Ref{Place: p.Join(e.Name), ID: e.ID, Kind: e.Kind, At: l.ListedAt}
	}
	return page, nil
}

// Named is client.Namer.
func (w *walk) Named(ctx context.Context, p model.Place, names []string) (client.Page, error) {
	if _, err := w.Folder(ctx, p); err != nil {
		return client.Page{}, err
	}
	page := client.Page{N: 1, Last: true, Total: model.Unknown}
	for _, name := range names {
		switch e, err := w.s.look(ctx, p.Join(name)); {
		case client.Is(err, client.KindNotFound):
		case err != nil:
			return client.Page{}, err
		default:
			page.Entries = append(page.Entries, e)
			page.Refs = append(page.Refs, model.Ref{Place: p.Join(name), ID: e.ID, Kind: e.Kind, At: time.Now()})
		}
	}
	return page, nil
}

// All reads the whole folder.
func (w *walk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	return w.s.List(ctx, p, w.opt)
}
