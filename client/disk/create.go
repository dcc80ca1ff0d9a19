package disk

import (
	"context"
	"os"

	"aloft/client"
	"aloft/model"
)

// CreateKinds: an empty file.
func (s *owned) CreateKinds(model.Place) []model.Kind { return []model.Kind{model.KindFile} }

// CheckTitle is about names.
func (s *owned) CheckTitle(name string) error { return s.CheckName(name) }

// Create makes an empty file.
func (s *Source) Create(ctx context.Context, folder model.Ref, name string, n model.New, _ client.Class) (model.Entry, error) {
	const op = string(model.OpCreate)
	p := folder.Place.Join(name)
	if err := s.CheckName(name); err != nil {
		return model.Entry{}, named(err, op, p)
	}
	if err := s.begin(ctx, op, p, folderOf(folder)); err != nil {
		return model.Entry{}, err
	}
	dir, err := s.door.root(folder.Place)
	if err != nil {
		return model.Entry{}, fault(op, p, err)
	}
	defer dir.Close()
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
