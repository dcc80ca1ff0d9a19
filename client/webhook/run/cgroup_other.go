//go:build unix && !linux

package run

import "os/exec"

// cgroup exists on Linux only.
type cgroup string

func (cgroup) pids() []int   { return nil }
func (cgroup) living() int   { return 0 }
func (cgroup) kill()         {}
func (cgroup) remove()       {}
func (cgroup) own() bool     { return false }
func (cgroup) still() cgroup { return "" }

func spawn(cmd *exec.Cmd, _ Background) (cgroup, error) { return "", cmd.Start() }

// Sweep has nothing to end.
func Sweep() {}
