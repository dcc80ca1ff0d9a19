package jobs

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
)

func TestSimulation(t *testing.T) {
	for seed := range procs.Seeds(2) {
		o := worldOptions{seed: uint64(seed), faults: harsh(uint64(seed)), folders: 20, each: 50, targets: 3, gap: 500 * time.Millisecond}
		switch seed % 4 { // some seeds also have late work, and wrong answers for stale ids
		case 2:
			o.faults.Late, o.faults.LateBy = fault.Rate{P: 0.05}, fault.Span{Min: 5 * time.Second, Max: 40 * time.Second}
		case 3:
			o.faults.Half, o.faults.Stale = fault.Rate{P: 0.04}, "other"
		case 0:
			o.faults.Cut, o.faults.FailAfter, o.faults.Stale = fault.Rate{P: 0.03}, fault.Rate{P: 0.03}, "error"
		}
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, o)
				defer w.close()
				plans := w.plant(o)
				start := time.Now()
				ids, err := w.move(plans)
				if err != nil {
					t.Error(err)
				}
				time.Sleep(2 * time.Minute) // late work of the service ends
				c := w.watch.Drive()
				t.Logf("%v, %d requests, %d mutations, %d lost, %d late, %d tasks", time.Since(start), c.Requests, c.Mutations, c.Lost, c.Late, c.Async)
				for i, b := range append(w.check(500*time.Millisecond), w.agree(ids)...) {
					if i < 20 {
						t.Error(b)
					}
				}
			})
		})
	}
}
