// Package collector is for the processes of tests: their heaps are so small that collecting them took a third
// of the time.
package collector

import (
	"os"
	"runtime/debug"
)

// Late lets the collector wait, where nobody has said when it comes.
func Late() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
