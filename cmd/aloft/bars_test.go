//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/ui/uitest/program"
)

// The bars of speed, measured from outside through a pseudo terminal:
//
//	go test -run '^$' -bench Bars -benchtime 1x ./cmd/aloft
//
// Nothing here is asserted but that no key is lost: figures are for reading.

const barsRows = 100_000

func buildAloft(tb testing.TB) string {
	tb.Helper()
	bin := filepath.Join(tb.TempDir(), "aloft")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	if err != nil {
		tb.Fatalf("go build: %v\n%s", err, out)
	}
	return bin
}

// openScreen runs aloft, or another file manager, with an emulated screen.
func openScreen(tb testing.TB, bin, home string, cols, rows int, args ...string) *program.Program {
	tb.Helper()
	return openScreenEnv(tb, bin, home, cols, rows, nil, args...)
}

// openScreenEnv is openScreen with more in the environment.
func openScreenEnv(tb testing.TB, bin, home string, cols, rows int, env []string, args ...string) *program.Program {
	tb.Helper()
	ownPort(tb, home)
	c := exec.Command(bin, args...)
	c.Env = append([]string{"HOME=" + home, "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}, env...)
	return program.StartOnScreen(tb, c, cols, rows)
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
		s.Until(b, 10*time.Second, "first screen", func(t string) bool { return strings.TrimSpace(t) != "" })
		first = time.Since(start)
		s.Until(b, 10*time.Second, "listing", has("Documents"))
		listed = time.Since(start)
		s.Kill()
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
	s.Until(b, 30*time.Second, "a listing", has("report-0000"))
	many := float64(time.Since(start).Milliseconds())
	s.Until(b, 30*time.Second, "the whole listing and the welcome", func(t string) bool {
		return strings.Contains(t, "/100000 ") && strings.Contains(t, "Welcome")
	})
	b.Logf("whole listing after %v", time.Since(start))
	<-time.After(time.Second)
	s.Settle()
	idleFrom := s.BytesWritten()
	_, cpu0 := s.Memory(b)
	<-time.After(5 * time.Second)
	mib, cpu1 := s.Memory(b)
	idle := float64(s.BytesWritten()-idleFrom) / 5

	measure := func(name, key string, n int) {
		var took []time.Duration
		total := 0
		_, c0 := s.Memory(b)
		for range n {
			bytes, t := s.Step(b, key)
			total += bytes
			took = append(took, t)
		}
		_, c1 := s.Memory(b)
		b.ReportMetric(float64(total)/float64(n), name+"-bytes")
		b.ReportMetric(median(took, 0.5), name+"-p50-ms")
		b.ReportMetric(median(took, 0.95), name+"-p95-ms")
		b.ReportMetric(float64((c1-c0).Milliseconds())/float64(n), name+"-cpu-ms")
	}
	s.Step(b, "\r") // the welcome of a first run
	for b.Loop() {
		s.Step(b, "gg")
		measure("j-inside", "j", 15)
		measure("j-with-edges", "j", 300)
		measure("pgdn", "\x1b[6~", 20)
		s.Step(b, "gg")
		measure("G-gg", "G", 1)
		s.Step(b, "gg")
		measure("tab", "\t", 10)
		s.Step(b, "gg")
		from := time.Now()
		s.Types(b, strings.Repeat("j", 1000))
		s.Until(b, 20*time.Second, "the 1,000th row after 1,000 j from \"..\"", has(" 1000/"))
		b.ReportMetric(float64(time.Since(from).Milliseconds()), "burst-1000j-ms")
	}
	// At the end: the loop forgets what was reported before it.
	b.ReportMetric(idle, "idle-bytes/s")
	b.ReportMetric(float64(cpu1-cpu0)/float64(5*time.Second)*100, "idle-cpu-%")
	b.ReportMetric(mib, "RSS-MiB")
	b.ReportMetric(many, "many-listing-ms")
	after, _ := s.Memory(b)
	b.ReportMetric(after, "RSS-after-MiB")
}
