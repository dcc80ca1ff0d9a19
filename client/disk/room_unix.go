//go:build linux || darwin || freebsd || dragonfly

package disk

import (
	"context"

	"golang.org/x/sys/unix"

	"aloft/client"
	"aloft/model"
)

var (
	_ client.Roomy  = (*Source)(nil)
	_ client.Linker = (*Source)(nil)
)

// Room is what a user without privileges can still write into the folder.
func (s *owned) Room(_ context.Context, folder model.Place) (free, all int64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(Path(folder), &st); err != nil {
		return 0, 0, fault(string(model.OpDownload), folder, err)
	}
	return int64(st.Bavail) * int64(st.Bsize), int64(st.Blocks) * int64(st.Bsize), nil
}

// HardLinks knows FAT and exFAT on Linux; other file systems without hard links are found out by trying.
func (s *Source) HardLinks(folder model.Place) bool {
	var st unix.Statfs_t
	for unix.Statfs(Path(folder), &st) != nil && !folder.IsRoot() {
		folder = folder.Parent()
	}
	return uint32(st.Type) != 0x4d44 && uint32(st.Type) != 0x2011bab0
}
