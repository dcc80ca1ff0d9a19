//go:build unix && !linux

package main

import "os"

// maxMemory is unknown here.
func maxMemory(*os.ProcessState) float64 { return 0 }
