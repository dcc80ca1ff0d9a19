//go:build unix

package jobs

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"aloft/client/clienttest/procs"
	"aloft/client/gate"
	"aloft/client/system"
	"aloft/model"
)

// stop stops the process when it does not hold the gate's lock: it is to be stopped
// in the middle of a job, when another of its goroutines may be repairing the
// gate's state.
func stop(t *testing.T, p *procs.Process, dir string) {
	t.Helper()
	for {
		stopNow(t, p)
		if !holdsGate(t, dir) {
			return
		}
		if err := p.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
	}
}

func stopNow(t *testing.T, p *procs.Process) {
	t.Helper()
	if err := p.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	stopped(t, p)
}

// stopped waits until the process is stopped.
func stopped(t *testing.T, p *procs.Process) {
	t.Helper()
	var st syscall.WaitStatus
	if _, err := syscall.Wait4(p.Process.Pid, &st, syscall.WUNTRACED, nil); err != nil || !st.Stopped() {
		t.Fatalf("the process did not stop: %v, %v", st, err)
	}
}

// holdsGate: somebody holds the lock under which requests are sent.
func holdsGate(t *testing.T, dir string) bool {
	t.Helper()
	all, err := filepath.Glob(dir + "/gate/*.gate")
	if err != nil || len(all) == 0 {
		t.Fatalf("no gate in %s: %v", dir, err)
	}
	for _, path := range all {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		held, err := system.Held(f)
		_ = f.Close()
		if err != nil || held {
			return true
		}
	}
	return false
}

// A process that takes a job over from a stopped one is killed meanwhile. The next
// one goes on, the stopped one notices when it is continued, and nothing is moved
// twice.
func TestKilledWhileOvertaking(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	for _, point := range []int{1, 2, 3, 5} { // copied, taken, started, and working
		t.Run(fmt.Sprint("point=", point), func(t *testing.T) {
			t.Parallel()
			killed(t, func(dir string) {
				c := command(dir, 0)
				c.Env = append(c.Env, "ALOFT_JOBS_STOP=2")
				var said strings.Builder
				c.Stderr = &said
				first := procs.Start(t, c)
				for first.Line(t) != "sent" {
				}
				stop(t, first, dir)
				for _, at := range []int{point, 0} {
					c := command(dir, at)
					c.Env = append(c.Env, "ALOFT_JOBS_TAKEN=1")
					if err := c.Start(); err != nil {
						t.Fatal(err)
					}
					hangs := time.AfterFunc(5*time.Minute, func() { _ = c.Process.Kill() })
					if err := c.Wait(); (err == nil) != (at == 0) {
						t.Errorf("point %d, killed at %d: %v", point, at, err)
					}
					hangs.Stop()
				}
				_, _ = fmt.Fprintln(first.In)
				if err := first.Process.Signal(syscall.SIGCONT); err != nil {
					t.Fatal(err)
				}
				// It may first see that the job has ended well.
				if err := first.Wait(); err != nil && !strings.Contains(said.String(), " took over job ") {
					t.Errorf("point %d: the stopped one: %v, %s", point, err, said.String())
				}
			})
		})
	}
}

// stopping is a Wire on which the process stops when a change is about to be sent:
// it holds the gate's lock then. It goes on when it reads a line.
type stopping struct{ gate.Wire }

func (s stopping) Prepare(ctx context.Context) (gate.Conn, error) {
	c, err := s.Wire.Prepare(ctx)
	return stoppingConn{c}, err
}

type stoppingConn struct{ gate.Conn }

func (s stoppingConn) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodGet {
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	}
	return s.Conn.RoundTrip(r)
}

// A job cannot be taken over from a process that is stopped in the middle of a
// request. A cancel says so, and names the process.
func TestCancelOfAJobStoppedWhileSending(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, killOptions(dir))
	w.plant(killOptions(dir))
	w.close()
	c := command(dir, 0)
	c.Env = append(c.Env, "ALOFT_JOBS_SENDING=1")
	c.Stderr = nil // it reports that it was cancelled
	held := procs.Start(t, c)
	stopped(t, held)
	w = newWorld(t, killOptions(dir))
	defer w.close()
	all := w.eng.Jobs()
	if len(all) != 1 || all[0].State.Ended() {
		t.Fatalf("%+v", all)
	}
	if err := w.eng.Cancel(all[0].ID); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := w.eng.Wait(ctx, all[0].ID)
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("in use by `aloft`, process %d, stopped", held.Process.Pid)) {
		t.Errorf("%+v, %v", s, err)
	}
	// The cancel is kept: it ends the job when the process is continued.
	_ = held.In.Close()
	if err := held.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	_ = held.Wait()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for s, err = w.eng.Wait(ctx, all[0].ID); err != nil && ctx.Err() == nil; s, err = w.eng.Wait(ctx, all[0].ID) {
		<-tick.C // noticed a moment later
	}
	if err != nil || s.State != model.JobCancelled {
		t.Errorf("%+v, %v", s, err)
	}
}
