//go:build unix

package jobs

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/fault"
	"aloft/client/clienttest/procs"
	"aloft/client/gate"
	"aloft/client/gate/file"
	"aloft/model"
)

// Real time and the real host, all times scaled down by the one option.
func TestSmallForReal(t *testing.T) {
	t.Parallel()
	const scale = 0.02
	scaled := func(d time.Duration) time.Duration { return time.Duration(float64(d) * scale) }
	f := harsh(3)
	f.Lag = fault.Span{Min: scaled(2 * time.Second), Max: scaled(2 * time.Second)}
	f.Task = fault.Span{Min: scaled(time.Second), Max: scaled(3 * time.Second)}
	o := worldOptions{seed: 3, faults: f, folders: 8, each: 25, targets: 3, gap: 500 * time.Millisecond, scale: scale, host: file.SystemHost()}
	w := newWorld(t, o)
	defer w.close()
	start := time.Now()
	ids, err := w.move(w.plant(o))
	if err != nil {
		t.Error(err)
	}
	c := w.watch.Drive()
	t.Logf("%v, %d requests, %d mutations, %d lost, %d tasks, least gap %v", time.Since(start), c.Requests, c.Mutations, c.Lost, c.Async, c.LeastGap)
	// How far apart requests are is tested where a process that the system holds up for a few
	// milliseconds does not count as early: in client/gate, and on the fake clock.
	for _, b := range append(w.check(0), w.agree(ids)...) {
		t.Error(b)
	}
}

// TestMain runs the child of the kill tests in a child process.
func TestMain(m *testing.M) {
	if dir := os.Getenv("ALOFT_JOBS_CHILD"); dir != "" {
		point, _ := strconv.Atoi(os.Getenv("ALOFT_JOBS_KILL"))
		stop, _ := strconv.Atoi(os.Getenv("ALOFT_JOBS_STOP"))
		o := killOptions(dir)
		if os.Getenv("ALOFT_JOBS_SENDING") != "" {
			o.gateWire = func(w gate.Wire) gate.Wire { return stopping{w} }
		}
		begin := moveAll
		switch os.Getenv("ALOFT_JOBS_DOES") {
		case "renames":
			begin = renameAround
		case "undo":
			begin = undoAll
		case "merge":
			begin = replacing(mergeOne)
		case "decide":
			begin = replacing(decideEach)
		case "copy":
			begin = replacing(copyEach)
		}
		if err := child(o, begin, point, stop, os.Getenv("ALOFT_JOBS_TAKEN") != ""); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	if dir := os.Getenv("ALOFT_JOBS_CARRY"); dir != "" {
		point, _ := strconv.Atoi(os.Getenv("ALOFT_JOBS_KILL"))
		reqs := officeRequests
		switch os.Getenv("ALOFT_JOBS_DOES") {
		case "sync":
			reqs = syncRequests
		case "upload":
			reqs = replaceRequests
		}
		if err := carryChild(dir, point, reqs(dir)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	flag.Parse()
	_ = flag.Set("test.parallel", "8") // tests with processes of their own mostly wait
	if !procs.Campaign() {
		_ = flag.Set("rapid.checks", "25")
	}
	os.Exit(clienttest.OwnBin(m))
}

func killOptions(dir string) worldOptions {
	return worldOptions{seed: 5, folders: 5, each: 25, targets: 1, scale: 0.004, gap: 500 * time.Millisecond, host: file.SystemHost(),
		dir: dir + "/drive", jobs: dir, faults: fault.Faults{Seed: 5, Rotate: true, Async: fault.Rate{P: 0.3},
			Task: fault.Span{Min: 4 * time.Millisecond, Max: 20 * time.Millisecond}}}
}

// tb is the part of testing.TB that a world in a child process needs.
type tb struct{ testing.TB }

func (tb) Helper() {}
func (tb) Fatal(args ...any) {
	fmt.Fprintln(os.Stderr, args...)
	os.Exit(4)
}
func (tb) Error(args ...any) { fmt.Fprintln(os.Stderr, args...) }

// child begins the job of the store or resumes it. It kills itself at a kill point
// when told to, or waits to be stopped when so many calls were sent and the result
// of the last one is unknown. taken: a stopped process may hold the job.
func child(o worldOptions, begin func(*world) error, point, stop int, taken bool) error {
	n, sent := 0, 0
	o.hook = func(at string) {
		if n++; n == point {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		if at == "sent" {
			if sent++; sent == stop {
				fmt.Println("sent")
				_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
			}
		}
	}
	w := newWorld(tb{}, o)
	defer w.close()
	fmt.Println("ready")
	ctx := context.Background()
	// What has ended before is what an undo takes back.
	if all := w.eng.Jobs(); len(all) > 0 && (os.Getenv("ALOFT_JOBS_DOES") != "undo" || !all[0].State.Ended()) {
		s := all[0]
		if s.State.Ended() {
			return nil
		}
		if s.State != model.JobInterrupted && !taken {
			return fmt.Errorf("the job is shown as %s", s.State)
		}
		if err := w.eng.Resume(s.ID); err != nil {
			return err
		}
		end, err := w.eng.Wait(ctx, s.ID)
		if err == nil && end.State != model.JobDone {
			err = fmt.Errorf("%+v", end)
		}
		return err
	}
	return begin(w)
}

// moveAll moves what is in all folders into one.
func moveAll(w *world) error {
	ctx := context.Background()
	l, err := w.src.List(ctx, at("/"), client.Options{})
	if err != nil {
		return err
	}
	var items []model.Place
	for _, e := range l.Entries {
		if e.Name == "to0" {
			continue
		}
		in, err := w.src.List(ctx, at("/"+e.Name), client.Options{})
		if err != nil {
			return err
		}
		for _, f := range in.Entries {
			items = append(items, in.Place.Join(f.Name))
		}
	}
	_, err = w.move([][]model.Place{items})
	return err
}

// killed fills a drive, lets children run on it, and checks the result.
func killed(t *testing.T, run func(dir string)) {
	t.Helper()
	dir := t.TempDir()
	w := newWorld(t, killOptions(dir))
	w.plant(killOptions(dir))
	want := w.want
	w.close()
	run(dir)
	w = newWorld(t, killOptions(dir))
	defer w.close()
	w.want = want
	for _, in := range []string{dir, dir + "/*"} {
		if left, _ := filepath.Glob(in + "/.[ng]*-*"); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	bad := w.check(0)
	jobs := w.eng.Jobs()
	if len(jobs) != 1 || jobs[0].State != model.JobDone || jobs[0].Audit.State != model.AuditDone {
		t.Errorf("%+v", jobs)
	} else {
		bad = append(bad, w.agree([]string{jobs[0].ID})...)
	}
	for _, b := range bad {
		t.Error(b)
	}
}

func command(dir string, point int) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "ALOFT_JOBS_CHILD="+dir, "ALOFT_JOBS_KILL="+strconv.Itoa(point))
	c.Stderr = os.Stderr
	return c
}

// Killed at each kill point, the job is found again, its last intents are verified,
// and it ends correctly.
func TestKilledAtEachPoint(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	t.Parallel()
	step := killStep()
	for point := 1; ; point += step {
		reached := true
		killed(t, func(dir string) {
			reached = command(dir, point).Run() != nil
			if reached {
				if err := command(dir, 0).Run(); err != nil {
					t.Errorf("point %d: the next process: %v", point, err)
				}
			}
		})
		if !reached || t.Failed() {
			t.Logf("%d points", point-1)
			return
		}
	}
}

// Killed at any moment, again and again, until a process is left alone.
func TestKilledAtRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	t.Parallel()
	rnd := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	rounds, most := 0, 15
	killed(t, func(dir string) {
		for ; rounds <= most; rounds++ {
			c := command(dir, 0)
			out, err := c.StdoutPipe()
			if err == nil {
				err = c.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			// A slow machine may take long to start; the kill is for what comes
			// after.
			_, _ = bufio.NewReader(out).ReadString('\n')
			ended := make(chan error, 1)
			go func() { ended <- c.Wait() }()
			var now <-chan time.Time
			if rounds < most {
				now = time.After(time.Duration(1+rnd.IntN(8+rounds)) * time.Millisecond)
			}
			select {
			case err := <-ended:
				if err != nil {
					t.Error(err)
				}
				return
			case <-now:
				_ = c.Process.Kill()
				<-ended
			}
		}
	})
	t.Logf("%d kills", rounds)
}
