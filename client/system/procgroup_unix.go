//go:build unix

package system

import (
	"os/exec"
	"syscall"
)

// Lead makes a command the leader of a group, which ends as a whole when its context does.
func Lead(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
