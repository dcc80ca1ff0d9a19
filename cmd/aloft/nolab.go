//go:build !lab

package main

import "aloft/cmd/aloft/admin"

// faults are none in the program that people install.
func faults() admin.Faults { return admin.Faults{} }
