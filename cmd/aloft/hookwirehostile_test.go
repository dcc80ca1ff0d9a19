//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// hold opens connections that send something and then nothing more.
func (w *hookWire) hold(t *testing.T, n int, say string) []net.Conn {
	t.Helper()
	var out []net.Conn
	for range n {
		c, err := net.Dial("tcp", w.addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		if err := c.SetDeadline(time.Now().Add(hookPatience)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, say); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// refusedInTheEnd is refused for a sender that retries, as it is asked to, where
// the machine had no time for it: 503 for a slot, 408 for a body, and nothing for a
// header that was not read in time.
func (w *hookWire) refusedInTheEnd(a ask, status int, words string) {
	r, err := w.send(a)
	for end := time.Now().Add(w.patience); (err != nil || r.status == 503 || r.status == 408) && time.Now().Before(end); {
		r, err = w.send(a)
	}
	w.isRefusal(a, r, err, status, words)
}

// Senders that are slow, silent, half-closed or large do not keep others out, and
// exhaust neither memory nor the receiver.
func TestHookHostile(t *testing.T) {
	t.Parallel()
	dir := makeHookDir(t, hookSetup{projects: []string{"site"}})
	at, process := serveHook(t, dir, hookConf(dir), false)
	w := &hookWire{hookAt: at, patience: hookPatience, event: "e"}
	defer func() {
		for _, f := range w.faults {
			t.Error(f)
		}
	}()
	auth := "Authorization: Bearer " + at.token + "\r\n"
	w.hold(t, 1000, "")
	slow := w.hold(t, 30, "POST /hook HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
	w.hold(t, 30, "POST /hook HTTP/1.1\r\nHost: localhost\r\n"+auth+"Content-Length: 100\r\n\r\n{\"event\":")
	w.hold(t, 30, "POST /hook HTTP/1.1\r\nHost: localhost\r\n"+auth+"Transfer-Encoding: chunked\r\n\r\n5\r\n{\"eve")
	w.has(w.exec("echo among all these"), "among all these")

	// 768 MiB come at once, of which a few are held up to the limit of a body. The
	// race detector's own memory is a multiple of that.
	const senders = 24
	most := 300 << 10
	if raceDetector {
		most *= 6
	}
	huge := strings.Repeat("x", 32<<20)
	var all sync.WaitGroup
	for i := range senders {
		all.Go(func() {
			big := &hookWire{hookAt: at, patience: hookPatience}
			big.refusedInTheEnd(ask{body: huge, chunked: i%2 == 0}, 413, "")
			for _, f := range big.faults {
				t.Error(f)
			}
		})
	}
	all.Wait()
	for _, b := range []string{strings.Repeat("[", 10<<20), strings.Repeat(`{"a":`, 2<<20), `{"x":"` + strings.Repeat(`\u`, 1<<20)} {
		w.refusedInTheEnd(ask{body: b}, 400, "invalid JSON: ")
	}
	// Such a payload, indented line by line, would be gigabytes.
	w.accepted(ask{body: `{"session_key":"box:deep","event":"deep","prompt":"x","payload":` +
		strings.Repeat("[", 5000) + "1" + strings.Repeat(",1", 1<<20) + strings.Repeat("]", 5000) + "}"}, "deep")
	if got := w.prompt("deep"); len(got) < 2<<20 || len(got) > 64<<20 {
		t.Errorf("the prompt has %d bytes", len(got))
	}
	took := peak(process.Process.Pid)
	if took > most {
		t.Errorf("the receiver took %d KiB", took)
	}
	t.Logf("the receiver took %d KiB", took)
	w.wrongHTTP(auth)
	w.smuggle(auth)
	// Senders that never ended their header are disconnected.
	for _, c := range slow {
		// The steps between may have taken longer than the first one allowed.
		if err := c.SetDeadline(time.Now().Add(hookPatience)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, c); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Fatal("a slow sender is still connected")
		}
	}
	w.event = "after"
	w.has(w.exec("echo still there"), "still there")
	// Its output is reported before it is recorded as ended.
	for end := time.Now().Add(hookPatience); ; <-time.After(10 * time.Millisecond) {
		states := listed(t, dir)
		if !slices.ContainsFunc(slices.Collect(maps.Values(states)), func(s string) bool { return s == "accepted" || s == "running" }) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the deliveries are %q", states)
		}
	}
}

// wrongHTTP sends malformed requests.
func (w *hookWire) wrongHTTP(auth string) {
	const host = "Host: localhost\r\n"
	body := strconv.Itoa(len(goodBody))
	for name, raw := range map[string]string{
		"TLS":                      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 500),
		"HTTP/2":                   "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00",
		"no version":               "POST /hook\r\n\r\n",
		"another protocol":         "POST /hook SIP/2.0\r\n" + host + auth + "\r\n",
		"no host":                  "POST /hook HTTP/1.1\r\n" + auth + "Content-Length: " + body + "\r\n\r\n" + goodBody,
		"two hosts":                "POST /hook HTTP/1.1\r\n" + host + host + auth + "Content-Length: " + body + "\r\n\r\n" + goodBody,
		"negative length":          "POST /hook HTTP/1.1\r\n" + host + auth + "Content-Length: -1\r\n\r\n" + goodBody,
		"two lengths":              "POST /hook HTTP/1.1\r\n" + host + auth + "Content-Length: " + body + "\r\nContent-Length: 5\r\n\r\n" + goodBody,
		"space before the colon":   "POST /hook HTTP/1.1\r\n" + host + strings.Replace(auth, ":", " :", 1) + "Content-Length: " + body + "\r\n\r\n" + goodBody,
		"NUL in a header":          "POST /hook HTTP/1.1\r\n" + host + auth + "X: a\x00b\r\nContent-Length: " + body + "\r\n\r\n" + goodBody,
		"another coding":           "POST /hook HTTP/1.1\r\n" + host + auth + "Transfer-Encoding: gzip\r\n\r\n" + goodBody,
		"a broken chunk":           "POST /hook HTTP/1.1\r\n" + host + auth + "Transfer-Encoding: chunked\r\n\r\nzz\r\n" + goodBody + "\r\n0\r\n\r\n",
		"a header of a megabyte":   "POST /hook HTTP/1.1\r\n" + host + auth + "X: " + strings.Repeat("x", 1<<20) + "\r\nContent-Length: " + body + "\r\n\r\n" + goodBody,
		"a hundred thousand more":  "POST /hook HTTP/1.1\r\n" + host + auth + strings.Repeat("X: y\r\n", 100_000) + "Content-Length: " + body + "\r\n\r\n" + goodBody,
		"an address of a megabyte": "POST /hook?" + strings.Repeat("x", 1<<20) + " HTTP/1.1\r\n" + host + auth + "Content-Length: " + body + "\r\n\r\n" + goodBody,
	} {
		c, err := net.Dial("tcp", w.addr)
		if err != nil {
			w.bad("%s: %v", name, err)
			continue
		}
		_ = c.SetDeadline(time.Now().Add(w.patience))
		go func() {
			_, _ = io.WriteString(c, raw)
			_ = c.(*net.TCPConn).CloseWrite()
		}()
		line, _ := bufio.NewReader(c).ReadString('\n')
		_ = c.Close()
		if strings.Contains(line, " 200 ") {
			w.bad("%s: %q", name, line)
		}
	}
	// Disconnected in the middle of its body: never accepted.
	for _, c := range []string{goodBody[:20], ""} {
		if line := w.halfBody("POST /hook HTTP/1.1\r\n" + host + auth + "Content-Length: " + body + "\r\n\r\n" + c); strings.Contains(line, " 200 ") {
			w.bad("half a body: %q", line)
		}
	}
}

// halfBody closes the sender's side before the body has come.
func (w *hookWire) halfBody(raw string) string {
	c, err := net.Dial("tcp", w.addr)
	if err != nil {
		w.bad("%v", err)
		return ""
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(w.patience))
	_, _ = io.WriteString(c, raw)
	_ = c.(*net.TCPConn).CloseWrite()
	line, _ := bufio.NewReader(c).ReadString('\n')
	return line
}

// smuggle: what is inside a refused body is never taken for the next request,
// and two requests of one connection are answered one after the other.
func (w *hookWire) smuggle(auth string) {
	good := fmt.Sprintf("POST /hook HTTP/1.1\r\nHost: localhost\r\n%sContent-Length: %d\r\n\r\n%s", auth, len(goodBody), goodBody)
	tail := "POST /hook HTTP/1.1\r\nHost: localhost\r\n" + auth + "Connection: close\r\nContent-Length: 2\r\n\r\n{}"
	for name, c := range map[string]struct {
		raw  string
		want int // answers of 200
	}{
		"two in a row":                    {good + good + tail, 2},
		"inside one without a credential": {"POST /hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + strconv.Itoa(len(good)) + "\r\n\r\n" + good + tail, 0},
		"inside one of a browser":         {"POST /hook HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n" + auth + "Content-Length: " + strconv.Itoa(len(good)) + "\r\n\r\n" + good + tail, 0},
		"inside another method":           {"PUT /hook HTTP/1.1\r\nHost: localhost\r\n" + auth + "Content-Length: " + strconv.Itoa(len(good)) + "\r\n\r\n" + good + tail, 0},
		"inside one that is too large": {"POST /hook HTTP/1.1\r\nHost: localhost\r\n" + auth + "Content-Length: " + strconv.Itoa(11<<20+len(good)) + "\r\n\r\n" +
			strings.Repeat("x", 11<<20) + good + tail, 0},
		"chunked and with a length": {"POST /hook HTTP/1.1\r\nHost: localhost\r\n" + auth + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n" + tail, 0},
	} {
		conn, err := net.Dial("tcp", w.addr)
		if err != nil {
			w.bad("%s: %v", name, err)
			continue
		}
		_ = conn.SetDeadline(time.Now().Add(w.patience))
		go func() {
			_, _ = io.WriteString(conn, c.raw)
			_ = conn.(*net.TCPConn).CloseWrite()
		}()
		all, _ := io.ReadAll(conn)
		_ = conn.Close()
		if got := strings.Count(string(all), "HTTP/1.1 200 "); got != c.want {
			w.bad("%s: %d were accepted, not %d: %.300q", name, got, c.want, all)
		}
	}
}

// peak is the peak memory of a process, in KiB; 0 where it is unknown.
func peak(pid int) int {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(b), "VmHWM:")
	n, _ := strconv.Atoi(strings.Fields(after + " 0")[0])
	return n
}
