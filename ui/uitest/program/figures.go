package program

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Settle waits until nothing was written for a while and returns when something
// last was.
func (p *Program) Settle() time.Time {
	const quiet = 40 * time.Millisecond
	for {
		select {
		case <-p.news:
		case <-p.gone:
			return time.Now()
		case <-time.After(quiet):
			p.mu.Lock()
			defer p.mu.Unlock()
			return p.last
		}
	}
}

// Step types a key and returns how many bytes and how much time the answer took.
func (p *Program) Step(tb testing.TB, key string) (int, time.Duration) {
	tb.Helper()
	before, start := p.BytesWritten(), time.Now()
	p.Types(tb, key)
	took := p.Settle().Sub(start)
	return p.BytesWritten() - before, max(took, 0)
}

// Memory is the resident set in MiB and the CPU time used so far.
func (p *Program) Memory(tb testing.TB) (mib float64, cpu time.Duration) {
	tb.Helper()
	mib = p.status(tb, "VmRSS:")
	stat, err := os.ReadFile(p.proc("stat"))
	if err != nil {
		tb.Fatal(err)
	}
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+2:]))
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return mib, time.Duration(user+system) * 10 * time.Millisecond
}

// PeakMemory is the largest resident set so far, in MiB.
func (p *Program) PeakMemory(tb testing.TB) float64 {
	tb.Helper()
	return p.status(tb, "VmHWM:")
}

// status returns a size from the system's table of the program, in MiB; 0 after its end.
func (p *Program) status(tb testing.TB, name string) float64 {
	tb.Helper()
	status, err := os.ReadFile(p.proc("status"))
	if err != nil {
		tb.Skip("needs /proc") // the figures are Linux's
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			kb, _ := strconv.Atoi(strings.Fields(rest)[0])
			return float64(kb) / 1024
		}
	}
	return 0
}

func (p *Program) proc(file string) string {
	return "/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/" + file
}
