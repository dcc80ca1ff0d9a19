package main

import (
	"runtime"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// echoOff waits until the program reads without echo.
func (s *terminal) echoOff() {
	s.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for range 2000 {
		st, err := unix.IoctlGetTermios(int(s.tty.Fd()), getTermios)
		if err != nil {
			s.t.Fatal(err)
		}
		if st.Lflag&unix.ECHO == 0 {
			return
		}
		<-tick.C
	}
	s.t.Fatal("the terminal still echoes")
}

// cooked reports whether the terminal echoes, reads lines, and handles Ctrl-C, as a
// shell needs it.
func (s *terminal) cooked() bool {
	s.t.Helper()
	st, err := unix.IoctlGetTermios(int(s.tty.Fd()), getTermios)
	if err != nil {
		s.t.Fatal(err)
	}
	const local = unix.ECHO | unix.ICANON | unix.ISIG
	return st.Lflag&local == local && st.Oflag&unix.OPOST != 0 && st.Iflag&unix.ICRNL != 0
}

// asBefore reports whether the terminal has the modes of a new one; on other
// systems than Linux a killed screen leaves the usual ones.
func (s *terminal) asBefore() bool {
	s.t.Helper()
	far, tty, err := pty.Open()
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _, _ = far.Close(), tty.Close() }()
	before, err := unix.IoctlGetTermios(int(tty.Fd()), getTermios)
	if err != nil {
		s.t.Fatal(err)
	}
	now, err := unix.IoctlGetTermios(int(s.tty.Fd()), getTermios)
	if err != nil {
		s.t.Fatal(err)
	}
	return runtime.GOOS != "linux" || *now == *before
}
