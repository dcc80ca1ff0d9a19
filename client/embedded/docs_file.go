package embedded

import (
	"math"
	"strings"

	"aloft/model/text"
)

// fileTools are "Search, info, rename, recent" and "Permissions" of the
// document specification.
func (s *docsService) fileTools() []docsTool {
	both := needs(idArg("id of the file or of the space (file_id)"))
	return []docsTool{
		{name: "manage.search_file", help: "Search documents by title.", run: s.searchFile, args: []docsArg{
			{name: "search_key", kind: argString, required: true, second: "keyword", help: "key that titles are matched against (search_key)"},
		}},
		{name: "manage.query_file_info", help: "Query the information of a file.", run: s.fileInfo, args: []docsArg{needs(idArg(text.WireDocArgFile))}},
		{name: "manage.rename_file_title", help: "Change the title of a file.", run: s.renameFile, change: true, args: []docsArg{
			needs(idArg(text.WireDocArgFile)),
			{name: "title", kind: argString, required: true, second: "new_title", help: text.WireDocArgTitle},
		}},
		{name: "manage.recent_online_file", help: "List recently viewed documents.", run: s.recentFiles, args: []docsArg{
			needs(pageArg(1)),
			{name: "count", kind: argInteger, min: 1, max: maxRecent, second: "page_size", help: "size of a page (count), 100 by default"},
			{name: "order_by", kind: argInteger, max: 2, second: "sort_by", help: "0 by view time, 1 by modification time, 2 by name (order_by)"},
		}},
		{name: "manage.get_privilege", help: "Query the permission policy of a file or a space.", run: s.getPrivilege, args: []docsArg{both}},
		{name: "manage.set_privilege", help: "Set the permission policy of a file or a space.", run: s.setPrivilege, change: true, args: []docsArg{
			both,
			{name: "policy", kind: argInteger, required: true, min: math.MinInt64, max: math.MaxUint32, second: "permission", help: "2 everyone can read, 3 everyone can edit (policy)"},
		}},
	}
}

// maxHits of one search; the tool has no pages.
const maxHits = 500

// searchFile finds pages by their titles, cases and widths apart: folders,
// documents and links, in the home and in spaces, in the order of their titles.
func (s *docsService) searchFile(c *docsCall) (object, error) {
	key := fold(strings.TrimSpace(c.args.text("search_key")))
	if key == "" {
		return nil, refuse(docsBad, text.WireDocEmptyArg, "search_key")
	}
	list := []object{}
	err := s.pages.view(c.ctx, func(l rows) error {
		ds, err := l.documents("JOIN (SELECT seq FROM page INDEXED BY page_search WHERE binned = 0 AND instr(fold, ?) > 0 ORDER BY fold, seq LIMIT ?) k ON k.seq = p.seq "+
			"WHERE p.kind <> 'space' ORDER BY p.fold, p.seq", key, maxHits)
		for _, d := range ds {
			list = append(list, object{"file_id": s.pages.fileID(d.seq), "title": d.title, "url": s.pages.fileURL(d)})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return object{"list": list}, nil
}

func (s *docsService) fileInfo(c *docsCall) (object, error) {
	var d document
	err := s.pages.view(c.ctx, func(l rows) (err error) {
		d, err = l.file(c.args.text("file_id"))
		return err
	})
	if err != nil {
		return nil, err
	}
	info := object{
		"file_id": s.pages.fileID(d.seq), "title": d.title, "url": s.pages.fileURL(d), "type": d.kind, "status": "normal",
		"create_time": stamp(d.created), "create_name": d.creator,
		"last_modify_time": stamp(d.updated), "last_modify_name": d.editor, "owner_name": d.owner,
		"space_id": s.pages.fileID(d.space), "is_folder": d.folder(),
	}
	if s.faults.Wrapped {
		info = object{"file": info}
	}
	return info, nil
}

// renameFile changes a title; the 36 characters bind new files and copies only.
func (s *docsService) renameFile(c *docsCall) (object, error) {
	id, title := c.args.text("file_id"), c.args.text("title")
	if err := checkTitle(title, longTitle); err != nil {
		return nil, err
	}
	err := s.pages.update(c.ctx, func(l rows) error {
		d, err := l.file(id)
		if err != nil {
			return err
		}
		if err := remember(l, d, d.seq); err != nil {
			return err
		}
		err = l.do("UPDATE page SET title = ?, fold = ?, sortkey = ?, updated = ?, editor = ? WHERE seq = ?",
			title, fold(title), sortKey(title), c.now.UnixMilli(), localPerson, d.seq)
		if err != nil || d.folder() {
			return err
		}
		return l.viewed(d.seq, c.now)
	})
	if err != nil {
		return nil, err
	}
	return object{"file_id": id, "title": title}, nil
}

// Sizes of a page of recent_online_file: 100 by the specification, the largest
// is ours.
const (
	usualRecent = 100
	maxRecent   = 1000
)

// recentFiles lists what was opened lately: made, imported, renamed or edited
// here. The tools have no "open".
func (s *docsService) recentFiles(c *docsCall) (object, error) {
	order := "v.at DESC, p.seq DESC"
	switch c.args.number("order_by", 0) {
	case 1:
		order = "p.updated DESC, p.seq DESC"
	case 2:
		order = "p.sortkey, p.seq"
	}
	count := c.args.number("count", usualRecent)
	files := []object{}
	err := s.pages.view(c.ctx, func(l rows) error {
		ds, err := l.documents("JOIN viewed v ON v.page = p.seq WHERE +p.binned = 0 ORDER BY "+order+" LIMIT ? OFFSET ?",
			count, (c.args.number("num", 1)-1)*count)
		for _, d := range ds {
			files = append(files, object{"file_id": s.pages.fileID(d.seq), "file_name": d.title, "file_url": s.pages.fileURL(d)})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if s.faults.FileKey {
		return object{"file": files}, nil
	}
	return object{"files": files}, nil
}

func (s *docsService) getPrivilege(c *docsCall) (object, error) {
	id := c.args.text("file_id")
	var d document
	err := s.pages.view(c.ctx, func(l rows) (err error) {
		d, err = l.page(id, "file_id")
		return err
	})
	if err != nil {
		return nil, err
	}
	if d.policy < 0 || d.policy > policyEdit { // execute-only and the like
		return nil, refuse(docsBad, "policy type %d is not supported", d.policy)
	}
	return object{"file_id": id, "policy": d.policy}, nil
}

func (s *docsService) setPrivilege(c *docsCall) (object, error) {
	policy := c.args.number("policy", -1)
	if policy != policyRead && policy != policyEdit {
		return nil, refuse(docsBad, "policy %d cannot be set, only 2 or 3", policy)
	}
	err := s.pages.update(c.ctx, func(l rows) error {
		d, err := l.page(c.args.text("file_id"), "file_id")
		if err != nil {
			return err
		}
		if d.owner != localPerson {
			return refuse(docsNoRight, "no permission: the owner is %s", d.owner)
		}
		return l.do("UPDATE page SET policy = ? WHERE seq = ?", policy, d.seq)
	})
	if err != nil {
		return nil, err
	}
	return object{}, nil
}
