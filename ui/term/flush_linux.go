package term

import "golang.org/x/sys/unix"

// flush drops unread input: typed keys and answers of the terminal.
func flush(fd uintptr) { _ = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) }
