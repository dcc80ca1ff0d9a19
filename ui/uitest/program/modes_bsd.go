//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package program

import "golang.org/x/sys/unix"

const getTermios = unix.TIOCGETA
