//go:build linux || darwin

package term

import "golang.org/x/sys/unix"

// cellSize returns the size of a cell of a terminal in pixels, 0 where the terminal does not say.
func cellSize(fd uintptr) (w, h int) {
	size, err := unix.IoctlGetWinsize(int(fd), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 {
		return 0, 0
	}
	return int(size.Xpixel / size.Col), int(size.Ypixel / size.Row)
}
