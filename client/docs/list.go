package docs

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
)

func (v *reader) List(ctx context.Context, p model.Place, opt client.Options) (model.Listing, error) {
	w := v.s.walk("list", opt)
	w.ask = true
	l, err := w.All(ctx, p)
	if err == nil {
		v.s.memory.shown(&l)
		l.Entries = l.Entries[w.passed:]
	}
	return l, err
}

func (v *reader) Stat(ctx context.Context, p model.Place, opt client.Options) (model.Entry, error) {
	if err := v.s.mine(p); err != nil {
		return model.Entry{}, err
	}
	if p.IsRoot() {
		return model.Entry{Kind: model.KindFolder, Size: model.Unknown, Children: model.Unknown}, nil
	}
	return v.s.walk("info", opt).look(ctx, p, false)
}

func (v *reader) ByID(ctx context.Context, id string, opt client.Options) (model.Entry, error) {
	return v.s.byID(ctx, id, v.scheme, tool.For("info", v.Root().Loose(id), opt))
}

// maxDepth ends the way up when parents form a cycle.
const maxDepth = 64

// Resolve: only folders of the home have a parent; everything else is returned
// without a place.
func (v *reader) Resolve(ctx context.Context, idOrLink string, opt client.Options) (model.Place, model.Entry, error) {
	id := strings.TrimSpace(idOrLink)
	if strings.Contains(id, "//") {
		kind, last := cutLink(id)
		if id = last; kind == "" {
			id = "" // a URL without a kind is not a document's
		}
	}
	if id == "" || strings.ContainsAny(id, "/ \t\n\x00") {
		return model.Place{}, model.Entry{}, client.Errorf(client.KindInvalid, "info", v.Root(), "%q is not a link to a document", idOrLink)
	}
	a := tool.For("info", v.Root().Loose(id), opt)
	e, err := v.s.byID(ctx, id, v.scheme, a)
	if err != nil {
		return model.Place{}, model.Entry{}, err
	}
	p := v.s.rootOf(e).Loose(e.ID)
	switch {
	case e.Kind == model.KindSpace:
		p = v.s.spaces().Join(e.Name)
	case e.Kind == model.KindFolder && e.Facts().Space == "":
		if way, ok := v.s.wayUp(ctx, e, a); ok {
			p = way
		}
	}
	return p, e, nil
}

// wayUp finds the place of a folder of the home by the folders above it. It ends at
// one in the root's listing: the root may have an id and a title, which no place
// has.
func (s *Service) wayUp(ctx context.Context, e model.Entry, a tool.Purpose) (model.Place, bool) {
	top, err := s.walk(a.Op, client.Options{Class: a.Class, Lane: a.Lane}).All(ctx, s.home())
	if err != nil {
		return model.Place{}, false
	}
	at := map[string]string{}
	for _, e := range top.Entries {
		at[e.ID] = e.Name
	}
	twins := top.Twins()
	id, name := e.ID, e.Name
	var way []model.Ref // from below, places still missing
	var names []string
	for {
		if len(way) > maxDepth || slices.ContainsFunc(way, func(r model.Ref) bool { return r.ID == id }) {
			return model.Place{}, false
		}
		way, names = append(way, model.Ref{ID: id, Kind: model.KindFolder, At: top.ListedAt}), append(names, name)
		if at[id] != "" {
			break
		}
		title, parent, err := s.folderMeta(ctx, id, a)
		if err != nil {
			return model.Place{}, false
		}
		names[len(names)-1] = title
		if parent == "" || parent == rootID {
			break
		}
		id, name = parent, at[parent]
	}
	p := s.home()
	for i := len(way) - 1; i >= 0; i-- {
		if i == len(way)-1 && twins[names[i]] {
			p = p.JoinPin(names[i], way[i].ID) // nobody has listed the siblings of deeper ones
		} else {
			p = p.Join(names[i])
		}
		way[i].Place = p
		s.memory.keep(way[i])
	}
	return p, true
}

// rootID is the id of the home root ("Move, copy, delete" in the document
// specification).
const rootID = "/"

// Details asks for what lists leave out: type, times, people, status.
func (v *reader) Details(ctx context.Context, e model.Entry, opt client.Options) (model.Entry, error) {
	if e.Kind == model.KindSpace || e.ID == "" {
		return e, nil
	}
	info, err := v.s.fileInfo(ctx, e.ID, tool.For("info", v.s.rootOf(e).Loose(e.ID), opt))
	if err != nil {
		return e, err
	}
	// What is only in the listing is kept.
	info.ID, info.HasPages, info.Size, info.Children, info.MIME = e.ID, e.HasPages, e.Size, e.Children, e.MIME
	if info.Kind == model.KindOther {
		info.Kind = e.Kind
	}
	info.Link = cmp.Or(info.Link, e.Link)
	facts := info.Facts()
	facts.Note = e.Facts().Note
	if facts.Space == "" {
		facts.Space = e.Facts().Space
	}
	info.Learn(facts)
	return info, nil
}
