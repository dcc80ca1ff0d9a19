//go:build unix

package frame

import (
	"testing"
	"time"

	"github.com/creack/pty"
)

// Of a huge terminal a part is drawn: each cell takes memory. The library ignores sizes above a million cells.
func TestAHugeSize(t *testing.T) {
	x := open(t, 40, 10, true, held(&sheet{}, time.Second/60))
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
