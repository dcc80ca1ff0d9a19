//go:build unix

package peek

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the command the leader of a group, with which its children end.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
