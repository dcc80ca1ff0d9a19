//go:build unix

package ssh

import (
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"charm.land/ssh"

	"aloft/client"
	"aloft/client/system"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// A worker is a process of this program for one account. It shows the screens of everybody who has that account, so
// that they share its gate, its jobs and what was read; and what it knows of the account, no other one knows.

// lingers is how long a worker is kept that shows nothing.
const lingers = time.Minute

// workers are the workers of a server.
type workers struct {
	cs   *Commands
	mu   sync.Mutex
	all  map[string]*worker // by account
	gone sync.WaitGroup
}

func newWorkers(cs *Commands) *workers { return &workers{cs: cs, all: map[string]*worker{}} }

// worker is one of them.
type worker struct {
	cmd  *exec.Cmd
	conn *net.UnixConn

	mu      sync.Mutex
	screens map[int]*remote
	last    int
	dead    bool
	linger  *time.Timer // while it shows nothing
}

// remote is a screen that a worker shows.
type remote struct {
	w     *worker
	n     int
	conn  *net.UnixConn // what is typed, what is drawn
	ended chan int      // gets its exit code
}

// open opens a screen.
func (ws *workers) open(k key, env []string, size ssh.Window) (*remote, error) {
	for {
		w, fresh, err := ws.of(k.Account)
		var r *remote
		if err == nil {
			r, err = w.open(&opening{Key: k.Fingerprint, Rights: k.Rights, Environ: env}, size)
		}
		if !fresh && errors.Is(err, net.ErrClosed) {
			continue // it has ended meanwhile
		}
		if err != nil {
			return nil, client.Errorf(client.KindLocal, "ssh", model.Place{}, "the screen for account %s cannot be started: %s", k.Account, console.Cause(err))
		}
		return r, nil
	}
}

// of returns the worker of an account.
func (ws *workers) of(account string) (w *worker, fresh bool, err error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if w := ws.all[account]; w != nil && w.stay() {
		return w, false, nil
	}
	if w, err = ws.start(account); err == nil {
		ws.all[account] = w
	}
	return w, true, err
}

// start starts a worker. It gets the credentials of its account only.
func (ws *workers) start(account string) (*worker, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	conn, theirs, err := system.Pair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	in, ours, err := os.Pipe()
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	defer in.Close()
	defer ours.Close()
	cmd := exec.Command(program, append([]string{"ssh", workName}, ws.cs.session.ArgsFor(account)...)...)
	cmd.Stdin, cmd.Stderr, cmd.ExtraFiles = in, ws.cs.con.Stderr, []*os.File{theirs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // the terminal's signals are for the server
	if err := cmd.Start(); err != nil {
		_ = conn.Close()
		return nil, err
	}
	w := &worker{cmd: cmd, conn: conn, screens: map[int]*remote{}}
	ws.gone.Go(w.hear)
	if err := ws.cs.session.Hand(ours, account); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return w, nil
}

// close ends all workers, and waits for them.
func (ws *workers) close() {
	ws.mu.Lock()
	for _, w := range ws.all {
		_ = w.conn.CloseWrite()
	}
	ws.mu.Unlock()
	ws.gone.Wait()
}

// stay keeps a worker from ending, and reports whether it lives.
func (w *worker) stay() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.linger != nil && !w.linger.Stop() {
		w.dead = true
	}
	w.linger = nil
	return !w.dead
}

// open makes it show a screen. net.ErrClosed: it has ended.
func (w *worker) open(o *opening, size ssh.Window) (*remote, error) {
	conn, theirs, err := system.Pair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	r := &remote{w: w, n: w.last, conn: conn, ended: make(chan int, 1)}
	if w.dead || w.send(order{Screen: r.n, Open: o, W: size.Width, H: size.Height}, theirs) != nil {
		w.dead = true
		_ = conn.Close()
		return nil, net.ErrClosed
	}
	w.screens[r.n] = r
	return r, nil
}

// send sends an order. The lock is held.
func (w *worker) send(o order, files ...*os.File) error {
	b, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return system.Send(w.conn, b, files...)
}

// hear waits for reports until it has ended.
func (w *worker) hear() {
	for {
		data, _, err := system.Receive(w.conn)
		var r report
		if err != nil || json.Unmarshal(data, &r) != nil {
			break
		}
		w.mu.Lock()
		if s := w.screens[r.Screen]; s != nil {
			s.ended <- r.Code
			delete(w.screens, r.Screen)
		}
		if len(w.screens) == 0 && !w.dead {
			w.linger = time.AfterFunc(lingers, w.dismiss)
		}
		w.mu.Unlock()
	}
	_ = w.conn.Close()
	_ = w.cmd.Wait() // it has said what was wrong
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead = true
	for _, s := range w.screens {
		s.ended <- console.ExitFailed
		_ = s.conn.Close()
	}
	clear(w.screens)
}

// dismiss lets it end when its jobs have.
func (w *worker) dismiss() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead = true
	_ = w.send(order{})
}

// resize tells a new size.
func (r *remote) resize(size ssh.Window) { r.order(order{Screen: r.n, W: size.Width, H: size.Height}) }

// end ends the screen as a person would who hangs up.
func (r *remote) end() { r.order(order{Screen: r.n, End: true}) }

func (r *remote) order(o order) {
	r.w.mu.Lock()
	defer r.w.mu.Unlock()
	if r.w.screens[r.n] != nil {
		_ = r.w.send(o) // if it has ended, so has the screen
	}
}

// code waits for the screen's exit code. What it has drawn was read.
func (r *remote) code() int { return <-r.ended }

// close closes its connection.
func (r *remote) close() { _ = r.conn.Close() }
