//go:build unix

package frame

import (
	"testing"
	"time"

	"github.com/creack/pty"
)

// A terminal of an impossible size is drawn on in part: each cell takes memory.
func TestAnImpossibleSize(t *testing.T) {
	x := open(t, 40, 10, true, held(&sheet{}, time.Second/60))
	x.types("j")
	x.shows("1 keys, 40x10")
	if err := pty.Setsize(x.tty, &pty.Winsize{Cols: 65535, Rows: 65535}); err != nil {
		t.Fatal(err)
	}
	x.mu.Lock()
	x.term.Resize(1000, 200)
	x.mu.Unlock()
	x.hears("1 keys, 1000x200")
}
