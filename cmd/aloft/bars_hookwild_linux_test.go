//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// hookCrowd is senders that disturb a receiver.
type hookCrowd struct {
	addr, token string
	ctx         context.Context
	all         sync.WaitGroup
}

// conn holds a connection on which something is sent, and then a byte a second.
func (c *hookCrowd) conn(say string, drip bool) {
	c.all.Go(func() {
		for c.ctx.Err() == nil {
			k, err := net.Dial("tcp", c.addr)
			if err != nil {
				return
			}
			_, err = io.WriteString(k, say)
			tick := time.NewTicker(time.Second)
			for err == nil && c.ctx.Err() == nil {
				select {
				case <-tick.C:
					if drip {
						_, err = k.Write([]byte("x"))
					}
				case <-c.ctx.Done():
				}
			}
			tick.Stop()
			_ = k.Close()
		}
	})
}

// half sends a request and closes its side at once, again and again.
func (c *hookCrowd) half(say string) {
	c.all.Go(func() {
		for c.ctx.Err() == nil {
			if k, err := net.Dial("tcp", c.addr); err == nil {
				_, _ = io.WriteString(k, say)
				_ = k.(*net.TCPConn).CloseWrite()
				_ = k.SetDeadline(time.Now().Add(5 * time.Second))
				_, _ = io.Copy(io.Discard, k)
				_ = k.Close()
			}
			<-time.After(100 * time.Millisecond)
		}
	})
}

// post sends a body again and again.
func (c *hookCrowd) post(body string) {
	c.all.Go(func() {
		for c.ctx.Err() == nil {
			q, err := http.NewRequestWithContext(c.ctx, "POST", "http://"+c.addr+"/hook", strings.NewReader(body))
			if err != nil {
				return
			}
			q.Header.Set("Authorization", "Bearer "+c.token)
			if r, err := http.DefaultClient.Do(q); err == nil {
				_, _ = io.Copy(io.Discard, r.Body)
				_ = r.Body.Close()
			}
			<-time.After(200 * time.Millisecond)
		}
	})
}

// Slow senders, idle connections, bodies that are too large or too deep and senders
// that disconnect, all at once: the latency for ordinary senders and the screen.
func BenchmarkBarsHookCrowd(b *testing.B) {
	figures := map[string]float64{}
	for b.Loop() {
		h := openHookBars(b, "", barsRows)
		empty := emptyHandler(b)
		ctx, stop := context.WithCancel(b.Context())
		addr := strings.TrimSuffix(strings.TrimPrefix(h.url, "http://"), "/hook")
		c := &hookCrowd{addr: addr, token: h.token, ctx: ctx}
		auth := "POST /hook HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + h.token + "\r\n"
		before, _ := h.Memory(b)
		for range 1000 {
			c.conn("", false)
		}
		for range 100 {
			c.conn("POST /hook HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", true)
			c.conn(auth+"Content-Length: 1000\r\n\r\n{", true)
		}
		for range 20 {
			c.half(auth + "Content-Length: 1000\r\n\r\n{")
		}
		huge, deep := strings.Repeat("x", 32<<20), strings.Repeat("[", 10_000)
		for range 4 {
			c.post(huge)
			c.post(`{"session_key":"tui:x","prompt":"x","payload":` + deep + "}")
			c.post(`{"session_key":"tui:x","prompt":"x","payload":` + deep + strings.Repeat("]", 10_000) + "}")
		}
		var got, beside hookTimes
		body := func(i int) string {
			return fmt.Sprintf(`{"session_key":"tui:bars","event":"load-%d","exec":"true"}`, i)
		}
		keys, most := h.during(b, func() {
			var all sync.WaitGroup
			all.Go(func() { got = sendLoad(b.Context(), h.url, h.token, hookLoad, body) })
			all.Go(func() { beside = sendLoad(b.Context(), empty, "", hookLoad, body) })
			all.Wait()
		})
		stop()
		c.all.Wait()
		figures["lost"] = float64(got.lost)
		figures["p50-ms"], figures["p99-ms"], figures["max-ms"] = median(got.answers, 0.5), median(got.answers, 0.99), median(got.answers, 1)
		figures["beside-p50-ms"], figures["beside-p99-ms"] = median(beside.answers, 0.5), median(beside.answers, 0.99)
		figures["key-p50-ms"], figures["key-p99-ms"], figures["key-max-ms"] = median(keys, 0.5), median(keys, 0.99), median(keys, 1)
		figures["RSS-before-MiB"], figures["RSS-most-MiB"] = before, most
		h.ended(b)
		figures["heap-after-MiB"], figures["goroutines"] = 0, 0
		h.press(b)
		heap, routines := h.heap(b, "?gc")
		figures["heap-after-MiB"], figures["goroutines"] = heap, float64(routines)
		if got.lost > 0 {
			b.Errorf("%d ordinary senders were not answered with 200", got.lost)
		}
		h.Kill()
	}
	for name, v := range figures {
		b.ReportMetric(v, name)
	}
}

// deliver sends one and returns its id.
func (h *hookBars) deliver(b *testing.B, body string) string {
	b.Helper()
	q, err := http.NewRequestWithContext(b.Context(), "POST", h.url, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	q.Header.Set("Authorization", "Bearer "+h.token)
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != 200 {
		b.Fatal(r.Status)
	}
	return r.Header.Get("Aloft-Delivery")
}

// marked counts the processes of a delivery.
func marked(id string) (n int) {
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range all {
		if e, err := os.ReadFile(f); err == nil && bytes.Contains(e, []byte("ALOFT_DELIVERY="+id)) {
			n++
		}
	}
	return n
}

// runaways are commands that run out of control. Only the one that knows the name
// of the screen's terminal may show its word there.
func runaways(pts string) map[string]string {
	const word = `printf '\033[2J\033[H\033]0;RUN%s\007\033[31mRUN%s' AWAY AWAY`
	return map[string]string{
		"forks":   `for i in 1 2 3 4 5; do sleep 600 & done; wait`,
		"deaf":    `trap '' TERM HUP INT; while :; do sleep 600; done`,
		"daemons": `setsid sh -c 'trap "" TERM; while :; do sleep 600; done' & (setsid sh -c '(sleep 600 </dev/null >/dev/null 2>&1 &)' &); setsid setsid sleep 600; sleep 600`,
		"flood":   `trap '' TERM; while :; do head -c 1073741824 /dev/zero | tr '\0' x; done`,
		"escapes": `while :; do ` + word + `; printf '\033[?1049l\033c\033[6n\033[?1003h'; done`,
		"tty":     `exec 3<>/dev/tty; ` + word + ` >&3; ` + word + ` >/dev/tty; exec </dev/tty; sleep 600`,
		"bomb":    `f() { if [ $1 -gt 0 ]; then f $(($1-1)) & f $(($1-1)) & fi; sleep 600; }; f 7`,
		"busy":    `trap '' TERM; while :; do :; done`,
		"writes":  word + ` >` + pts + `; sleep 600`,
	}
}

// Commands that run out of control, with the live view open.
func BenchmarkBarsHookRunaway(b *testing.B) {
	const limit = 2 * time.Second
	figures := map[string]float64{}
	for b.Loop() {
		h := openHookBars(b, fmt.Sprintf("exec_timeout = %q\n", limit), 1000)
		before, _ := h.Memory(b)
		all := runaways(h.Device())
		for _, name := range slices.Sorted(maps.Keys(all)) { // the one that writes is the last
			command := all[name]
			h.Types(b, "5gg")
			start := time.Now()
			id := h.deliver(b, fmt.Sprintf(`{"session_key":"tui:bars","event":%q,"exec":%q}`, name, command))
			h.Until(b, 10*time.Second, "the row", has(name))
			h.Types(b, "\r")
			h.Until(b, 10*time.Second, "the details", has(id))
			most := 0
			for n := 1; n > 0 || time.Since(start) < limit; <-time.After(10 * time.Millisecond) {
				n = marked(id)
				most = max(most, n)
				switch seen := strings.Contains(h.Title(), "RUNAWAY") || strings.Contains(h.Screen(), "RUNAWAY") && name != "escapes"; {
				case seen && name == "writes": // any process of the user may write there
					figures["writes-seen"] = 1
				case seen:
					b.Errorf("%s is on the screen", name)
				}
				if time.Since(start) > 20*time.Second {
					b.Errorf("%s: %d processes live", name, n)
					break
				}
			}
			figures[name+"-ms"] = float64((time.Since(start) - limit).Milliseconds())
			figures[name+"-processes"] = float64(most)
			h.Until(b, 10*time.Second, "the end", func(s string) bool {
				return strings.Contains(s, "stopped at its") || strings.Contains(s, "ended with") // it has no terminal
			})
			h.Types(b, "\x1b")
			h.Until(b, 10*time.Second, "the list", func(s string) bool { return !strings.Contains(s, id) })
			mib, _ := h.Memory(b)
			figures["RSS-most-MiB"] = max(figures["RSS-most-MiB"], mib)
		}
		figures["RSS-before-MiB"] = before
		h.Types(b, "\x0c1")
		h.press(b)
		if h.Settle(); strings.Contains(h.Screen(), "RUNAWAY") {
			b.Error("drawing anew does not help")
		}
		h.Kill()
	}
	for name, v := range figures {
		b.ReportMetric(v, name)
	}
}

// A hundred thousand lines a second for a minute, with the live view open.
func BenchmarkBarsHookLines(b *testing.B) {
	const seconds = 60
	figures := map[string]float64{}
	for b.Loop() {
		h := openHookBars(b, "", barsRows)
		before, _ := h.Memory(b)
		h.Types(b, "5gg")
		id := h.deliver(b, fmt.Sprintf(`{"session_key":"tui:bars","event":"lines","exec":"n=0; while [ $n -lt %d ]; do seq ${n}0000 ${n}9999 | sed 's/$/ of a build that says much/'; n=$((n+1)); sleep 0.1; done"}`, 10*seconds))
		h.Until(b, 10*time.Second, "the row", has("lines"))
		h.Types(b, "\r")
		h.Until(b, 10*time.Second, "the details", has(id))
		sent := h.BytesWritten()
		_, cpu := h.Memory(b)
		most := 0.0
		start := time.Now()
		for strings.Contains(h.Screen(), "lines  running") {
			<-time.After(250 * time.Millisecond)
			mib, _ := h.Memory(b)
			most = max(most, mib)
			if time.Since(start) > 4*seconds*time.Second {
				b.Fatalf("it does not end\n%s", h.Screen())
			}
		}
		took := time.Since(start).Seconds()
		_, cpu2 := h.Memory(b)
		figures["bytes/s"], figures["cpu-%"] = float64(h.BytesWritten()-sent)/took, (cpu2-cpu).Seconds()/took*100
		figures["seconds"], figures["RSS-before-MiB"], figures["RSS-most-MiB"] = took, before, most
		h.Types(b, "\x1b")
		h.Until(b, 10*time.Second, "the list", func(s string) bool { return !strings.Contains(s, id) })
		h.Types(b, "1")
		h.press(b)
		figures["heap-after-MiB"], _ = h.heap(b, "?gc")
		h.Kill()
	}
	for name, v := range figures {
		b.ReportMetric(v, name)
	}
}
