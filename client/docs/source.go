package docs

import (
	"context"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

// Source is one of the two trees of a Service. It accepts places of both, so that
// one walk serves a plan from one tree to the other.
type Source struct{ reader }

// reader is what of a Source only reads, and what it says of changes beforehand.
type reader struct {
	view
	texts
}

// view is one of the two trees of a service.
type view struct {
	s      *Service
	scheme model.Scheme
}

// texts reads the text of its documents.
type texts struct{ view }

func newSource(s *Service, scheme model.Scheme) *Source {
	v := view{s, scheme}
	return &Source{reader{v, texts{v}}}
}

// Reading is client.Writer.
func (v *Source) Reading() client.Source { return &v.reader }

var (
	_ client.Writer       = (*Source)(nil)
	_ client.Prompt       = (*Source)(nil)
	_ client.Steady       = (*Source)(nil)
	_ client.Detailer     = (*Source)(nil)
	_ client.Abler        = (*Source)(nil)
	_ client.Spanner      = (*Source)(nil)
	_ client.MoveChecker  = (*Source)(nil)
	_ client.FolderMaker  = (*Source)(nil)
	_ client.Renamer      = (*Source)(nil)
	_ client.Mover        = (*Source)(nil)
	_ client.Deleter      = (*Source)(nil)
	_ client.Maker        = (*Source)(nil)
	_ client.Copier       = (*Source)(nil)
	_ client.PolicySetter = (*Source)(nil)
	_ client.Searcher     = (*Source)(nil)
	_ client.Recents      = (*Source)(nil)
	_ client.Importer     = (*Source)(nil)
	_ client.Exporter     = (*Source)(nil)
	_ client.Prober       = (*Source)(nil)
	_ client.Turner       = (*Source)(nil)
	_ client.Fencer       = (*Source)(nil)
	_ client.EditMaker    = (*Source)(nil)
)

// Prompt is client.Prompt.
func (v *view) Prompt() bool { return v.s.o.Prompt }

func (v *view) Root() model.Place {
	return model.Place{Account: v.s.o.Account, Scheme: v.scheme}
}

// Able refuses operations whose tool is missing, and all changes when the gate is
// read-only. It never blocks; before the first connection no tool is known to be
// missing.
func (v *reader) Able(op model.Op) error {
	if err := v.s.o.Gate.ReadOnly(); err != nil && op != model.OpExport {
		return err
	}
	return v.s.conn.Known().Able(op, v.Root())
}

// Spans: documents can be moved only between the home and the spaces of one
// account.
func (v *reader) Spans(op model.Op, to model.Place) error {
	ours := v.s.mine(to) == nil
	switch {
	case !ours, op != model.OpMove && op != model.OpCopy:
		return client.NoWay(op, v.Root(), to)
	case to.Scheme == model.SchemeSpace && to.IsRoot():
		return client.Errorf(client.KindInvalid, string(op), to, text.DocsSpacesOnly)
	}
	return nil
}

// CheckMove: folders of the home hold no pages with pages under them.
func (v *Source) CheckMove(e model.Entry, at, to model.Place) error {
	if to.Scheme == model.SchemeSpace || e.Kind == model.KindFolder || !e.Enterable() {
		return nil
	}
	return client.Errorf(client.KindInvalid, string(model.OpMove), at, "%s has pages under it, so it can only be in a space; move those pages first. Nothing was changed", at.String())
}

func (v *reader) Probe(ctx context.Context) error { return v.s.Probe(ctx) }

// Capacity is not returned by any tool.
func (v *reader) Capacity(context.Context, client.Options) (used, total int64, err error) {
	return 0, 0, client.Errorf(client.KindUnsupported, "capacity", v.Root(), "the document service does not report its free space")
}

func (v *Source) Turn(ctx context.Context, class client.Class) (release func(), err error) {
	return v.s.o.Gate.Operation(ctx, class)
}

func (v *Source) Fence(ctx context.Context, f func() error) error {
	return v.s.o.Gate.Fence(ctx, f)
}

// rootOf is the tree of an entry, as far as is known.
func (s *Service) rootOf(e model.Entry) model.Place {
	if e.Facts().Space != "" {
		return s.spaces()
	}
	return s.home()
}

// Home is the tree of the person's own documents, docs:.
func (s *Service) Home() client.Writer { return newSource(s, model.SchemeDocs) }

// Spaces is the tree of the spaces and their pages, space:.
func (s *Service) Spaces() client.Writer { return newSource(s, model.SchemeSpace) }

// Probe checks whether the token is accepted, by the cheapest listing there is.
func (s *Service) Probe(ctx context.Context) error {
	_, err := s.folderList(ctx, "", 0, tool.Purpose{Op: "probe", Place: s.home(), Probe: true})
	if client.Is(err, client.KindUnsupported) {
		return nil // its tools were requested, and it answered
	}
	return err
}
