package docs

import (
	"context"
	"math"

	"aloft/client/docs/tool"
	"aloft/client/lenient"
	"aloft/model"
)

// The tools of spaces, as public clients show them.

// spacesByCreation is the order that does not change while the pages are read.
const spacesByCreation = 3

// spaceList reads page n (from 0) of the list of spaces.
func (s *Service) spaceList(ctx context.Context, n int, a tool.Purpose) (batch, error) {
	c := a.Read(tool.Spaces, tool.Is("num", int64(n)), tool.Is("order_by", int64(spacesByCreation)),
		tool.Arg{Name: "query_by", Value: int64(0), Needless: true}, tool.Arg{Name: "descending", Value: false, Needless: true})
	type space struct {
		ID      lenient.String `json:"space_id"`
		Title   lenient.String `json:"title"`
		Note    lenient.String `json:"description"`
		Created lenient.Int    `json:"created_at"`
		Updated lenient.Int    `json:"updated_at"`
		Pages   lenient.Int    `json:"file_cnt"`
	}
	var v struct {
		Spaces lenient.List[space] `json:"spaces"`
		More   lenient.Bool        `json:"has_next"`
	}
	r, err := s.conn.Read(ctx, c, &v, func() bool { return v.Spaces.OK })
	if err != nil {
		return batch{}, err
	}
	return batchOf(v.Spaces, v.More.V, v.More.OK, r, func(w space) model.Entry {
		return model.Entry{
			ID: string(w.ID), Name: nameOf(string(w.Title)), Kind: model.KindSpace,
			Size: model.Unknown, Children: int(min(w.Pages.Or(model.Unknown), math.MaxInt32)), Doc: &model.DocFacts{Space: string(w.ID), Note: string(w.Note)},
			Created: lenient.Time(w.Created), Modified: lenient.Time(w.Updated),
		}
	}), nil
}

func (s *Service) createSpace(ctx context.Context, title, note string, a tool.Purpose) (id string, err error) {
	c := a.Write(tool.CreateSpace, tool.Is("title", title), tool.May("description", note))
	r, err := s.conn.Do(ctx, c)
	if err != nil {
		return "", err
	}
	var v struct {
		ID lenient.String `json:"space_id"`
	}
	_ = lenient.Object(r.Payload, &v)
	return string(v.ID), nil
}

type wireNode struct {
	ID    lenient.String `json:"node_id"`
	Title lenient.String `json:"title"`
	Type  lenient.String `json:"node_type"`
	Pages lenient.Bool   `json:"has_child"`
	Doc   lenient.String `json:"doc_type"`
	URL   lenient.String `json:"url"`
}

func (w wireNode) entry(s *Service, space string) model.Entry {
	e := model.Entry{
		ID: string(w.ID), Name: nameOf(string(w.Title)), Kind: model.KindOther,
		Size: model.Unknown, Children: model.Unknown,
		Link: s.link(string(w.URL)), HasPages: w.Pages.V, MIME: mimeOf(string(w.Doc), string(w.URL)),
	}
	e.InSpace(space)
	switch w.Type {
	case "wiki_folder":
		e.Kind = model.KindFolder
	case "link":
		e.Kind = model.KindLink
	default:
		if e.Kind = kindOf(string(w.Doc)); e.Kind == model.KindOther {
			e.Kind = kindOfLink(string(w.URL))
		}
	}
	return e
}

// spaceNodes reads page n (from 0) of the pages under a page, "" = the space.
func (s *Service) spaceNodes(ctx context.Context, space, parent string, n int, a tool.Purpose) (batch, error) {
	c := a.Read(tool.Nodes, tool.Is("space_id", space), tool.May("parent_id", parent), tool.Is("num", int64(n)))
	var v struct {
		Children lenient.List[wireNode] `json:"children"`
		More     lenient.Bool           `json:"has_next"`
	}
	r, err := s.conn.Read(ctx, c, &v, func() bool { return v.Children.OK })
	if err != nil {
		return batch{}, err
	}
	return batchOf(v.Children, v.More.V, v.More.OK, r, func(w wireNode) model.Entry { return w.entry(s, space) }), nil
}
