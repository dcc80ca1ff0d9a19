//go:build unix && !linux

package run

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopts says whether the supervisor becomes the parent of orphans. Without that, the scan finds what it can.
const adopts = false

func adopt() {}

func ownProgram() (string, error) { return os.Executable() }

func dup(from, to int) error { return unix.Dup2(from, to) }

func children() []int { return nil }

func bound() func() { return func() {} }

func spawn(path string, argv []string, attr *syscall.ProcAttr) (int, cgroup, error) {
	pid, err := syscall.ForkExec(path, argv, attr)
	return pid, "", err
}

// cgroup exists on Linux only.
type cgroup string

func (cgroup) kill()   {}
func (cgroup) remove() {}
