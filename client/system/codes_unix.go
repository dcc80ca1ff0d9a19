//go:build unix

package system

import "syscall"

var codes = map[Cause][]syscall.Errno{
	NoRoom:      {syscall.ENOSPC, syscall.EDQUOT},
	ReadOnly:    {syscall.EROFS},
	OtherDisk:   {syscall.EXDEV},
	NotFolder:   {syscall.ENOTDIR},
	NotEmpty:    {syscall.ENOTEMPTY},
	TooLong:     {syscall.ENAMETOOLONG},
	BadName:     {syscall.EINVAL, syscall.EILSEQ},
	Busy:        {syscall.EBUSY},
	Loop:        {syscall.ELOOP},
	Refused:     {syscall.ECONNREFUSED},
	Unreachable: {syscall.ENETUNREACH, syscall.EHOSTUNREACH},
	Cut:         {syscall.ECONNRESET, syscall.EPIPE},
	Taken:       {syscall.EADDRINUSE},
	NoAddress:   {syscall.EADDRNOTAVAIL, syscall.EAFNOSUPPORT, syscall.EPROTONOSUPPORT, syscall.EINVAL},
}
