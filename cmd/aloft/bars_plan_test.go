//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded"
	"aloft/client/embedded/drive"
)

// Entries of a plan, and the folders that they are in: no folder of the drive shows more
// than 20,000.
const (
	barsEntries = 50_000
	barsFolders = 5
)

// barsDrive makes a home whose drive has folders of many entries and as many empty ones, and
// the pairs that move all of them.
func barsDrive(tb testing.TB) (home, pairs string) {
	tb.Helper()
	home = tb.TempDir()
	s, err := embedded.Open(context.Background(), embedded.Options{Dir: filepath.Join(home, ".local", "share", "aloft"), Fast: true})
	if err != nil {
		tb.Fatal(err)
	}
	defer s.Close()
	var items []drive.Item
	var all strings.Builder
	for i := range barsEntries {
		n, name := i*barsFolders/barsEntries, fmt.Sprintf("report-%06d.txt", i)
		if i%(barsEntries/barsFolders) == 0 {
			items = append(items, drive.Item{Path: []string{fmt.Sprint("to", n)}, Folder: true})
		}
		items = append(items, drive.Item{Path: []string{fmt.Sprint("from", n), name}, Size: int64(i)})
		fmt.Fprintf(&all, "drive:/from%d/%s\x00drive:/to%d/\x00", n, name, n)
	}
	if err := s.Plant(context.Background(), items); err != nil {
		tb.Fatal(err)
	}
	return home, all.String()
}

// A plan of 50,000 entries with the embedded drive in the same process: as a command, then
// taken back and done again on the screen. How long each takes beside what was said, the
// longest answer to a key in the plan, and the largest resident set.
func BenchmarkBarsPlan(b *testing.B) {
	bin := buildAloft(b)
	figures := map[string]float64{}
	for b.Loop() {
		home, pairs := barsDrive(b)
		command := func(name, in string, args ...string) {
			c := exec.Command(bin, args...)
			c.Env = []string{"HOME=" + home, "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}
			c.Dir, c.Stdin = b.TempDir(), strings.NewReader(in)
			start := time.Now()
			out, err := c.CombinedOutput()
			if err != nil {
				b.Fatalf("%v\n%.500s", err, out)
			}
			b.Logf("%.300s … %s", out, out[max(0, len(out)-200):])
			figures[name+"-s"], figures[name+"-peak-MiB"] = time.Since(start).Seconds(), maxMemory(c.ProcessState)
		}
		command("dry-run", pairs, "mv", "-0", "--pairs", "--dry-run")
		command("mv", pairs, "mv", "-0", "--pairs", "-y")
		command("undo", "", "undo", "-y")
		command("redo", "", "redo", "-y")

		s := openScreen(b, bin, home, 120, 40, "drive:/", "drive:/")
		s.Until(b, 10*time.Second, "the welcome", has("Welcome"))
		s.Step(b, "\r")
		s.Until(b, time.Minute, "the folders", has("to4"))
		after := func(name string, since time.Time) {
			figures["screen-"+name+"-s"] = time.Since(since).Seconds()
			figures["screen-"+name+"-peak-MiB"] = s.PeakMemory(b)
		}
		after("listed", time.Now())
		for _, job := range []struct{ name, key, title, end string }{{"undo", "u", "Undo:", "undo: moved"}, {"redo", "U", "Redo:", "redo: moved"}} {
			start := time.Now()
			s.Types(b, job.key)
			s.Until(b, 5*time.Minute, "the plan", has(job.title))
			after(job.name+"-planned", start)
			b.Log(s.Screen())
			// A plan that opens by itself ignores keys for a moment.
			for full := has("lines 1-"); !full(s.Screen()); {
				s.Step(b, "p")
			}
			for _, key := range []string{"G", "\x1b[5~", "\x1b[5~", "p"} {
				_, took := s.Step(b, key)
				figures["plan-key-max-ms"] = max(figures["plan-key-max-ms"], float64(took.Microseconds())/1000)
			}
			after(job.name+"-shown", start)
			start = time.Now()
			s.Types(b, "\r")
			s.Until(b, 5*time.Minute, "the end", has(job.end))
			after(job.name, start)
			b.Log(s.Screen())
		}
		s.Kill()
	}
	for name, f := range figures {
		b.ReportMetric(f, name)
	}
}
