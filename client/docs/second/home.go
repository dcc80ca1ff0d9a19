package second

import (
	"cmp"
	"slices"
)

// pageSize is the size of the next page.
func (s *Server) pageSize() int {
	if len(s.opt.Pages) == 0 {
		return 50
	}
	s.turn++
	return s.opt.Pages[(s.turn-1)%len(s.opt.Pages)]
}

func (s *Server) folderList(a args) (object, *failure) {
	if bad := s.homeFolder(a.str("folder_id")); bad != nil {
		return nil, bad
	}
	all := s.children("", a.str("folder_id"))
	start := int(min(a.int("start", 0), int64(len(all))))
	end := min(start+s.pageSize(), len(all))
	list := []object{}
	for _, n := range all[start:end] {
		list = append(list, object{"id": n.id, "title": n.title, "url": s.link(n), "is_folder": n.folder})
	}
	finish := end == len(all)
	if s.opt.Empty {
		finish = false // and past the end an empty list, again without finish
	}
	return object{"list": list, "finish": finish}, nil
}

func (s *Server) folderMeta(a args) (object, *failure) {
	if bad := s.homeFolder(a.str("folder_id")); bad != nil {
		return nil, bad
	}
	n := s.nodes[a.str("folder_id")]
	return object{"folder": object{"id": n.id, "parent_id": n.parent, "title": n.title}}, nil
}

func (s *Server) createFile(a args) (object, *failure) {
	kind, sp := a.str("file_type"), a.str("space_id")
	link, _ := a["link_node"].(object)
	switch {
	case kind == "wikilink" && sp == "":
		s.breach("manage.create_file: a wikilink without a space")
		return nil, fail(400001, "wikilink needs space_id")
	case kind == "wikilink" && link == nil:
		s.breach("manage.create_file: a wikilink without its link_node")
		return nil, fail(400001, "wikilink needs link_node")
	case kind != "wikilink" && link != nil:
		s.breach("manage.create_file: a link_node beside %s", kind)
		return nil, fail(400001, "link_node is for wikilink")
	}
	bad := s.homeFolder(a.str("parent_id"))
	if sp != "" {
		bad = s.pageOf(sp, a.str("parent_id"))
	}
	if bad != nil {
		return object{"error": bad.msg}, nil // "a failed create returns a non-empty error field"
	}
	n := &node{title: a.str("title"), kind: kind, parent: a.str("parent_id"), space: sp, folder: kind == "folder"}
	if link != nil {
		n.address, _ = link["link_url"].(string)
	}
	s.add(n)
	out := object{"file_id": n.id, "title": n.title, "url": s.link(n), "type": n.kind, "error": ""}
	if sp != "" {
		out["space_id"] = sp
	}
	return out, nil
}

func (s *Server) createMarkup(a args) (object, *failure) {
	n := s.add(&node{title: a.str("title"), kind: "smartcanvas", data: []byte(a.str("mdx"))})
	return object{"file_id": n.id, "url": s.link(n)}, nil
}

func (s *Server) search(a args) (object, *failure) {
	var hits []*node
	for _, n := range s.nodes {
		if !n.gone && matches(n.title, a.str("search_key")) {
			hits = append(hits, n)
		}
	}
	slices.SortFunc(hits, func(a, b *node) int { return a.seq - b.seq })
	list := []object{}
	for _, n := range hits {
		list = append(list, object{"file_id": n.id, "title": n.title, "url": s.link(n)})
	}
	return object{"list": list}, nil
}

func (s *Server) info(a args) (object, *failure) {
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	record := object{
		"file_id": n.id, "title": n.title, "url": s.link(n), "type": n.kind, "status": "normal",
		"create_time": when(n.made), "create_name": "Ada", "last_modify_time": when(n.changed), "last_modify_name": "Ben",
		"owner_name": "Ada", "space_id": n.space, "is_folder": n.folder,
	}
	if s.opt.Wrapped {
		return object{"file": record}, nil
	}
	return record, nil
}

func (s *Server) rename(a args) (object, *failure) {
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	n.title, n.changed = a.str("title"), s.now().Unix()
	return object{"file_id": n.id, "title": n.title}, nil
}

func (s *Server) recentFiles(a args) (object, *failure) {
	var all []*node
	for _, id := range s.recent {
		all = append(all, s.nodes[id])
	}
	switch a.int("order_by", 0) {
	case 1:
		slices.SortStableFunc(all, func(a, b *node) int { return cmp.Compare(b.changed, a.changed) })
	case 2:
		slices.SortStableFunc(all, func(a, b *node) int { return cmp.Compare(a.title, b.title) })
	}
	count := a.int("count", 100)
	start := min((a.int("num", 1)-1)*count, int64(len(all)))
	list := []object{}
	for _, n := range all[start:min(start+count, int64(len(all)))] {
		list = append(list, object{"file_id": n.id, "file_name": n.title, "file_url": s.link(n)})
	}
	if s.opt.OneFile {
		return object{"file": list}, nil
	}
	return object{"files": list}, nil
}

// policyOf finds the policy of a file or a space.
func (s *Server) policyOf(id string) (*int64, *failure) {
	if sp := s.spaceOf(id); sp != nil {
		return &sp.policy, nil
	}
	n, bad := s.file(id)
	if bad != nil {
		return nil, bad
	}
	return &n.policy, nil
}

func (s *Server) getPolicy(a args) (object, *failure) {
	p, bad := s.policyOf(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	if *p < 0 || *p > 3 {
		return nil, fail(400001, "unsupported policy type %d", *p)
	}
	return object{"file_id": a.str("file_id"), "policy": *p}, nil
}

func (s *Server) setPolicy(a args) (object, *failure) {
	p, bad := s.policyOf(a.str("file_id"))
	if bad == nil {
		*p = a.int("policy", 0)
	}
	return object{}, bad
}

func (s *Server) moveHome(a args) (object, *failure) {
	if s.spaceOf(a.str("file_id")) != nil {
		s.breach("manage.move_file: a space")
	}
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	to := a.str("target_folder_id")
	if to == "/" {
		to = ""
	}
	if bad := s.homeFolder(to); bad != nil {
		return nil, bad
	}
	if s.below(to, n.id) {
		return nil, fail(400001, "cannot move a folder into itself")
	}
	s.put(n, "", to)
	return object{}, nil
}

func (s *Server) copyFile(a args) (object, *failure) {
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	if n.folder {
		return nil, fail(400016, "a folder cannot be copied")
	}
	c := &node{title: n.title, kind: n.kind, parent: n.parent, space: n.space, data: n.data, address: n.address}
	if a.has("folder_id") && a.str("folder_id") != "" {
		c.space, c.parent = "", a.str("folder_id")
		if c.parent == "/" {
			c.parent = ""
		}
		if bad := s.homeFolder(c.parent); bad != nil {
			return nil, bad
		}
	}
	if a.has("title") {
		c.title = a.str("title")
	}
	s.add(c)
	return object{"id": c.id, "title": c.title, "url": s.link(c)}, nil
}

func (s *Server) deleteFile(a args) (object, *failure) {
	if a.has("delete_type") && a.has("remove_type") {
		s.breach("manage.delete_file: delete_type together with remove_type")
		return nil, fail(400001, "delete_type and remove_type must not be mixed")
	}
	if s.spaceOf(a.str("file_id")) != nil {
		s.breach("manage.delete_file: a space")
	}
	n, bad := s.file(a.str("file_id"))
	if bad != nil {
		return nil, bad
	}
	if n.space != "" && a.has("delete_type") || n.space == "" && a.has("remove_type") {
		s.breach("manage.delete_file: the other case's argument for %q", n.title)
		return nil, fail(400001, "wrong delete mode")
	}
	switch {
	case a.str("delete_type") == "recent":
		s.recent = slices.DeleteFunc(s.recent, func(id string) bool { return id == n.id })
	case n.space != "":
		s.remove(n, a.str("remove_type"))
	default:
		s.bin(n)
	}
	return object{}, nil
}

// remove deletes a page: alone, its pages moving up, or with everything under it.
func (s *Server) remove(n *node, mode string) {
	if mode == "all" {
		s.bin(n)
		return
	}
	for _, k := range s.children(n.space, n.id) {
		k.parent = n.parent
	}
	n.gone = true
}
