package screen

import (
	"context"
	"os"
	"path/filepath"

	"aloft/client/archive"
	"aloft/client/disk"
	"aloft/model"
)

// pack packs entries of this machine into a new archive in the private folder.
func (sc *Screen) pack(ctx context.Context, name string, items []model.Place) (made model.Place, drop func(), err error) {
	var paths []string
	for _, it := range items {
		paths = append(paths, disk.Path(it))
	}
	at, err := archive.Pack(ctx, filepath.Join(sc.session.Dirs.Cache, "archives"), name, paths)
	if err != nil {
		return made, nil, err
	}
	made, err = model.ParsePath(at, model.Place{})
	return made, func() { _ = os.RemoveAll(filepath.Dir(at)) }, err
}
