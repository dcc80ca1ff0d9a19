package term

import "golang.org/x/sys/unix"

// Flush drops unread input: typed keys and answers of the terminal.
func Flush(fd uintptr) { _ = unix.IoctlSetPointerInt(int(fd), unix.TIOCFLUSH, 1) }
