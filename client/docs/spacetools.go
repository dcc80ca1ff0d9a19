package docs

import (
	"context"
	"math"

	"aloft/model"
	"aloft/model/text"
)

// The tools of facts/documents.md "Spaces".

// spacesByCreation is the order of the list of spaces that does not change
// while its pages are read.
const spacesByCreation = 3

// spaceList reads page n (from 0) of the list of spaces.
func (s *Service) spaceList(ctx context.Context, n int, a asking) (batch, error) {
	c := a.read(toolSpaces, is("num", int64(n)), is("order_by", int64(spacesByCreation)),
		arg{name: "query_by", value: int64(0), needless: true}, arg{name: "descending", value: false, needless: true})
	type space struct {
		ID      word `json:"space_id"`
		Title   word `json:"title"`
		Note    word `json:"description"`
		Created num  `json:"created_at"`
		Updated num  `json:"updated_at"`
		Pages   num  `json:"file_cnt"`
	}
	var v struct {
		Spaces list[space] `json:"spaces"`
		More   flag        `json:"has_next"`
	}
	r, err := s.do(ctx, c)
	if err == nil {
		err = r.into(c, &v)
	}
	if err == nil {
		err = r.listed(c, v.Spaces.ok)
	}
	if err != nil {
		return batch{}, err
	}
	b := batch{raw: v.Spaces.raw, more: v.More.v, told: v.More.ok, at: r}
	for _, w := range v.Spaces.items {
		if w.ID == "" {
			continue
		}
		b.entries = append(b.entries, model.Entry{
			ID: string(w.ID), Name: nameOf(string(w.Title)), Kind: model.KindSpace,
			Size: model.Unknown, Children: int(min(w.Pages.or(model.Unknown), math.MaxInt32)), Doc: &model.DocFacts{Space: string(w.ID), Note: string(w.Note)},
			Created: stamp(w.Created), Modified: stamp(w.Updated),
		})
	}
	return b, nil
}

// createSpace makes a space.
func (s *Service) createSpace(ctx context.Context, title, note string, a asking) (id string, err error) {
	c := a.write(toolCreateSpace, is("title", title), may("description", note))
	r, err := s.do(ctx, c)
	if err != nil {
		return "", err
	}
	var v struct {
		ID word `json:"space_id"`
	}
	_ = object(r.payload, &v)
	return string(v.ID), nil
}

// wireNode is a page of a space.
type wireNode struct {
	ID    word `json:"node_id"`
	Title word `json:"title"`
	Type  word `json:"node_type"`
	Pages flag `json:"has_child"`
	Doc   word `json:"doc_type"`
	URL   word `json:"url"`
}

func (w wireNode) entry(s *Service, space string) model.Entry {
	e := model.Entry{
		ID: string(w.ID), Name: nameOf(string(w.Title)), Kind: model.KindOther,
		Size: model.Unknown, Children: model.Unknown,
		Link: s.link(string(w.URL)), HasPages: w.Pages.v, MIME: mimeOf(string(w.Doc), string(w.URL)),
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
func (s *Service) spaceNodes(ctx context.Context, space, parent string, n int, a asking) (batch, error) {
	c := a.read(toolNodes, is("space_id", space), may("parent_id", parent), is("num", int64(n)))
	var v struct {
		Children list[wireNode] `json:"children"`
		More     flag           `json:"has_next"`
	}
	r, err := s.do(ctx, c)
	if err == nil {
		err = r.into(c, &v)
	}
	if err == nil {
		err = r.listed(c, v.Children.ok)
	}
	if err != nil {
		return batch{}, err
	}
	b := batch{raw: v.Children.raw, more: v.More.v, told: v.More.ok, at: r}
	for _, w := range v.Children.items {
		if w.ID != "" {
			b.entries = append(b.entries, w.entry(s, space))
		}
	}
	return b, nil
}

// Types of a new page for createNode.
const (
	nodeFolder = "wiki_folder"
	nodeLink   = "link"
)

// createNode makes a page, where the service does not offer createFile.
func (s *Service) createNode(ctx context.Context, space, parent, title, nodeType string, link *linkNode, a asking) (model.Entry, error) {
	args := []arg{is("space_id", space), is("title", title), is("node_type", nodeType), may("parent_node_id", parent)}
	if link != nil {
		args = append(args, is("link_node", link))
	}
	c := a.write(toolCreateNode, args...)
	r, err := s.do(ctx, c)
	if err != nil {
		return model.Entry{}, err
	}
	var v struct {
		wireNode
		Info *wireNode `json:"node_info"`
	}
	_ = object(r.payload, &v)
	if v.Info != nil {
		v.wireNode = *v.Info
	}
	e := v.wireNode.entry(s, space)
	if e.ID == "" {
		return e, c.unclear(text.DocsNoNewID)
	}
	return e, nil
}

// deleteNode deletes a page, where the service does not offer deleteFile.
func (s *Service) deleteNode(ctx context.Context, space, id, remove string, a asking) error {
	_, err := s.do(ctx, a.write(toolDeleteNode, is("space_id", space), is("node_id", id), is("remove_type", remove)))
	return err
}
