//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pagesBook is the Markdown of n pages of 500 words, each under its heading.
func pagesBook(tb testing.TB, n int) string {
	tb.Helper()
	line := strings.Repeat("some words that fill a line of a page ", 12)
	path := filepath.Join(tb.TempDir(), "book.md")
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	md := bufio.NewWriter(f) // the kernel counts this process's memory as that of what it starts
	for i := range n {
		fmt.Fprintf(md, "%s Page %d\n\n", strings.Repeat("#", 1+min(1, i%100)+min(1, i%10)), i)
		for j := range 5 {
			fmt.Fprintf(md, "%d.%d %s.\n\n", i, j, line)
		}
	}
	if err := errors.Join(md.Flush(), f.Close()); err != nil {
		tb.Fatal(err)
	}
	return path
}

// What commands cost against the size of a document: CPU in milliseconds at four
// sizes, the exponent that fits them without what any command costs, and the memory
// of the largest in MiB.
func BenchmarkBarsDocumentSizes(b *testing.B) {
	bin := buildAloft(b)
	run := func(home string, args ...string) (ms, mib float64) {
		cmd := exec.Command(bin, args...)
		cmd.Env = []string{"HOME=" + home, "LANG=C.UTF-8", "PATH=" + os.Getenv("PATH")}
		cmd.Stdin = strings.NewReader("New words.\n")
		var words bytes.Buffer
		cmd.Stderr = &words
		if err := cmd.Run(); err != nil {
			b.Fatalf("aloft %q: %v\n%.500s", args, err, words.String())
		}
		p := cmd.ProcessState
		return float64((p.UserTime() + p.SystemTime()).Microseconds()) / 1000, maxMemory(p)
	}
	sizes := []int{1_000, 2_500, 5_000, 10_000}
	commands := map[string][]string{
		"outline": {"outline", "docs:/book"}, "cat": {"cat", "docs:/book"}, "structure": {"doc", "structure", "docs:/book"},
		"find-rare": {"doc", "find", "docs:/book", "777.3"}, "find-frequent": {"doc", "find", "docs:/book", "fill"},
		"insert": {"insert", "docs:/book", "--at", "end-of:Page 990"},
	}
	for b.Loop() {
		costs := map[string][]float64{}
		least := math.Inf(1)
		for _, n := range sizes {
			home, book := b.TempDir(), pagesBook(b, n)
			ms, mib := run(home, "import", book, "docs:/")
			again, _ := run(b.TempDir(), "import", book, "docs:/")
			costs["import"] = append(costs["import"], min(ms, again))
			b.ReportMetric(mib, "import-MiB")
			for range 3 {
				ms, _ := run(home, "ls", "docs:/")
				least = min(least, ms)
			}
			for name, args := range commands {
				best := math.Inf(1)
				for range 3 {
					ms, mib := run(home, args...)
					best = min(best, ms)
					b.ReportMetric(mib, name+"-MiB")
				}
				costs[name] = append(costs[name], best)
			}
			best := math.Inf(1)
			for range 3 { // of what insert has edited
				ms, mib := run(home, "export", "docs:/book", "-o", b.TempDir())
				best = min(best, ms)
				b.ReportMetric(mib, "export-MiB")
			}
			costs["export"] = append(costs["export"], best)
		}
		for name, at := range costs {
			var x, y, xx, xy float64
			for i, ms := range at {
				b.ReportMetric(ms, fmt.Sprintf("%s-%d-ms", name, sizes[i]))
				u, v := math.Log(float64(sizes[i])), math.Log(max(1, ms-least))
				x, y, xx, xy = x+u, y+v, xx+u*u, xy+u*v
			}
			k := float64(len(at))
			b.ReportMetric((k*xy-x*y)/(k*xx-x*x), name+"-exponent")
		}
	}
}
