//go:build unix

package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/ui/uitest/program"
)

// peer is a program that aloft is measured beside, or aloft itself.
type peer struct {
	name string
	argv []string // the folder follows
	down string   // the key of the next row
}

func peers(aloft string) []peer {
	all := []peer{{"aloft", []string{aloft}, "j"}}
	for _, p := range []peer{
		{"mc", []string{"mc", "-u"}, "\x1bOB"},
		{"nnn", []string{"nnn"}, "j"},
		{"lf", []string{"lf"}, "j"},
		{"vifm", []string{"vifm"}, "j"},
	} {
		if path, err := exec.LookPath(p.argv[0]); err == nil {
			p.argv[0] = path
			all = append(all, p)
		}
	}
	return all
}

// BenchmarkBarsPeers measures aloft beside the file managers of this machine, in one
// run in turns, and prints a table (.ci/bench).
func BenchmarkBarsPeers(b *testing.B) {
	const starts, rounds, steps = 15, 10, 30
	small, large := manyFiles(b, 100), manyFiles(b, barsRows)
	all := peers(buildAloft(b))
	homes := make([]string, len(all))
	rows := make([]peerRow, len(all))
	open := func(i int, dir string) (*program.Program, time.Duration) {
		from := time.Now()
		s := openScreen(b, all[i].argv[0], homes[i], 120, 40, append(slices.Clone(all[i].argv[1:]), dir)...)
		s.Until(b, time.Minute, all[i].name+"'s listing", has("report-0000"))
		return s, time.Since(from)
	}
	for i := range all {
		homes[i] = b.TempDir()
		s, _ := open(i, small) // its first start makes its files
		s.Kill()
	}
	for b.Loop() {
		for range starts {
			for i := range all {
				s, took := open(i, small)
				rows[i].start = append(rows[i].start, took)
				s.Kill()
			}
		}
		for i := range all {
			s, took := open(i, large)
			rows[i].s, rows[i].large = s, took
			<-time.After(2 * time.Second)
			if i == 0 {
				s.Step(b, "\r") // the welcome of a first run
			}
			before := s.Screen()
			s.Step(b, all[i].down)
			rows[i].moves = s.Screen() != before
		}
		for range rounds {
			for i := range all {
				if !rows[i].moves {
					continue
				}
				rows[i].press(b, all[i].down, steps)
			}
		}
		for i := range all {
			rows[i].mib, _ = rows[i].s.Memory(b)
			rows[i].s.Kill()
		}
	}
	fmt.Print(peerTable(all, rows))
}

// peerRow is what was measured of a program.
type peerRow struct {
	s           *program.Program
	start, keys []time.Duration
	large       time.Duration
	bytes       int
	cpu         time.Duration
	mib         float64
	moves       bool // it takes keys from this terminal
}

func (r *peerRow) press(b *testing.B, key string, n int) {
	_, before := r.s.Memory(b)
	for range n {
		bytes, took := r.s.Step(b, key)
		r.bytes += bytes
		r.keys = append(r.keys, took)
	}
	_, after := r.s.Memory(b)
	r.cpu += after - before
}

// peerTable is Markdown, a column a program; each figure with its ratio to the first.
func peerTable(all []peer, rows []peerRow) string {
	var out strings.Builder
	line := func(keys bool, title, form string, of func(r *peerRow) float64) {
		fmt.Fprintf(&out, "| %s |", title)
		first := of(&rows[0])
		for i := range rows {
			v := of(&rows[i])
			if keys && !rows[i].moves {
				out.WriteString(" - |")
				continue
			}
			fmt.Fprintf(&out, " "+form, v)
			if i > 0 && first > 0 {
				fmt.Fprintf(&out, " (%.2f)", v/first)
			}
			out.WriteString(" |")
		}
		out.WriteString("\n")
	}
	out.WriteString("|  |")
	for _, p := range all {
		fmt.Fprintf(&out, " %s |", p.name)
	}
	out.WriteString("\n|---|" + strings.Repeat("---|", len(all)) + "\n")
	line(false, "100 files listed, ms", "%.1f", func(r *peerRow) float64 { return median(r.start, 0.5) })
	line(false, "first rows of 100,000, ms", "%.0f", func(r *peerRow) float64 { return float64(r.large.Milliseconds()) })
	line(true, "a key, p50, ms", "%.2f", func(r *peerRow) float64 { return median(r.keys, 0.5) })
	line(true, "a key, p99, ms", "%.2f", func(r *peerRow) float64 { return median(r.keys, 0.99) })
	line(true, "CPU of a key, ms", "%.2f", func(r *peerRow) float64 { return float64(r.cpu.Microseconds()) / 1000 / float64(len(r.keys)) })
	line(true, "bytes of a key", "%.0f", func(r *peerRow) float64 { return float64(r.bytes) / float64(len(r.keys)) })
	line(false, "resident with 100,000, MiB", "%.0f", func(r *peerRow) float64 { return r.mib })
	return out.String()
}
