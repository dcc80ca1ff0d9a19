package webhook

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// A taken port is tried after 1, 2, 4 … 60 s, and not at all once it is not wanted any more.
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
		if p := all.after(try); p != firstTry {
			t.Errorf("the first comes after %v", p)
		}
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if want := []int{1, 3, 7, 15, 31, 63, 123, 183, 243}; !slices.Equal(at, want) {
			t.Errorf("tried at %v, not at %v", at, want)
		}
		all.after(try) // asked for in between: the one that was planned is not made as well
		time.Sleep(lastTry)
		synctest.Wait()
		if len(at) != 10 {
			t.Errorf("%v", at)
		}
		all.over()
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(at) != 10 {
			t.Errorf("tried when it was over: %v", at)
		}
		if p := all.after(func() {}); p != firstTry {
			t.Errorf("the next first comes after %v", p)
		}
		all.over()
	})
}
