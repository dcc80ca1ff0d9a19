//go:build !unix

// Package procgroup ends a command with the processes that it has started.
package procgroup

import "os/exec"

// Lead does nothing where there are no groups: the command alone ends with its context.
func Lead(*exec.Cmd) {}
