//go:build unix

package session

import (
	"os"
	"os/exec"
)

// inherit gives a command the lock of the folder that it works in, to hold as long as it lives.
func inherit(cmd *exec.Cmd, lock *os.File) {
	if lock != nil {
		cmd.ExtraFiles = []*os.File{lock}
	}
}
