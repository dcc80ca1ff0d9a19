//go:build unix

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

func TestCollectLate(t *testing.T) {
	t.Setenv("GOGC", "")
	now := func() int {
		share := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(share)
		return int(share[0].Value.Uint64())
	}
	const before, other = 5000, 40
	defer debug.SetGCPercent(debug.SetGCPercent(before))
	collectLate()
	if now() != startPercent {
		t.Fatalf("%d %% at the start", now())
	}
	reaches := func(percent int) {
		t.Helper()
		for limit := time.Now().Add(10 * time.Second); now() != percent; runtime.Gosched() {
			if runtime.GC(); time.Now().After(limit) {
				t.Fatalf("%d %%, not %d", now(), percent)
			}
		}
	}
	book := make([]byte, 100*laterRoom/leastPercent)
	reaches(leastPercent)
	runtime.KeepAlive(book)
	book = nil
	reaches(mostPercent)
	collectLate()
	debug.SetGCPercent(other) // the screen's
	runtime.GC()
	runtime.GC()
	if now() != other {
		t.Fatalf("%d %% where another was wanted", now())
	}
}
