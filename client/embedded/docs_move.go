package embedded

import (
	"aloft/model/text"
)

// moveTools are "Move, copy, delete" of the document specification.
func (s *docsService) moveTools() []docsTool {
	file := needs(idArg(text.WireDocArgFile))
	return []docsTool{
		{name: "manage.move_file", help: "Move a file into a folder of the home.", run: s.moveFile, change: true, args: []docsArg{
			file,
			{name: "target_folder_id", kind: argString, second: "to_folder_id", help: "folder of the home (target_folder_id), / by default"},
		}},
		{name: "manage.move_file_to_space", help: "Move a file under a node of a space.", run: s.moveToSpace, change: true, args: []docsArg{
			file, needs(spaceArg()),
			{name: "target_parent_id", kind: argString, second: "target_node_id", help: text.WireDocArgNode},
		}},
		{name: "manage.copy_file", help: "Copy a document; the copy is visible to you only.", run: s.copyFile, change: true, args: []docsArg{
			file, titleArg(),
			{name: "folder_id", kind: argString, second: "dir_id", help: text.WireDocArgFolder},
		}},
		{name: "manage.delete_file", help: "Delete a file of the home or a node of a space.", run: s.deleteFile, change: true, args: []docsArg{
			file,
			{name: "delete_type", kind: argString, words: []string{"origin", "recent"}, second: "del_type", help: "home files only: origin or recent (delete_type)"},
			removeArg(),
		}},
	}
}

// movable finds the file of a move: spaces stay where they are.
func (s *docsService) movable(l rows, id string) (document, error) {
	d, err := l.page(id, "file_id")
	if err == nil && d.kind == kindSpace {
		err = refuse(docsBad, "a space itself cannot be moved")
	}
	return d, err
}

func (s *docsService) moveFile(c *docsCall) (object, error) {
	err := s.pages.update(c.ctx, func(l rows) error {
		d, err := s.movable(l, c.args.text("file_id"))
		if err != nil {
			return err
		}
		to, err := l.homeFolder(c.args.text("target_folder_id"), "target_folder_id")
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

func (s *docsService) moveToSpace(c *docsCall) (object, error) {
	err := s.pages.update(c.ctx, func(l rows) error {
		d, err := s.movable(l, c.args.text("file_id"))
		if err != nil {
			return err
		}
		to, err := l.spaceNode(c.args.text("space_id"), c.args.text("target_parent_id"), "target_parent_id")
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
func (s *docsService) copyFile(c *docsCall) (object, error) {
	var d document
	err := s.pages.update(c.ctx, func(l rows) error {
		from, err := l.page(c.args.text("file_id"), "file_id")
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
			if to, err = l.homeFolder(folder, "folder_id"); err != nil {
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
			if err := copyEdits(l, from, d.seq); err != nil {
				return err
			}
		}
		return l.viewed(d.seq, c.now)
	})
	if err != nil {
		return nil, err
	}
	return object{"id": s.pages.fileID(d.seq), "title": d.title, "url": s.pages.fileURL(d)}, nil
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
func (s *docsService) deleteFile(c *docsCall) (object, error) {
	del, remove := c.args.text("delete_type"), c.args.text("remove_type")
	if del != "" && remove != "" {
		return nil, refuse(docsBad, "delete_type and remove_type must not be mixed")
	}
	err := s.pages.update(c.ctx, func(l rows) error {
		d, err := l.page(c.args.text("file_id"), "file_id")
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
