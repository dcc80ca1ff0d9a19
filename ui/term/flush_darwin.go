package term

import "golang.org/x/sys/unix"

// Flush drops unread input: what was typed, and answers of the terminal.
func Flush(fd uintptr) { _ = unix.IoctlSetPointerInt(int(fd), unix.TIOCFLUSH, 1) }
