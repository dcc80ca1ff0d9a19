//go:build unix

package gate

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
)

// childEnv makes the test binary a process that sends through a gate.
const childEnv = "ALOFT_TEST_GATE_CHILD"

func TestMain(m *testing.M) {
	if spec := os.Getenv(childEnv); spec != "" {
		os.Exit(child(spec))
	}
	os.Exit(m.Run())
}

// sentHeader says when the sender began to send, in nanoseconds since 1970.
const sentHeader = "X-Sent"

// job is what a child is to do.
type job struct {
	Dir, URL string
	Class    client.Class
	Gap      time.Duration
	Think    time.Duration // the most between two calls, 0 = none
	For      time.Duration
	Redis    string // the server of the state, "" = none
	Password string // of it
	Lock     bool   // holds the locks and is stopped with them, see lockChild
}

// child sends until its time is over and prints how long each call waited.
func child(spec string) int {
	var j job
	if err := json.Unmarshal([]byte(spec), &j); err != nil {
		return 2
	}
	if j.Lock {
		return lockChild(j.Dir)
	}
	u, err := url.Parse(j.URL)
	if err != nil {
		return 2
	}
	var out sync.Mutex
	far, err := j.far()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	g, err := Open(Options{Dir: j.Dir, Far: far, Name: "chaos", Gap: j.Gap, MinGap: j.Gap, Wire: HTTPWire(u), Observe: func(e Event) {
		if e.Kind == EventClaim {
			out.Lock()
			defer out.Unlock()
			fmt.Println(int64(e.Waited))
		}
	}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx, cancel := context.WithTimeout(context.Background(), j.For)
	defer cancel()
	for ctx.Err() == nil {
		c := Call{Method: "GET", URL: fmt.Sprintf("%s/%d", j.URL, os.Getpid()), Class: j.Class, Late: func(h http.Header) {
			h.Set(sentHeader, strconv.FormatInt(time.Now().UnixNano(), 10))
		}}
		if _, err := g.Do(ctx, c); err != nil && ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, err)
		}
		if j.Think > 0 {
			file.Pause(ctx, time.Duration(rand.Int64N(int64(j.Think))))
		}
	}
	_ = g.Close()
	return 0
}

// crew is a set of children; one that ends is replaced.
type crew struct {
	t     testing.TB
	mu    sync.Mutex
	procs []*exec.Cmd
	jobs  []job
	waits [][]time.Duration
	wg    sync.WaitGroup
}

func (c *crew) start(i int) {
	c.t.Helper()
	spec, err := json.Marshal(c.jobs[i])
	if err != nil {
		c.t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+string(spec))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	c.mu.Lock()
	c.procs[i] = cmd
	c.mu.Unlock()
	c.wg.Go(func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var ns int64
			if _, err := fmt.Sscan(lines.Text(), &ns); err == nil {
				c.mu.Lock()
				c.waits[i] = append(c.waits[i], time.Duration(ns))
				c.mu.Unlock()
			}
		}
		_ = cmd.Wait() // killed ones fail
	})
}

func newCrew(t testing.TB, jobs []job) *crew {
	c := &crew{t: t, jobs: jobs, procs: make([]*exec.Cmd, len(jobs)), waits: make([][]time.Duration, len(jobs))}
	for i := range jobs {
		c.start(i)
	}
	return c
}

// chaos kills and stops children and corrupts the file for a while, and counts what
// it did.
func (c *crew) chaos(ctx context.Context, every time.Duration, dir string) (done [5]int) {
	r := rand.New(rand.NewPCG(11, 13))
	state := func() string {
		m, _ := filepath.Glob(filepath.Join(dir, "*.gate"))
		if len(m) == 0 {
			return filepath.Join(dir, "none")
		}
		return m[0]
	}
	for n := 0; file.Pause(ctx, every/2+time.Duration(r.Int64N(int64(every)))); n++ {
		i := r.IntN(len(c.procs))
		c.mu.Lock()
		p := c.procs[i].Process
		c.mu.Unlock()
		kind := []int{0, 1, 1, 0, 1, 2, 1, 0, 1, 3, 1, 0, 1, 4}[n%14]
		switch kind {
		case 0:
			_ = p.Kill()
			c.start(i)
		case 1:
			_ = p.Signal(syscall.SIGSTOP)
			time.AfterFunc(time.Duration(r.Int64N(int64(2*every))), func() { _ = p.Signal(syscall.SIGCONT) })
		case 2:
			_ = os.Remove(state())
		case 3:
			_ = os.Truncate(state(), int64(r.IntN(80)))
		case 4:
			_ = os.WriteFile(state(), []byte("not a state, but as long as one: it has neither the magic nor the checksum that is asked for......"), 0o600)
		}
		done[kind]++
	}
	return done
}

// arrivalGaps returns the times between arrivals, sorted.
func (f *far) arrivalGaps() []time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := slices.SortedFunc(slices.Values(f.at), time.Time.Compare)
	var gaps []time.Duration
	for i := 1; i < len(at); i++ {
		gaps = append(gaps, at[i].Sub(at[i-1]))
	}
	slices.Sort(gaps)
	return gaps
}

// fourProcesses runs four processes of one account on a real server, kills and
// stops them, and deletes their file; no two requests may arrive closer than the
// gap.
func fourProcesses(t testing.TB, gap, d, every time.Duration) {
	f := &far{}
	f.start(t)
	dir := t.TempDir()
	jobs := make([]job, 4)
	for i := range jobs {
		jobs[i] = job{Dir: dir, URL: f.URL, Class: client.Class(i % 2), Gap: gap, For: time.Hour}
	}
	c := newCrew(t, jobs)
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	done := c.chaos(ctx, every, dir)
	c.mu.Lock()
	for _, p := range c.procs {
		_ = p.Process.Kill()
	}
	c.mu.Unlock()
	c.wg.Wait()
	gaps := f.arrivalGaps()
	if len(gaps) < int(d/gap)/4 {
		t.Fatalf("only %d requests", len(gaps)+1)
	}
	early, worst := f.early(gap)
	t.Logf("%d requests, least gap %v, median %v; %d kills, %d stops, file %d deleted, %d truncated, %d garbage",
		len(gaps)+1, gaps[0], gaps[len(gaps)/2], done[0], done[1], done[2], done[3], done[4])
	if early > 0 {
		t.Errorf("%d of %d requests came early, the worst after %v", early, len(gaps), worst)
	}
}

// early counts the pairs of requests that certainly came closer than the gap: a
// server without CPU time sees two at once that were sent apart, and a later one
// before an earlier one. Each came between its stamp and the time it was seen at.
func (f *far) early(gap time.Duration) (n int, worst time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	worst = gap
	for i := range f.at {
		for j := range i {
			if apart := max(f.at[i].Sub(f.sent[j]), f.at[j].Sub(f.sent[i])); apart < gap {
				n, worst = n+1, min(worst, apart)
			}
		}
	}
	return n, worst
}

func TestFourRealProcesses(t *testing.T) {
	fourProcesses(t, 100*time.Millisecond, 5*time.Second, 150*time.Millisecond)
}

// BenchmarkFourRealProcesses is the test above at the real gap:
// go test -run '^$' -bench FourReal -benchtime 1x -v ./client/gate
func BenchmarkFourRealProcesses(b *testing.B) {
	for b.Loop() {
		fourProcesses(b, 500*time.Millisecond, 20*time.Second, 400*time.Millisecond)
	}
}

// BenchmarkWaiting measures how long an interactive process waits beside three
// bulk ones at the real gap:
// go test -run '^$' -bench Waiting -benchtime 1x ./client/gate
func BenchmarkWaiting(b *testing.B) {
	for b.Loop() {
		f := &far{}
		f.start(b)
		j := job{Dir: b.TempDir(), URL: f.URL, Class: client.Bulk, Gap: 500 * time.Millisecond, For: 60 * time.Second}
		urgent := j
		urgent.Class, urgent.Think = client.Interactive, 1500*time.Millisecond
		c := newCrew(b, []job{urgent, j, j, j})
		c.wg.Wait()
		w := c.waits[0][1:] // the first one waits for the new file's two gaps
		slices.Sort(w)
		gaps := f.arrivalGaps()
		b.ReportMetric(w[len(w)/2].Seconds()*1000, "ms-p50")
		b.ReportMetric(w[len(w)*95/100].Seconds()*1000, "ms-p95")
		b.ReportMetric(w[len(w)-1].Seconds()*1000, "ms-max")
		b.ReportMetric(gaps[0].Seconds()*1000, "ms-least-gap")
		b.Logf("longest waits %v", w[len(w)-5:])
		b.Logf("%d slots, %d urgent, bulk %d %d %d", len(gaps)+1, len(w)+1, len(c.waits[1]), len(c.waits[2]), len(c.waits[3]))
		if gaps[0] < 500*time.Millisecond || w[len(w)-1] > 1500*time.Millisecond {
			b.Errorf("least gap %v, longest wait %v", gaps[0], w[len(w)-1])
		}
	}
}
