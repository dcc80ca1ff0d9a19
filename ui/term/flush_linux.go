package term

import "golang.org/x/sys/unix"

// Flush drops unread input: typed keys and answers of the terminal.
func Flush(fd uintptr) { _ = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) }
