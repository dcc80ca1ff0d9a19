package docs

import (
	"slices"

	"aloft/client/embedded/pages"
	"aloft/model/text"
)

// Page sizes of the space tools, as public clients show them.
const (
	spacesPage = 100
	nodesPage  = 20
)

// spaceTools are the tools of spaces, whose names have no dot.
func (s *Service) spaceTools() []pages.Tool {
	id := pages.Needs(pages.SpaceArg())
	return []pages.Tool{
		{Name: "query_space_list", Help: "List spaces.", Run: s.spaceList, Args: []pages.Arg{
			pages.PageArg(0),
			{Name: "order_by", Kind: pages.ArgInteger, Min: 1, Max: 3, Second: "sort_by", Help: "1 viewed, 2 edited, 3 created (order_by)"},
			{Name: "query_by", Kind: pages.ArgInteger, Max: 2, Help: "0 all, 1 mine, 2 joined"},
			{Name: "descending", Kind: pages.ArgBool, Help: "newest first"},
		}},
		{Name: "create_space", Help: "Create a space.", Run: s.createSpace, Change: true, InPayload: true, Args: []pages.Arg{
			pages.Needs(pages.TitleArg()),
			{Name: "description", Kind: pages.ArgString, Second: "desc", Help: "description"},
		}},
		{Name: "query_space_node", Help: "List the nodes under a node of a space.", Run: s.spaceNodes, Args: []pages.Arg{
			id,
			{Name: "parent_id", Kind: pages.ArgString, Second: "parent_node_id", Help: text.WireDocArgNode},
			pages.PageArg(0),
		}},
		{Name: "create_space_node", Help: "Create a node in a space.", Run: s.createNode, Change: true, InPayload: true, Args: []pages.Arg{
			id, pages.Needs(pages.TitleArg()),
			{Name: "node_type", Kind: pages.ArgString, Required: true, Words: []string{"wiki_folder", "wiki_tdoc", "link"}, Help: "type of the node"},
			{Name: "parent_node_id", Kind: pages.ArgString, Second: "parent_id", Help: text.WireDocArgNode},
			{Name: "doc_type", Kind: pages.ArgString, Words: docTypes(), Help: text.WireDocArgType},
			{Name: "link_url", Kind: pages.ArgString},
			{Name: "link_description", Kind: pages.ArgString},
		}},
		{Name: "delete_space_node", Help: "Delete a node of a space.", Run: s.deleteNode, Change: true, InPayload: true, Args: []pages.Arg{
			id,
			{Name: "node_id", Kind: pages.ArgString, Required: true, Help: text.WireDocArgNode},
			pages.RemoveArg(),
		}},
	}
}

// docType is a kind as the space tools name it, such as word for doc.
func docType(kind string) string {
	switch kind {
	case pages.KindDoc:
		return "word"
	case pages.KindSheet:
		return "excel"
	case pages.KindFolder, pages.KindWikiLink:
		return ""
	}
	return kind
}

// docTypes are those that can be made.
func docTypes() []string {
	var out []string
	for _, k := range makeable() {
		if t := docType(k); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// node is a page in the form of the space tools.
func (s *Service) node(d pages.Document) pages.Object {
	kind := "wiki_file"
	switch {
	case d.Folder():
		kind = "wiki_folder"
	case d.Kind == pages.KindWikiLink:
		kind = "link"
	case !slices.Contains(makeable(), d.Kind): // a file that was only imported, such as a pdf
		kind = "resource"
	}
	return pages.Object{"node_id": s.pages.FileID(d.Seq), "title": d.Title, "node_type": kind, "has_child": d.Kids > 0,
		"doc_type": docType(d.Kind), "url": s.pages.FileURL(d)}
}

func (s *Service) spaceList(c *pages.Call) (pages.Object, error) {
	order := "p.updated"
	if c.Args.Number("order_by", 1) == 3 {
		order = "p.created"
	}
	if c.Args.Flag("descending") {
		order += " DESC"
	}
	where := ""
	switch c.Args.Number("query_by", 0) {
	case 1:
		where = " AND p.owner = 'me'"
	case 2:
		where = " AND p.owner <> 'me'"
	}
	spaces, next := []pages.Object{}, false
	err := s.pages.View(c.Ctx, func(l pages.Rows) error {
		ds, err := l.Documents("WHERE p.seq = p.space AND p.space <> 0 AND p.binned = 0"+where+" ORDER BY "+order+", p.seq LIMIT ? OFFSET ?",
			spacesPage+1, c.Args.Number("num", 0)*spacesPage)
		if err != nil {
			return err
		}
		if next = len(ds) > spacesPage; next {
			ds = ds[:spacesPage]
		}
		for _, d := range ds {
			var files int64
			if _, err := l.Row("SELECT count(*) FROM page WHERE space = ? AND space <> 0 AND seq <> space AND binned = 0", []any{d.Seq}, &files); err != nil {
				return err
			}
			spaces = append(spaces, pages.Object{"space_id": s.pages.FileID(d.Seq), "title": d.Title, "description": d.Note, "is_top": false,
				"file_cnt": files, "member_cnt": 1, "is_owner": d.Owner == pages.LocalPerson,
				"created_at": pages.Stamp(d.Created), "updated_at": pages.Stamp(d.Updated)})
		}
		return nil
	})
	return pages.Object{"spaces": spaces, "has_next": next}, err
}

func (s *Service) createSpace(c *pages.Call) (pages.Object, error) {
	d := pages.Document{Kind: pages.KindSpace, Title: c.Args.Text("title"), Note: c.Args.Text("description")}
	if err := pages.CheckTitle(d.Title, pages.LongTitle); err != nil {
		return nil, err
	}
	err := s.pages.Update(c.Ctx, func(l pages.Rows) (err error) {
		d, err = l.Add(d, c.Now)
		return err
	})
	return pages.Object{"space_id": s.pages.FileID(d.Seq)}, err
}

func (s *Service) spaceNodes(c *pages.Call) (pages.Object, error) {
	children, next := []pages.Object{}, false
	err := s.pages.View(c.Ctx, func(l pages.Rows) error {
		parent, err := l.SpaceNode(c.Args.Text("space_id"), c.Args.Text("parent_id"), "parent_id")
		if err != nil {
			return err
		}
		ds, err := l.Documents(keysOfPage, parent.Seq, nodesPage+1, c.Args.Number("num", 0)*nodesPage)
		if next = len(ds) > nodesPage; next {
			ds = ds[:nodesPage]
		}
		for _, d := range ds {
			children = append(children, s.node(d))
		}
		return err
	})
	return pages.Object{"children": children, "has_next": next}, err
}

func (s *Service) createNode(c *pages.Call) (pages.Object, error) {
	d := pages.Document{Title: c.Args.Text("title")}
	if err := pages.CheckTitle(d.Title, pages.LongTitle); err != nil {
		return nil, err
	}
	d.Link, d.Note = c.Args.Text("link_url"), c.Args.Text("link_description")
	switch c.Args.Text("node_type") {
	case "wiki_folder":
		d.Kind = pages.KindFolder
	case "link":
		d.Kind = pages.KindWikiLink
		if err := checkLink(d.Link); err != nil {
			return nil, err
		}
	default:
		d.Kind = pages.KindDoc
		for _, k := range makeable() {
			if t := c.Args.Text("doc_type"); t != "" && docType(k) == t {
				d.Kind = k
			}
		}
	}
	if d.Kind != pages.KindWikiLink && (d.Link != "" || d.Note != "") {
		return nil, pages.Refuse(pages.Bad, text.WireDocLinkOnly)
	}
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		parent, err := l.SpaceNode(c.Args.Text("space_id"), c.Args.Text("parent_node_id"), "parent_node_id")
		if err != nil {
			return err
		}
		d.Parent = parent.Seq
		if d, err = l.Add(d, c.Now); err != nil || d.Folder() {
			return err
		}
		return l.Viewed(d.Seq, c.Now)
	})
	return pages.Object{"node_info": s.node(d)}, err
}

func (s *Service) deleteNode(c *pages.Call) (pages.Object, error) {
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		root, err := l.SpaceOf(c.Args.Text("space_id"), "space_id")
		if err != nil {
			return err
		}
		d, err := l.Page(c.Args.Text("node_id"), "node_id")
		switch {
		case err != nil:
			return err
		case d.Seq == root.Seq:
			return pages.Refuse(pages.Bad, text.WireDocDeleteSpace)
		case d.Space != root.Seq:
			return pages.Refuse(pages.Bad, text.WireDocOtherSpace, "node_id", c.Args.Text("node_id"), c.Args.Text("space_id"))
		}
		return l.RemoveNode(d, c.Args.Text("remove_type") == "all", c.Now)
	})
	return pages.Object{"error": ""}, err
}
