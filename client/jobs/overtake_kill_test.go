//go:build linux || darwin

package jobs

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// A process that takes a job over from a stopped one is killed on the way. The
// next one goes on, the stopped one finds out when it wakes, and nothing is moved
// twice.
func TestKilledWhileOvertaking(t *testing.T) {
	points := []int{1, 2, 3, 5} // copied, taken, started, and at work
	if testing.Short() {
		points = points[:1]
	}
	for _, point := range points {
		killed(t, func(dir string) {
			stopped := command(dir, 0)
			stopped.Env = append(stopped.Env, "ALOFT_JOBS_STOP=2")
			var said strings.Builder
			stopped.Stderr = &said
			if err := stopped.Start(); err != nil {
				t.Fatal(err)
			}
			var st syscall.WaitStatus
			if _, err := syscall.Wait4(stopped.Process.Pid, &st, syscall.WUNTRACED, nil); err != nil || !st.Stopped() {
				t.Fatalf("the first process did not stop: %v, %v", st, err)
			}
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
			if err := stopped.Process.Signal(syscall.SIGCONT); err != nil {
				t.Fatal(err)
			}
			// It may see first that the job has ended well.
			if err := stopped.Wait(); err != nil && !strings.Contains(said.String(), "taken over by") {
				t.Errorf("point %d: the stopped one: %v, %s", point, err, said.String())
			}
		})
	}
}
