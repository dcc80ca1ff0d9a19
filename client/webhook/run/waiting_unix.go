//go:build unix

package run

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"aloft/client/pair"

	"golang.org/x/sys/unix"
)

// A supervisor whose command has ended, with all its processes, waits for the next one: starting this program costs
// many times what a shell costs. It serves one command at a time, so all that it adopts belongs to that one.

const (
	// maxWaiting is how many supervisors wait for a command, and waitTime for how long.
	maxWaiting = 4
	waitTime   = 10 * time.Second
	// goOn is how often a supervisor is told to continue: a command may have suspended another one's.
	goOn = 5 * time.Second
)

// Supervisors run commands. The zero value is ready; Close ends it.
type Supervisors struct {
	mu      sync.Mutex
	waiting []*process // the last one that had work at the end
	closed  bool
}

// process is a supervisor as this program sees it.
type process struct {
	cmd   *exec.Cmd
	conn  *net.UnixConn // orders to it, its words back
	words chan word     // closed when it has ended
	ended chan struct{} // closed when it has ended
	bored *time.Timer   // while it waits
	dead  bool          // guarded by Supervisors.mu
}

// Close ends the supervisors that wait for a command now, and the others when nothing is left of theirs.
func (all *Supervisors) Close() {
	all.mu.Lock()
	waiting := all.waiting
	all.waiting, all.closed = nil, true
	all.mu.Unlock()
	for _, p := range waiting {
		p.bored.Stop()
		p.dismiss()
	}
}

// take returns a supervisor that waits, or a fresh one.
func (all *Supervisors) take() (p *process, fresh bool, err error) {
	all.mu.Lock()
	if n := len(all.waiting); n > 0 {
		p = all.waiting[n-1]
		all.waiting = all.waiting[:n-1]
	}
	all.mu.Unlock()
	if p != nil {
		p.bored.Stop()
		return p, false, nil
	}
	p, err = newProcess(all.died)
	return p, true, err
}

// wait makes a supervisor wait for its next command. Nothing of the last one is left.
func (all *Supervisors) wait(p *process) {
	all.mu.Lock()
	defer all.mu.Unlock()
	switch {
	case p.dead:
	case all.closed, len(all.waiting) >= maxWaiting:
		p.dismiss()
	default:
		all.waiting = append(all.waiting, p)
		p.bored = time.AfterFunc(waitTime, func() {
			if all.leave(p) {
				p.dismiss()
			}
		})
	}
}

// leave removes one from those that wait, and reports whether it was one of them.
func (all *Supervisors) leave(p *process) bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	i := slices.Index(all.waiting, p)
	if i >= 0 {
		all.waiting = slices.Delete(all.waiting, i, i+1)
	}
	return i >= 0
}

// died notes that one has ended.
func (all *Supervisors) died(p *process) {
	all.mu.Lock()
	p.dead = true
	all.mu.Unlock()
	if all.leave(p) {
		p.bored.Stop()
	}
}

// newProcess starts a supervisor. died is called when it has ended.
func newProcess(died func(*process)) (*process, error) {
	if isSupervisor() {
		panic("run.Supervise was not called first") // otherwise each would start the next one
	}
	program, err := ownProgram()
	if err != nil {
		return nil, err
	}
	conn, theirs, err := pair.New()
	if err != nil {
		return nil, err
	}
	cmd := &exec.Cmd{Path: program, Args: []string{supervisorName}, Env: []string{}, ExtraFiles: []*os.File{theirs},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true}}
	err = cmd.Start()
	_ = theirs.Close()
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	p := &process{cmd: cmd, conn: conn, words: make(chan word, 8), ended: make(chan struct{})}
	go p.hear(died)
	go p.keepGoing()
	return p, nil
}

// hear forwards its messages until it has ended.
func (p *process) hear(died func(*process)) {
	in := json.NewDecoder(p.conn)
	for {
		var w word
		if in.Decode(&w) != nil {
			break
		}
		p.words <- w
	}
	_ = p.conn.Close()
	_ = p.cmd.Wait() // its exit status says nothing
	died(p)
	close(p.ended)
	close(p.words)
}

// keepGoing continues it whenever it is suspended. SIGCONT does nothing to one that runs.
func (p *process) keepGoing() {
	tick := time.NewTicker(goOn)
	defer tick.Stop()
	for {
		select {
		case <-p.ended:
			return
		case <-tick.C:
			_ = p.cmd.Process.Signal(unix.SIGCONT)
		}
	}
}

// end ends it, with all that it supervises.
func (p *process) end() { _ = p.conn.CloseWrite() }

// dismiss ends one that supervises nothing.
func (p *process) dismiss() {
	p.end()
	time.AfterFunc(goOn, func() { _ = p.cmd.Process.Kill() })
}

// give gives it a command, with the command's standard input and outputs.
func (p *process) give(o *order, files []*os.File) error {
	b, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return pair.Send(p.conn, b, files...)
}

// stop makes it kill all processes of its command. It fails if the supervisor has ended, which is not an error here.
func (p *process) stop() { _ = pair.Send(p.conn, nil) }

// kill ends the supervisor, which does not answer.
func (p *process) kill() { _ = p.cmd.Process.Kill() }
