package session

import (
	"os"
	"os/exec"
)

// inherit cannot hand on a lock: locks belong to a process here. What an editor has
// open cannot be removed.
func inherit(*exec.Cmd, *os.File) {}
