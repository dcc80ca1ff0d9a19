package embedded

import (
	"math"
	"net/url"
	"slices"

	"aloft/model/text"
)

// folderTools are "Folder tools" and "Creation" of the document specification.
func (s *docsService) folderTools() []docsTool {
	folder := docsArg{name: "folder_id", kind: argString, second: "dir_id", help: text.WireDocArgFolder}
	return []docsTool{
		{name: "manage.folder_list", help: "List files and folders of a directory.", run: s.folderList, args: []docsArg{
			folder,
			{name: "start", kind: argInteger, max: math.MaxInt64, second: "offset", help: "offset of the first record (start), 0 by default"},
		}},
		{name: "manage.query_folder_meta", help: "Query the meta information of a folder.", run: s.folderMeta, args: []docsArg{needs(folder)}},
		{name: "manage.create_file", help: "Create a document, a folder or a space node.", run: s.createFile, change: true, inPayload: true, args: []docsArg{
			needs(titleArg()),
			{name: "file_type", kind: argString, required: true, words: makeable(), second: "doc_type", help: text.WireDocArgType},
			{name: "parent_id", kind: argString, second: "parent_folder_id", help: text.WireDocArgParent},
			spaceArg(),
			{name: "link_node", kind: argObject, help: "address and description of a wikilink", fields: []docsArg{
				{name: "link_url", kind: argString, required: true},
				{name: "link_description", kind: argString},
			}},
		}},
		{name: "create_smartcanvas_by_mdx", help: "Create a smart document from markup.", run: s.createCanvas, change: true, args: []docsArg{
			needs(titleArg()),
			{name: "mdx", kind: argString, second: "content", help: "content (mdx)"},
			{name: "content_format", kind: argString, words: []string{"mdx", "markdown"}, second: "format", help: "form of the content (content_format)"},
		}},
	}
}

// makeable are the file_type values of "Creation".
func makeable() []string {
	return []string{kindSmartCanvas, kindDoc, kindSheet, kindForm, kindSlide, kindMind, kindFlowchart, kindSmartSheet, kindFolder, kindWikiLink}
}

// keysOfPage reads one page of a folder by the index alone before the rows.
const keysOfPage = "JOIN (SELECT seq FROM page WHERE parent = ? ORDER BY leaf, sortkey, seq LIMIT ? OFFSET ?) k ON k.seq = p.seq ORDER BY p.leaf, p.sortkey, p.seq"

func (s *docsService) folderList(c *docsCall) (object, error) {
	list, finish := []object{}, false
	start := c.args.number("start", 0)
	err := s.pages.view(c.ctx, func(l rows) error {
		folder, err := l.homeFolder(c.args.text("folder_id"), "folder_id")
		if err != nil {
			return err
		}
		size := int64(c.dice.page)
		ds, err := l.documents(keysOfPage, folder.seq, size, start)
		for _, d := range ds {
			list = append(list, object{"id": s.pages.fileID(d.seq), "title": d.title, "url": s.pages.fileURL(d), "is_folder": d.folder()})
		}
		finish = start >= folder.kids-int64(len(ds))
		return err
	})
	if err != nil {
		return nil, err
	}
	return object{"list": list, "finish": finish && !s.faults.EmptyPage}, nil
}

// folderMeta is the only way up from a folder (facts/documents.md "manage.*").
func (s *docsService) folderMeta(c *docsCall) (object, error) {
	var d document
	err := s.pages.view(c.ctx, func(l rows) (err error) {
		d, err = l.page(c.args.text("folder_id"), "folder_id")
		if err == nil && !d.folder() {
			err = refuse(docsKind, text.WireDocNoFolder, "folder_id", c.args.text("folder_id"))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	parent := ""
	if d.parent != d.space {
		parent = s.pages.fileID(d.parent)
	}
	return object{"folder": object{"id": s.pages.fileID(d.seq), "parent_id": parent, "title": d.title}}, nil
}

func (s *docsService) createFile(c *docsCall) (object, error) {
	d := document{title: c.args.text("title"), kind: c.args.text("file_type")}
	if err := checkTitle(d.title, maxTitle); err != nil {
		return nil, err
	}
	space, parent := c.args.text("space_id"), c.args.text("parent_id")
	switch isLink := d.kind == kindWikiLink; {
	case isLink && space == "":
		return nil, refuse(docsBad, "file_type wikilink needs space_id")
	case isLink && !c.args.has("link_node"):
		return nil, refuse(docsBad, text.WireDocMissingArg, "link_node")
	case !isLink && c.args.has("link_node"):
		return nil, refuse(docsBad, text.WireDocLinkOnly)
	case isLink:
		node := c.args.object("link_node")
		d.link, d.note = node.text("link_url"), node.text("link_description")
		if err := checkLink(d.link); err != nil {
			return nil, err
		}
	}
	err := s.pages.update(c.ctx, func(l rows) error {
		at, err := l.parentFor(space, parent)
		if err != nil {
			return err
		}
		d.parent = at.seq
		if d, err = l.addDocument(d, c.now); err != nil || d.folder() {
			return err
		}
		return l.viewed(d.seq, c.now)
	})
	if err != nil {
		return nil, err
	}
	out := object{"file_id": s.pages.fileID(d.seq), "title": d.title, "url": s.pages.fileURL(d), "type": d.kind}
	if d.space != 0 {
		out["space_id"] = s.pages.fileID(d.space)
	}
	return out, nil
}

// checkLink takes addresses that a browser would open.
func checkLink(link string) error {
	u, err := url.Parse(link)
	if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https"}, u.Scheme) {
		return refuse(docsBad, "link_url %q is no http or https address", link)
	}
	return nil
}

// createCanvas makes a smart document of Markdown in the home's root. No limit
// of its title is stated.
func (s *docsService) createCanvas(c *docsCall) (object, error) {
	d := document{title: c.args.text("title"), kind: kindSmartCanvas}
	if err := checkTitle(d.title, longTitle); err != nil {
		return nil, err
	}
	err := s.pages.update(c.ctx, func(l rows) (err error) {
		if d, err = l.addDocument(d, c.now); err != nil {
			return err
		}
		if err := l.setProse(d.seq, c.args.text("mdx")); err != nil {
			return err
		}
		return l.viewed(d.seq, c.now)
	})
	if err != nil {
		return nil, err
	}
	return object{"file_id": s.pages.fileID(d.seq), "url": s.pages.fileURL(d)}, nil
}
