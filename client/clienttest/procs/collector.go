package procs

import (
	"os"
	"runtime/debug"
)

// CollectLate lets the collector wait, where nobody has said when it comes: the heaps of tests are so small that
// collecting them took a third of the time.
func CollectLate() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
