package system

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// The names of syscall are numbers of Go's own, which its packages use here and there.
var codes = map[Cause][]syscall.Errno{
	NoRoom:      {syscall.ENOSPC, syscall.EDQUOT, windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED},
	ReadOnly:    {syscall.EROFS, windows.ERROR_WRITE_PROTECT},
	OtherDisk:   {syscall.EXDEV, windows.ERROR_NOT_SAME_DEVICE},
	NotFolder:   {syscall.ENOTDIR, windows.ERROR_DIRECTORY},
	NotEmpty:    {syscall.ENOTEMPTY, windows.ERROR_DIR_NOT_EMPTY},
	TooLong:     {syscall.ENAMETOOLONG, windows.ERROR_FILENAME_EXCED_RANGE},
	BadName:     {syscall.EINVAL, syscall.EILSEQ, windows.ERROR_INVALID_NAME, windows.ERROR_BAD_PATHNAME},
	Busy:        {syscall.EBUSY, windows.ERROR_SHARING_VIOLATION, windows.ERROR_LOCK_VIOLATION, windows.ERROR_BUSY},
	Loop:        {syscall.ELOOP, windows.ERROR_CANT_RESOLVE_FILENAME},
	Refused:     {syscall.ECONNREFUSED, windows.WSAECONNREFUSED},
	Unreachable: {syscall.ENETUNREACH, syscall.EHOSTUNREACH, windows.WSAENETUNREACH, windows.WSAEHOSTUNREACH},
	Cut:         {syscall.ECONNRESET, syscall.EPIPE, windows.WSAECONNRESET, windows.WSAECONNABORTED, windows.WSAESHUTDOWN},
	Taken:       {syscall.EADDRINUSE, windows.WSAEADDRINUSE},
	NoAddress: {syscall.EADDRNOTAVAIL, syscall.EAFNOSUPPORT, syscall.EPROTONOSUPPORT, windows.WSAEADDRNOTAVAIL, windows.WSAEAFNOSUPPORT,
		windows.WSAEPROTONOSUPPORT},
}
