//go:build unix

package term

import (
	"testing"
	"time"

	"github.com/creack/pty"
)

// Of a huge terminal a part is drawn: each cell takes memory. The library ignores sizes above a million cells.
func TestAHugeSize(t *testing.T) {
	x := open(t, 40, 10, true, heldFor(&sheet{}, time.Second/60))
	x.types("j")
	x.shows("1 keys, 40x10")
	if err := pty.Setsize(x.tty, &pty.Winsize{Cols: 4096, Rows: 256}); err != nil {
		t.Fatal(err)
	}
	x.mu.Lock()
	x.term.Resize(1000, 200)
	x.mu.Unlock()
	x.hears("1 keys, 1000x200")
}

// A terminal that does not say its width or height is drawn as one of 80x24.
func TestNoSize(t *testing.T) {
	for _, c := range [][4]int{{0, 0, 80, 24}, {0, 50, 80, 50}, {120, 0, 120, 24}, {-1, -1, 80, 24}, {5000, 0, 1000, 24}} {
		if w, h := bound(c[0], c[1]); w != c[2] || h != c[3] {
			t.Errorf("%dx%d is drawn as %dx%d", c[0], c[1], w, h)
		}
	}
	if !Drawable(0, 0) || Drawable(5000, 0) {
		t.Error("no size is no size that is too large")
	}
}
