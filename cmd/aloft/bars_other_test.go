//go:build !linux

package main

import "os"

// mostMemory is not known here.
func mostMemory(*os.ProcessState) float64 { return 0 }
