package ui

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// gcNow is the percentage in force.
func gcNow() int {
	share := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(share)
	return int(share[0].Value.Uint64())
}

// The collector saves memory from its first run on, not before, and is as it was
// when the screen has ended.
func TestThriftyFromTheFirstCollectionOn(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(5000)) // none by chance
	end := thrifty()
	if now := gcNow(); now != 5000 {
		t.Fatalf("%d %% at the start", now)
	}
	for limit := time.Now().Add(10 * time.Second); gcNow() != gcPercent; runtime.Gosched() {
		if runtime.GC(); time.Now().After(limit) {
			t.Fatalf("still %d %%", gcNow())
		}
	}
	end()
	if now := gcNow(); now != 5000 {
		t.Fatalf("%d %% at the end", now)
	}
	end = thrifty() // a screen that goes before the first collection
	end()
	runtime.GC()
	runtime.GC()
	if now := gcNow(); now != 5000 {
		t.Fatalf("%d %% afterwards", now)
	}
}
