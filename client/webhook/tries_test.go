package webhook

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// A taken port is tried once a minute, and not at all once it is not wanted any more.
func TestTries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var at []int
		var all tries
		var try func()
		try = func() {
			at = append(at, int(time.Since(began)/time.Second))
			all.after(try)
		}
		all.after(try)
		time.Sleep(4*time.Minute + time.Second)
		synctest.Wait()
		if want := []int{60, 120, 180, 240}; !slices.Equal(at, want) {
			t.Errorf("tried at %v, not at %v", at, want)
		}
		all.after(try) // asked for in between: the one that was planned is not made as well
		time.Sleep(tryEvery)
		synctest.Wait()
		if len(at) != 5 {
			t.Errorf("%v", at)
		}
		all.over()
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(at) != 5 {
			t.Errorf("tried when it was over: %v", at)
		}
	})
}
