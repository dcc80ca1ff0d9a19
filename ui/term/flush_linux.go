package term

import "golang.org/x/sys/unix"

// Flush throws away what has been typed, or answered by the terminal, and not
// been read.
func Flush(fd uintptr) { _ = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) }
