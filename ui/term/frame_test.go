//go:build unix

package term

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
	"golang.org/x/sys/unix"
)

// patient is shorter than longest: a hold that only ends there fails.
const patient = longestHold - 5*time.Second

// sheet is a model that draws what its keys have made of it.
type sheet struct {
	w, h, keys, top int
	boxes           map[int]string
	keyed           chan int // how many keys came, 0 first; or nil
}

func (s *sheet) Init() tea.Cmd {
	if s.keyed != nil {
		s.keyed <- 0 // the terminal is in raw mode
	}
	return nil
}

func (s *sheet) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.w, s.h = msg.Width, msg.Height
	case tea.KeyPressMsg:
		s.keys++
		if s.keyed != nil {
			s.keyed <- s.keys
		}
		switch k := msg.String(); k {
		case "q":
			return s, tea.Quit
		case "!":
			panic("broken")
		case "e":
			c := exec.Command("sh", "-c", "test -t 0 && test -t 1 && echo on a terminal; read key")
			return s, tea.Exec(&bare{c}, func(error) tea.Msg { return tea.KeyPressMsg{Code: 'x'} })
		case "y":
			return s, tea.SetClipboard("copied " + strconv.Itoa(s.keys))
		case "s":
			return s, tea.Sequence(tea.SetClipboard("a"), tea.SetClipboard("b"))
		case "j":
			s.top++
		case "b":
			s.boxes = map[int]string{s.top + s.keys%7: fmt.Sprintf("\x1b[3%d;1m box %d \x1b[m", s.keys%8, s.keys)}
		default:
			s.top += int(msg.Code) % 5
		}
	}
	return s, nil
}

func (s *sheet) View() tea.View {
	rows := make([]string, max(s.h, 1))
	for i := range rows {
		n := s.top + i
		rows[i] = fmt.Sprintf("%d \x1b[3%dm%s\x1b[m%s", n, n%8, strings.Repeat(string(rune('a'+n%26)), n*7%max(1, s.w/2)), s.boxes[n])
	}
	rows[len(rows)-1] = fmt.Sprintf("%d keys, %dx%d", s.keys, s.w, s.h)
	v := tea.NewView(strings.Join(rows, "\n"))
	v.AltScreen, v.WindowTitle = true, strconv.Itoa(s.keys)
	return v
}

// bare is a command that gets the terminal.
type bare struct{ *exec.Cmd }

func (b *bare) SetStdin(r io.Reader)  { b.Stdin = Bare(r) }
func (b *bare) SetStdout(w io.Writer) { b.Stdout = Bare(w) }
func (b *bare) SetStderr(w io.Writer) { b.Stderr = w }

// window is a terminal with a program in it.
type window struct {
	t    *testing.T
	tty  *os.File // the program's end
	far  *os.File // the person's
	term vt10x.Terminal
	err  chan error

	mu    sync.Mutex
	cond  *sync.Cond
	got   int    // bytes read
	last  []byte // those since the last reset
	reads bool
}

// open runs a program in a window, which the test reads at once or later.
func open(t *testing.T, w, h int, reads bool, run func(ctx context.Context, in, out *os.File) error) *window {
	t.Helper()
	far, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	x := &window{t: t, tty: tty, far: far, term: vt10x.New(vt10x.WithSize(w, h)), err: make(chan error, 1)}
	x.cond = sync.NewCond(&x.mu)
	x.resize(w, h)
	ctx, stop := context.WithCancel(t.Context())
	go func() { x.err <- run(ctx, tty, tty) }()
	if reads {
		x.read()
	}
	t.Cleanup(func() {
		_, _ = far.WriteString("q") // a program that is killed leaves the library reading
		x.read()
		x.ends()
		stop()
		_ = far.Close() // the library may still look at the other end
	})
	return x
}

// read starts reading.
func (x *window) read() {
	if x.reads {
		return
	}
	x.reads = true
	go func() {
		b := make([]byte, 1<<16)
		for {
			n, err := x.far.Read(b)
			x.mu.Lock()
			_, _ = x.term.Write(b[:n])
			x.got += n
			x.last = append(x.last, b[:n]...)
			x.mu.Unlock()
			x.cond.Broadcast()
			if err != nil {
				return
			}
		}
	}()
}

func (x *window) resize(w, h int) {
	x.t.Helper()
	x.mu.Lock()
	x.term.Resize(w, h)
	x.mu.Unlock()
	if err := pty.Setsize(x.tty, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		x.t.Fatal(err)
	}
}

// hears sends the program a new size until it shows it: the terminal is not this
// process's own, and the program may not listen yet.
func (x *window) hears(size string) {
	x.t.Helper()
	tick, done := time.NewTicker(20*time.Millisecond), make(chan struct{})
	defer tick.Stop()
	defer close(done)
	go func() {
		for {
			select {
			case <-tick.C:
				_ = unix.Kill(os.Getpid(), unix.SIGWINCH)
			case <-done:
				return
			}
		}
	}()
	x.shows(size)
}

func (x *window) types(keys string) {
	x.t.Helper()
	if _, err := x.far.WriteString(keys); err != nil {
		x.t.Fatal(err)
	}
}

// until waits for a screen.
func (x *window) until(what string, holds func(screen string) bool) {
	x.t.Helper()
	over := false
	defer time.AfterFunc(patient, func() {
		x.mu.Lock()
		over = true
		x.mu.Unlock()
		x.cond.Broadcast()
	}).Stop()
	x.mu.Lock()
	defer x.mu.Unlock()
	for !holds(x.term.String()) {
		if over {
			x.t.Fatalf("never %s; the screen is\n%s", what, x.term.String())
		}
		x.cond.Wait()
	}
}

func (x *window) shows(text string) {
	x.t.Helper()
	x.until("shows "+text, func(screen string) bool { return strings.Contains(screen, text) })
}

// ends waits until the program has ended, and gives its error.
func (x *window) ends() error {
	x.t.Helper()
	select {
	case err := <-x.err:
		x.err <- err
		return err
	case <-time.After(patient):
		x.t.Fatal("the program does not end")
		return nil
	}
}

// cells is the screen with its attributes.
func (x *window) cells() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var b strings.Builder
	w, h := x.term.Size()
	for row := range h {
		for col := range w {
			c := x.term.Cell(col, row)
			fmt.Fprintf(&b, "%c/%d/%d/%d ", max(c.Char, ' '), c.FG, c.BG, c.Mode)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// environ is the same for both clocks.
var environ = []string{"TERM=xterm-256color"}

func heldFor(m tea.Model, every time.Duration) func(ctx context.Context, in, out *os.File) error {
	return func(ctx context.Context, in, out *os.File) error {
		return Run(ctx, m, Own(in, out), Pace{Every: every}, nil, func(func(tea.Msg)) {},
			tea.WithEnvironment(environ), tea.WithColorProfile(colorprofile.ANSI256), tea.WithoutSignalHandler())
	}
}

func stock(m tea.Model) func(ctx context.Context, in, out *os.File) error {
	return func(ctx context.Context, in, out *os.File) error {
		_, err := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out),
			tea.WithEnvironment(environ), tea.WithColorProfile(colorprofile.ANSI256), tea.WithoutSignalHandler()).Run()
		return err
	}
}

// The screen is the one that the library's own clock would have drawn, after any
// keys and sizes. ALOFT_FRAMES=10000 tries as many sequences.
func TestTheSameScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	n, _ := strconv.Atoi(os.Getenv("ALOFT_FRAMES"))
	for seed := range uint64(max(n, 25)) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) { sameScreen(t, rand.New(rand.NewPCG(seed, 1))) })
	}
}

func sameScreen(t *testing.T, r *rand.Rand) {
	w, h := 60, 20
	ours, theirs := open(t, w, h, true, heldFor(&sheet{}, time.Second/60)), open(t, w, h, true, stock(&sheet{}))
	keys := 0
	for range 4 + r.IntN(12) {
		if r.IntN(5) == 0 {
			// What was drawn for the old size would mean something else in the new one.
			before := fmt.Sprintf("%d keys", keys)
			ours.shows(before)
			theirs.shows(before)
			// Growing triggers a defect of the emulator: it has no tab stops there.
			w, h = max(8, w-r.IntN(6)), max(3, h-r.IntN(3))
			for _, x := range []*window{ours, theirs} {
				x.resize(w, h)
				x.hears(fmt.Sprintf("%dx%d", w, h))
			}
		}
		var burst strings.Builder
		for range 1 + r.IntN(6) {
			burst.WriteByte("jjbxymcs"[r.IntN(8)])
			keys++
		}
		ours.types(burst.String())
		theirs.types(burst.String())
		if r.IntN(2) == 0 { // a pause
			done := fmt.Sprintf("%d keys", keys)
			ours.shows(done)
			theirs.shows(done)
		}
	}
	done := fmt.Sprintf("%d keys, %dx%d", keys, w, h)
	ours.shows(done)
	theirs.shows(done)
	ours.until("is as the library draws it:\n"+theirs.term.String(), func(string) bool {
		ours.mu.Unlock()
		defer ours.mu.Lock()
		return ours.cells() == theirs.cells()
	})
}

// Nothing wakes the library's loop while nothing changes.
func TestNothingChanges(t *testing.T) {
	x := open(t, 40, 10, true, heldFor(&sheet{}, time.Second/60))
	x.types("j")
	x.shows("1 keys")
	x.rests()
}

// The update loop never waits for the library's loop, however late its messages
// come: as much as the library's queue does, which is locked while its loop is
// heldFor.
func TestLateMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer null.Close() //nolint:errcheck // nothing is kept
		c := newClock(&sheet{}, null, Pace{}, nil)
		msgs, over := make(chan tea.Msg), make(chan struct{})
		c.send = func(msg tea.Msg) {
			time.Sleep(rand.N(40 * time.Millisecond))
			select {
			case msgs <- msg:
			case <-over:
			}
		}
		var queue strings.Builder
		lock := make(chan struct{}, 1)
		go func() { // the library's loop
			for {
				select {
				case <-over:
					return
				case <-time.After(time.Second / loopRate):
				}
				lock <- struct{}{}
				if b := queue.String(); b != "" {
					queue.Reset()
					_, _ = c.out.Write([]byte(b))
				}
				<-lock
			}
		}()
		var most time.Duration
		put := func(msg tea.Msg) {
			begun := time.Now()
			if raw, ok := c.filter(c, msg).(tea.RawMsg); ok {
				lock <- struct{}{}
				queue.WriteString(raw.Msg.(string))
				<-lock
			}
			most = max(most, time.Since(begun))
		}
		view := time.NewTimer(0)
		for n := 0; n < 10_000; {
			select {
			case msg := <-msgs:
				put(msg)
			case <-view.C:
				n++
				go c.send(handedMsg{})
				view.Reset(rand.N(60 * time.Millisecond))
			}
		}
		c.out.close()
		close(over)
		time.Sleep(time.Minute) // late messages come
		if most > time.Second/loopRate {
			t.Errorf("the update loop waited %s", most)
		}
	})
}

// rests waits until the library's loop is held.
func (x *window) rests() {
	x.t.Helper()
	stack := make([]byte, 1<<20)
	x.until("rests", func(string) bool {
		if strings.Contains(string(stack[:runtime.Stack(stack, true)]), "term.(*hold).wait") {
			return true
		}
		go func() { // look again, once it waits
			x.mu.Lock()
			defer x.mu.Unlock()
			x.cond.Broadcast()
		}()
		return false
	})
}

// A terminal that does not read delays no key; then it gets the newest frame, and
// not all that it has missed.
func TestATerminalThatDoesNotRead(t *testing.T) {
	const keys = 40_000
	s := &sheet{keyed: make(chan int, keys)}
	var filled int
	x := open(t, 120, 40, false, func(ctx context.Context, in, out *os.File) error {
		filled = fill(t, out.Name())
		return heldFor(s, 0)(ctx, in, out) // a frame for each key, if it could be drawn
	})
	<-s.keyed
	go func() { _, _ = x.far.WriteString(strings.Repeat("j", keys)) }()
	late := time.After(patient)
	for n := 0; n < keys; {
		select {
		case n = <-s.keyed:
		case <-late:
			t.Fatalf("%d keys came", n)
		}
	}
	x.read()
	x.shows(fmt.Sprintf("%d keys", keys))
	if x.mu.Lock(); x.got-filled > 20<<10 {
		t.Errorf("%d bytes were written", x.got-filled)
	}
	x.mu.Unlock()
}

// fill writes to a terminal until it accepts no more, and returns how much that
// was.
func fill(t *testing.T, tty string) (n int) {
	fd, err := unix.Open(tty, unix.O_WRONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer unix.Close(fd) //nolint:errcheck // nothing is kept
	for {
		m, err := unix.Write(fd, []byte("z"))
		if err != nil {
			return n
		}
		n += m
	}
}

// A program that is started gets the terminal itself, and the screen comes back.
func TestAnotherProgram(t *testing.T) {
	x := open(t, 40, 10, true, heldFor(&sheet{}, time.Second/60))
	x.types("j")
	x.shows("1 keys")
	x.types("e")
	x.shows("on a terminal")
	x.types("\n")
	x.shows("3 keys")
}
