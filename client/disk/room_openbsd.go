package disk

import (
	"context"

	"golang.org/x/sys/unix"

	"aloft/client"
	"aloft/model"
)

var _ client.Roomy = (*Source)(nil)

// Room is what a user without privileges can still write into the folder.
func (s *owned) Room(_ context.Context, folder model.Place) (free, all int64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(Path(folder), &st); err != nil {
		return 0, 0, fault(string(model.OpDownload), folder, err)
	}
	return st.F_bavail * int64(st.F_bsize), int64(st.F_blocks) * int64(st.F_bsize), nil
}
