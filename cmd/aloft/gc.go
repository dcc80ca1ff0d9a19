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

// What is alive and the garbage beside it may have smallHeap bytes. What is larger is the text of a
// long document, which lives as long as its command, so that memory matters more than the
// collector's time: garbage may grow to laterRoom bytes, and to a share of what is alive.
const (
	smallHeap    = 24 << 20
	laterRoom    = 5 << 20
	leastPercent = 15
	mostPercent  = 100
)

// laterPercent is the percentage for so many bytes alive.
func laterPercent(alive uint64) int {
	room := max(laterRoom, smallHeap-min(alive, smallHeap))
	return int(min(mostPercent, max(leastPercent, 100*room/max(alive, 1))))
}

// collectLate sets startPercent until the first collection, and laterPercent after each one,
// until somebody sets another percentage.
func collectLate() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(startPercent)
	afterCollection(startPercent)
}

// afterCollection sets laterPercent after each collection that finds the percentage as it was.
func afterCollection(was int) {
	mark := &struct{ self *app }{} // with a pointer, so that it is an object of its own
	runtime.AddCleanup(mark, func(was int) {
		now := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/heap/live:bytes"}}
		if metrics.Read(now); now[0].Value.Uint64() != uint64(was) {
			return
		}
		later := laterPercent(now[1].Value.Uint64())
		if later != was {
			debug.SetGCPercent(later)
		}
		afterCollection(later)
	}, was)
}
