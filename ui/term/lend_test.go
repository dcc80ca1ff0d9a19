//go:build unix

package term

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// looks is a command that looks whether the library's loop still runs when it gets the terminal.
type looks struct{ seen *atomic.Int32 }

func (l looks) SetStdin(r io.Reader) { Bare(r) }
func (looks) SetStdout(io.Writer)    {}
func (looks) SetStderr(io.Writer)    {}

func (l looks) Run() error {
	stacks := make([]byte, 1<<20)
	if bytes.Contains(stacks[:runtime.Stack(stacks, true)], []byte(loop)) {
		l.seen.Add(1)
	}
	return nil
}

// lender runs such a command at each key.
type lender struct {
	*sheet
	seen *atomic.Int32
}

func (l *lender) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "g" {
		return l, tea.Exec(looks{l.seen}, func(error) tea.Msg { return tea.KeyPressMsg{Code: 'x'} })
	}
	_, cmd := l.sheet.Update(msg)
	return l, cmd
}

// Before another program gets the terminal, the library's loop has ended. Else a short program could end before the
// loop has stopped its ticker, which then was that of the next loop: the screen stayed empty.
func TestTheLoopHasEnded(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the loop runs when the others wait
	l := &lender{&sheet{}, &atomic.Int32{}}
	x := open(t, 40, 10, true, heldFor(l, time.Second/60))
	for n := range 20 {
		x.types("g")
		x.shows(fmt.Sprintf("%d keys", n+1))
	}
	if n := l.seen.Load(); n > 0 {
		t.Errorf("the loop still ran %d times", n)
	}
}
