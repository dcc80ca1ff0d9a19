package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/model"
)

// CreateKinds: an empty file, and a symbolic link.
func (s *owned) CreateKinds(model.Place) []model.Kind {
	return []model.Kind{model.KindFile, model.KindLink}
}

// CheckTitle is about names.
func (s *owned) CheckTitle(name string) error { return s.CheckName(name) }

// Create makes an empty file, or a link that says what is asked for, wherever it leads.
func (s *Source) Create(ctx context.Context, folder model.Ref, name string, n model.New, _ client.Class) (model.Entry, error) {
	const op = string(model.OpCreate)
	p := folder.Place.Join(name)
	if err := s.CheckName(name); err != nil {
		return model.Entry{}, placed(err, op, p)
	}
	if err := s.begin(ctx, op, p, folderOf(folder)); err != nil {
		return model.Entry{}, err
	}
	dir, err := s.door.root(folder.Place)
	if err != nil {
		return model.Entry{}, fault(op, p, err)
	}
	defer dir.Close()
	if n.Kind == model.KindLink {
		if err := dir.Symlink(n.LinkURL, name); err != nil {
			return model.Entry{}, fault(op, p, err)
		}
		info, err := dir.Lstat(name)
		if says, _ := dir.Readlink(name); err != nil || says != n.LinkURL {
			return model.Entry{Name: name, Kind: n.Kind}, nil // it was made, and is another one by now
		}
		return entry(Path(p), name, info), nil
	}
	f, err := dir.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return model.Entry{}, fault(op, p, err)
	}
	info, err := f.Stat()
	if closed := f.Close(); err != nil || closed != nil {
		return model.Entry{Name: name, Kind: n.Kind}, nil // it was made; nothing more is known of it
	}
	return entry(Path(p), name, info), nil
}

// Leads is client.Leader.
func (s *owned) Leads(_ context.Context, p model.Place) (model.Place, error) {
	const op = "open"
	if err := check(op, p); err != nil {
		return model.Place{}, err
	}
	path, err := filepath.EvalSymlinks(Path(p))
	if lost := (*fs.PathError)(nil); errors.As(err, &lost) {
		p = placeOf(lost.Path)
	}
	if err != nil {
		return model.Place{}, fault(op, p, err)
	}
	return placeOf(path), nil
}
