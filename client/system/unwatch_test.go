package system

import "testing"

// The end of a program ends its watches at once, and one that is ended watches nothing more.
func TestWatchesEndTogether(t *testing.T) {
	var all Watches
	var watches [3]*Watch
	for i := range watches {
		w, err := all.New()
		if err != nil {
			t.Fatal(err)
		}
		if whole, begun := w.Of([]string{t.TempDir()}); !whole || !begun {
			t.Fatal("it does not watch")
		}
		watches[i] = w
	}
	watches[0].Close()
	all.Close()
	for _, w := range watches {
		for range w.w.Events { //nolint:revive // until it is closed
		}
		if whole, _ := w.Of([]string{t.TempDir()}); whole {
			t.Error("it watches on")
		}
	}
}
