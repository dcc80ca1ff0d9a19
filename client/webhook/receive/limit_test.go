package receive

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener without sockets, so that the server's time is the bubble's.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	select {
	case <-p.done:
	default:
		close(p.done)
	}
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9111} }

// inBubble runs a receiver with the real limits in fake time.
func inBubble(t *testing.T, change func(*Options), f func(t *testing.T, r *rig, dial func() *line)) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		if change != nil {
			change(&r.o)
		}
		p := &pipes{make(chan net.Conn), make(chan struct{})}
		r.l = &Listener{ls: []net.Listener{p}}
		done := make(chan error, 1)
		go func() { done <- r.l.Serve(New(r.o)) }()
		synctest.Wait()
		// After a failure too, so that the bubble can end.
		defer func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			if err := r.l.Close(ctx); err != nil {
				t.Error(err)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
			time.Sleep(2 * time.Second) // slow senders see the end at their next byte
		}()
		f(t, r, func() *line {
			here, there := net.Pipe()
			t.Cleanup(func() { here.Close() })
			p.conns <- there
			return &line{t, here, bufio.NewReader(here)}
		})
	})
}

// lasts reads until the other side closes, and returns how long that took.
func (l *line) lasts() time.Duration {
	l.t.Helper()
	began := time.Now()
	l.ended()
	return time.Since(began)
}

func TestSlowHeader(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig, dial func() *line) {
		if d := dial().lasts(); d != 5*time.Second {
			t.Errorf("silence was borne for %v", d)
		}
		l := dial()
		go func() { // a byte a second never completes a header
			for _, c := range post("/hook", good, auth) {
				time.Sleep(time.Second)
				if _, err := io.WriteString(l, string(c)); err != nil {
					return
				}
			}
		}()
		began := time.Now()
		if b, err := io.ReadAll(l.in); err != nil || len(b) > 0 && !strings.HasPrefix(string(b), "HTTP/1.1 400 ") {
			t.Errorf("%q, %v", b, err)
		}
		if d := time.Since(began); d != 5*time.Second {
			t.Errorf("a slow header was borne for %v", d)
		}
		if taken, refused := r.got(); len(taken)+len(refused) != 0 {
			t.Errorf("%v, %v", taken, refused)
		}
	})
}

func TestSlowBody(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig, dial func() *line) {
		l := dial()
		go func() {
			head, _, _ := strings.Cut(post("/hook", strings.Repeat("x", 200), auth), "x")
			if _, err := io.WriteString(l, head); err != nil {
				return
			}
			for range 200 {
				time.Sleep(time.Second)
				if _, err := io.WriteString(l, " "); err != nil {
					return
				}
			}
		}()
		began := time.Now()
		a, body := l.answer("POST")
		if a.StatusCode != 408 || body != "its body did not arrive in time\n" || !a.Close {
			t.Errorf("%s %q", a.Status, body)
		}
		if d := time.Since(began); d != 30*time.Second {
			t.Errorf("a slow body was borne for %v", d)
		}
		if d := l.lasts(); d > lingerTime {
			t.Errorf("and then for %v", d)
		}
		if _, refused := r.got(); len(refused) != 1 || refused[0].Status != 408 || refused[0].Bytes != 200 {
			t.Errorf("%+v", refused)
		}
	})
}

func TestIdle(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, _ *rig, dial func() *line) {
		l := dial()
		for range 3 {
			status(t, l.say(post("/hook", good, auth)), 200)
			time.Sleep(59 * time.Second)
		}
		if d := l.lasts(); d != time.Second {
			t.Errorf("idleness was borne for 59 s and %v", d)
		}
	})
}

// A sender with a slow body and a wrong token is answered at once.
func TestNotWaitedFor(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, _ *rig, dial func() *line) {
		l := dial().say("POST /hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n12345")
		began := time.Now()
		status(t, l, 401)
		if took := time.Since(began); took != 0 {
			t.Errorf("it took %v", took)
		}
		time.Sleep(lingerPause - time.Second)
		l.say("678901234567890" + post("/hook", good, auth)) // and continues the body
		status(t, l, 200)
	})
}

// A refused sender that sends its body slowly holds the connection only for a
// while.
func TestLingering(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, _ *rig, dial func() *line) {
		l := dial().say("POST /hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n12345")
		status(t, l, 401)
		if d := l.lasts(); d != lingerPause {
			t.Errorf("silence was borne for %v", d)
		}
		l = dial().say("POST /hook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n12345")
		status(t, l, 401)
		go func() {
			for range 1000 {
				time.Sleep(time.Second)
				if _, err := io.WriteString(l, "x"); err != nil {
					return
				}
			}
		}()
		if d := l.lasts(); d != lingerTime {
			t.Errorf("dribbling was borne for %v", d)
		}
	})
}

// A sender that does not read its answers is not waited for without end.
func TestDeafSender(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig, dial func() *line) {
		l := dial().say(post("/hook", good, auth)) // a pipe has no buffer: the answer blocks
		time.Sleep(answerTime + time.Second)
		if _, err := l.Write([]byte("x")); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("still open: %v", err)
		}
	})
}

func TestMostConnections(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig, dial func() *line) {
		r.l.server.mu.Lock()
		r.l.server.most = maxConns // whatever this machine's limit is
		r.l.server.mu.Unlock()
		busy := dial()
		busy.say("POST /hook HTTP/1.1\r\nHost: localhost\r\n" + auth + "\r\nContent-Length: 37\r\n\r\n{")
		synctest.Wait()
		idle := dial()
		status(t, idle.say(post("/hook", good, auth)), 200)
		time.Sleep(time.Second)
		silent := dial()
		all := []*line{}
		for len(all) < maxConns-3 {
			all = append(all, dial())
		}
		synctest.Wait()
		closed := func(l *line) bool {
			t.Helper()
			err := l.SetReadDeadline(time.Now().Add(time.Millisecond))
			if errors.Is(err, io.ErrClosedPipe) { // closed already
				return true
			}
			if err != nil {
				t.Fatal(err)
			}
			_, err = l.in.Peek(1)
			return err == io.EOF
		}
		if closed(idle) || closed(silent) {
			t.Fatal("closed below the limit")
		}
		dial()
		if !closed(idle) || closed(silent) || closed(all[0]) {
			t.Fatalf("the first above the limit: idle one closed %v, silent one %v, a younger one %v; want the longest idle one", closed(idle), closed(silent), closed(all[0]))
		}
		dial()
		if !closed(silent) || closed(all[0]) {
			t.Fatal("the second above the limit must take the place of the one that never spoke")
		}
		if err := busy.SetReadDeadline(time.Time{}); err != nil {
			t.Fatal(err)
		}
		status(t, busy.say(good[1:]), 200)
	})
}

func TestMostOf(t *testing.T) {
	for files, want := range map[uint64]int{1 << 63: maxConns, 4096: maxConns, 1024: 512, 0: 16} {
		if got := maxOf(files); got != want {
			t.Errorf("of %d files %d connections, want %d", files, got, want)
		}
	}
}

// When all others are busy, the new connection is closed.
func TestAllBusy(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig, dial func() *line) {
		r.l.server.most = 2
		busy := []*line{dial(), dial()}
		for _, l := range busy {
			l.say("POST /hook HTTP/1.1\r\nHost: localhost\r\n" + auth + "\r\nContent-Length: 37\r\n\r\n{")
		}
		synctest.Wait()
		if d := dial().lasts(); d != 0 {
			t.Errorf("the newcomer was borne for %v", d)
		}
		for _, l := range busy {
			status(t, l.say(good[1:]), 200)
		}
	})
}

// Only so many of each size are in memory; others wait, and smaller ones pass.
func TestManyLarge(t *testing.T) {
	for _, kind := range []struct{ size, most int }{{smallBody, maxMiddle}, {middleBody, maxLarge}} {
		inBubble(t, nil, func(t *testing.T, r *rig, dial func() *line) {
			body := func(size int) string { return `{"session_key":"a:b","prompt":"` + strings.Repeat("p", size) + `"}` }
			large := body(kind.size)
			begin := func() *line {
				l := dial().say(post("/hook", large, auth)[:300])
				synctest.Wait()
				return l
			}
			var held []*line
			for range kind.most {
				held = append(held, begin())
			}
			began := time.Now()
			next := begin()
			if body := status(t, next, 503); body != "too many other large requests came at the same time\n" || time.Since(began) != waitLarge {
				t.Errorf("%q after %v", body, time.Since(began))
			}
			began = time.Now()
			status(t, dial().say(post("/hook", body(kind.size/2), auth)), 200)
			if d := time.Since(began); d != 0 {
				t.Errorf("a smaller one waited for %v", d)
			}
			next = begin()
			held[0].Close() // its place is free again
			next.say(post("/hook", large, auth)[300:])
			status(t, next, 200)
		})
	}
}

func TestCloseWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		end := make(chan bool)
		r := newRig(t)
		r.o.Accept = func(context.Context, Request) (string, error) { <-end; return "d", nil }
		p := &pipes{make(chan net.Conn), make(chan struct{})}
		r.l = &Listener{ls: []net.Listener{p}}
		done := make(chan error, 1)
		go func() { done <- r.l.Serve(New(r.o)) }()
		dial := func() *line {
			here, there := net.Pipe()
			p.conns <- there
			return &line{t, here, bufio.NewReader(here)}
		}
		idle, silent, busy := dial(), dial(), dial()
		go func() { idle.say(request("GET", "/x", "")) }()
		status(t, idle, 404)
		busy.say(post("/hook", good, auth))
		synctest.Wait()
		closed := make(chan error, 1)
		began := time.Now()
		go func() { closed <- r.l.Close(context.Background()) }()
		idle.ended()
		silent.ended()
		if d := time.Since(began); d > time.Second {
			t.Errorf("those with nothing to say were waited for %v", d)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		time.Sleep(3 * time.Second)
		select {
		case err := <-closed:
			t.Fatalf("closed (%v) while a request was being stored", err)
		default:
		}
		close(end)
		if a, _ := busy.answer("POST"); a.StatusCode != 200 {
			t.Error(a.Status)
		}
		if err := <-closed; err != nil {
			t.Error(err)
		}
	})
}

func TestCloseCuts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		end := make(chan bool)
		r.o.Accept = func(context.Context, Request) (string, error) { <-end; return "d", nil }
		p := &pipes{make(chan net.Conn), make(chan struct{})}
		r.l = &Listener{ls: []net.Listener{p}}
		go func() {
			if err := r.l.Serve(New(r.o)); err != nil {
				t.Error(err)
			}
		}()
		here, there := net.Pipe()
		p.conns <- there
		l := (&line{t, here, bufio.NewReader(here)}).say(post("/hook", good, auth))
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := r.l.Close(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		if _, err := http.ReadResponse(l.in, nil); err == nil {
			t.Error("it was answered")
		}
		close(end)
	})
}
