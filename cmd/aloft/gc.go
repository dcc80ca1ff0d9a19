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

// laterPercent is for what is larger: the text of a long document lives as long as
// its command, and memory matters more than the collector's time.
const laterPercent = 50

// collectLate sets the first until the first collection, and then the second, unless
// somebody sets another percentage meanwhile.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(startPercent)
	mark := &struct{ self *app }{} // with a pointer, so that it is an object of its own
	runtime.AddCleanup(mark, func(later int) {
		share := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		if metrics.Read(share); share[0].Value.Uint64() == startPercent {
			debug.SetGCPercent(later)
		}
	}, laterPercent)
}
