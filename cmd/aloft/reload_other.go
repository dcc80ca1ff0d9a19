//go:build !unix

package main

import "os"

// reloadSignals: there is none here that a person could send.
func reloadSignals() []os.Signal { return nil }
