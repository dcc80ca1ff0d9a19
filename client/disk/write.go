package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// MakeFolder makes a folder in parent.
func (s *Source) MakeFolder(ctx context.Context, parent model.Ref, name string, _ client.Class) (string, error) {
	const op = string(model.OpMakeFolder)
	p := parent.Place.Join(name)
	if err := s.CheckName(name); err != nil {
		return "", placed(err, op, p)
	}
	if err := s.begin(ctx, op, p, folderOf(parent)); err != nil {
		return "", err
	}
	folder, err := s.door.root(parent.Place)
	if err != nil {
		return "", fault(op, p, err)
	}
	defer folder.Close()
	if err := folder.Mkdir(name, 0o777); err != nil {
		return "", fault(op, p, err)
	}
	info, err := folder.Lstat(name)
	if err != nil {
		return "", nil // it was made; its id is unknown
	}
	return idOf(Path(p), info), nil
}

// Rename renames an entry in its folder.
func (s *Source) Rename(ctx context.Context, item model.Ref, name string, _ client.Class) error {
	const op = string(model.OpRename)
	if err := s.CheckName(name); err != nil {
		return placed(err, op, item.Place)
	}
	if err := s.begin(ctx, op, item.Place, item); err != nil {
		return err
	}
	return s.rename(op, item.Place, item.Place.Parent().Join(name))
}

// Move moves an entry into a folder of the same file system.
func (s *Source) Move(ctx context.Context, items []model.Ref, to model.Ref, _ client.Class) error {
	const op = string(model.OpMove)
	if len(items) != 1 {
		return client.Errorf(client.KindInvalid, op, to.Place, text.BadCall, "disk", "several entries")
	}
	item := items[0]
	switch {
	case to.Place.Within(item.Place):
		return client.Errorf(client.KindInvalid, op, item.Place, "%s cannot be moved into itself", item.Place.Base())
	case item.Place.Parent().Equal(to.Place):
		return client.Errorf(client.KindInvalid, op, item.Place, "%q is already in that folder", item.Place.Base())
	}
	if err := s.begin(ctx, op, item.Place, item, folderOf(to)); err != nil {
		return err
	}
	return s.rename(op, item.Place, to.Place.Join(item.Place.Base()))
}

// Far reports whether the entry and the folder are on two file systems.
func (s *Source) Far(item, folder model.Place) bool {
	a, err := os.Lstat(Path(item))
	if err != nil {
		return false
	}
	b, err := os.Stat(Path(folder))
	if err != nil {
		return false
	}
	from, _, _ := strings.Cut(idOf(Path(item), a), "-")
	to, _, _ := strings.Cut(idOf(Path(folder), b), "-")
	return from != to
}

// MoveBatch is 1: each entry succeeds or fails by itself.
func (s *Source) MoveBatch() int { return 1 }

// Delete moves an entry to the recycle bin, or removes it with its content, for good. Links
// are removed, not followed, also those that appear meanwhile.
func (s *Source) Delete(ctx context.Context, items []model.Ref, mode client.DeleteMode, _ client.Class) error {
	const op = string(model.OpDelete)
	if len(items) != 1 {
		return client.Errorf(client.KindInvalid, op, s.Root(), text.BadCall, "disk", "several entries")
	}
	switch mode {
	case "", client.DeleteToBin:
		_, err := s.Discard(ctx, items[0])
		return err
	case client.DeleteForever:
	default:
		return client.Errorf(client.KindUnsupported, op, s.Root(), text.NoSuchDelete, string(model.SchemeDisk), string(mode))
	}
	p := items[0].Place
	if err := s.begin(ctx, op, p, items[0]); err != nil {
		return err
	}
	folder, err := s.door.root(p.Parent())
	if err != nil {
		return fault(op, p, err)
	}
	defer folder.Close()
	before, err := folder.Lstat(p.Base())
	if err != nil {
		return fault(op, p, err)
	}
	// The system says at once whether the entry itself may be removed: of a folder that stays
	// the content stays, too.
	err = remove(folder, p.Base())
	if !errors.Is(err, fs.ErrExist) { // it is not "not empty"
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		e := fault(op, p, err)
		e.Changed = client.ChangedNothing
		return e
	}
	if err := removeAll(folder, p.Base()); err != nil {
		e := fault(op, p, err)
		e.Changed = client.ChangedSome
		if kept(folder, p.Base(), before) {
			e.Changed = client.ChangedNothing
		}
		return e
	}
	return nil
}

// kept: a folder that could not be removed has lost nothing. It has not changed since, and
// this user may remove nothing from the folders in it.
func kept(parent *os.Root, name string, before fs.FileInfo) bool {
	return fs.WalkDir(parent.FS(), name, func(path string, d fs.DirEntry, err error) error {
		switch {
		case d == nil:
			return errLost
		case !d.IsDir():
			return err
		case path == name:
			if now, err := d.Info(); err != nil || !now.ModTime().Equal(before.ModTime()) {
				return errLost
			}
		case mayRemove(filepath.Join(parent.Name(), path)):
			return errLost
		}
		if err != nil { // what is in it cannot be seen, and so not be removed
			return fs.SkipDir
		}
		return nil
	}) == nil
}

var errLost = errors.New("something may have been removed")

// DeleteBatch is 1: each entry succeeds or fails by itself.
func (s *Source) DeleteBatch() int { return 1 }

// DeleteModes of a disk: to the recycle bin, or for good.
func (s *owned) DeleteModes() []client.DeleteMode {
	return []client.DeleteMode{client.DeleteToBin, client.DeleteForever}
}

// rename renames only if the new name is free.
func (s *Source) rename(op string, from, to model.Place) error {
	was, done, err := s.in(from)
	if err != nil {
		return fault(op, from, err)
	}
	defer done()
	is, done, err := s.in(to)
	if err != nil {
		return fault(op, to, err)
	}
	defer done()
	err = system.RenameNew(was, is)
	if errors.Is(err, fs.ErrExist) && strings.EqualFold(from.Base(), to.Base()) && sameThing(from, to) {
		// A file system that ignores case: only the spelling changes.
		err = os.Rename(was, is)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrPermission) && mayRemove(Path(to.Parent())): // so it is the entry that stays
		return fault(op, from, err)
	}
	return fault(op, to, err)
}

// FoldsCase looks for an entry under its name in the other case.
func (s *owned) FoldsCase(folder model.Place, entries []model.Entry) bool {
	for _, e := range entries {
		if other := swapCase(e.Name); other != e.Name {
			return sameThing(folder.Join(e.Name), folder.Join(other))
		}
	}
	return false
}

func swapCase(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' { // of other letters not every system knows the case
			return r ^ 0x20
		}
		return r
	}, name)
}

func sameThing(a, b model.Place) bool {
	x, err := os.Lstat(Path(a))
	if err != nil {
		return false
	}
	y, err := os.Lstat(Path(b))
	return err == nil && os.SameFile(x, y)
}

// begin checks that the refs still name what was looked up.
func (s *Source) begin(ctx context.Context, op string, p model.Place, refs ...model.Ref) error {
	if err := ctx.Err(); err != nil {
		return fault(op, p, err)
	}
	for _, r := range refs {
		if err := check(op, r.Place); err != nil {
			return err
		}
		if r.Kind != folderTarget && r.Place.IsRoot() {
			return client.Errorf(client.KindInvalid, op, r.Place, text.DiskIsRoot)
		}
		info, err := s.door.stat(r.Place, r.Kind == folderTarget) // that one may be reached through a link
		if err != nil {
			return fault(op, r.Place, err)
		}
		if r.Kind == folderTarget && !info.IsDir() {
			return client.Errorf(client.KindInvalid, op, r.Place, text.DiskNotFolder, Path(r.Place))
		}
		if r.ID != "" && idOf(Path(r.Place), info) != r.ID {
			e := client.Errorf(client.KindStale, op, r.Place, "%q has been replaced", r.Place.Base())
			e.Changed = client.ChangedNothing
			return e
		}
	}
	return nil
}

// folderTarget marks a Ref as the target folder.
const folderTarget model.Kind = "target"

func folderOf(r model.Ref) model.Ref {
	r.Kind = folderTarget
	return r
}
