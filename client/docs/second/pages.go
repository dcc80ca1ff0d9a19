package second

// The pages of the tools of spaces, as public clients show them.
const (
	spacesPage = 100
	nodesPage  = 20
)

func cut[E any](all []E, num int64, size int) (page []E, more bool) {
	start := min(num*int64(size), int64(len(all)))
	end := min(start+int64(size), int64(len(all)))
	return all[start:end], end < int64(len(all))
}

func (s *Server) spaceList(a args) (object, *failure) {
	page, more := cut(s.spaces, a.int("num", 0), spacesPage)
	list := []object{}
	for _, sp := range page {
		files := 0
		for _, n := range s.nodes {
			if n.space == sp.id && !n.gone {
				files++
			}
		}
		list = append(list, object{
			"space_id": sp.id, "title": sp.title, "description": sp.about, "is_top": false, "file_cnt": files,
			"member_cnt": 3, "is_owner": true, "created_at": when(sp.made), "updated_at": when(sp.made),
		})
	}
	return object{"spaces": list, "has_next": more}, nil
}

func (s *Server) createSpace(a args) (object, *failure) {
	sp := &space{id: s.id("s"), title: a.str("title"), about: a.str("description"), made: s.now().Unix()}
	s.spaces = append(s.spaces, sp)
	return object{"space_id": sp.id}, nil
}

// docType is the one internal enum: "doc_type says word for doc and excel for
// sheet".
func docType(kind string) string {
	switch kind {
	case "doc":
		return "word"
	case "sheet":
		return "excel"
	case "folder", "wikilink":
		return ""
	}
	return kind
}

func nodeType(n *node) string {
	switch n.kind {
	case "folder":
		return "wiki_folder"
	case "wikilink":
		return "link"
	case "pdf":
		return "resource"
	}
	return "wiki_file"
}

func (s *Server) nodeRecord(n *node) object {
	url := s.link(n)
	if n.address != "" {
		url = n.address
	}
	return object{
		"node_id": n.id, "title": n.title, "node_type": nodeType(n), "has_child": len(s.children(n.space, n.id)) > 0,
		"doc_type": docType(n.kind), "url": url,
	}
}

func (s *Server) spaceNodes(a args) (object, *failure) {
	if bad := s.pageOf(a.str("space_id"), a.str("parent_id")); bad != nil {
		return nil, bad
	}
	page, more := cut(s.children(a.str("space_id"), a.str("parent_id")), a.int("num", 0), nodesPage)
	list := []object{}
	for _, n := range page {
		list = append(list, s.nodeRecord(n))
	}
	return object{"children": list, "has_next": more}, nil
}

func (s *Server) createNode(a args) (object, *failure) {
	if bad := s.pageOf(a.str("space_id"), a.str("parent_node_id")); bad != nil {
		return nil, bad
	}
	kind := map[string]string{"wiki_folder": "folder", "link": "wikilink", "wiki_tdoc": "doc"}[a.str("node_type")]
	link, _ := a["link_node"].(object)
	if (kind == "wikilink") != (link != nil) {
		s.breach("create_space_node: a %s with link_node %v", kind, link)
		return nil, fail(400001, "link_node is for links")
	}
	n := s.add(&node{title: a.str("title"), kind: kind, parent: a.str("parent_node_id"), space: a.str("space_id"), folder: kind == "folder"})
	if link != nil {
		n.address, _ = link["link_url"].(string)
	}
	return object{"node_info": s.nodeRecord(n)}, nil
}

func (s *Server) deleteNode(a args) (object, *failure) {
	n, bad := s.file(a.str("node_id"))
	if bad != nil {
		return nil, bad
	}
	if n.space != a.str("space_id") {
		return nil, fail(400001, "node not exist")
	}
	s.remove(n, a.str("remove_type"))
	return object{"error": ""}, nil
}

func (s *Server) moveSpace(a args) (object, *failure) {
	if s.spaceOf(a.str("file_id")) != nil {
		s.breach("manage.move_file_to_space: a space")
	}
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	if bad := s.pageOf(a.str("space_id"), a.str("target_parent_id")); bad != nil {
		return nil, bad
	}
	if s.below(a.str("target_parent_id"), n.id) {
		return nil, fail(400001, "cannot move a node under itself")
	}
	s.put(n, a.str("space_id"), a.str("target_parent_id"))
	return object{}, nil
}
