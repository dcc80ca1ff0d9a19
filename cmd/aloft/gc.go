package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// startPercent makes the first collection wait for a heap of 16 MB instead of 4:
// the garbage of a short command is gone with it, and the first screen need not
// share the processor with two collections.
const startPercent = 400

// collectLate sets it until the first collection, unless somebody sets another
// percentage meanwhile.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(startPercent)
	mark := &struct{ self *app }{} // with a pointer, so that it is an object of its own
	runtime.AddCleanup(mark, func(usual int) {
		share := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		if metrics.Read(share); share[0].Value.Uint64() == startPercent {
			debug.SetGCPercent(usual)
		}
	}, usual)
}
