package disk

import (
	"io/fs"

	"golang.org/x/sys/windows"
)

// idOf identifies a file on this machine, while it exists; "" = it cannot be opened now. A link is not followed if the
// info is that of a link.
func idOf(path string, info fs.FileInfo) string {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return ""
	}
	flags := uint32(windows.FILE_FLAG_BACKUP_SEMANTICS) // it may be a folder
	if info.Mode()&fs.ModeSymlink != 0 {
		flags |= windows.FILE_FLAG_OPEN_REPARSE_POINT
	}
	h, err := windows.CreateFile(name, 0, windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE, nil, windows.OPEN_EXISTING, flags, 0)
	if err != nil {
		return ""
	}
	defer windows.CloseHandle(h) //nolint:errcheck // nothing was written
	var is windows.ByHandleFileInformation
	if windows.GetFileInformationByHandle(h, &is) != nil {
		return ""
	}
	return idFrom(uint64(is.VolumeSerialNumber), uint64(is.FileIndexHigh)<<32|uint64(is.FileIndexLow))
}
