package embedded

import (
	"time"

	"aloft/model/text"
)

// moveTools are "Move, copy, delete" of the document specification.
func moveTools() []docsTool {
	file := needs(idArg(text.WireDocArgFile))
	return []docsTool{
		{name: "manage.move_file", help: "Move a file into a folder of the home.", run: (*Service).moveFile, change: true, args: []docsArg{
			file,
			{name: "target_folder_id", kind: argString, second: "to_folder_id", help: "folder of the home (target_folder_id), / by default"},
		}},
		{name: "manage.move_file_to_space", help: "Move a file under a node of a space.", run: (*Service).moveToSpace, change: true, args: []docsArg{
			file, needs(spaceArg()),
			{name: "target_parent_id", kind: argString, second: "target_node_id", help: text.WireDocArgNode},
		}},
		{name: "manage.copy_file", help: "Copy a document; the copy is visible to you only.", run: (*Service).copyFile, change: true, args: []docsArg{
			file, titleArg(),
			{name: "folder_id", kind: argString, second: "dir_id", help: text.WireDocArgFolder},
		}},
		{name: "manage.delete_file", help: "Delete a file of the home or a node of a space.", run: (*Service).deleteFile, change: true, args: []docsArg{
			file,
			{name: "delete_type", kind: argString, words: []string{"origin", "recent"}, second: "del_type", help: "home files only: origin or recent (delete_type)"},
			removeArg(),
		}},
	}
}

// below selects a page and all that hangs under it.
const below = "WITH RECURSIVE below(seq) AS (SELECT ? UNION SELECT p.seq FROM page p JOIN below b ON p.parent = b.seq) "

// hang moves a page, with all below it, under another one.
func (l *link) hang(d, to document) error {
	if d.parent == to.seq {
		return nil
	}
	for at := to; ; {
		if at.seq == d.seq {
			return refuse(docsBad, "the target is the file itself or lies inside it")
		}
		if at.parent == 0 {
			break
		}
		var err error
		if at, _, err = l.document(at.parent); err != nil {
			return err
		}
	}
	if err := l.do("UPDATE page SET parent = ? WHERE seq = ?", to.seq, d.seq); err != nil || d.space == to.space {
		return err
	}
	return l.do(below+"UPDATE page SET space = ? WHERE seq IN below", d.seq, to.space)
}

// movable finds the file of a move: spaces stay where they are.
func (s *Service) movable(l *link, id string) (document, error) {
	d, err := s.page(l, id, "file_id")
	if err == nil && d.kind == kindSpace {
		err = refuse(docsBad, "a space itself cannot be moved")
	}
	return d, err
}

func (s *Service) moveFile(c *docsCall) (object, error) {
	err := s.update(c.ctx, func(l *link) error {
		d, err := s.movable(l, c.args.text("file_id"))
		if err != nil {
			return err
		}
		to, err := s.homeFolder(l, c.args.text("target_folder_id"), "target_folder_id")
		if err != nil {
			return err
		}
		if d.space != 0 {
			if err := l.fitsHome(d); err != nil {
				return err
			}
		}
		return l.hang(d, to)
	})
	if err != nil {
		return nil, err
	}
	return object{}, nil
}

// fitsHome refuses what can only be in a space: links, and documents with pages
// under them, which the home could not show.
func (l *link) fitsHome(d document) error {
	var kind string
	var title string
	found, err := l.row(below+"SELECT p.kind, p.title FROM page p WHERE p.seq IN below AND (p.kind = 'wikilink' OR p.kind <> 'folder' AND p.kids > 0) LIMIT 1",
		[]any{d.seq}, &kind, &title)
	switch {
	case err != nil || !found:
		return err
	case kind == kindWikiLink:
		return refuse(docsBad, "the link %q can only be in a space", title)
	}
	return refuse(docsBad, "%q has pages under it and can only be in a space", title)
}

func (s *Service) moveToSpace(c *docsCall) (object, error) {
	err := s.update(c.ctx, func(l *link) error {
		d, err := s.movable(l, c.args.text("file_id"))
		if err != nil {
			return err
		}
		to, err := s.spaceNode(l, c.args.text("space_id"), c.args.text("target_parent_id"), "target_parent_id")
		if err != nil {
			return err
		}
		return l.hang(d, to)
	})
	if err != nil {
		return nil, err
	}
	return object{}, nil
}

// copyFile makes a private copy that shares the bytes of its original.
func (s *Service) copyFile(c *docsCall) (object, error) {
	var d document
	err := s.update(c.ctx, func(l *link) error {
		from, err := s.page(l, c.args.text("file_id"), "file_id")
		if err != nil {
			return err
		}
		if from.folder() || from.kind == kindSpace || from.kind == kindWikiLink {
			return refuse(docsKind, "a %s cannot be copied", from.kind)
		}
		title := c.args.text("title")
		if title == "" {
			title = cutTitle(from.title)
		}
		if err := checkTitle(title, maxTitle); err != nil {
			return err
		}
		to := document{seq: from.parent} // the folder of the original
		if folder := c.args.text("folder_id"); folder != "" {
			if to, err = s.homeFolder(l, folder, "folder_id"); err != nil {
				return err
			}
		}
		d, err = l.addDocument(document{parent: to.seq, kind: from.kind, title: title,
			note: from.note, blob: from.blob, suffix: from.suffix, size: from.size}, c.now)
		if err != nil {
			return err
		}
		if err := l.do("INSERT INTO prose(page, body) SELECT ?, body FROM prose WHERE page = ?", d.seq, from.seq); err != nil {
			return err
		}
		if from.kind == kindDoc {
			if err := l.copyEdits(from, d.seq); err != nil {
				return err
			}
		}
		return l.view(d.seq, c.now)
	})
	if err != nil {
		return nil, err
	}
	return object{"id": s.fileID(d.seq), "title": d.title, "url": s.fileURL(d)}, nil
}

// cutTitle is the title of a copy that got none.
func cutTitle(title string) string {
	if r := []rune(title); len(r) > maxTitle {
		return string(r[:maxTitle])
	}
	return title
}

// deleteFile does what delete_type and remove_type say; the one belongs to the
// home, the other to spaces.
func (s *Service) deleteFile(c *docsCall) (object, error) {
	del, remove := c.args.text("delete_type"), c.args.text("remove_type")
	if del != "" && remove != "" {
		return nil, refuse(docsBad, "delete_type and remove_type must not be mixed")
	}
	err := s.update(c.ctx, func(l *link) error {
		d, err := s.page(l, c.args.text("file_id"), "file_id")
		switch {
		case err != nil:
			return err
		case d.kind == kindSpace:
			return refuse(docsBad, text.WireDocDeleteSpace)
		case d.space != 0 && del != "":
			return refuse(docsBad, "delete_type is for files of the home; use remove_type")
		case d.space == 0 && remove != "":
			return refuse(docsBad, "remove_type is for pages of a space; use delete_type")
		case d.space != 0:
			return l.removeNode(d, remove == "all", c.now)
		case del == "recent":
			return l.do("DELETE FROM viewed WHERE page = ?", d.seq)
		}
		return l.throwAway(d, c.now)
	})
	if err != nil {
		return nil, err
	}
	return object{}, nil
}

// removeNode deletes a page of a space. Without all, the pages under it move up
// to its parent.
func (l *link) removeNode(d document, all bool, now time.Time) error {
	if !all && d.kids > 0 {
		if err := l.do("UPDATE page SET parent = ? WHERE parent = ?", d.parent, d.seq); err != nil {
			return err
		}
	}
	return l.throwAway(d, now)
}

// throwAway puts a page, with all below it, into the recycle bin.
func (l *link) throwAway(d document, now time.Time) error {
	if err := l.do("INSERT INTO pagebin(page, origin, deleted) VALUES(?, ?, ?)", d.seq, d.parent, now.UnixMilli()); err != nil {
		return err
	}
	if err := l.do("UPDATE page SET parent = ? WHERE seq = ?", pageBinSeq, d.seq); err != nil {
		return err
	}
	return l.do(below+"UPDATE page SET binned = ? WHERE seq IN below", d.seq, max(1, now.UnixMilli()))
}
