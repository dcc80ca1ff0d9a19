package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// echoOff waits until the program reads without showing.
func (s *session) echoOff() {
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
