package disk

import (
	"io/fs"

	"golang.org/x/sys/windows"
)

// identify returns the id of a file on this machine, which it has while it exists, and how many names it has; "" = it
// cannot be opened now. A link is not followed if the
// info is that of a link.
func identify(path string, info fs.FileInfo) (id string, names uint64) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return "", 1
	}
	flags := uint32(windows.FILE_FLAG_BACKUP_SEMANTICS) // it may be a folder
	if info.Mode()&fs.ModeSymlink != 0 {
		flags |= windows.FILE_FLAG_OPEN_REPARSE_POINT
	}
	h, err := windows.CreateFile(name, 0, windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE, nil, windows.OPEN_EXISTING, flags, 0)
	if err != nil {
		return "", 1
	}
	defer windows.CloseHandle(h) //nolint:errcheck // nothing was written
	var is windows.ByHandleFileInformation
	if windows.GetFileInformationByHandle(h, &is) != nil {
		return "", 1
	}
	return idFrom(uint64(is.VolumeSerialNumber), uint64(is.FileIndexHigh)<<32|uint64(is.FileIndexLow)), uint64(is.NumberOfLinks)
}
