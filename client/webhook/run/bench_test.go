//go:build unix

package run_test

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"aloft/client/webhook/run"
)

func cpu() float64 {
	var n int64
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var u unix.Rusage
		_ = unix.Getrusage(who, &u)
		n += u.Utime.Nano() + u.Stime.Nano()
	}
	return float64(n)
}

func BenchmarkTrue(b *testing.B) {
	c := run.Command{Argv: []string{"sh", "-c", "true"}, Dir: b.TempDir(), Env: []string{"PATH=" + os.Getenv("PATH")}, Head: 1000, Tail: 1000}
	run.Run(b.Context(), c)
	from := cpu()
	for b.Loop() {
		if r := run.Run(b.Context(), c); r.Err != nil || r.Exit != 0 {
			b.Fatalf("%+v", r)
		}
	}
	b.ReportMetric((cpu()-from)/float64(b.N)/1000, "µs-cpu/op")
}
