package store

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"aloft/client/system"
	"aloft/model"
)

// Senders that each wait for their delivery to be on the disk.
func BenchmarkAdd(b *testing.B) {
	for _, tt := range []struct{ writers, body int }{{1, 1 << 10}, {64, 1 << 10}, {64, 15 << 10}, {64, 100 << 10}, {4, 10 << 20}} {
		b.Run(fmt.Sprintf("%dx%d", tt.writers, tt.body), func(b *testing.B) {
			s := owned(b, b.TempDir(), Options{})
			body := make([]byte, tt.body)
			var n atomic.Int64
			var mu sync.Mutex
			var took []time.Duration
			var peak atomic.Uint64
			var before runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			b.ResetTimer()
			var wg sync.WaitGroup
			for range tt.writers {
				wg.Go(func() {
					var mine []time.Duration
					for n.Add(1) <= int64(b.N) {
						at := time.Now()
						d := model.Delivery{ID: NewID(at), At: at, Event: "push", State: model.DeliveryIgnored}
						if err := s.Add(b.Context(), d, Stored{Method: "POST", Path: "/hook", Body: body}); err != nil {
							b.Error(err)
							return
						}
						mine = append(mine, time.Since(at))
						if len(mine)%16 == 0 || tt.body > 1<<20 {
							var m runtime.MemStats
							runtime.ReadMemStats(&m)
							for p := peak.Load(); m.HeapInuse > p && !peak.CompareAndSwap(p, m.HeapInuse); p = peak.Load() {
							}
						}
					}
					mu.Lock()
					took = append(took, mine...)
					mu.Unlock()
				})
			}
			wg.Wait()
			b.StopTimer()
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(float64(int64(peak.Load())-int64(before.HeapInuse))/(1<<20), "MiB")
		})
	}
}

// The cost of a durable write on this disk.
func BenchmarkFlush(b *testing.B) {
	f, err := os.Create(b.TempDir() + "/x")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	line := make([]byte, 800)
	for b.Loop() {
		if _, err := f.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := system.Flush(f); err != nil {
			b.Fatal(err)
		}
	}
}

// A full log, as the next owner or follower reads it.
func BenchmarkFollow(b *testing.B) {
	dir := b.TempDir()
	s := owned(b, dir, Options{fast: true})
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 2000 {
				d := model.Delivery{ID: NewID(time.Now()), At: time.Now(), Event: "push", State: model.DeliveryIgnored}
				if err := s.Add(b.Context(), d, Stored{Body: make([]byte, 1200)}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			f, err := Follow(b.Context(), dir, Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			all := 0
			if err := s.All(b.Context(), func(*model.Delivery) bool { all++; return true }); err != nil || all < 30_000 {
				b.Fatal(all, err)
			}
		}
	})
	b.Run("oldest", func(b *testing.B) {
		var last string
		_ = s.All(b.Context(), func(d *model.Delivery) bool { last = d.ID; return true })
		for b.Loop() {
			if _, err := s.Delivery(b.Context(), last); err != nil {
				b.Fatal(err)
			}
		}
	})
}
