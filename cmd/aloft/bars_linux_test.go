//go:build unix

package main

import (
	"os"
	"syscall"
)

// maxMemory is the peak memory of a process, in MiB.
func maxMemory(p *os.ProcessState) float64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return float64(u.Maxrss) / 1024
	}
	return 0
}
