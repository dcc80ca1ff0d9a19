//go:build !unix

package system

import "os/exec"

// Lead does nothing where there are no groups: the command alone ends with its context.
func Lead(*exec.Cmd) {}
