package screen

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// modes are the terminal's modes, as "stty -g" writes them.
func modes(tty *os.File) string {
	t, err := unix.IoctlGetTermios(int(tty.Fd()), unix.TCGETS)
	if err != nil {
		return "sane"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%x:%x:%x:%x", t.Iflag, t.Oflag, t.Cflag, t.Lflag)
	const characters = 32 // in the C libraries' termios; the kernel has fewer
	for i := range characters {
		var c uint8
		if i < len(t.Cc) {
			c = t.Cc[i]
		}
		fmt.Fprintf(&b, ":%x", c)
	}
	return b.String()
}
