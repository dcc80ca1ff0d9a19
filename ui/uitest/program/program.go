// Package program runs a program on a pseudo terminal, and reads what it shows.
package program

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// Program is a program on its own terminal, into which a test types.
type Program struct {
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	seen bytes.Buffer   // all that the program wrote
	term vt10x.Terminal // nil without an emulated screen
	last time.Time      // when it last wrote
	news chan struct{}  // something was written
	gone chan struct{}
}

// Start runs a command on a terminal of that size, until the end of the test at the
// latest.
func Start(tb testing.TB, c *exec.Cmd, cols, rows int) *Program {
	tb.Helper()
	return start(tb, c, cols, rows, nil)
}

// StartOnScreen is Start with an emulated screen that, like many terminals, answers no
// query. Screen, Title and Until are of use with it only.
func StartOnScreen(tb testing.TB, c *exec.Cmd, cols, rows int) *Program {
	tb.Helper()
	return start(tb, c, cols, rows, vt10x.New(vt10x.WithSize(cols, rows)))
}

func start(tb testing.TB, c *exec.Cmd, cols, rows int, term vt10x.Terminal) *Program {
	tb.Helper()
	tty, err := pty.StartWithSize(c, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)})
	if err != nil {
		tb.Fatal(err)
	}
	p := &Program{cmd: c, tty: tty, term: term, news: make(chan struct{}, 1), gone: make(chan struct{})}
	go p.read()
	tb.Cleanup(p.Kill) // a failed one would run on, with the ports that it listens on
	return p
}

func (p *Program) read() {
	defer close(p.gone)
	buf := make([]byte, 64<<10)
	var rest []byte // the beginning of a character, whose end the emulator would lose
	for {
		n, err := p.tty.Read(buf)
		if n > 0 {
			p.mu.Lock()
			p.seen.Write(buf[:n])
			if p.term != nil {
				rest = append(rest, buf[:n]...)
				whole := characters(rest)
				_, _ = p.term.Write(rest[:whole])
				rest = append([]byte(nil), rest[whole:]...)
			}
			p.last = time.Now()
			p.mu.Unlock()
			select {
			case p.news <- struct{}{}:
			default:
			}
		}
		if err != nil {
			return
		}
	}
}

// characters returns the length of b without an unfinished character at its end.
func characters(b []byte) int {
	for i := len(b) - 1; i >= max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			if utf8.FullRune(b[i:]) {
				break
			}
			return i
		}
	}
	return len(b)
}

// Kill ends the program at once, and closes its terminal.
func (p *Program) Kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
	_ = p.tty.Close()
}

// Ends waits for the program and returns its exit code and all it wrote.
func (p *Program) Ends(tb testing.TB) (int, string) {
	tb.Helper()
	<-p.gone
	err := p.cmd.Wait()
	var x *exec.ExitError
	if err != nil && !errors.As(err, &x) {
		tb.Fatal(err)
	}
	return p.cmd.ProcessState.ExitCode(), p.Written()
}

// Types types a text without waiting for its effect.
func (p *Program) Types(tb testing.TB, text string) {
	tb.Helper()
	if _, err := io.WriteString(p.tty, text); err != nil {
		tb.Fatal(err)
	}
}

// Written is all that the program wrote, as it wrote it.
func (p *Program) Written() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen.String()
}

// BytesWritten is how many bytes the program wrote.
func (p *Program) BytesWritten() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen.Len()
}

// Shows waits until the program has written a text.
func (p *Program) Shows(tb testing.TB, want string) {
	tb.Helper()
	limit := time.After(20 * time.Second)
	for !strings.Contains(p.Written(), want) {
		select {
		case <-p.news:
		case <-limit:
			tb.Fatalf("the terminal never showed %q, but %q", want, p.Written())
		}
	}
}

// Device is the path of the terminal.
func (p *Program) Device() string { return p.cmd.Stdin.(*os.File).Name() }

// Resize gives the terminal another size.
func (p *Program) Resize(tb testing.TB, cols, rows int) {
	tb.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.term != nil {
		p.term.Resize(cols, rows)
	}
	if err := pty.Setsize(p.tty, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		tb.Fatal(err)
	}
}

// Signal sends the program a signal.
func (p *Program) Signal(tb testing.TB, s os.Signal) {
	tb.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		tb.Fatal(err)
	}
}
