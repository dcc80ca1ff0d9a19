package docs

import (
	"context"
	"errors"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

// Source is one of the two trees of a Service. It accepts places of both, so
// that one walk serves a plan that leads from one into the other.
type Source struct {
	view
	texts
	transfers
}

// view is one of the two trees of a service.
type view struct {
	s      *Service
	scheme model.Scheme
}

// texts reads and edits the text of its documents.
type texts struct{ view }

// transfers takes files in as documents, and documents out as files.
type transfers struct{ view }

func newSource(s *Service, scheme model.Scheme) *Source {
	v := view{s, scheme}
	return &Source{v, texts{v}, transfers{v}}
}

// What a document service can do.
var (
	_ client.Source      = (*Source)(nil)
	_ client.Steady      = (*Source)(nil)
	_ client.Detailer    = (*Source)(nil)
	_ client.Abler       = (*Source)(nil)
	_ client.Spanner     = (*Source)(nil)
	_ client.FolderMaker = (*Source)(nil)
	_ client.Renamer     = (*Source)(nil)
	_ client.Mover       = (*Source)(nil)
	_ client.Deleter     = (*Source)(nil)
	_ client.Creator     = (*Source)(nil)
	_ client.Copier      = (*Source)(nil)
	_ client.Sharer      = (*Source)(nil)
	_ client.Searcher    = (*Source)(nil)
	_ client.Recents     = (*Source)(nil)
	_ client.Importer    = (*Source)(nil)
	_ client.Exporter    = (*Source)(nil)
	_ client.Prober      = (*Source)(nil)
	_ client.Turner      = (*Source)(nil)
	_ client.Fencer      = (*Source)(nil)
	_ client.Editor      = (*Source)(nil)
)

// Root of the tree.
func (v *view) Root() model.Place {
	return model.Place{Account: v.s.o.Account, Scheme: v.scheme}
}

// Able says why an operation is not possible: its tool is missing, or nothing can
// be changed. It does not block; before the first connection nothing is known to
// be missing.
func (v *Source) Able(op model.Op) error {
	if err := v.s.o.Gate.ReadOnly(); err != nil && op != model.OpExport {
		return err
	}
	return v.s.conn.Known().Able(op, v.Root())
}

// Spans: documents go between the home and the spaces of one account; into
// other services there is no way.
func (v *Source) Spans(op model.Op, to model.Place) error {
	ours := v.s.mine(to) == nil
	switch {
	case !ours, op != model.OpMove && op != model.OpCopy:
		return client.Errorf(client.KindUnsupported, string(op), v.Root(), text.NoAcross, string(v.scheme), string(to.Scheme))
	case to.Scheme == model.SchemeSpace && to.IsRoot():
		return client.Errorf(client.KindInvalid, string(op), to, text.DocsSpacesOnly)
	}
	return nil
}

// Probe asks whether the token is accepted.
func (v *Source) Probe(ctx context.Context) error { return v.s.Probe(ctx) }

// Capacity is not told by any tool.
func (v *Source) Capacity(context.Context, client.Options) (used, total int64, err error) {
	return 0, 0, client.Errorf(client.KindUnsupported, "capacity", v.Root(), "the document service does not tell how much room there is.")
}

// Turn waits until no other bulk operation of the account runs.
func (v *Source) Turn(ctx context.Context) (release func(), err error) {
	return v.s.o.Gate.Operation(ctx)
}

// Fence runs f while nothing is being sent, see gate.Gate.
func (v *Source) Fence(ctx context.Context, f func() error) error {
	return v.s.o.Gate.Fence(ctx, f)
}

// Search asks the service for titles. It does not tell where the hits are, so
// their places are loose.
func (v *Source) Search(ctx context.Context, query string, opt client.Options) ([]client.Hit, error) {
	found, err := v.s.searchFile(ctx, query, tool.For("search", v.Root(), opt))
	return v.loose(found), err
}

// Recent is a page of the recent list.
func (v *Source) Recent(ctx context.Context, page, count int, order client.RecentOrder, opt client.Options) ([]client.Hit, error) {
	by := map[client.RecentOrder]int{client.RecentModified: 1, client.RecentName: 2}[order]
	if count <= 0 {
		count = recentCount
	}
	found, err := v.s.recentFiles(ctx, max(1, page), count, by, tool.For("recent", v.Root(), opt))
	return v.loose(found), err
}

// recentCount is the page size of the recent list ("Limits" in the document
// specification).
const recentCount = 100

func (v *Source) loose(found []model.Entry) []client.Hit {
	var out []client.Hit
	for _, e := range found {
		p := v.s.rootOf(e).Loose(e.ID)
		out = append(out, client.Hit{Entry: e, Place: &p})
	}
	return out
}

// rootOf is the root of the tree that an entry is in, as far as is known.
func (s *Service) rootOf(e model.Entry) model.Place {
	if e.Facts().Space != "" {
		return s.spaces()
	}
	return s.home()
}

// mine refuses places of other sources.
func (s *Service) mine(p model.Place) error {
	if (p.Scheme == model.SchemeDocs || p.Scheme == model.SchemeSpace) && (p.Account == s.o.Account || p.Account == "") {
		return client.CheckPlace("list", p)
	}
	return client.Errorf(client.KindInvalid, "list", p, text.DocsOtherSource, p.Base())
}

// Details asks for what lists do not tell: type, times, people, status.
func (v *Source) Details(ctx context.Context, e model.Entry, opt client.Options) (model.Entry, error) {
	if e.Kind == model.KindSpace || e.ID == "" {
		return e, nil
	}
	info, err := v.s.fileInfo(ctx, e.ID, tool.For("info", v.s.rootOf(e).Loose(e.ID), opt))
	if err != nil {
		return e, err
	}
	// What only the listing has told stays.
	info.ID, info.HasPages, info.Size, info.Children, info.MIME = e.ID, e.HasPages, e.Size, e.Children, e.MIME
	if info.Kind == model.KindOther {
		info.Kind = e.Kind
	}
	if info.Link == "" {
		info.Link = e.Link
	}
	facts := info.Facts()
	facts.Note = e.Facts().Note
	if facts.Space == "" {
		facts.Space = e.Facts().Space
	}
	info.Learn(facts)
	return info, nil
}

// Policy says who may read or write an entry or a space.
func (v *Source) Policy(ctx context.Context, item model.Ref, opt client.Options) (model.Policy, error) {
	if err := v.entry(string(model.OpShare), item); err != nil {
		return "", err
	}
	a := tool.For(string(model.OpShare), item.Place, opt)
	n, err := v.s.policy(ctx, item.ID, a)
	for p, m := range policies {
		if err == nil && m == n {
			return p, nil
		}
	}
	// "Permission policy" in the document specification: reading another one is
	// an error, in the service's words or, where it tells the number, in ours.
	odd := client.Errorf(client.KindUnsupported, a.Op, a.Place, "%q has a permission that cannot be read: it is none of private, some, read and edit. Read and edit can be set.", item.Place.Base())
	var e *client.Error
	switch {
	case err == nil:
		return "", odd
	case errors.As(err, &e) && e.Kind == client.KindInvalid && e.What != text.DocsNoRight && e.Status == 0:
		odd.Server, odd.Code, odd.Trace, odd.Err = e.Server, e.Code, e.Trace, err
		return "", odd
	}
	return "", err
}

// policies are the values of "Resources and their fields" in the document
// specification.
var policies = map[model.Policy]int64{
	model.PolicyPrivate: 0, model.PolicySome: 1, model.PolicyRead: 2, model.PolicyEdit: 3,
}

// Policies that can be set.
func (v *Source) Policies() []model.Policy { return []model.Policy{model.PolicyRead, model.PolicyEdit} }

// SetPolicy lets everyone read or edit.
func (v *Source) SetPolicy(ctx context.Context, item model.Ref, p model.Policy, class client.Class) error {
	const op = string(model.OpShare)
	if p != model.PolicyRead && p != model.PolicyEdit {
		return client.Errorf(client.KindInvalid, op, item.Place, "only read and edit can be set, not %q.", string(p))
	}
	if err := v.entry(op, item); err != nil {
		return err
	}
	return v.s.setPolicy(ctx, item.ID, policies[p], tool.Purpose{Op: op, Place: item.Place, Class: class})
}
