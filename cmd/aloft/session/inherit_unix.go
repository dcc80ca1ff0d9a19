//go:build unix

package session

import (
	"os"
	"os/exec"
)

// Inherit gives a command the lock of a folder that it works in, to hold as long as it lives.
func Inherit(cmd *exec.Cmd, lock *os.File) {
	if lock != nil {
		cmd.ExtraFiles = append(cmd.ExtraFiles, lock)
	}
}
