//go:build unix

package run_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"aloft/client"
	"aloft/client/webhook/run"
	"aloft/model/text"
)

// flood is how many bytes the flood test lets a command print.
// ALOFT_RUN_FLOOD=1073741824 lets it print 1 GiB.
func flood(t *testing.T) int64 {
	t.Helper()
	n, err := strconv.ParseInt(os.Getenv("ALOFT_RUN_FLOOD"), 10, 64)
	if err != nil {
		return 64 << 20
	}
	return n
}

// Memory stays flat whatever is printed, and the file has it all.
func TestFlood(t *testing.T) {
	size := flood(t)
	n := strconv.FormatInt(size-12, 10)
	c := sh(t, `echo first; head -c `+n+` /dev/zero | tr '\0' 'x'; echo last.`)
	c.File = filepath.Join(t.TempDir(), "out")
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var most atomic.Uint64
	var tells atomic.Int64
	c.Grown = func(int64) {
		runtime.ReadMemStats(&now)
		tells.Add(1)
		if now.HeapAlloc > before.HeapAlloc {
			most.Store(max(most.Load(), now.HeapAlloc-before.HeapAlloc))
		}
	}
	r := do(t, c)
	runtime.ReadMemStats(&now)
	if all := now.TotalAlloc - before.TotalAlloc; all > 8<<20 || most.Load() > 4<<20 {
		t.Errorf("%d bytes of output took %d bytes of the heap at once, %d in all", size, most.Load(), all)
	}
	if r.Size != size || r.Between != size-int64(len(r.Head)+len(r.Tail)) || len(r.Head) != c.Head || len(r.Tail) != c.Tail {
		t.Errorf("%d bytes, %d between %d and %d", r.Size, r.Between, len(r.Head), len(r.Tail))
	}
	if !bytes.HasPrefix(r.Head, []byte("first\nxxx")) || !bytes.HasSuffix(r.Tail, []byte("xxxlast.\n")) {
		t.Errorf("%.20q … %q", r.Head, r.Tail[len(r.Tail)-20:])
	}
	info, err := os.Stat(c.File)
	if err != nil || info.Size() != size || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if took := r.Ended.Sub(r.Began); r.FileErr != nil || tells.Load() > took.Milliseconds()/100+1 {
		t.Errorf("%v; told %d times in %s", r.FileErr, tells.Load(), took)
	}
	t.Logf("%d bytes in %s, %d bytes of the heap at once", size, r.Ended.Sub(r.Began), most.Load())
}

// A line of ten megabytes is not waited for.
func TestLongLine(t *testing.T) {
	c := sh(t, `head -c 10485760 /dev/zero | tr '\0' a`)
	r := do(t, c)
	if r.Size != 10<<20 || r.Between != r.Size-int64(c.Head+c.Tail) || strings.Trim(string(r.Head)+string(r.Tail), "a") != "" {
		t.Errorf("%d bytes, %d between", r.Size, r.Between)
	}
}

// Head, Between and Tail together are the output, whatever the sizes.
func TestHeadAndTail(t *testing.T) {
	var whole []byte
	for i := range 300 {
		whole = append(whole, strconv.Itoa(i)+" "...)
	}
	file := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, blocks := range []string{"1", "7", "4096"} {
		for _, s := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {10, 10}, {100, 37}, {len(whole), 5}, {5, len(whole)}, {len(whole) - 1, 1}, {5000, 5000}} {
			c := sh(t, "dd bs="+blocks+" 2>/dev/null <"+file)
			c.Head, c.Tail = s[0], s[1]
			r := do(t, c)
			head := min(c.Head, len(whole))
			tail := min(c.Tail, len(whole)-head)
			if !bytes.Equal(r.Head, whole[:head]) || !bytes.Equal(r.Tail, whole[len(whole)-tail:]) || r.Between != int64(len(whole)-head-tail) {
				t.Errorf("blocks of %s, %v: %q, %d, %q", blocks, s, r.Head, r.Between, r.Tail)
			}
		}
	}
}

// Leading white space, also of more than one byte, does not use up the limit.
func TestLeadingSpace(t *testing.T) {
	for _, script := range []string{
		`head -c 200000 /dev/zero | tr '\0' '\n'; printf '\tword x'`,
		`i=0; while [ $i -lt 500 ]; do printf '\302\240\342\200\203'; i=$((i+1)); done; printf 'word x'`,
		`printf '\302'; sleep 0.05; printf '\240word x'`,
	} {
		c := sh(t, script)
		c.Head, c.Tail = 8, 4
		if r := do(t, c); string(r.Head) != "word x" || r.Between != 0 || len(r.Tail) != 0 {
			t.Errorf("%s: %q %d %q of %d", script, r.Head, r.Between, r.Tail, r.Size)
		}
	}
	c := sh(t, `head -c 100000 /dev/zero | tr '\0' ' '`)
	if r := do(t, c); len(r.Head) != 0 || len(r.Tail) != 0 || r.Between != 0 || r.Size != 100000 {
		t.Errorf("%d %d %d %d", len(r.Head), r.Between, len(r.Tail), r.Size)
	}
	c = sh(t, `printf '\342\200'`)
	if r := do(t, c); string(r.Head) != "\xe2\x80" {
		t.Errorf("%q", r.Head)
	}
}

func TestReply(t *testing.T) {
	c := sh(t, `echo thinking >&2; printf answer; echo more >&2; printf s`)
	c.Reply = 100
	r := do(t, c)
	if string(r.Reply) != "answers" || r.ReplyCut || r.Size != 21 || len(r.Head) != 21 {
		t.Errorf("%q %q", r.Reply, r.Head)
	}
	c.Reply = 3
	if r := do(t, c); string(r.Reply) != "ans" || !r.ReplyCut {
		t.Errorf("%q %v", r.Reply, r.ReplyCut)
	}
}

func TestFileBounds(t *testing.T) {
	c := sh(t, `head -c 100000 /dev/zero`)
	c.File, c.MaxFile = filepath.Join(t.TempDir(), "out"), 70_001
	r := do(t, c)
	info, err := os.Stat(c.File)
	if err != nil || info.Size() != 70_001 || r.Size != 100_000 || what(r.FileErr) != "only the first %d {byte|bytes} of the output are kept in its file" {
		t.Errorf("%v %v %d %v", info, err, r.Size, r.FileErr)
	}
	// An error of the output file is reported, and the command runs.
	c.File = filepath.Join(c.File, "under", "a file")
	if r := do(t, c); r.Exit != 0 || r.Size != 100_000 || what(r.FileErr) != "the file with the full output could not be written (%s)" {
		t.Errorf("%+v", r.FileErr)
	}
	if !exists("/dev/full") {
		return
	}
	c.File = "/dev/full"
	if r := do(t, c); r.Exit != 0 || r.Size != 100_000 || what(r.FileErr) != "the file with the full output could not be written (%s)" {
		t.Errorf("%+v", r.FileErr)
	}
}

func what(err error) text.Text {
	var e *client.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.What
}

// Grown is called while the command runs, also for the end of a quick burst, and
// the file has that size by then.
func TestGrown(t *testing.T) {
	c := sh(t, `echo one; echo two; while [ ! -e go ]; do sleep 0.02; done; echo three; while [ ! -e on ]; do sleep 0.02; done; echo four`)
	c.File = filepath.Join(t.TempDir(), "out")
	var over atomic.Bool
	var last atomic.Int64
	c.Grown = func(size int64) {
		if over.Load() {
			t.Error("told after the end")
		}
		last.Store(size)
		if info, err := os.Stat(c.File); err != nil || info.Size() < size {
			t.Errorf("%v %v, told %d", info, err, size)
		}
		if sign := map[int64]string{8: "go", 14: "on"}[size]; sign != "" {
			_ = os.WriteFile(filepath.Join(c.Dir, sign), nil, 0o600)
		}
	}
	r := do(t, c)
	over.Store(true)
	if r.Size != 19 || last.Load() < 14 {
		t.Errorf("%d %d", r.Size, last.Load())
	}
}

// Nothing is left of many short commands: no file, no goroutine.
func TestLeavesNothing(t *testing.T) {
	count := func() int {
		d, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			return 0
		}
		return len(d)
	}
	run.Run(t.Context(), sh(t, "true"))
	before, routines := count(), runtime.NumGoroutine()
	for i := range 30 {
		c := sh(t, "echo x; exit "+strconv.Itoa(i%3))
		c.Reply = i % 2
		if i%5 == 0 {
			c.Argv = []string{"no-such-program-at-all"}
		}
		if i%7 == 0 {
			c.Stdin = []byte("x")
		}
		run.Run(context.Background(), c)
	}
	until(t, "as many files and goroutines as before", func() bool {
		return count() <= before && runtime.NumGoroutine() <= routines
	})
}
