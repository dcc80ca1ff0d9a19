//go:build unix

package program

import (
	"runtime"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// EchoEnds waits until the program reads without echo.
func (p *Program) EchoEnds(tb testing.TB) {
	tb.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for range 2000 {
		st, err := unix.IoctlGetTermios(int(p.tty.Fd()), getTermios)
		if err != nil {
			tb.Fatal(err)
		}
		if st.Lflag&unix.ECHO == 0 {
			return
		}
		<-tick.C
	}
	tb.Fatal("the terminal still echoes")
}

// Cooked reports whether the terminal echoes, reads lines, and handles Ctrl-C, as a
// shell needs it.
func (p *Program) Cooked(tb testing.TB) bool {
	tb.Helper()
	st, err := unix.IoctlGetTermios(int(p.tty.Fd()), getTermios)
	if err != nil {
		tb.Fatal(err)
	}
	const local = unix.ECHO | unix.ICANON | unix.ISIG
	return st.Lflag&local == local && st.Oflag&unix.OPOST != 0 && st.Iflag&unix.ICRNL != 0
}

// Restored reports whether the terminal has the modes of a new one. Outside Linux a killed screen leaves the usual
// ones.
func (p *Program) Restored(tb testing.TB) bool {
	tb.Helper()
	far, tty, err := pty.Open()
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _, _ = far.Close(), tty.Close() }()
	before, err := unix.IoctlGetTermios(int(tty.Fd()), getTermios)
	if err != nil {
		tb.Fatal(err)
	}
	now, err := unix.IoctlGetTermios(int(p.tty.Fd()), getTermios)
	if err != nil {
		tb.Fatal(err)
	}
	return runtime.GOOS != "linux" || *now == *before
}
