package webhook

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client/clienttest/procs"
	"aloft/client/webhook/receive"
)

// BenchmarkCommands sends commands that do nothing, a hundred a second, to a receiver with real files and processes.
// cpu-ms/op is the time of the receiver and of all that it started. The bar is 12 s for a thousand on two cores, and 8 ms
// for each: go test ./client/webhook -run '^$' -bench Commands -benchtime 1000x
func BenchmarkCommands(b *testing.B) {
	dir := b.TempDir()
	own := procs.Start(b, procs.Self(serveAs+"="+dir))
	url := own.Line(b)
	token, err := receive.Token(dir)
	if err != nil {
		b.Fatal(err)
	}
	s := New(Options{Data: dir, State: dir, Dir: dir})
	defer func() { _ = s.Close(b.Context()) }()
	if _, _, err := s.known(b.Context()); err != nil {
		b.Fatal(err)
	}
	before := cpuOf(b, own.Process.Pid)
	b.ResetTimer()
	began := time.Now()
	rate := time.NewTicker(10 * time.Millisecond)
	defer rate.Stop()
	var all sync.WaitGroup
	for i := range b.N {
		<-rate.C
		all.Go(func() {
			body := fmt.Sprintf(`{"session_key":"tui:s%d","project":"on","exec":"true"}`, i%8)
			req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, strings.NewReader(body))
			if err != nil {
				b.Error(err)
				return
			}
			req.Header.Set("Authorization", "Bearer "+token)
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				b.Error(err)
				return
			}
			if res.Body.Close(); res.StatusCode != http.StatusOK {
				b.Errorf("answered %d", res.StatusCode)
			}
		})
	}
	all.Wait()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for st := s.Status(); st.Live > 0 || st.Arrived < uint64(b.N); st = s.Status() {
		<-look.C
	}
	b.StopTimer()
	b.ReportMetric(time.Since(began).Seconds(), "s")
	b.ReportMetric((cpuOf(b, own.Process.Pid)-before).Seconds()*1000/float64(b.N), "cpu-ms/op")
}

// cpuOf is the CPU time that a process, its descendants, and those that have ended have used: proc(5), /proc/pid/stat,
// in ticks of 10 ms.
func cpuOf(b *testing.B, pid int) (all time.Duration) {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0 // it has ended, and its parent has waited for it
	}
	f := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	for _, field := range f[11:15] { // utime, stime, cutime, cstime
		n, err := strconv.Atoi(string(field))
		if err != nil {
			b.Fatal(err)
		}
		all += time.Duration(n) * 10 * time.Millisecond
	}
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, t := range tasks {
		list, _ := os.ReadFile(t)
		for _, child := range strings.Fields(string(list)) {
			n, _ := strconv.Atoi(child)
			all += cpuOf(b, n)
		}
	}
	return all
}
