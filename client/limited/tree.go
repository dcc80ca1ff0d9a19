package limited

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
)

// tree is what a person sees of any source.
type tree struct {
	g   *Person
	src client.Source
}

func (t *tree) Root() model.Place           { return t.src.Root() }
func (t *tree) CheckName(name string) error { return t.src.CheckName(name) }

// Prompt implements client.Prompt.
func (t *tree) Prompt() bool {
	p, ok := t.src.(client.Prompt)
	return ok && p.Prompt()
}

// Able refuses every change by somebody who only reads. A copy on this machine is one too.
func (t *tree) Able(op model.Op) error {
	if t.g.rights.ReadOnly {
		return readOnly(string(op), t.Root())
	}
	return client.Able(t.src, op)
}

// List reads a folder of theirs; of one on the way to their places it shows these alone.
func (t *tree) List(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	if t.g.view(p) == way {
		return t.way(ctx, p, opt)
	}
	if err := t.g.read("list", p); err != nil {
		return model.Listing{}, err
	}
	l, err := t.src.List(ctx, p, t.noted(opt))
	return t.listed(l, err)
}

// noted are options whose pages are noted, too.
func (t *tree) noted(opt client.Options) client.Options {
	if told := opt.Progress; told != nil {
		opt.Progress = func(part model.Listing, from int) {
			t.g.note(&part)
			told(part, from)
		}
	}
	return opt
}

// listed is a listing that a source has read.
func (t *tree) listed(l model.Listing, err error) (model.Listing, error) {
	if err != nil {
		return model.Listing{}, err
	}
	t.g.note(&l)
	return l, nil
}

// Stat finds an entry of theirs, or a folder on the way to one, of which it says nothing.
func (t *tree) Stat(ctx context.Context, p model.Place, opt client.Options) (model.Entry, error) {
	const op = "info"
	switch t.g.view(p) {
	case hidden:
		return model.Entry{}, t.g.outside(op, p)
	case way:
		return passage(p), nil
	}
	e, err := t.src.Stat(ctx, p, opt)
	if err == nil {
		t.g.noteOne(p.Parent(), e.ID)
	}
	return e, err
}

// way lists a folder on the way to places of theirs, without reading it.
func (t *tree) way(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	l := model.Listing{
		Place: p, Complete: true, ListedAt: time.Now(), Steady: p.Scheme.Documents(),
		Folder: model.Ref{Place: p, Kind: passage(p).Kind},
	}
	l.Folder.At = l.ListedAt
	opt.Progress = nil
	shown := map[string]bool{}
	for _, q := range t.g.rights.Places {
		if !q.Within(p) || q.Equal(p) {
			continue
		}
		next := p.With(q.Path[len(p.Path)])
		if shown[next.Base()] {
			continue
		}
		shown[next.Base()] = true
		e := passage(next)
		if t.g.view(next) == root {
			switch found, err := t.Stat(ctx, next, opt); {
			case client.Is(err, client.KindNotFound):
				continue
			case err != nil:
				return model.Listing{}, err
			default:
				e = found
			}
		}
		l.Entries = append(l.Entries, e)
	}
	l.Total = len(l.Entries)
	return l, nil
}

// passage is a folder on the way to places of theirs.
func passage(p model.Place) model.Entry {
	e := model.Entry{Name: p.Base(), Kind: model.KindFolder, Size: model.Unknown, Children: model.Unknown}
	if p.IsSpace() {
		e.Kind = model.KindSpace
	}
	return e
}

// Walk begins a set of lookups. What it can do beyond that is what the source's walk can; none
// can both.
func (t *tree) Walk(opt client.Options) client.Walk {
	w := &walk{t, opt, t.src.Walk(t.noted(opt))}
	_, counts := w.of.(client.Counted)
	_, names := w.of.(client.Namer)
	switch {
	case counts:
		return struct {
			*walk
			counted
		}{w, counted{w}}
	case names:
		return struct {
			*walk
			named
		}{w, named{w}}
	}
	return w
}

// walk is a set of lookups among the places of a person.
type walk struct {
	tree *tree
	opt  client.Options
	of   client.Walk
}

// counted and named are what some walks can do beside.
type (
	counted struct{ w *walk }
	named   struct{ w *walk }
)

func (w *walk) Epoch() uint64 { return w.of.Epoch() }

func (c counted) Requests() int { return c.w.of.(client.Counted).Requests() }

func (w *walk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	if w.tree.g.view(p) == way {
		return model.Ref{Place: p, Kind: passage(p).Kind, At: time.Now()}, nil
	}
	if err := w.tree.g.read("list", p); err != nil {
		return model.Ref{}, err
	}
	return w.of.Folder(ctx, p)
}

func (w *walk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	if w.tree.g.view(p) == way {
		return w.tree.way(ctx, p, w.opt)
	}
	if err := w.tree.g.read("list", p); err != nil {
		return model.Listing{}, err
	}
	l, err := w.of.All(ctx, p)
	return w.tree.listed(l, err)
}

func (w *walk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	return w.page(ctx, p, n, nil, func() (client.Page, error) { return w.of.Page(ctx, p, n) })
}

func (v named) Named(ctx context.Context, p model.Place, names []string) (client.Page, error) {
	return v.w.page(ctx, p, 1, names, func() (client.Page, error) { return v.w.of.(client.Namer).Named(ctx, p, names) })
}

// page reads a page of a folder that the person sees; names are those that are asked for, if not all are.
func (w *walk) page(ctx context.Context, p model.Place, n int, names []string, read func() (client.Page, error)) (client.Page, error) {
	g := w.tree.g
	if g.view(p) == way {
		if n != 1 {
			return client.Page{N: n, Last: true, Total: model.Unknown}, nil
		}
		l, err := w.tree.way(ctx, p, w.opt)
		if names != nil {
			l.Entries = slices.DeleteFunc(l.Entries, func(e model.Entry) bool { return !slices.Contains(names, e.Name) })
		}
		return pageOf(&l), err
	}
	if err := g.read("list", p); err != nil {
		return client.Page{}, err
	}
	for _, name := range names {
		if err := g.see("list", p.Join(name)); err != nil {
			return client.Page{}, err
		}
	}
	page, err := read()
	if err != nil {
		return client.Page{}, err
	}
	g.note(&model.Listing{Place: p, Entries: page.Entries})
	return page, nil
}

// pageOf is a listing as a page.
func pageOf(l *model.Listing) client.Page {
	page := client.Page{Entries: l.Entries, N: 1, Last: true, Total: len(l.Entries)}
	for _, e := range l.Entries {
		page.Refs = append(page.Refs, model.Ref{Place: l.Place.Join(e.Name), ID: e.ID, Kind: e.Kind, Space: e.Facts().Space, At: l.ListedAt})
	}
	return page
}
