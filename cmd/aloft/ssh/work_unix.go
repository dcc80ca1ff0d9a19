//go:build unix

package ssh

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"golang.org/x/sys/unix"

	"aloft/client/limited"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/screen"
	"aloft/model/text"
	"aloft/ui/term"
)

// workName is the command of a worker.
const workName = "work"

// orders is a worker's descriptor of its connection to the server.
const orders = 3

// gcPercent is how much garbage may accumulate, in per cent of the live heap: screens live long, keys make little.
const gcPercent = 40

// lookEvery is how often a dismissed worker looks whether its jobs have ended.
const lookEvery = time.Second

// order is a message to a worker: about a screen, or with number 0 that it has to end when its jobs have.
type order struct {
	Screen int
	Open   *opening `json:",omitempty"` // with a connection
	W, H   int      `json:",omitempty"` // a new size
	End    bool     `json:",omitempty"`
}

// opening describes a screen.
type opening struct {
	Key     string // its fingerprint
	Rights  limited.Rights
	Environ []string
}

// report is a message of a worker: a screen has ended.
type report struct {
	Screen int
	Code   int
}

func (cs *Commands) workCommand() console.Command {
	return console.Command{
		Use: workName, Short: "show the screens of an account, for aloft ssh serve", Hidden: true, Broken: true,
		Run: func(in console.Call) error {
			conn, err := system.Conn(orders)
			if err != nil {
				return console.UsageError("only aloft ssh serve runs this command", text.Typed("aloft ssh serve"))
			}
			unix.CloseOnExec(orders)
			if err := cs.session.TakeOver(os.Stdin); err != nil {
				return err
			}
			if err := cs.session.Prepare(in.Cmd); err != nil {
				return err
			}
			return cs.work(conn)
		},
	}
}

// work shows screens until the server has ended or does not need it any more. Jobs that are not done by then go on in
// the background.
func (cs *Commands) work(conn *net.UnixConn) error {
	debug.SetGCPercent(gcPercent)
	w := &work{cs: cs, conn: conn, guests: cs.screen.Guests(), persons: map[string]*limited.Person{}, screens: map[int]*shown{}}
	ctx, cancel := context.WithCancel(cs.session.Context())
	defer cancel()
	for {
		data, fds, err := system.Receive(conn)
		var o order
		if err != nil || json.Unmarshal(data, &o) != nil {
			break
		}
		if o.Screen == 0 {
			w.done.Wait()
			for w.guests.Busy() && ctx.Err() == nil {
				time.Sleep(lookEvery)
			}
			return nil
		}
		w.take(ctx, o, fds)
	}
	cancel()
	w.done.Wait()
	cs.screen.LeaveJobs()
	return nil
}

// work is a worker.
type work struct {
	cs     *Commands
	guests *screen.Guests
	done   sync.WaitGroup

	mu      sync.Mutex
	conn    *net.UnixConn
	persons map[string]*limited.Person // by key
	screens map[int]*shown
}

// shown is one of its screens.
type shown struct {
	sizes  chan tea.WindowSizeMsg // has the newest one
	cancel context.CancelFunc
}

// take follows an order.
func (w *work) take(ctx context.Context, o order, fds []int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	size := tea.WindowSizeMsg{Width: o.W, Height: o.H}
	switch s := w.screens[o.Screen]; {
	case o.Open != nil && len(fds) == 1:
		conn, err := system.Conn(fds[0])
		if err != nil {
			w.ended(o.Screen, console.ExitFailed)
			return
		}
		ctx, cancel := context.WithCancel(ctx)
		s := &shown{make(chan tea.WindowSizeMsg, 1), cancel}
		w.screens[o.Screen] = s
		w.done.Go(func() {
			defer cancel()
			code := w.show(ctx, conn, o.Open, size, s.sizes)
			_ = conn.Close()
			w.mu.Lock()
			defer w.mu.Unlock()
			delete(w.screens, o.Screen)
			w.ended(o.Screen, code)
		})
	case s == nil: // it has ended
	case o.End:
		s.cancel()
	default:
		select { // of many sizes only the last one counts
		case <-s.sizes:
		default:
		}
		s.sizes <- size
	}
}

// ended reports the end of a screen. The lock is held.
func (w *work) ended(n, code int) {
	if b, err := json.Marshal(report{n, code}); err == nil {
		_ = system.Send(w.conn, b) // a server that has ended needs no report
	}
}

// show shows a screen, and returns the exit code.
func (w *work) show(ctx context.Context, conn *net.UnixConn, o *opening, size tea.WindowSizeMsg, sizes <-chan tea.WindowSizeMsg) int {
	person, err := w.person(o)
	if err == nil {
		err = w.guests.Show(ctx, screen.Guest{
			Dir: w.kept(o.Key), Person: person, Environ: o.Environ,
			Terminal: term.Terminal{In: conn, Out: conn, Far: true, Size: size, Sizes: sizes},
		})
	}
	if err == nil || errors.Is(err, context.Canceled) {
		return console.ExitCode(err)
	}
	line := "aloft: " + w.cs.con.Explain(err)
	_, _ = conn.Write([]byte(line + "\r\n"))
	w.cs.con.WarnLine(line)
	return console.ExitCode(err)
}

// person is who has the key, with the rights that it has now.
func (w *work) person(o *opening) (*limited.Person, error) {
	b, err := json.Marshal(o.Rights)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	name := o.Key + string(b)
	if p := w.persons[name]; p != nil {
		return p, nil
	}
	p, err := w.guests.Person(o.Rights)
	if err == nil {
		w.persons[name] = p
	}
	return p, err
}

// kept is the folder of a key's bookmarks and histories.
func (w *work) kept(fingerprint string) string {
	dir, err := w.cs.folder()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, strings.NewReplacer("/", "_", ":", "_").Replace(fingerprint), w.cs.session.Config.Account)
}
