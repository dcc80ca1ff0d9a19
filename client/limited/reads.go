package limited

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// account is what a person sees of any source of their account.
type account struct {
	*tree
	of service
}

func (a account) whole() bool { return a.g.open(a.Root().Scheme) }

// Search is refused where it is about everything: what was not found would tell of it, too.
func (a account) Search(ctx context.Context, query string, opt client.Options) ([]client.Hit, error) {
	if !a.whole() {
		return nil, partly("search", a.Root())
	}
	return a.of.Search(ctx, query, opt)
}

func (a account) Probe(ctx context.Context) error { return a.of.Probe(ctx) }

func (a account) Capacity(ctx context.Context, opt client.Options) (used, total int64, err error) {
	if !a.whole() {
		return 0, 0, partly("capacity", a.Root())
	}
	return a.of.Capacity(ctx, opt)
}

func (a account) CheckTitle(title string) error { return a.of.CheckTitle(title) }

// CreateKinds are none where the person may make nothing.
func (a account) CreateKinds(folder model.Place) []model.Kind {
	if a.g.rights.ReadOnly || a.g.view(folder) < root {
		return nil
	}
	return a.of.CreateKinds(folder)
}

// Copies says nothing of places that are not theirs.
func (a account) Copies(to model.Place) client.Copying {
	if a.g.view(to) < root {
		return client.Copying{}
	}
	return a.of.Copies(to)
}

// content is what is in files.
type content struct {
	t  *tree
	of interface {
		client.Peeker
		client.Summer
	}
}

func (c content) Peek(ctx context.Context, p model.Place, seen model.Entry) (client.PeekBody, model.Entry, error) {
	if err := c.t.g.read("preview", p); err != nil {
		return nil, model.Entry{}, err
	}
	return c.of.Peek(ctx, p, c.t.g.sighted(p, seen))
}

func (c content) Sums(ctx context.Context, folder model.Place, files []*model.Entry, class client.Class) ([]string, error) {
	g := c.t.g
	if err := g.read("compare", folder); err != nil {
		return nil, err
	}
	for _, e := range files {
		p := folder.Join(e.Name)
		if err := g.read("compare", p); err != nil {
			return nil, err
		}
		if !g.open(p.Scheme) && g.sighted(p, *e).ID != e.ID {
			return nil, g.outside("compare", p)
		}
	}
	return c.of.Sums(ctx, folder, files, class)
}

func (d *documents) ByID(ctx context.Context, id string, opt client.Options) (model.Entry, error) {
	if !d.whole() {
		if _, err := d.g.placeOf(ctx, d.src, "info", id, opt); err != nil {
			return model.Entry{}, err
		}
	}
	return d.of.ByID(ctx, id, opt)
}

// Resolve finds what was listed not long ago, and folders. Of all else it is not told whether
// it exists.
func (d *documents) Resolve(ctx context.Context, idOrLink string, opt client.Options) (model.Place, model.Entry, error) {
	p, e, err := d.of.Resolve(ctx, idOrLink, opt)
	if d.whole() || err != nil && !client.Is(err, client.KindNotFound) && !client.Is(err, client.KindInvalid) {
		return p, e, err
	}
	refused := client.Errorf(client.KindLocal, "info", d.Root(), "this key gives no access to %s", idOrLink)
	if err != nil {
		return model.Place{}, model.Entry{}, refused
	}
	if d.g.view(p) >= root {
		return p, e, nil
	}
	at, err := d.g.placeOf(ctx, d.src, "info", e.ID, opt)
	if err != nil {
		return model.Place{}, model.Entry{}, refused
	}
	return at.Parent().JoinPin(e.Name, e.ID), e, nil
}

func (d *documents) Details(ctx context.Context, e model.Entry, opt client.Options) (model.Entry, error) {
	if !d.whole() && e.ID != "" {
		if _, err := d.g.placeOf(ctx, d.src, "info", e.ID, opt); err != nil {
			return model.Entry{}, err
		}
	}
	return d.of.Details(ctx, e, opt)
}

func (d *documents) Peek(ctx context.Context, p model.Place, seen model.Entry) (client.PeekBody, model.Entry, error) {
	if err := d.g.has(ctx, d.src, "preview", p, seen.ID, client.Options{Class: client.Interactive}); err != nil {
		return nil, model.Entry{}, err
	}
	return d.of.Peek(ctx, p, seen)
}

func (d *documents) Spans(op model.Op, to model.Place) error {
	if err := d.g.read(string(op), to); err != nil {
		return err
	}
	return d.of.Spans(op, to)
}

func (d *documents) Recent(ctx context.Context, page, count int, order client.RecentOrder, opt client.Options) ([]client.Hit, error) {
	if !d.whole() {
		return nil, partly("recent", d.Root())
	}
	return d.of.Recent(ctx, page, count, order, opt)
}

func (d *documents) Policies() []model.Policy { return d.of.Policies() }

func (d *documents) Policy(ctx context.Context, item model.Ref, opt client.Options) (model.Policy, error) {
	if err := d.g.has(ctx, d.src, "share", item.Place, item.ID, opt); err != nil {
		return "", err
	}
	return d.of.Policy(ctx, item, opt)
}

// reading reads something of a document that is theirs.
func reading[T any](ctx context.Context, d *documents, item model.Ref, version int64, opt client.Options, read func(context.Context, model.Ref, int64, client.Options) (T, error)) (T, error) {
	if err := d.g.has(ctx, d.src, "read", item.Place, item.ID, opt); err != nil {
		var none T
		return none, err
	}
	return read(ctx, item, version, opt)
}

func (d *documents) Readable(kind model.Kind) error { return d.of.Readable(kind) }

func (d *documents) CanEdit(kind model.Kind, edit model.EditKind) error {
	if d.g.rights.ReadOnly {
		return readOnly("edit", d.Root())
	}
	return d.of.CanEdit(kind, edit)
}

func (d *documents) CanSuggest(edit model.Edit) error {
	if d.g.rights.ReadOnly {
		return readOnly("edit", d.Root())
	}
	return d.of.CanSuggest(edit)
}

func (d *documents) Outline(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Outline, error) {
	return reading(ctx, d, item, version, opt, d.of.Outline)
}

func (d *documents) Structure(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Structure, error) {
	return reading(ctx, d, item, version, opt, d.of.Structure)
}

func (d *documents) LastPosition(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.LastPosition, error) {
	return reading(ctx, d, item, version, opt, d.of.LastPosition)
}

func (d *documents) Find(ctx context.Context, item model.Ref, text string, version int64, opt client.Options) (model.Matches, error) {
	return reading(ctx, d, item, version, opt, func(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Matches, error) {
		return d.of.Find(ctx, item, text, version, opt)
	})
}

func (d *documents) Images(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocImages, error) {
	return reading(ctx, d, item, version, opt, d.of.Images)
}

func (d *documents) Comments(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocComments, error) {
	return reading(ctx, d, item, version, opt, d.of.Comments)
}

func (d *documents) Revisions(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocRevisions, error) {
	return reading(ctx, d, item, version, opt, d.of.Revisions)
}

func (d *documents) Content(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocContent, error) {
	return reading(ctx, d, item, version, opt, d.of.Content)
}

func (d *documents) RecentEdits(ctx context.Context, item model.Ref, opt client.Options) ([]model.EditRecord, error) {
	return reading(ctx, d, item, 0, opt, func(ctx context.Context, item model.Ref, _ int64, opt client.Options) ([]model.EditRecord, error) {
		return d.of.RecentEdits(ctx, item, opt)
	})
}

// A link shares entries: no job makes it, so it is here that somebody who only reads is refused.

// ShareEntries makes a link to what is theirs.
func (f *files) ShareEntries(ctx context.Context, items []model.Place, o client.ShareOptions, class client.Class) (client.ShareLink, error) {
	g := f.g
	if g.rights.ReadOnly {
		return client.ShareLink{}, readOnly("share", f.Root())
	}
	if err := g.read("share", items...); err != nil {
		return client.ShareLink{}, err
	}
	l, err := f.of.ShareEntries(ctx, items, o, class)
	if l.ID != "" {
		g.mu.Lock()
		g.links[l.ID] = true
		g.mu.Unlock()
	}
	return l, err
}

// ShareLinks are those that the person has made: what the others show is not said.
func (f *files) ShareLinks(ctx context.Context, opt client.Options) ([]client.ShareLink, error) {
	all, err := f.of.ShareLinks(ctx, opt)
	if f.whole() {
		return all, err
	}
	own := model.Only(all, func(l client.ShareLink) bool { return f.made(l.ID) })
	return own, err
}

func (f *files) made(id string) bool {
	f.g.mu.Lock()
	defer f.g.mu.Unlock()
	return f.g.links[id] || f.whole()
}

func (f *files) EndShareLinks(ctx context.Context, ids []string, class client.Class) (int, error) {
	if f.g.rights.ReadOnly {
		return 0, readOnly("share", f.Root())
	}
	for _, id := range ids {
		if !f.made(id) {
			return 0, client.Errorf(client.KindLocal, "share", f.Root(), "the link %s was not made with this key", id).NothingChanged()
		}
	}
	return f.of.EndShareLinks(ctx, ids, class)
}

func (f *files) SaveShared(ctx context.Context, l client.SharedLink, to model.Place, class client.Class) ([]model.Place, error) {
	if f.g.rights.ReadOnly {
		return nil, readOnly("share", to)
	}
	if err := f.g.read("share", to); err != nil {
		return nil, err
	}
	return f.of.SaveShared(ctx, l, to, class)
}

// Bin are the entries of the recycle bin that were in their places.
func (f *files) Bin(ctx context.Context, opt client.Options) ([]client.BinEntry, error) {
	all, err := f.of.Bin(ctx, opt)
	return f.g.binned(all, f.Root()), err
}

// binned are those entries of a bin that were in a place of theirs.
func (g *Person) binned(all []client.BinEntry, of model.Place) []client.BinEntry {
	if g.open(of.Scheme) {
		return all
	}
	var out []client.BinEntry
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range all {
		if was := e.Was(); !was.IsZero() && e.From.SameSource(of) && g.view(was) >= root {
			g.records[record(of, e.Record)] = true
			out = append(out, e)
		}
	}
	return out
}

// record names an entry of a bin among those of all sources.
func record(of model.Place, id string) string { return string(of.Scheme) + ":" + id }

// Open opens a file that is theirs.
func (l *local) Open(ctx context.Context, p model.Place) (client.Body, model.Entry, error) {
	if err := l.g.read("open", p); err != nil {
		return nil, model.Entry{}, err
	}
	return l.of.Open(ctx, p)
}

func (l *local) Watch(ctx context.Context, p model.Place) <-chan struct{} {
	if l.g.read("list", p) != nil {
		return nil
	}
	return l.of.Watch(ctx, p)
}
