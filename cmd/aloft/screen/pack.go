package screen

import (
	"context"

	"aloft/client/archive"
	"aloft/client/disk"
	"aloft/model"
)

// pack packs entries of this machine into a new archive in the private folder.
func (sc *Screen) pack(ctx context.Context, name string, items []model.Place) (made model.Place, drop func(), err error) {
	paths := model.Each(items, disk.Path)
	at, drop, err := archive.Pack(ctx, sc.Session.ArchiveDir(), name, paths)
	return model.LocalPlace(disk.Steps(at)), drop, err
}
