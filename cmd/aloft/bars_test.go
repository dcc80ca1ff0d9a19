package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// The bars of speed, measured from outside through a pseudo terminal:
//
//	go test -run '^$' -bench Bars -benchtime 1x ./cmd/aloft
//
// Nothing here is asserted but that no key is lost: figures are for reading.

const barsRows = 100_000

// emulated is a running aloft seen through an emulated terminal that, like many,
// answers no query.
type emulated struct {
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	term vt10x.Terminal
	sent int           // bytes that the program wrote
	last time.Time     // when it last wrote
	news chan struct{} // something was written
	gone chan struct{}
}

func buildAloft(tb testing.TB) string {
	tb.Helper()
	bin := filepath.Join(tb.TempDir(), "aloft")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	if err != nil {
		tb.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

func openScreen(tb testing.TB, bin, home string, cols, rows int, args ...string) *emulated {
	tb.Helper()
	return openScreenEnv(tb, bin, home, cols, rows, nil, args...)
}

// openScreenEnv is openScreen with more in the environment.
func openScreenEnv(tb testing.TB, bin, home string, cols, rows int, env []string, args ...string) *emulated {
	tb.Helper()
	ownPort(tb, home)
	s := &emulated{
		term: vt10x.New(vt10x.WithSize(cols, rows)),
		news: make(chan struct{}, 1),
		gone: make(chan struct{}),
	}
	s.cmd = exec.Command(bin, args...)
	s.cmd.Env = append([]string{"HOME=" + home, "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}, env...)
	tty, err := pty.StartWithSize(s.cmd, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)})
	if err != nil {
		tb.Fatal(err)
	}
	s.tty = tty
	go s.read()
	tb.Cleanup(s.kill)
	return s
}

func (s *emulated) read() {
	defer close(s.gone)
	buf := make([]byte, 64<<10)
	for {
		n, err := s.tty.Read(buf)
		if n > 0 {
			s.mu.Lock()
			_, _ = s.term.Write(buf[:n])
			s.sent += n
			s.last = time.Now()
			s.mu.Unlock()
			select {
			case s.news <- struct{}{}:
			default:
			}
		}
		if err != nil {
			return
		}
	}
}

func (s *emulated) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	_ = s.tty.Close()
}

func (s *emulated) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.term.String()
}

func (s *emulated) bytes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent
}

// until waits for a screen and returns how long it took.
func (s *emulated) until(tb testing.TB, limit time.Duration, what string, ok func(string) bool) time.Duration {
	tb.Helper()
	start, deadline := time.Now(), time.After(limit)
	for !ok(s.text()) {
		select {
		case <-s.news:
		case <-s.gone:
			tb.Fatalf("the program ended before %s:\n%s", what, s.text())
		case <-deadline:
			tb.Fatalf("no %s within %v:\n%s", what, limit, s.text())
		}
	}
	return time.Since(start)
}

// settle waits until nothing was written for a while and returns when something
// last was.
func (s *emulated) settle() time.Time {
	const quiet = 40 * time.Millisecond
	for {
		select {
		case <-s.news:
		case <-s.gone:
			return time.Now()
		case <-time.After(quiet):
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.last
		}
	}
}

// step types a key and returns how many bytes and how much time the answer took.
func (s *emulated) step(tb testing.TB, key string) (int, time.Duration) {
	tb.Helper()
	before, start := s.bytes(), time.Now()
	if _, err := s.tty.WriteString(key); err != nil {
		tb.Fatal(err)
	}
	took := s.settle().Sub(start)
	return s.bytes() - before, max(took, 0)
}

// memory is the resident set in MiB and the CPU time used so far.
func (s *emulated) memory(tb testing.TB) (mib float64, cpu time.Duration) {
	tb.Helper()
	pid := strconv.Itoa(s.cmd.Process.Pid)
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		tb.Skip("needs /proc") // the figures are Linux's
	}
	for _, line := range strings.Split(string(status), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.Atoi(strings.Fields(rest)[0])
			mib = float64(kb) / 1024
		}
	}
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		tb.Fatal(err)
	}
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+2:]))
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return mib, time.Duration(user+system) * 10 * time.Millisecond
}

// manyFiles makes a folder of that many empty files.
func manyFiles(tb testing.TB, n int) string {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), fmt.Sprint("many", n))
	if err := os.Mkdir(dir, 0o700); err != nil {
		tb.Fatal(err)
	}
	for i := range n {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("report-%06d.txt", i)))
		if err != nil {
			tb.Fatal(err)
		}
		_ = f.Close()
	}
	return dir
}

func median(ds []time.Duration, q float64) float64 {
	slices.Sort(ds)
	return float64(ds[int(q*float64(len(ds)-1))].Microseconds()) / 1000
}

func has(word string) func(string) bool {
	return func(s string) bool { return strings.Contains(s, word) }
}

// The first frame needs no listing; the sample's folder names are the listing. The
// receiver must not cost any of it.
func BenchmarkBarsStart(b *testing.B) {
	bin := buildAloft(b)
	run := func(home string) (first, listed time.Duration) {
		start := time.Now()
		s := openScreen(b, bin, home, 120, 40)
		s.until(b, 10*time.Second, "first screen", func(t string) bool { return strings.TrimSpace(t) != "" })
		first = time.Since(start)
		s.until(b, 10*time.Second, "listing", has("Documents"))
		listed = time.Since(start)
		s.kill()
		return first, listed
	}
	fresh, without := b.TempDir(), b.TempDir()
	start := time.Now()
	run(fresh)
	took := time.Since(start)
	conf := filepath.Join(without, ".config", "aloft", "config.toml")
	if err := os.MkdirAll(filepath.Dir(conf), 0o700); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(conf, []byte("[webhook]\nenabled = false\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	run(without)
	var first, listed, bare []time.Duration
	for b.Loop() {
		for range 20 {
			f, l := run(fresh)
			first, listed = append(first, f), append(listed, l)
			f, _ = run(without)
			bare = append(bare, f)
		}
	}
	b.ReportMetric(float64(took.Milliseconds()), "fresh-home-listing-ms")
	b.ReportMetric(median(first, 0.5), "first-screen-p50-ms")
	b.ReportMetric(median(first, 0.95), "first-screen-p95-ms")
	b.ReportMetric(median(bare, 0.5), "first-screen-without-receiver-p50-ms")
	b.ReportMetric(median(listed, 0.5), "listing-p50-ms")
}

func BenchmarkBarsKeys(b *testing.B) {
	bin := buildAloft(b)
	dir := manyFiles(b, barsRows)
	start := time.Now()
	s := openScreen(b, bin, b.TempDir(), 120, 40, dir, dir)
	s.until(b, 30*time.Second, "a listing", has("report-0000"))
	many := float64(time.Since(start).Milliseconds())
	s.until(b, 30*time.Second, "the whole listing and the welcome", func(t string) bool {
		return strings.Contains(t, "/100000 ") && strings.Contains(t, "Welcome")
	})
	b.Logf("whole listing after %v", time.Since(start))
	<-time.After(time.Second)
	s.settle()
	idleFrom := s.bytes()
	_, cpu0 := s.memory(b)
	<-time.After(5 * time.Second)
	mib, cpu1 := s.memory(b)
	idle := float64(s.bytes()-idleFrom) / 5

	measure := func(name, key string, n int) {
		var took []time.Duration
		total := 0
		_, c0 := s.memory(b)
		for range n {
			bytes, t := s.step(b, key)
			total += bytes
			took = append(took, t)
		}
		_, c1 := s.memory(b)
		b.ReportMetric(float64(total)/float64(n), name+"-bytes")
		b.ReportMetric(median(took, 0.5), name+"-p50-ms")
		b.ReportMetric(median(took, 0.95), name+"-p95-ms")
		b.ReportMetric(float64((c1-c0).Milliseconds())/float64(n), name+"-cpu-ms")
	}
	s.step(b, "\r") // the welcome of a first run
	for b.Loop() {
		s.step(b, "gg")
		measure("j-inside", "j", 15)
		measure("j-with-edges", "j", 300)
		measure("pgdn", "\x1b[6~", 20)
		s.step(b, "gg")
		measure("G-gg", "G", 1)
		s.step(b, "gg")
		measure("tab", "\t", 10)
		s.step(b, "gg")
		from := time.Now()
		if _, err := s.tty.WriteString(strings.Repeat("j", 1000)); err != nil {
			b.Fatal(err)
		}
		s.until(b, 20*time.Second, "the 1,000th row after 1,000 j from \"..\"", has(" 1000/"))
		b.ReportMetric(float64(time.Since(from).Milliseconds()), "burst-1000j-ms")
	}
	// At the end: the loop forgets what was reported before it.
	b.ReportMetric(idle, "idle-bytes/s")
	b.ReportMetric(float64(cpu1-cpu0)/float64(5*time.Second)*100, "idle-cpu-%")
	b.ReportMetric(mib, "RSS-MiB")
	b.ReportMetric(many, "many-listing-ms")
	after, _ := s.memory(b)
	b.ReportMetric(after, "RSS-after-MiB")
}
