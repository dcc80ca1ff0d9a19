package docs

import (
	"cmp"
	"math"
	"net/url"
	"slices"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/model/text"
)

// folderTools are "Folder tools" and "Creation" of the document specification.
func (s *Service) folderTools() []pages.Tool {
	folder := pages.Arg{Name: "folder_id", Kind: pages.ArgString, Second: "dir_id", Help: text.WireDocArgFolder}
	return []pages.Tool{
		{Name: "manage.folder_list", Help: "List files and folders of a directory.", Run: s.folderList, Args: []pages.Arg{
			folder,
			{Name: "start", Kind: pages.ArgInteger, Max: math.MaxInt64, Second: "offset", Help: "offset of the first record (start), 0 by default"},
		}},
		{Name: "manage.query_folder_meta", Help: "Query the meta information of a folder.", Run: s.folderMeta, Args: []pages.Arg{pages.Needs(folder)}},
		{Name: "manage.create_file", Help: "Create a document, a folder or a space node.", Run: s.createFile, Change: true, InPayload: true, Args: []pages.Arg{
			pages.Needs(pages.TitleArg()),
			{Name: "file_type", Kind: pages.ArgString, Required: true, Words: makeable(), Second: "doc_type", Help: text.WireDocArgType},
			{Name: "parent_id", Kind: pages.ArgString, Second: "parent_folder_id", Help: text.WireDocArgParent},
			pages.SpaceArg(),
			{Name: "link_node", Kind: pages.ArgObject, Help: "address and description of a wikilink", Fields: []pages.Arg{
				{Name: "link_url", Kind: pages.ArgString, Required: true},
				{Name: "link_description", Kind: pages.ArgString},
			}},
		}},
		{Name: "create_smartcanvas_by_mdx", Help: "Create a smart document from markup.", Run: s.createCanvas, Change: true, Args: []pages.Arg{
			pages.Needs(pages.TitleArg()),
			{Name: "mdx", Kind: pages.ArgString, Second: "content", Help: "content (mdx)"},
			{Name: "content_format", Kind: pages.ArgString, Words: []string{"mdx", "markdown"}, Second: "format", Help: "form of the content (content_format)"},
		}},
	}
}

// makeable are the file_type values of "Creation".
func makeable() []string {
	return []string{pages.KindSmartCanvas, pages.KindDoc, pages.KindSheet, pages.KindForm, pages.KindSlide, pages.KindMind, pages.KindFlowchart, pages.KindSmartSheet, pages.KindFolder, pages.KindWikiLink}
}

// keysOfPage reads the keys of one page of a folder from the index, before the
// rows.
const keysOfPage = "JOIN (SELECT seq FROM page WHERE parent = ? ORDER BY leaf, sortkey, seq LIMIT ? OFFSET ?) k ON k.seq = p.seq ORDER BY p.leaf, p.sortkey, p.seq"

// usualPage is the page size of folder_list; no public source shows one.
const usualPage = 100

func (s *Service) folderList(c *pages.Call) (pages.Object, error) {
	list, finish := []pages.Object{}, false
	start := c.Args.Number("start", 0)
	err := s.pages.View(c.Ctx, func(l pages.Rows) error {
		folder, err := l.HomeFolder(c.Args.Text("folder_id"), "folder_id")
		if err != nil {
			return err
		}
		size := int64(cmp.Or(c.Trial.Page, usualPage))
		ds, err := l.Documents(keysOfPage, folder.Seq, size, start)
		for _, d := range ds {
			list = append(list, pages.Object{"id": s.pages.FileID(d.Seq), "title": d.Title, "url": s.pages.FileURL(d), "is_folder": d.Folder()})
		}
		finish = start >= folder.Kids-int64(len(ds))
		return err
	})
	return pages.Object{"list": list, "finish": finish && !s.lab.EmptyPage}, err
}

// folderMeta is the only way to find a folder's parent.
func (s *Service) folderMeta(c *pages.Call) (pages.Object, error) {
	id := c.Args.Text("folder_id")
	d, err := store.Read(c.Ctx, s.pages.View, func(l pages.Rows) (pages.Document, error) { return l.Page(id, "folder_id") })
	if err == nil && !d.Folder() {
		err = pages.Refuse(pages.WrongKind, text.WireDocNoFolder, "folder_id", id)
	}
	if err != nil {
		return nil, err
	}
	parent := ""
	if d.Parent != d.Space {
		parent = s.pages.FileID(d.Parent)
	}
	return pages.Object{"folder": pages.Object{"id": s.pages.FileID(d.Seq), "parent_id": parent, "title": d.Title}}, nil
}

func (s *Service) createFile(c *pages.Call) (pages.Object, error) {
	d := pages.Document{Title: c.Args.Text("title"), Kind: c.Args.Text("file_type")}
	if err := pages.CheckTitle(d.Title, pages.MaxTitle); err != nil {
		return nil, err
	}
	space, parent := c.Args.Text("space_id"), c.Args.Text("parent_id")
	switch isLink := d.Kind == pages.KindWikiLink; {
	case isLink && space == "":
		return nil, pages.Refuse(pages.Bad, "file_type wikilink needs space_id")
	case isLink && !c.Args.Has("link_node"):
		return nil, pages.Refuse(pages.Bad, text.WireDocMissingArg, "link_node")
	case !isLink && c.Args.Has("link_node"):
		return nil, pages.Refuse(pages.Bad, text.WireDocLinkOnly)
	case isLink:
		node := c.Args.Object("link_node")
		d.Link, d.Note = node.Text("link_url"), node.Text("link_description")
		if err := checkLink(d.Link); err != nil {
			return nil, err
		}
	}
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		at, err := l.ParentFor(space, parent)
		if err != nil {
			return err
		}
		d.Parent = at.Seq
		if d, err = l.Add(d, c.Now); err != nil || d.Folder() {
			return err
		}
		return l.Viewed(d.Seq, c.Now)
	})
	if err != nil {
		return nil, err
	}
	out := pages.Object{"file_id": s.pages.FileID(d.Seq), "title": d.Title, "url": s.pages.FileURL(d), "type": d.Kind}
	if d.Space != 0 {
		out["space_id"] = s.pages.FileID(d.Space)
	}
	return out, nil
}

// checkLink accepts URLs that a browser would open.
func checkLink(link string) error {
	u, err := url.Parse(link)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https"}, u.Scheme) {
		return pages.Refuse(pages.Bad, "link_url %q is not an http or https address", link)
	}
	return nil
}

// createCanvas makes a smart document of Markdown in the home's root. The
// specification states no limit of its title.
func (s *Service) createCanvas(c *pages.Call) (pages.Object, error) {
	d := pages.Document{Title: c.Args.Text("title"), Kind: pages.KindSmartCanvas}
	if err := pages.CheckTitle(d.Title, pages.LongTitle); err != nil {
		return nil, err
	}
	err := s.pages.Update(c.Ctx, func(l pages.Rows) (err error) {
		if d, err = l.Add(d, c.Now); err != nil {
			return err
		}
		if err := l.SetProse(d.Seq, c.Args.Text("mdx")); err != nil {
			return err
		}
		return l.Viewed(d.Seq, c.Now)
	})
	return pages.Object{"file_id": s.pages.FileID(d.Seq), "url": s.pages.FileURL(d)}, err
}
