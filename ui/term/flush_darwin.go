package term

import "golang.org/x/sys/unix"

// flush drops unread input: typed keys and answers of the terminal.
func flush(fd uintptr) { _ = unix.IoctlSetPointerInt(int(fd), unix.TIOCFLUSH, 1) }
