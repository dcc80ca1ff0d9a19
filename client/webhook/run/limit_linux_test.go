package run_test

import (
	"regexp"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"aloft/client/webhook/run"
)

// The limit of the user's processes is lower for a command than for this program, from its first instruction on.
func TestLimitOfProcesses(t *testing.T) {
	var own unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NPROC, &own); err != nil {
		t.Fatal(err)
	}
	r := do(t, run.Command{Argv: []string{"/bin/cat", "/proc/self/limits"}, Dir: t.TempDir(), Head: 4096})
	m := regexp.MustCompile(`Max processes +(\d+) `).FindSubmatch(r.Head)
	if m == nil {
		t.Fatalf("%+v", r)
	}
	if n, err := strconv.ParseUint(string(m[1]), 10, 64); err != nil || n >= own.Cur {
		t.Errorf("the limit is %d, that of this program %d, %v", n, own.Cur, err)
	}
}
