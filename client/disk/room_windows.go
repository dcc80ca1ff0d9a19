package disk

import (
	"context"

	"golang.org/x/sys/windows"

	"aloft/client"
	"aloft/model"
)

var _ client.Roomy = (*Source)(nil)

// Room is what this user can still write into the folder: a quota counts.
func (s *owned) Room(_ context.Context, folder model.Place) (free, all int64, err error) {
	name, err := windows.UTF16PtrFromString(Path(folder))
	var left, total uint64
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &left, &total, nil)
	}
	if err != nil {
		return 0, 0, fault(string(model.OpDownload), folder, err)
	}
	return int64(left), int64(total), nil
}
