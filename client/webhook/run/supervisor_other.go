//go:build unix && !linux

package run

import (
	"os"
	"syscall"
)

// adopts says whether the supervisor becomes the parent of orphans. Without that, the scan finds what it can.
const adopts = false

// become makes this process a supervisor.
func become() {}

func ownProgram() (string, error) { return os.Executable() }

func children() []int { return nil }

func bound() func() { return func() {} }

func spawn(_ cgroup, path string, argv []string, attr *syscall.ProcAttr) (int, cgroup, error) {
	pid, err := syscall.ForkExec(path, argv, attr)
	return pid, "", err
}

// cgroup exists on Linux only.
type cgroup string

func (cgroup) kill()   {}
func (cgroup) remove() {}
