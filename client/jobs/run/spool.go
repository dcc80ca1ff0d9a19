package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"aloft/client"
	"aloft/client/jobs/transfer"
	"aloft/model"
)

// spool is the folder of a job through which bytes pass between two services: that of its
// journal, which nobody else can read.
func (w *worker) spool(j *job) transfer.Spool {
	src, err := w.o.Sources.For(model.Place{Scheme: model.SchemeDisk})
	disk, ok := src.(client.FileWriter)
	if err != nil || !ok {
		return transfer.Spool{}
	}
	folder := model.Place{Scheme: model.SchemeDisk, Path: model.Steps(strings.Split(strings.Trim(filepath.ToSlash(j.dir), "/"), "/")...)}
	return transfer.Spool{Disk: disk, Folder: folder, Room: func(ctx context.Context) (int64, error) {
		room := w.o.SpoolMax - spooled(j.dir)
		if s, ok := src.(client.Roomy); ok {
			free, all, err := s.Room(ctx, folder)
			if err != nil {
				return 0, err
			}
			room = min(room, free-all/10)
		}
		return max(0, room), nil
	}}
}

// spooled is how many bytes the hidden files of a folder have.
func spooled(dir string) (n int64) {
	all, _ := filepath.Glob(filepath.Join(dir, ".*"))
	for _, name := range all {
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
	}
	return n
}
