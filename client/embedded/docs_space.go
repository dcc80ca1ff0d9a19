package embedded

import (
	"slices"

	"aloft/model/text"
)

// Page sizes of the space tools (facts/documents.md "Spaces").
const (
	spacesPage = 100
	nodesPage  = 20
)

// spaceTools are the tools of spaces, which have no dot.
func (s *docsService) spaceTools() []docsTool {
	id := needs(spaceArg())
	return []docsTool{
		{name: "query_space_list", help: "List spaces.", run: s.spaceList, args: []docsArg{
			pageArg(0),
			{name: "order_by", kind: argInteger, min: 1, max: 3, second: "sort_by", help: "1 viewed, 2 edited, 3 created (order_by)"},
			{name: "query_by", kind: argInteger, max: 2, help: "0 all, 1 mine, 2 joined"},
			{name: "descending", kind: argBool, help: "newest first"},
		}},
		{name: "create_space", help: "Create a space.", run: s.createSpace, change: true, inPayload: true, args: []docsArg{
			needs(titleArg()),
			{name: "description", kind: argString, second: "desc", help: "description"},
		}},
		{name: "query_space_node", help: "List the nodes under a node of a space.", run: s.spaceNodes, args: []docsArg{
			id,
			{name: "parent_id", kind: argString, second: "parent_node_id", help: text.WireDocArgNode},
			pageArg(0),
		}},
		{name: "create_space_node", help: "Create a node in a space.", run: s.createNode, change: true, inPayload: true, args: []docsArg{
			id, needs(titleArg()),
			{name: "node_type", kind: argString, required: true, words: []string{"wiki_folder", "wiki_tdoc", "link"}, help: "type of the node"},
			{name: "parent_node_id", kind: argString, second: "parent_id", help: text.WireDocArgNode},
			{name: "doc_type", kind: argString, words: docTypes(), help: text.WireDocArgType},
			{name: "link_url", kind: argString},
			{name: "link_description", kind: argString},
		}},
		{name: "delete_space_node", help: "Delete a node of a space.", run: s.deleteNode, change: true, inPayload: true, args: []docsArg{
			id,
			{name: "node_id", kind: argString, required: true, help: text.WireDocArgNode},
			removeArg(),
		}},
	}
}

// docType is a kind as the space tools call it (facts/documents.md "Spaces").
func docType(kind string) string {
	switch kind {
	case kindDoc:
		return "word"
	case kindSheet:
		return "excel"
	case kindFolder, kindWikiLink:
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

// node is a page as the space tools show it.
func (s *docsService) node(d document) object {
	kind := "wiki_file"
	switch {
	case d.folder():
		kind = "wiki_folder"
	case d.kind == kindWikiLink:
		kind = "link"
	case !slices.Contains(makeable(), d.kind): // a file that only came in, as a pdf
		kind = "resource"
	}
	return object{"node_id": s.pages.fileID(d.seq), "title": d.title, "node_type": kind, "has_child": d.kids > 0,
		"doc_type": docType(d.kind), "url": s.pages.fileURL(d)}
}

func (s *docsService) spaceList(c *docsCall) (object, error) {
	order := "p.updated"
	if c.args.number("order_by", 1) == 3 {
		order = "p.created"
	}
	if c.args.flag("descending") {
		order += " DESC"
	}
	where := ""
	switch c.args.number("query_by", 0) {
	case 1:
		where = " AND p.owner = 'me'"
	case 2:
		where = " AND p.owner <> 'me'"
	}
	spaces, next := []object{}, false
	err := s.pages.view(c.ctx, func(l rows) error {
		ds, err := l.documents("WHERE p.seq = p.space AND p.space <> 0 AND p.binned = 0"+where+" ORDER BY "+order+", p.seq LIMIT ? OFFSET ?",
			spacesPage+1, c.args.number("num", 0)*spacesPage)
		if err != nil {
			return err
		}
		if next = len(ds) > spacesPage; next {
			ds = ds[:spacesPage]
		}
		for _, d := range ds {
			var files int64
			if _, err := l.row("SELECT count(*) FROM page WHERE space = ? AND space <> 0 AND seq <> space AND binned = 0", []any{d.seq}, &files); err != nil {
				return err
			}
			spaces = append(spaces, object{"space_id": s.pages.fileID(d.seq), "title": d.title, "description": d.note, "is_top": false,
				"file_cnt": files, "member_cnt": 1, "is_owner": d.owner == localPerson,
				"created_at": stamp(d.created), "updated_at": stamp(d.updated)})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return object{"spaces": spaces, "has_next": next}, nil
}

func (s *docsService) createSpace(c *docsCall) (object, error) {
	d := document{kind: kindSpace, title: c.args.text("title"), note: c.args.text("description")}
	if err := checkTitle(d.title, longTitle); err != nil {
		return nil, err
	}
	err := s.pages.update(c.ctx, func(l rows) (err error) {
		d, err = l.addDocument(d, c.now)
		return err
	})
	if err != nil {
		return nil, err
	}
	return object{"space_id": s.pages.fileID(d.seq)}, nil
}

func (s *docsService) spaceNodes(c *docsCall) (object, error) {
	children, next := []object{}, false
	err := s.pages.view(c.ctx, func(l rows) error {
		parent, err := l.spaceNode(c.args.text("space_id"), c.args.text("parent_id"), "parent_id")
		if err != nil {
			return err
		}
		ds, err := l.documents(keysOfPage, parent.seq, nodesPage+1, c.args.number("num", 0)*nodesPage)
		if next = len(ds) > nodesPage; next {
			ds = ds[:nodesPage]
		}
		for _, d := range ds {
			children = append(children, s.node(d))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return object{"children": children, "has_next": next}, nil
}

func (s *docsService) createNode(c *docsCall) (object, error) {
	d := document{title: c.args.text("title")}
	if err := checkTitle(d.title, longTitle); err != nil {
		return nil, err
	}
	d.link, d.note = c.args.text("link_url"), c.args.text("link_description")
	switch c.args.text("node_type") {
	case "wiki_folder":
		d.kind = kindFolder
	case "link":
		d.kind = kindWikiLink
		if err := checkLink(d.link); err != nil {
			return nil, err
		}
	default:
		d.kind = kindDoc
		for _, k := range makeable() {
			if t := c.args.text("doc_type"); t != "" && docType(k) == t {
				d.kind = k
			}
		}
	}
	if d.kind != kindWikiLink && (d.link != "" || d.note != "") {
		return nil, refuse(docsBad, text.WireDocLinkOnly)
	}
	err := s.pages.update(c.ctx, func(l rows) error {
		parent, err := l.spaceNode(c.args.text("space_id"), c.args.text("parent_node_id"), "parent_node_id")
		if err != nil {
			return err
		}
		d.parent = parent.seq
		if d, err = l.addDocument(d, c.now); err != nil || d.folder() {
			return err
		}
		return l.viewed(d.seq, c.now)
	})
	if err != nil {
		return nil, err
	}
	return object{"node_info": s.node(d)}, nil
}

func (s *docsService) deleteNode(c *docsCall) (object, error) {
	err := s.pages.update(c.ctx, func(l rows) error {
		root, err := l.spaceOf(c.args.text("space_id"), "space_id")
		if err != nil {
			return err
		}
		d, err := l.page(c.args.text("node_id"), "node_id")
		switch {
		case err != nil:
			return err
		case d.seq == root.seq:
			return refuse(docsBad, text.WireDocDeleteSpace)
		case d.space != root.seq:
			return refuse(docsBad, text.WireDocOtherSpace, "node_id", c.args.text("node_id"), c.args.text("space_id"))
		}
		return l.removeNode(d, c.args.text("remove_type") == "all", c.now)
	})
	if err != nil {
		return nil, err
	}
	return object{"error": ""}, nil
}
