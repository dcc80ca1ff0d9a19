//go:build unix

package term

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/hinshun/vt10x"
)

// However the program ends, it ends at once, and the terminal is as before.
func TestEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("the library closes what it still reads")
	}
	broken := errors.New("broken")
	for name, end := range map[string]func(x *window, stop func()){
		"quit":     func(x *window, _ func()) { x.types("q") },
		"context":  func(_ *window, stop func()) { stop() },
		"panic":    func(x *window, _ func()) { x.types("!") },
		"terminal": func(x *window, _ func()) { _ = x.far.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			var x *window
			ready := make(chan func(), 1)
			s := &sheet{keyed: make(chan int, 9)}
			x = open(t, 40, 10, name != "terminal", func(ctx context.Context, in, out *os.File) error {
				ctx, stop := context.WithCancelCause(ctx)
				ready <- func() { stop(broken) }
				guard := NewGuard(s)
				return Run(ctx, guard, Own(in, out), Pace{Every: time.Second / 60}, nil, func(send func(tea.Msg)) { guard.Send = send },
					tea.WithEnvironment(environ), tea.WithoutSignalHandler())
			})
			stop := <-ready
			<-s.keyed
			x.types("j")
			<-s.keyed
			x.rests()
			end(x, stop)
			_ = x.ends()
			if name != "terminal" {
				x.until("leaves the alternate screen", func(string) bool { return x.term.Mode()&vt10x.ModeAltScreen == 0 })
			}
		})
	}
}
