//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"aloft/ui/uitest/program"
)

// The receiver's bars, on a screen that is busy:
//
//	go test -run '^$' -bench BarsHook -benchtime 1x ./cmd/aloft
//
// With ALOFT_BARS_PROFILE=FOLDER a profile of each load is left there.

const (
	hookLoad  = 2000
	hookRate  = 200 // a second
	hookConns = 64
)

// hookProbe is compiled into the program that is measured, and into no other.
const hookProbe = `package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"runtime"
)

func init() {
	l, err := net.Listen("unix", os.Getenv("ALOFT_BARS_PROBE"))
	if err != nil {
		return
	}
	http.HandleFunc("/heap", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "gc" {
			runtime.GC()
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Fprint(w, m.HeapAlloc, " ", runtime.NumGoroutine())
	})
	go http.Serve(l, nil)
}
`

// hookBars is a screen with its receiver, and a probe in the program.
type hookBars struct {
	*program.Program
	home, url, token string
	probe            http.Client
	row              int // of the cursor in the pane
}

func openHookBars(b *testing.B, conf string, rows int) *hookBars {
	b.Helper()
	home := b.TempDir()
	here, err := os.Getwd()
	if err != nil {
		b.Fatal(err)
	}
	file := func(name, text string) string {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
		return path
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(here, "barsprobe.go"): file("probe.go", hookProbe),
	}})
	if err != nil {
		b.Fatal(err)
	}
	bin := filepath.Join(home, "aloft")
	if out, err := exec.Command("go", "build", "-overlay", file("overlay.json", string(overlay)), "-o", bin, ".").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	port := freePort(b)
	file(".config/aloft/config.toml", fmt.Sprintf("[webhook]\nport = %d\n%s", port, conf))
	// The cursor begins below "..".
	h := &hookBars{home: home, url: fmt.Sprintf("http://127.0.0.1:%d/hook", port), row: 1}
	token := exec.Command(bin, "hook", "token")
	token.Env = []string{"HOME=" + home}
	out, err := token.Output()
	if err != nil {
		b.Fatalf("token: %v", err)
	}
	h.token = strings.TrimSpace(string(out))
	socket := filepath.Join(home, "probe")
	h.probe.Transport = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}
	dir := manyFiles(b, rows)
	h.Program = openScreenEnv(b, bin, home, 120, 40, []string{"ALOFT_BARS_PROBE=" + socket}, dir, dir)
	h.Until(b, 30*time.Second, "the whole listing and the welcome", func(t string) bool {
		return strings.Contains(t, fmt.Sprintf("/%d ", rows)) && strings.Contains(t, "Welcome")
	})
	h.Step(b, "\r")
	h.Types(b, "W1")
	h.Until(b, 10*time.Second, "the receiver", has("up"))
	h.press(b)
	return h
}

// heap in MiB, after a collection when gc is wanted, and the goroutines.
func (h *hookBars) heap(b *testing.B, gc string) (mib float64, routines int) {
	b.Helper()
	r, err := h.probe.Get("http://probe/heap" + gc)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Body.Close()
	var bytes float64
	if _, err := fmt.Fscan(r.Body, &bytes, &routines); err != nil {
		b.Fatal(err)
	}
	return bytes / (1 << 20), routines
}

// press moves the cursor of the pane by a key and says how long that took.
func (h *hookBars) press(b *testing.B) time.Duration {
	b.Helper()
	h.row++
	start := time.Now()
	h.Types(b, "j")
	h.Until(b, 20*time.Second, "the next row", has(fmt.Sprintf(" %d/", h.row)))
	return time.Since(start)
}

// hookTimes are the latencies of a load.
type hookTimes struct {
	answers []time.Duration
	lost    int
}

// sendLoad sends bodies at the rate over as many connections, and measures each
// from the time at which it was due.
func sendLoad(ctx context.Context, url, token string, n int, body func(i int) string) hookTimes {
	transport := &http.Transport{MaxIdleConnsPerHost: hookConns, MaxConnsPerHost: hookConns}
	defer transport.CloseIdleConnections()
	c := &http.Client{Transport: transport, Timeout: time.Minute}
	var mu sync.Mutex
	var out hookTimes
	type due struct {
		i  int
		at time.Time
	}
	queue := make(chan due, n)
	var all sync.WaitGroup
	for range hookConns {
		all.Go(func() {
			for d := range queue {
				ok := false
				if q, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(body(d.i))); err == nil {
					q.Header.Set("Authorization", "Bearer "+token)
					if r, err := c.Do(q); err == nil {
						_, err = io.Copy(io.Discard, r.Body)
						_ = r.Body.Close()
						ok = err == nil && r.StatusCode == 200
					}
				}
				took := time.Since(d.at)
				mu.Lock()
				out.answers = append(out.answers, took)
				if !ok {
					out.lost++
				}
				mu.Unlock()
			}
		})
	}
	start := time.Now()
	for i := range n {
		at := start.Add(time.Duration(i) * time.Second / hookRate)
		<-time.After(time.Until(at))
		queue <- due{i, at}
	}
	close(queue)
	all.Wait()
	return out
}

// during presses keys and samples the memory while f runs.
func (h *hookBars) during(b *testing.B, f func()) (keys []time.Duration, rss float64) {
	b.Helper()
	var over atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
		over.Store(true)
	}()
	for !over.Load() {
		keys = append(keys, h.press(b))
		mib, _ := h.Memory(b)
		rss = max(rss, mib)
		<-time.After(30 * time.Millisecond)
	}
	<-done
	return keys, rss
}

// emptyHandler answers without doing anything.
func emptyHandler(b *testing.B) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	go func() { _ = s.Serve(l) }()
	b.Cleanup(func() { _ = s.Close() })
	return "http://" + l.Addr().String() + "/"
}

// ended waits until all that was accepted has ended, and returns how many are
// listed.
func (h *hookBars) ended(b *testing.B) int {
	b.Helper()
	for end := time.Now().Add(2 * time.Minute); ; <-time.After(200 * time.Millisecond) {
		c := exec.Command(filepath.Join(h.home, "aloft"), "hook", "ls", "--all", "--jsonl", "-n", "0")
		c.Env = []string{"HOME=" + h.home}
		out, err := c.Output()
		if err != nil {
			b.Fatalf("ls: %v", err)
		}
		if s := string(out); !strings.Contains(s, `"state":"waiting"`) && !strings.Contains(s, `"state":"running"`) {
			return strings.Count(s, "\n")
		}
		if time.Now().After(end) {
			b.Fatal("work does not end")
		}
	}
}

// profile writes a profile of the program into the folder that was asked for.
func (h *hookBars) profile(b *testing.B, name string) {
	b.Helper()
	dir := os.Getenv("ALOFT_BARS_PROFILE")
	if dir == "" {
		return
	}
	r, err := h.probe.Get("http://probe/debug/pprof/profile?seconds=" + strconv.Itoa(hookLoad/hookRate-1))
	if err != nil {
		b.Error(err)
		return
	}
	defer r.Body.Close()
	f, err := os.Create(filepath.Join(dir, name+".pprof"))
	if err == nil {
		_, err = io.Copy(f, r.Body)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		b.Error(err)
	}
}

// Two thousand deliveries at 200 a second over 64 connections, while keys are
// pressed in a pane of 100,000 rows and the panel is open. The empty handler is
// measured alone, and beside the receiver: what slows the machine itself, such as
// starting 200 processes a second, is in the second figure too.
func BenchmarkBarsHook(b *testing.B) {
	large := strings.Repeat("x", 64<<10)
	for _, load := range []struct {
		name string
		body func(i int) string
	}{
		{"prompt", func(i int) string {
			return fmt.Sprintf(`{"session_key":"tui:bars","event":"load-%d","prompt":"say something"}`, i)
		}},
		{"exec", func(i int) string {
			return fmt.Sprintf(`{"session_key":"tui:bars","event":"load-%d","exec":"true"}`, i)
		}},
		{"64KiB", func(i int) string {
			return fmt.Sprintf(`{"session_key":"tui:bars","event":"load-%d","prompt":"x","payload":%q}`, i, large)
		}},
	} {
		b.Run(load.name, func(b *testing.B) {
			figures := map[string]float64{}
			for b.Loop() {
				h := openHookBars(b, "", barsRows)
				before, _ := h.heap(b, "?gc")
				rss, _ := h.Memory(b)
				figures["heap-before-MiB"], figures["RSS-before-MiB"] = before, rss
				var empty, got hookTimes
				emptyURL := emptyHandler(b)
				keys, _ := h.during(b, func() { empty = sendLoad(b.Context(), emptyURL, "", hookLoad, load.body) })
				figures["key-alone-p50-ms"], figures["key-alone-p99-ms"] = median(keys, 0.5), median(keys, 0.99)
				sent := h.BytesWritten()
				_, cpu := h.Memory(b)
				var profiled sync.WaitGroup
				profiled.Go(func() { h.profile(b, load.name) })
				var beside hookTimes
				keys, most := h.during(b, func() {
					var all sync.WaitGroup
					all.Go(func() { got = sendLoad(b.Context(), h.url, h.token, hookLoad, load.body) })
					all.Go(func() { beside = sendLoad(b.Context(), emptyURL, "", hookLoad, load.body) })
					all.Wait()
				})
				_, cpu2 := h.Memory(b)
				profiled.Wait()
				figures["bytes"], figures["cpu-ms/delivery"] = float64(h.BytesWritten()-sent), float64((cpu2-cpu).Milliseconds())/hookLoad
				figures["key-p50-ms"], figures["key-p99-ms"], figures["key-max-ms"] = median(keys, 0.5), median(keys, 0.99), median(keys, 1)
				figures["empty-p50-ms"], figures["empty-p99-ms"] = median(empty.answers, 0.5), median(empty.answers, 0.99)
				figures["beside-p50-ms"], figures["beside-p99-ms"] = median(beside.answers, 0.5), median(beside.answers, 0.99)
				figures["p50-ms"], figures["p99-ms"], figures["max-ms"] = median(got.answers, 0.5), median(got.answers, 0.99), median(got.answers, 1)
				if n := h.ended(b); got.lost > 0 || n != hookLoad {
					b.Errorf("%d were not answered with 200, and %d are listed", got.lost, n)
				}
				figures["RSS-most-MiB"] = most
				after, routines := h.heap(b, "?gc")
				rss, _ = h.Memory(b)
				figures["heap-after-MiB"], figures["RSS-after-MiB"], figures["goroutines"] = after, rss, float64(routines)
				h.Kill()
			}
			for name, v := range figures {
				b.ReportMetric(v, name)
			}
		})
	}
}
