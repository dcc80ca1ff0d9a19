//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/ui/dialog"
)

// barsBook is the Markdown of 1,000 pages under 5,000 headings.
func barsBook(tb testing.TB) string {
	tb.Helper()
	words := strings.Fields("the of project meeting budget review team quarter status report plan risk owner date action result value market growth customer")
	rng := rand.New(rand.NewPCG(4, 4))
	var md bytes.Buffer
	for i := range 5000 {
		level := "###"
		switch {
		case i%50 == 0:
			level = "#"
		case i%50%5 == 1:
			level = "##"
		}
		fmt.Fprintf(&md, "%s Heading %d\n\n", level, i)
		for range 50 + rng.IntN(60) {
			md.WriteString(words[rng.IntN(len(words))] + " ")
		}
		md.WriteString("\n\n")
		if i%25 == 0 {
			md.WriteString("- one **bold** item\n- another\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n")
		}
	}
	path := filepath.Join(tb.TempDir(), "book.md")
	if err := os.WriteFile(path, md.Bytes(), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// barsCommand runs a command in its own process and returns how long it took and
// its peak memory in MiB.
func barsCommand(tb testing.TB, bin, home string, args ...string) (time.Duration, float64) {
	tb.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Env = []string{"HOME=" + home, "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}
	cmd.Dir = tb.TempDir()
	start := time.Now()
	out, err := cmd.CombinedOutput()
	took := time.Since(start)
	if err != nil {
		tb.Fatalf("aloft %q: %v\n%.500s", args, err, out)
	}
	return took, maxMemory(cmd.ProcessState)
}

// A document of 1,000 pages: how soon its outline is there, from the command line
// and on the screen, the cursor through 5,000 headings, an edit with what follows
// on the screen, and the memory of it all.
func BenchmarkBarsDocument(b *testing.B) {
	bin, book := buildAloft(b), barsBook(b)
	figures := map[string]float64{}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	for b.Loop() {
		home := b.TempDir()
		barsCommand(b, bin, home, "mkdir", "docs:/Big")
		took, mib := barsCommand(b, bin, home, "import", book, "docs:/Big")
		figures["import-ms"], figures["import-MiB"] = ms(took), mib

		s := openScreen(b, bin, home, 120, 40, "docs:/Big")
		s.Until(b, 10*time.Second, "the welcome", has("Welcome"))
		s.Step(b, "\r")
		s.Until(b, 10*time.Second, "listing", has("book"))
		start := time.Now()
		s.Types(b, "j\x1bOR")
		s.Until(b, 10*time.Second, "outline", has("Heading 12 "))
		figures["reader-outline-ms"] = ms(time.Since(start))
		s.Settle()

		var outlines []time.Duration
		for i := range 10 {
			took, mib = barsCommand(b, bin, home, "outline", "docs:/Big/book")
			if i == 0 {
				figures["outline-first-ms"], figures["outline-MiB"] = ms(took), mib
			}
			outlines = append(outlines, took)
		}
		figures["outline-p50-ms"], figures["outline-p95-ms"] = median(outlines, 0.5), median(outlines, 0.95)

		var keys []time.Duration
		for range 300 {
			_, t := s.Step(b, "j")
			keys = append(keys, t)
		}
		figures["j-p50-ms"], figures["j-p95-ms"], figures["j-max-ms"] = median(keys, 0.5), median(keys, 0.95), median(keys, 1)
		s.Step(b, "gg")
		start = time.Now()
		s.Types(b, strings.Repeat("j", 4999))
		s.Until(b, 30*time.Second, "the last heading after 4,999 j", has(" 5000/"))
		figures["burst-4999j-ms"] = ms(time.Since(start))

		// A table is seen only by reading the whole structure back. A dialog that came late ignores keys for a moment.
		version := 1
		for _, kind := range []struct{ name, keys, dialog, fill string }{
			{"paragraph", "Ap", "New paragraph", "\tNew words."},
			{"table", "Ab", "New table", ""},
		} {
			var edits []time.Duration
			for range 10 {
				s.Step(b, kind.keys)
				s.Until(b, 10*time.Second, "the dialog", has(kind.dialog))
				time.Sleep(dialog.Grace)
				s.Step(b, kind.fill+"\x13")
				s.Until(b, 10*time.Second, "the preview", has("y yes"))
				time.Sleep(dialog.Grace)
				version++
				start := time.Now()
				s.Types(b, "y")
				s.Until(b, 10*time.Second, "the new version", has(fmt.Sprintf("  v %d ", version)))
				edits = append(edits, time.Since(start))
				s.Settle()
			}
			figures[kind.name+"-refresh-p50-ms"], figures[kind.name+"-refresh-p95-ms"] = median(edits, 0.5), median(edits, 0.95)
		}

		s.Step(b, "f")
		s.Step(b, "project")
		start = time.Now()
		s.Types(b, "\r")
		s.Until(b, 10*time.Second, "the matches", has(" of "))
		figures["find-ms"] = ms(time.Since(start))
		s.Settle()
		figures["screen-MiB"] = s.PeakMemory(b)
		s.Kill()

		for name, args := range map[string][]string{
			"cat":     {"cat", "docs:/Big/book"},
			"text":    {"doc", "text", "docs:/Big/book", "more", "--at", "end"},
			"replace": {"doc", "replace", "docs:/Big/book", "project", "product", "--all", "--yes"},
			"export":  {"export", "docs:/Big/book"},
		} {
			took, mib := barsCommand(b, bin, home, args...)
			figures[name+"-ms"], figures[name+"-MiB"] = ms(took), mib
		}
	}
	for name, v := range figures {
		b.ReportMetric(v, name)
	}
}
