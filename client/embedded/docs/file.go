package docs

import (
	"math"
	"strings"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// fileTools are "Search, info, rename, recent" and "Permissions" of the
// document specification.
func (s *Service) fileTools() []pages.Tool {
	both := pages.Needs(pages.IDArg("id of the file or of the space (file_id)"))
	return []pages.Tool{
		{Name: "manage.search_file", Help: "Search documents by title.", Run: s.searchFile, Args: []pages.Arg{
			{Name: "search_key", Kind: pages.ArgString, Required: true, Second: "keyword", Help: "key that titles are matched against (search_key)"},
		}},
		{Name: "manage.query_file_info", Help: "Query the information of a file.", Run: s.fileInfo, Args: []pages.Arg{pages.Needs(pages.IDArg(text.WireDocArgFile))}},
		{Name: "manage.rename_file_title", Help: "Change the title of a file.", Run: s.renameFile, Change: true, Args: []pages.Arg{
			pages.Needs(pages.IDArg(text.WireDocArgFile)),
			{Name: "title", Kind: pages.ArgString, Required: true, Second: "new_title", Help: text.WireDocArgTitle},
		}},
		{Name: "manage.recent_online_file", Help: "List recently viewed documents.", Run: s.recentFiles, Args: []pages.Arg{
			pages.Needs(pages.PageArg(1)),
			{Name: "count", Kind: pages.ArgInteger, Min: 1, Max: maxRecent, Second: "page_size", Help: "size of a page (count), 100 by default"},
			{Name: "order_by", Kind: pages.ArgInteger, Max: 2, Second: "sort_by", Help: "0 by view time, 1 by modification time, 2 by name (order_by)"},
		}},
		{Name: "manage.get_privilege", Help: "Query the permission policy of a file or a space.", Run: s.getPrivilege, Args: []pages.Arg{both}},
		{Name: "manage.set_privilege", Help: "Set the permission policy of a file or a space.", Run: s.setPrivilege, Change: true, Args: []pages.Arg{
			both,
			{Name: "policy", Kind: pages.ArgInteger, Required: true, Min: math.MinInt64, Max: math.MaxUint32, Second: "permission", Help: "2 everyone can read, 3 everyone can edit (policy)"},
		}},
	}
}

// maxHits of one search; the tool has no pages.
const maxHits = 500

// searchFile finds pages by title, ignoring case and width: folders, documents and links, in the home and in spaces,
// in order of their titles.
func (s *Service) searchFile(c *pages.Call) (pages.Object, error) {
	key := store.Fold(strings.TrimSpace(c.Args.Text("search_key")))
	if key == "" {
		return nil, pages.Refuse(pages.Bad, text.WireDocEmptyArg, "search_key")
	}
	list := []pages.Object{}
	err := s.pages.View(c.Ctx, func(l pages.Rows) error {
		ds, err := l.Documents("JOIN (SELECT seq FROM page INDEXED BY page_search WHERE binned = 0 AND instr(fold, ?) > 0 ORDER BY fold, seq LIMIT ?) k ON k.seq = p.seq "+
			"WHERE p.kind <> 'space' ORDER BY p.fold, p.seq", key, maxHits)
		for _, d := range ds {
			list = append(list, pages.Object{"file_id": s.pages.FileID(d.Seq), "title": d.Title, "url": s.pages.FileURL(d)})
		}
		return err
	})
	return pages.Object{"list": list}, err
}

func (s *Service) fileInfo(c *pages.Call) (pages.Object, error) {
	d, err := store.Read(c.Ctx, s.pages.View, func(l pages.Rows) (pages.Document, error) { return l.File(c.Args.Text("file_id")) })
	if err != nil {
		return nil, err
	}
	info := pages.Object{
		"file_id": s.pages.FileID(d.Seq), "title": d.Title, "url": s.pages.FileURL(d), "type": d.Kind, "status": "normal",
		"create_time": pages.Stamp(d.Created), "create_name": d.Creator,
		"last_modify_time": pages.Stamp(d.Updated), "last_modify_name": d.Editor, "owner_name": d.Owner,
		"space_id": s.pages.FileID(d.Space), "is_folder": d.Folder(),
	}
	if s.lab.Wrapped {
		info = pages.Object{"file": info}
	}
	return info, nil
}

// renameFile changes a title; the limit of 36 characters is only for new files and
// copies.
func (s *Service) renameFile(c *pages.Call) (pages.Object, error) {
	id, title := c.Args.Text("file_id"), c.Args.Text("title")
	if err := pages.CheckTitle(title, pages.LongTitle); err != nil {
		return nil, err
	}
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		d, err := l.File(id)
		if err != nil {
			return err
		}
		if err := Remember(l, d, d.Seq); err != nil {
			return err
		}
		err = l.Do("UPDATE page SET title = ?, fold = ?, sortkey = ?, updated = ?, editor = ? WHERE seq = ?",
			title, store.Fold(title), store.SortKey(title), c.Now.UnixMilli(), pages.LocalPerson, d.Seq)
		if err != nil || d.Folder() {
			return err
		}
		return l.Viewed(d.Seq, c.Now)
	})
	return pages.Object{"file_id": id, "title": title}, err
}

// Page sizes of recent_online_file: 100 by the specification, the largest is ours.
const (
	usualRecent = 100
	maxRecent   = 1000
)

// recentFiles lists pages recently made, imported, renamed or edited here. The tools have no "open".
func (s *Service) recentFiles(c *pages.Call) (pages.Object, error) {
	order := "v.at DESC, p.seq DESC"
	switch c.Args.Number("order_by", 0) {
	case 1:
		order = "p.updated DESC, v.at DESC, p.seq DESC" // within a millisecond
	case 2:
		order = "p.sortkey, p.seq"
	}
	count := c.Args.Number("count", usualRecent)
	files := []pages.Object{}
	err := s.pages.View(c.Ctx, func(l pages.Rows) error {
		ds, err := l.Documents("JOIN viewed v ON v.page = p.seq WHERE +p.binned = 0 ORDER BY "+order+" LIMIT ? OFFSET ?",
			count, (c.Args.Number("num", 1)-1)*count)
		for _, d := range ds {
			files = append(files, pages.Object{"file_id": s.pages.FileID(d.Seq), "file_name": d.Title, "file_url": s.pages.FileURL(d)})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if s.lab.FileKey {
		return pages.Object{"file": files}, nil
	}
	return pages.Object{"files": files}, nil
}

func (s *Service) getPrivilege(c *pages.Call) (pages.Object, error) {
	id := c.Args.Text("file_id")
	d, err := store.Read(c.Ctx, s.pages.View, func(l pages.Rows) (pages.Document, error) { return l.Page(id, "file_id") })
	if err != nil {
		return nil, err
	}
	if d.Policy < 0 || d.Policy > pages.PolicyEdit { // policies that only the web page can set
		return nil, pages.Refuse(pages.Bad, "policy type %d is not supported", d.Policy)
	}
	return pages.Object{"file_id": id, "policy": d.Policy}, nil
}

func (s *Service) setPrivilege(c *pages.Call) (pages.Object, error) {
	policy := c.Args.Number("policy", -1)
	if policy != pages.PolicyRead && policy != pages.PolicyEdit {
		return nil, pages.Refuse(pages.Bad, "policy %d cannot be set, only 2 or 3", policy)
	}
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		d, err := l.Page(c.Args.Text("file_id"), "file_id")
		if err != nil {
			return err
		}
		if d.Owner != pages.LocalPerson {
			return pages.Refuse(pages.NoRight, "no permission: the owner is %s", d.Owner)
		}
		return l.Do("UPDATE page SET policy = ? WHERE seq = ?", policy, d.Seq)
	})
	return pages.Object{}, err
}
