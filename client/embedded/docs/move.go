package docs

import (
	"cmp"

	"aloft/client/embedded/pages"
	"aloft/model/text"
)

// moveTools are "Move, copy, delete" of the document specification.
func (s *Service) moveTools() []pages.Tool {
	file := pages.Needs(pages.IDArg(text.WireDocArgFile))
	return []pages.Tool{
		{Name: "manage.move_file", Help: "Move a file into a folder of the home.", Run: s.moveFile, Change: true, Args: []pages.Arg{
			file,
			{Name: "target_folder_id", Kind: pages.ArgString, Second: "to_folder_id", Help: "folder of the home (target_folder_id), / by default"},
		}},
		{Name: "manage.move_file_to_space", Help: "Move a file under a node of a space.", Run: s.moveToSpace, Change: true, Args: []pages.Arg{
			file, pages.Needs(pages.SpaceArg()),
			{Name: "target_parent_id", Kind: pages.ArgString, Second: "target_node_id", Help: text.WireDocArgNode},
		}},
		{Name: "manage.copy_file", Help: "Copy a document; the copy is visible to you only.", Run: s.copyFile, Change: true, Args: []pages.Arg{
			file, pages.TitleArg(),
			{Name: "folder_id", Kind: pages.ArgString, Second: "dir_id", Help: text.WireDocArgFolder},
		}},
		{Name: "manage.delete_file", Help: "Delete a file of the home or a node of a space.", Run: s.deleteFile, Change: true, Args: []pages.Arg{
			file,
			{Name: "delete_type", Kind: pages.ArgString, Words: []string{"origin", "recent"}, Second: "del_type", Help: "home files only: origin or recent (delete_type)"},
			pages.RemoveArg(),
		}},
	}
}

// movable finds the file of a move: spaces cannot be moved.
func (s *Service) movable(l pages.Rows, id string) (pages.Document, error) {
	d, err := l.Page(id, "file_id")
	if err == nil && d.Kind == pages.KindSpace {
		err = pages.Refuse(pages.Bad, "a space itself cannot be moved")
	}
	return d, err
}

func (s *Service) moveFile(c *pages.Call) (pages.Object, error) {
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		d, err := s.movable(l, c.Args.Text("file_id"))
		if err != nil {
			return err
		}
		to, err := l.HomeFolder(c.Args.Text("target_folder_id"), "target_folder_id")
		if err != nil {
			return err
		}
		if d.Space != 0 {
			if err := l.FitsHome(d); err != nil {
				return err
			}
		}
		return l.Hang(d, to)
	})
	return pages.Object{}, err
}

func (s *Service) moveToSpace(c *pages.Call) (pages.Object, error) {
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		d, err := s.movable(l, c.Args.Text("file_id"))
		if err != nil {
			return err
		}
		to, err := l.SpaceNode(c.Args.Text("space_id"), c.Args.Text("target_parent_id"), "target_parent_id")
		if err != nil {
			return err
		}
		return l.Hang(d, to)
	})
	return pages.Object{}, err
}

// copyFile makes a private copy that shares the bytes of its original.
func (s *Service) copyFile(c *pages.Call) (pages.Object, error) {
	var d pages.Document
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		from, err := l.Page(c.Args.Text("file_id"), "file_id")
		if err != nil {
			return err
		}
		if from.Folder() || from.Kind == pages.KindSpace || from.Kind == pages.KindWikiLink {
			return pages.Refuse(pages.WrongKind, "a %s cannot be copied", from.Kind)
		}
		title := cmp.Or(c.Args.Text("title"), cutTitle(from.Title))
		if err := pages.CheckTitle(title, pages.MaxTitle); err != nil {
			return err
		}
		to := pages.Document{Seq: from.Parent} // the folder of the original
		if folder := c.Args.Text("folder_id"); folder != "" {
			if to, err = l.HomeFolder(folder, "folder_id"); err != nil {
				return err
			}
		}
		d, err = l.Add(pages.Document{Parent: to.Seq, Kind: from.Kind, Title: title,
			Note: from.Note, Blob: from.Blob, Suffix: from.Suffix, Size: from.Size}, c.Now)
		if err != nil {
			return err
		}
		if err := l.Do("INSERT INTO prose(page, body) SELECT ?, body FROM prose WHERE page = ?", d.Seq, from.Seq); err != nil {
			return err
		}
		if from.Kind == pages.KindDoc {
			if err := CopyEdits(l, from, d.Seq); err != nil {
				return err
			}
		}
		return l.Viewed(d.Seq, c.Now)
	})
	return pages.Object{"id": s.pages.FileID(d.Seq), "title": d.Title, "url": s.pages.FileURL(d)}, err
}

// cutTitle returns the title of a copy without a given title.
func cutTitle(title string) string {
	if r := []rune(title); len(r) > pages.MaxTitle {
		return string(r[:pages.MaxTitle])
	}
	return title
}

// deleteFile deletes by delete_type in the home, and by remove_type in spaces.
func (s *Service) deleteFile(c *pages.Call) (pages.Object, error) {
	del, remove := c.Args.Text("delete_type"), c.Args.Text("remove_type")
	if del != "" && remove != "" {
		return nil, pages.Refuse(pages.Bad, "delete_type and remove_type must not be mixed")
	}
	err := s.pages.Update(c.Ctx, func(l pages.Rows) error {
		d, err := l.Page(c.Args.Text("file_id"), "file_id")
		switch {
		case err != nil:
			return err
		case d.Kind == pages.KindSpace:
			return pages.Refuse(pages.Bad, text.WireDocDeleteSpace)
		case d.Space != 0 && del != "":
			return pages.Refuse(pages.Bad, "delete_type is for files of the home; use remove_type")
		case d.Space == 0 && remove != "":
			return pages.Refuse(pages.Bad, "remove_type is for pages of a space; use delete_type")
		case d.Space != 0:
			return l.RemoveNode(d, remove == "all", c.Now)
		case del == "recent":
			return l.Do("DELETE FROM viewed WHERE page = ?", d.Seq)
		}
		return l.ThrowAway(d, c.Now)
	})
	return pages.Object{}, err
}
