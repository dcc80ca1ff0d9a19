package memdoc

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"aloft/client"
	"aloft/model"
)

// View is one of the two trees, as a source.
type View struct {
	Queries
	*Service
	scheme model.Scheme
}

// Home and Spaces are the two trees.
func (s *Service) Home() *View   { return s.view(model.SchemeDocs) }
func (s *Service) Spaces() *View { return s.view(model.SchemeSpace) }

func (s *Service) view(scheme model.Scheme) *View {
	v := &View{Service: s, scheme: scheme}
	v.Queries = Queries{Read: v.Version, Locate: Locate}
	return v
}

func (v *View) Root() model.Place { return model.Place{Account: v.Account, Scheme: v.scheme} }

func (v *View) CheckName(name string) error {
	if name == "" || strings.ContainsFunc(name, unicode.IsControl) {
		return client.Errorf(client.KindInvalid, "name", model.Place{}, "a title needs a character")
	}
	return nil
}

func (v *View) CheckTitle(title string) error {
	if n := utf8.RuneCountInString(title); n > 36 {
		return client.Errorf(client.KindInvalid, "name", model.Place{}, "the title has %d characters; the document service accepts %d.", n, 36)
	}
	return v.CheckName(title)
}

func (v *View) Able(op model.Op) error {
	if op == v.Lacks {
		return client.Errorf(client.KindUnsupported, string(op), v.Root(), "the service has no tool for it")
	}
	return nil
}

// CheckMove: every folder holds what another one held.
func (v *View) CheckMove(model.Entry, model.Place, model.Place) error { return nil }

func (v *View) Spans(op model.Op, to model.Place) error {
	if to.Scheme == model.SchemeDocs || to.Scheme == model.SchemeSpace {
		return nil
	}
	return client.NoWay(op, v.Root(), to)
}

// Listed is its kind in a listing.
func (n *Node) Listed() model.Kind {
	if n.Hidden {
		return model.KindOther
	}
	return n.Kind
}

// entry is an entry as listings have it.
func (s *Service) entry(n *Node) model.Entry {
	e := model.Entry{ID: n.ID, Name: n.Name, Kind: n.Kind, Size: model.Unknown, Children: model.Unknown}
	if !n.Kind.Container() && n.Kind != model.KindOther {
		e.Link = "https://docs.example/" + string(n.Kind) + "/" + n.ID
	}
	e.Kind = n.Listed()
	e.InSpace(n.Space)
	e.HasPages = n.Space != "" && n.Kind != model.KindSpace && len(s.under(n.ID)) > 0
	return e
}

func (v *View) List(ctx context.Context, p model.Place, _ client.Options) (l model.Listing, err error) {
	err = v.call(ctx, "list", func() error {
		l, err = v.listing(p)
		return err
	})
	return l, err
}

// Listing is a listing without a call.
func (v *View) Listing(p model.Place) (model.Listing, error) {
	v.Lock()
	defer v.Unlock()
	return v.listing(p)
}

func (v *View) listing(p model.Place) (model.Listing, error) {
	n, err := v.at(p, true)
	if err != nil {
		return model.Listing{}, err
	}
	l := model.Listing{Place: p, Complete: true, Steady: true, ListedAt: time.Now()}
	l.Folder = model.Ref{Place: p, ID: n.ID, Kind: n.Kind, Space: n.Space, At: l.ListedAt}
	if n.ID == Shelf {
		l.Folder.ID = ""
	}
	for _, k := range v.under(n.ID) {
		l.Entries = append(l.Entries, v.entry(k))
	}
	l.Total = len(l.Entries)
	return l, nil
}

func (v *View) Stat(ctx context.Context, p model.Place, _ client.Options) (e model.Entry, err error) {
	err = v.call(ctx, "info", func() error {
		n, err := v.at(p, false)
		if err == nil {
			e = v.entry(n)
		}
		return err
	})
	return e, err
}

func (v *View) ByID(ctx context.Context, id string, _ client.Options) (e model.Entry, err error) {
	err = v.call(ctx, "info", func() error {
		n := v.nodes[id]
		if n == nil || n.Gone {
			return client.Errorf(client.KindNotFound, "info", v.Root(), "nothing has the id %s", model.Clean(id))
		}
		e = v.entry(n)
		return nil
	})
	return e, err
}

// Resolve returns the path of folders only, as the service does.
func (v *View) Resolve(ctx context.Context, s string, o client.Options) (model.Place, model.Entry, error) {
	id := s[strings.LastIndex(s, "/")+1:]
	e, err := v.ByID(ctx, id, o)
	if err != nil {
		return model.Place{}, e, err
	}
	v.Lock()
	defer v.Unlock()
	at := v.Root()
	if e.Facts().Space != "" {
		at.Scheme = model.SchemeSpace
	}
	if !e.Kind.Container() {
		return at.Loose(id), e, nil
	}
	at.Scheme = model.SchemeDocs
	var names []string
	for n := v.nodes[id]; n.ID != Home; n = v.nodes[n.Parent] {
		if n.ID == Shelf {
			at.Scheme = model.SchemeSpace
			break
		}
		names = append(names, n.Name)
	}
	slices.Reverse(names)
	at.Path = model.Steps(names...)
	return at, e, nil
}

// Details returns people and times.
func (v *View) Details(ctx context.Context, e model.Entry, _ client.Options) (model.Entry, error) {
	err := v.call(ctx, "details", func() error {
		n, err := v.ref(model.Ref{ID: e.ID, Place: v.Root().Join(e.Name)})
		if err != nil {
			return err
		}
		e.Kind = n.Kind
		e.Learn(model.DocFacts{Owner: "Li Na", Creator: "Li Na", Editor: "王伟", Status: "normal", Space: e.Facts().Space})
		e.Created, e.Modified = time.Date(1999, 1, 4, 9, 30, 0, 0, time.UTC), time.Date(1999, 8, 2, 16, 5, 0, 0, time.UTC)
		if !n.at.IsZero() {
			e.Created, e.Modified = n.at, n.at
		}
		if n.doc != nil { // each version a minute after the one before it
			e.Modified = e.Modified.Add(time.Duration(n.doc.Now().Version-1) * time.Minute)
		}
		return nil
	})
	return e, err
}

func (v *View) hits(ids []string) []client.Hit {
	var out []client.Hit
	for _, id := range ids {
		if n := v.nodes[id]; n != nil && !n.Gone {
			at := model.Place{Account: v.Account, Scheme: model.SchemeDocs}.Loose(id)
			out = append(out, client.Hit{Entry: v.entry(n), Place: &at})
		}
	}
	return out
}

func (v *View) Search(ctx context.Context, query string, _ client.Options) (out []client.Hit, err error) {
	err = v.call(ctx, "search", func() error {
		var ids []string
		for id, n := range v.nodes {
			if strings.Contains(n.Name, query) && n.Kind != model.KindSpace && id != Home && id != Shelf {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		out = v.hits(ids)
		return nil
	})
	return out, err
}

func (v *View) Recent(ctx context.Context, page, count int, _ client.RecentOrder, _ client.Options) (out []client.Hit, err error) {
	err = v.call(ctx, "recent", func() error {
		from := min((page-1)*count, len(v.Recents))
		out = v.hits(v.Recents[from:min(from+count, len(v.Recents))])
		return nil
	})
	return out, err
}

func (v *View) Walk(client.Options) client.Walk { return &walk{v, map[string]model.Listing{}} }

type walk struct {
	v    *View
	seen map[string]model.Listing
}

func (w *walk) Epoch() uint64 { return 0 }

func (w *walk) Folder(ctx context.Context, p model.Place) (model.Ref, error) {
	l, err := w.All(ctx, p)
	return l.Folder, err
}

func (w *walk) All(ctx context.Context, p model.Place) (model.Listing, error) {
	if l, ok := w.seen[p.String()]; ok {
		return l, nil
	}
	l, err := w.v.List(ctx, p, client.Options{})
	if err == nil {
		w.seen[p.String()] = l
	}
	return l, err
}

func (w *walk) Page(ctx context.Context, p model.Place, n int) (client.Page, error) {
	if n > 1 {
		return client.Page{N: n, Last: true, Total: model.Unknown}, nil
	}
	l, err := w.All(ctx, p)
	pg := client.Page{Entries: l.Entries, N: 1, Last: true, Total: model.Unknown}
	for _, e := range l.Entries {
		pg.Refs = append(pg.Refs, model.Ref{Place: p.JoinPin(e.Name, e.ID), ID: e.ID, Kind: e.Kind, Space: e.Facts().Space, At: l.ListedAt})
	}
	return pg, err
}
