package limited

import (
	"context"

	"aloft/client"
	"aloft/model"
)

// searches is refused where it is about everything: what was not found would tell of it, too.
type searches struct{ t *tree }

func (s searches) Search(ctx context.Context, query string, opt client.Options) ([]client.Hit, error) {
	if !s.t.g.open(s.t.Root().Scheme) {
		return nil, partly("search", s.t.Root())
	}
	return s.t.src.(client.Searcher).Search(ctx, query, opt)
}

// facts are about the whole account.
type facts struct {
	t  *tree
	of client.Prober
}

func (f facts) Probe(ctx context.Context) error { return f.of.Probe(ctx) }

func (f facts) Capacity(ctx context.Context, opt client.Options) (used, total int64, err error) {
	if !f.t.g.open(f.t.Root().Scheme) {
		return 0, 0, partly("capacity", f.t.Root())
	}
	return f.of.Capacity(ctx, opt)
}

// pages are where names are in large folders.
type pages struct {
	t  *tree
	of client.Locator
}

func (l pages) Locate(p model.Place) (page, size int) {
	if l.t.g.view(p) < root {
		return 0, 0
	}
	return l.of.Locate(p)
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

// lasting is what a person sees by ids that never change.
type lasting struct {
	t  *tree
	of aDocuments
}

func (s lasting) everything() bool { return s.t.g.open(s.t.Root().Scheme) }

func (s lasting) ByID(ctx context.Context, id string, opt client.Options) (model.Entry, error) {
	if !s.everything() {
		if _, err := s.t.g.placeOf(ctx, s.t.src, "info", id, opt); err != nil {
			return model.Entry{}, err
		}
	}
	return s.of.ByID(ctx, id, opt)
}

// Resolve finds what was listed not long ago, and folders. Of all else it is not told whether
// it exists.
func (s lasting) Resolve(ctx context.Context, idOrLink string, opt client.Options) (model.Place, model.Entry, error) {
	p, e, err := s.of.Resolve(ctx, idOrLink, opt)
	if s.everything() || err != nil && !client.Is(err, client.KindNotFound) && !client.Is(err, client.KindInvalid) {
		return p, e, err
	}
	refused := client.Errorf(client.KindLocal, "info", s.t.Root(), "%q is not among the places of this key", idOrLink)
	if err != nil {
		return model.Place{}, model.Entry{}, refused
	}
	if s.t.g.view(p) >= root {
		return p, e, nil
	}
	at, err := s.t.g.placeOf(ctx, s.t.src, "info", e.ID, opt)
	if err != nil {
		return model.Place{}, model.Entry{}, refused
	}
	return at.Parent().JoinPin(e.Name, e.ID), e, nil
}

func (s lasting) Details(ctx context.Context, e model.Entry, opt client.Options) (model.Entry, error) {
	if !s.everything() && e.ID != "" {
		if _, err := s.t.g.placeOf(ctx, s.t.src, "info", e.ID, opt); err != nil {
			return model.Entry{}, err
		}
	}
	return s.of.Details(ctx, e, opt)
}

func (s lasting) Peek(ctx context.Context, p model.Place, seen model.Entry) (client.PeekBody, model.Entry, error) {
	if err := s.t.g.has(ctx, s.t.src, "preview", p, seen.ID, client.Options{Class: client.Interactive}); err != nil {
		return nil, model.Entry{}, err
	}
	return s.of.Peek(ctx, p, seen)
}

func (s lasting) CheckMove(e model.Entry, at, to model.Place) error {
	for _, p := range []model.Place{at, to} {
		if err := s.t.g.read(string(model.OpMove), p); err != nil {
			return err
		}
	}
	return s.of.CheckMove(e, at, to)
}

func (s lasting) Spans(op model.Op, to model.Place) error {
	if err := s.t.g.read(string(op), to); err != nil {
		return err
	}
	return s.of.Spans(op, to)
}

func (s lasting) Recent(ctx context.Context, page, count int, order client.RecentOrder, opt client.Options) ([]client.Hit, error) {
	if !s.everything() {
		return nil, partly("recent", s.t.Root())
	}
	return s.of.Recent(ctx, page, count, order, opt)
}

func (s lasting) Policies() []model.Policy { return s.of.Policies() }

func (s lasting) Policy(ctx context.Context, item model.Ref, opt client.Options) (model.Policy, error) {
	if err := s.t.g.has(ctx, s.t.src, "share", item.Place, item.ID, opt); err != nil {
		return "", err
	}
	return s.of.Policy(ctx, item, opt)
}

func (s lasting) SetPolicy(_ context.Context, item model.Ref, _ model.Policy, _ client.Class) error {
	return s.t.g.unsent("share", item.Place)
}

// texts are what is in documents.
type texts struct {
	t  *tree
	of client.Editor
}

// of reads something of a document that is theirs.
func reading[T any](ctx context.Context, v texts, item model.Ref, opt client.Options, read func() (T, error)) (T, error) {
	if err := v.t.g.has(ctx, v.t.src, "read", item.Place, item.ID, opt); err != nil {
		var none T
		return none, err
	}
	return read()
}

func (v texts) Readable(kind model.Kind) error { return v.of.Readable(kind) }

func (v texts) CanEdit(kind model.Kind, edit model.EditKind) error {
	if v.t.g.rights.ReadOnly {
		return readOnly("edit", v.t.Root())
	}
	return v.of.CanEdit(kind, edit)
}

func (v texts) CanSuggest(edit model.Edit) error {
	if v.t.g.rights.ReadOnly {
		return readOnly("edit", v.t.Root())
	}
	return v.of.CanSuggest(edit)
}

func (v texts) Outline(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Outline, error) {
	return reading(ctx, v, item, opt, func() (model.Outline, error) { return v.of.Outline(ctx, item, version, opt) })
}

func (v texts) Structure(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.Structure, error) {
	return reading(ctx, v, item, opt, func() (model.Structure, error) { return v.of.Structure(ctx, item, version, opt) })
}

func (v texts) LastPosition(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.LastPosition, error) {
	return reading(ctx, v, item, opt, func() (model.LastPosition, error) { return v.of.LastPosition(ctx, item, version, opt) })
}

func (v texts) Find(ctx context.Context, item model.Ref, text string, version int64, opt client.Options) (model.Matches, error) {
	return reading(ctx, v, item, opt, func() (model.Matches, error) { return v.of.Find(ctx, item, text, version, opt) })
}

func (v texts) Images(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocImages, error) {
	return reading(ctx, v, item, opt, func() (model.DocImages, error) { return v.of.Images(ctx, item, version, opt) })
}

func (v texts) Comments(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocComments, error) {
	return reading(ctx, v, item, opt, func() (model.DocComments, error) { return v.of.Comments(ctx, item, version, opt) })
}

func (v texts) Revisions(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocRevisions, error) {
	return reading(ctx, v, item, opt, func() (model.DocRevisions, error) { return v.of.Revisions(ctx, item, version, opt) })
}

func (v texts) Content(ctx context.Context, item model.Ref, version int64, opt client.Options) (model.DocContent, error) {
	return reading(ctx, v, item, opt, func() (model.DocContent, error) { return v.of.Content(ctx, item, version, opt) })
}

func (v texts) RecentEdits(ctx context.Context, item model.Ref, opt client.Options) ([]model.EditRecord, error) {
	return reading(ctx, v, item, opt, func() ([]model.EditRecord, error) { return v.of.RecentEdits(ctx, item, opt) })
}

func (v texts) Edit(_ context.Context, item model.Ref, _ int64, _ model.Edit, _ client.Class) (model.Edited, error) {
	return model.Edited{}, v.t.g.unsent("edit", item.Place)
}

func (v texts) TextParagraph(style model.ParagraphStyle) bool { return v.of.TextParagraph(style) }

func (v texts) Fits(item model.Ref, e model.Edit) error {
	if err := v.t.g.read("edit", item.Place); err != nil {
		return err
	}
	return v.of.Fits(item, e)
}

func (v texts) UploadImage(_ context.Context, _ string, _ client.Body, _ int64, _ client.Class) (string, error) {
	return "", v.t.g.unsent("edit", v.t.Root())
}

func (v texts) ImageInline() int64 { return v.of.ImageInline() }

// shares are links to entries of a drive: no job makes them.
type shares struct {
	t  *tree
	of client.LinkSharer
}

// ShareEntries makes a link to what is theirs.
func (s shares) ShareEntries(ctx context.Context, items []model.Place, o client.ShareOptions, class client.Class) (client.ShareLink, error) {
	g := s.t.g
	if g.rights.ReadOnly {
		return client.ShareLink{}, readOnly("share", s.t.Root())
	}
	if err := g.read("share", items...); err != nil {
		return client.ShareLink{}, err
	}
	l, err := s.of.ShareEntries(ctx, items, o, class)
	if l.ID != "" {
		g.mu.Lock()
		g.links[l.ID] = true
		g.mu.Unlock()
	}
	return l, err
}

// ShareLinks are those that the person has made: what the others show is not said.
func (s shares) ShareLinks(ctx context.Context, opt client.Options) ([]client.ShareLink, error) {
	all, err := s.of.ShareLinks(ctx, opt)
	if s.t.g.open(s.t.Root().Scheme) {
		return all, err
	}
	var own []client.ShareLink
	for _, l := range all {
		if s.made(l.ID) {
			own = append(own, l)
		}
	}
	return own, err
}

func (s shares) made(id string) bool {
	s.t.g.mu.Lock()
	defer s.t.g.mu.Unlock()
	return s.t.g.links[id] || s.t.g.open(s.t.Root().Scheme)
}

func (s shares) EndShareLinks(ctx context.Context, ids []string, class client.Class) (int, error) {
	if s.t.g.rights.ReadOnly {
		return 0, readOnly("share", s.t.Root())
	}
	for _, id := range ids {
		if !s.made(id) {
			e := client.Errorf(client.KindLocal, "share", s.t.Root(), "the link %s was not made with this key", id)
			e.Changed = client.ChangedNothing
			return 0, e
		}
	}
	return s.of.EndShareLinks(ctx, ids, class)
}

func (s shares) SaveShared(ctx context.Context, l client.SharedLink, to model.Place, class client.Class) ([]model.Place, error) {
	if s.t.g.rights.ReadOnly {
		return nil, readOnly("share", to)
	}
	if err := s.t.g.read("share", to); err != nil {
		return nil, err
	}
	return s.of.SaveShared(ctx, l, to, class)
}
