package receive

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func status(t *testing.T, l *line, want int) string {
	t.Helper()
	a, body := l.answer("POST")
	if a.StatusCode != want {
		t.Fatalf("%d %q, want %d", a.StatusCode, body, want)
	}
	return body
}

func TestPipelining(t *testing.T) {
	r := newRig(t).listen()
	l := r.dial()
	l.say(post("/hook", good, auth) + post("/hook", good) + request("GET", "/hook", "") + post("/x", good, auth) +
		post("/hook", `{"session_key":"last","prompt":"p"}`, auth, "Connection: close"))
	for _, want := range []int{200, 401, 405, 404, 200} {
		status(t, l, want)
	}
	l.ended()
	if taken, _ := r.got(); len(taken) != 2 || taken[1].Session != "last" {
		t.Errorf("%+v", taken)
	}
}

func TestChunked(t *testing.T) {
	const head = "POST /hook HTTP/1.1\r\nHost: localhost\r\n" + auth + "\r\nTransfer-Encoding: chunked\r\n\r\n"
	chunks := func(parts ...string) string {
		var b strings.Builder
		for _, p := range parts {
			fmt.Fprintf(&b, "%x\r\n%s\r\n", len(p), p)
		}
		return b.String()
	}
	r := newRig(t, func(o *Options) { o.MaxBody = 300 << 10 }).listen()
	large := `{"session_key":"a:b","prompt":"` + strings.Repeat("p", 200<<10) + `"}`
	l := r.dial().say(head + chunks(good[:5], good[5:]) + "0\r\nTrailer: x\r\n\r\n" + head + chunks(large) + "0\r\n\r\n")
	status(t, l, 200)
	status(t, l, 200)
	taken, _ := r.got()
	if string(taken[0].Body) != good || len(taken[1].Body) != len(large) {
		t.Errorf("bodies of %d and %d", len(taken[0].Body), len(taken[1].Body))
	}
	if h := taken[0].Header; h[1].Name != "Transfer-Encoding" || h[1].Value != "chunked" {
		t.Errorf("header %v", h)
	}
	l = r.dial().say(head + chunks(strings.Repeat("x", 301<<10)) + "0\r\n\r\n")
	if body := status(t, l, 413); body != "the body is larger than 307200 bytes\n" {
		t.Errorf("%q", body)
	}
	l.ended()
	l = r.dial().say(head + "zz\r\n")
	if body := status(t, l, 400); !strings.HasPrefix(body, "invalid JSON: the body cannot be read: ") {
		t.Errorf("%q", body)
	}
	l.ended()
	_, refused := r.got()
	if len(refused) != 2 || refused[0].Bytes != 300<<10+1 {
		t.Errorf("%+v", refused)
	}
}

// closeWrite closes our half of the connection, as nc -N does.
func (l *line) closeWrite() *line {
	l.t.Helper()
	if err := l.Conn.(*net.TCPConn).CloseWrite(); err != nil {
		l.t.Fatal(err)
	}
	return l
}

func TestHalfClosed(t *testing.T) {
	r := newRig(t).listen()
	l := r.dial().say(post("/hook", good, auth)).closeWrite()
	status(t, l, 200)
	l.ended()
	// A part of the body, and then nothing more.
	l = r.dial().say(strings.TrimSuffix(post("/hook", good, auth), `"}`)).closeWrite()
	if body := status(t, l, 400); body != "invalid JSON: the body ended early, after 35 bytes\n" {
		t.Errorf("%q", body)
	}
	l.ended()
	l = r.dial().say("POST /hook HTTP/1.1\r\nHost: loc").closeWrite()
	if a, err := http.ReadResponse(l.in, nil); err == nil && a.StatusCode == 200 {
		t.Error("half a header was taken")
	}
	if taken, _ := r.got(); len(taken) != 1 {
		t.Errorf("taken %d", len(taken))
	}
}

// A sender that disconnects before the answer does not cancel its request.
func TestGone(t *testing.T) {
	begun, end := make(chan bool), make(chan bool)
	r := newRig(t)
	accept := r.o.Accept
	stored := make(chan error, 1)
	r.o.Accept = func(ctx context.Context, q Request) (string, error) {
		close(begun)
		<-end
		stored <- ctx.Err()
		return accept(ctx, q)
	}
	r.listen()
	l := r.dial().say(post("/hook", good, auth))
	<-begun
	l.Close()
	close(end)
	if err := <-stored; err != nil {
		t.Errorf("the request was taken back: %v", err)
	}
}

func TestExpect(t *testing.T) {
	r := newRig(t, func(o *Options) { o.MaxBody = 1000 }).listen()
	head := func(n int, header string) string {
		return fmt.Sprintf("POST /hook HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: %d\r\n%s\r\n", n, header)
	}
	l := r.dial().say(head(len(good), auth+"\r\n"))
	if a, _ := l.answer("POST"); a.StatusCode != 100 {
		t.Fatal(a.Status)
	}
	status(t, l.say(good), 200)
	// A refused sender is not asked to continue.
	for _, c := range []struct {
		want int
		head string
	}{
		{401, head(10, "")}, {413, head(1001, auth+"\r\n")}, {404, strings.Replace(head(10, ""), "/hook", "/x", 1)},
		{403, head(10, auth+"\r\nOrigin: null\r\n")},
	} {
		l := r.dial().say(c.head)
		status(t, l, c.want)
		l.Close()
	}
}

// A refused sender that is still sending gets its answer, and no reset connection.
func TestLargeRefused(t *testing.T) {
	for _, c := range []struct {
		name, header string
		want         int
	}{{"too large", auth, 413}, {"no token", "X: y", 401}} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t).listen()
			l := r.dial().say(fmt.Sprintf("POST /hook HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: %d\r\n\r\n", c.header, 32<<20))
			part := strings.Repeat("x", 1<<20)
			for range 32 {
				l.say(part) // all of it before anything is read
			}
			a, _ := l.answer("POST")
			if a.StatusCode != c.want || !a.Close {
				t.Errorf("%s, closing %v", a.Status, a.Close)
			}
			l.ended()
			if _, refused := r.got(); len(refused) != 1 || refused[0].Bytes != 32<<20 {
				t.Errorf("%+v", refused)
			}
		})
	}
}

func TestLargest(t *testing.T) {
	r := newRig(t, func(o *Options) { o.MaxBody = 32 << 20 }).listen()
	head, tail := `{"session_key":"a:b","prompt":"p","payload":"`, `"}`
	body := head + strings.Repeat("p", 32<<20-len(head+tail)) + tail
	l := r.dial()
	if err := l.SetDeadline(time.Now().Add(3 * patience)); err != nil { // the race detector reads slowly
		t.Fatal(err)
	}
	status(t, l.say(post("/hook", body, auth)), 200)
	if q := r.one(); len(q.Body) != 32<<20 || len(q.Payload) != 32<<20-len(head+tail)+2 {
		t.Errorf("body %d, payload %d", len(q.Body), len(q.Payload))
	}
	status(t, r.dial().say(post("/hook", body+" ", auth)), 413)
}

func TestDeep(t *testing.T) {
	r := newRig(t).listen()
	deep := func(n int) string {
		return `{"session_key":"a:b","prompt":"p","payload":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}"
	}
	l := r.dial()
	status(t, l.say(post("/hook", deep(9999), auth)), 200)
	for _, n := range []int{10_000, 4 << 20} {
		if body := status(t, l.say(post("/hook", deep(n), auth)), 400); body != "invalid JSON: it is nested more than 10,000 deep (byte 10044)\n" {
			t.Errorf("%q", body)
		}
	}
}

func TestLongHeader(t *testing.T) {
	r := newRig(t).listen()
	status(t, r.dial().say(post("/hook", good, auth, "X-Long: "+strings.Repeat("x", 63<<10))), 200)
	l := r.dial().say(post("/hook", good, auth, "X-Long: "+strings.Repeat("x", 70<<10)))
	status(t, l, http.StatusRequestHeaderFieldsTooLarge)
	status(t, r.dial().say(post("/hook", good, auth)), 200)
	if taken, _ := r.got(); len(taken) != 2 {
		t.Errorf("taken %d", len(taken))
	}
}

func TestIdleConnections(t *testing.T) {
	r := newRig(t).listen()
	for range min(1000, maxOf(openFiles())/2) { // both ends are files of this process
		r.dial()
	}
	for range 3 {
		status(t, r.dial().say(post("/hook", good, auth)), 200)
	}
	if taken, _ := r.got(); len(taken) != 3 {
		t.Errorf("taken %d", len(taken))
	}
}

func TestManyAtOnce(t *testing.T) {
	r := newRig(t).listen()
	large := `{"session_key":"a:b","prompt":"` + strings.Repeat("p", 100<<10) + `"}`
	var wg sync.WaitGroup
	ids := sync.Map{}
	for i := range 32 {
		wg.Go(func() {
			l := r.dial()
			for k := range 20 {
				body := good
				if (i+k)%8 == 0 {
					body = large
				}
				if _, err := io.WriteString(l, post("/hook", body, auth)); err != nil {
					t.Error(err)
					return
				}
				a, err := http.ReadResponse(l.in, nil)
				if err != nil || a.StatusCode != 200 {
					t.Errorf("%v, %v", a, err)
					return
				}
				if _, err := io.Copy(io.Discard, a.Body); err != nil {
					t.Error(err)
				}
				ids.Store(a.Header.Get(HeaderDelivery), true)
			}
		})
	}
	wg.Wait()
	n := 0
	ids.Range(func(_, _ any) bool { n++; return true })
	if taken, _ := r.got(); n != 640 || len(taken) != 640 {
		t.Errorf("%d ids, %d taken", n, len(taken))
	}
}
