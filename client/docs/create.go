package docs

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/model"
	"aloft/model/text"
)

// CreateKinds: links only in spaces; in the list of spaces nothing, since
// MakeFolder makes them.
func (v *reader) CreateKinds(folder model.Place) []model.Kind {
	if folder.Scheme == model.SchemeSpace && folder.IsRoot() {
		return nil
	}
	return slices.DeleteFunc(model.DocumentKinds(), func(k model.Kind) bool {
		return k == model.KindLink && folder.Scheme != model.SchemeSpace
	})
}

func (v *Source) Create(ctx context.Context, folder model.Ref, title string, n model.New, class client.Class) (model.Entry, error) {
	const op = string(model.OpCreate)
	p := folder.Place.Join(title)
	if err := v.target(op, folder); err != nil {
		return model.Entry{}, err
	}
	if err := v.CheckTitle(title); err != nil {
		return model.Entry{}, at(err, op, p)
	}
	wrong := func(what text.Text, args ...any) (model.Entry, error) {
		return model.Entry{}, client.Errorf(client.KindInvalid, op, p, what, args...)
	}
	_, ok := fileTypes[n.Kind]
	var link *linkNode
	switch {
	case !ok:
		return wrong("the document service cannot make a %s there", string(n.Kind))
	case n.Content != "" && n.Kind != model.KindSmartCanvas:
		return wrong(text.BadCall, "docs", "content")
	case n.Kind == model.KindLink && folder.Space == "":
		return wrong("links can be made in spaces only")
	case n.Kind == model.KindLink:
		if u, err := url.Parse(strings.TrimSpace(n.LinkURL)); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
			return wrong("a link needs a target address")
		}
		link = &linkNode{strings.TrimSpace(n.LinkURL), n.LinkText}
	}
	a := tool.Purpose{Op: op, Place: p, Class: class}
	var e model.Entry
	var err error
	if n.Content != "" {
		e, err = v.withContent(ctx, folder, title, n.Content, a)
	} else {
		e, err = v.s.create(ctx, folder, title, n.Kind, link, a)
	}
	return asMade(e, title, n.Kind, folder.Space), err
}

// asMade fills in what is missing in the answer.
func asMade(e model.Entry, title string, k model.Kind, space string) model.Entry {
	if e.ID == "" {
		return model.Entry{}
	}
	if e.Name == string(text.DocsUntitled) {
		e.Name = title
	}
	if e.Kind == model.KindOther || k == model.KindLink {
		e.Kind = k
	}
	if e.Facts().Space == "" {
		e.InSpace(space)
	}
	return e
}

// withContent makes a smart document of Markdown in the home root, since its tool
// has no folder argument, and moves it to its folder.
func (v *Source) withContent(ctx context.Context, folder model.Ref, title, content string, a tool.Purpose) (model.Entry, error) {
	e, err := v.s.made(ctx, a.Write(tool.CreateByMDX,
		tool.Is("title", title), tool.Is("mdx", content), tool.Arg{Name: "content_format", Value: "markdown", Needless: true}))
	if err != nil || isHome(folder) {
		return e, err
	}
	moving := a
	moving.Op = string(model.OpMove)
	if err := v.s.move(ctx, e.ID, folder, moving); err != nil {
		// The document exists, so it must not be made again.
		made := client.Errorf(client.KindUnknown, a.Op, a.Place, "%q was made in the home folder (id %s) but could not be moved to its target: %s", title, e.ID, err.Error())
		made.Err, made.Changed = err, client.ChangedSome
		return e, made
	}
	return e, nil
}

// Copies: one document a call, whose copy has a title of its own. They are made in
// folders of the home only.
func (v *reader) Copies(to model.Place) client.Copying {
	c := client.Copying{Batch: 1, Titles: true}
	if to.Scheme == model.SchemeSpace {
		c.Via = v.s.home()
	}
	return c
}

// Copy copies a document. The copy is private to its maker.
func (v *Source) Copy(ctx context.Context, items []model.Ref, folder model.Ref, title string, class client.Class) (model.Entry, error) {
	const op = string(model.OpCopy)
	if len(items) != 1 {
		return model.Entry{}, client.Errorf(client.KindInvalid, op, v.Root(), text.BadCall, "docs", "several documents")
	}
	item := items[0]
	if err := v.entry(op, item); err != nil {
		return model.Entry{}, err
	}
	if err := v.target(op, folder); err != nil {
		return model.Entry{}, err
	}
	switch {
	case isSpace(item):
		return model.Entry{}, client.Errorf(client.KindUnsupported, op, item.Place, "%q is a space and cannot be copied", item.Place.Base())
	case item.Kind == model.KindFolder:
		return model.Entry{}, client.Errorf(client.KindUnsupported, op, item.Place, "%q is a folder: the document service copies single documents only", item.Place.Base())
	case folder.Space != "":
		return model.Entry{}, client.Errorf(client.KindInvalid, op, folder.Place, text.BadCall, "docs", "copy into a space")
	}
	if err := v.CheckTitle(title); err != nil {
		return model.Entry{}, at(err, op, item.Place)
	}
	// Without a folder the copy is made beside the original.
	to := folder.ID
	if beside := !item.Place.IsLoose() && item.Space == "" && item.Place.Parent().Equal(folder.Place); isHome(folder) && !beside {
		to = rootID
	}
	c := tool.Purpose{Op: op, Place: item.Place, Class: class}.Write(tool.Copy, tool.Is("file_id", item.ID), tool.Is("title", title), tool.May("folder_id", to))
	e, err := v.s.made(ctx, c)
	return asMade(e, title, item.Kind, ""), err
}
