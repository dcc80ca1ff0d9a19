package receive

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
)

const testToken = "correct-horse-battery"

// rig is a receiver on a free port, and what it was given.
type rig struct {
	t  *testing.T
	o  Options
	l  *Listener
	mu sync.Mutex
	// guarded by mu
	taken   []Request
	refused []Refusal
	fail    error
}

// patience is how long a test waits for what certainly comes.
const patience = time.Minute

func newRig(t *testing.T, change ...func(*Options)) *rig {
	t.Helper()
	r := &rig{t: t}
	r.o = Options{
		Path: "/hook", Token: func() string { return testToken }, Projects: func() []string { return []string{"site"} },
		Accept: func(_ context.Context, q Request) (string, error) {
			r.mu.Lock()
			defer r.mu.Unlock()
			if r.fail != nil {
				return "", r.fail
			}
			r.taken = append(r.taken, q)
			return fmt.Sprintf("d%d", len(r.taken)), nil
		},
		Refused: func(q Refusal) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.refused = append(r.refused, q)
		},
	}
	for _, c := range change {
		c(&r.o)
	}
	return r
}

// listen opens real sockets.
func (r *rig) listen() *rig {
	r.t.Helper()
	l, err := Listen(r.t.Context(), "", client.AnyPort)
	if err != nil {
		r.t.Fatal(err)
	}
	r.l = l
	done := make(chan error, 1)
	go func() { done <- l.Serve(New(r.o)) }()
	r.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := l.Close(ctx); err != nil {
			r.t.Errorf("closing: %v", err)
		}
		if err := <-done; err != nil {
			r.t.Errorf("serving: %v", err)
		}
	})
	return r
}

func (r *rig) got() ([]Request, []Refusal) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Request(nil), r.taken...), append([]Refusal(nil), r.refused...)
}

func (r *rig) one() Request {
	r.t.Helper()
	taken, refused := r.got()
	if len(taken) != 1 {
		r.t.Fatalf("taken %d, refused %+v; want one taken", len(taken), refused)
	}
	return taken[0]
}

// line is a connection with its buffered reader.
type line struct {
	t *testing.T
	net.Conn
	in *bufio.Reader
}

func (r *rig) dial() *line {
	r.t.Helper()
	c, err := net.Dial("tcp", r.l.Addr())
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		r.t.Fatal(err)
	}
	return &line{r.t, c, bufio.NewReader(c)}
}

func (l *line) say(s string) *line {
	l.t.Helper()
	if _, err := io.WriteString(l, s); err != nil {
		l.t.Fatal(err)
	}
	return l
}

// answer reads one answer with its whole body.
func (l *line) answer(method string) (*http.Response, string) {
	l.t.Helper()
	a, err := http.ReadResponse(l.in, &http.Request{Method: method})
	if err != nil {
		l.t.Fatalf("no answer: %v", err)
	}
	b, err := io.ReadAll(a.Body)
	if err != nil {
		l.t.Fatalf("half an answer: %v", err)
	}
	return a, string(b)
}

// ended waits until the other side has closed.
func (l *line) ended() {
	l.t.Helper()
	b, err := io.ReadAll(l.in)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		l.t.Fatalf("the connection is still open")
	}
	if len(b) > 0 {
		l.t.Fatalf("and then came %q", b)
	}
}

// post returns a request as sent on the wire.
func post(target, body string, header ...string) string {
	return request("POST", target, body, header...)
}

func request(method, target, body string, header ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", method, target)
	host := "Host: 127.0.0.1"
	for _, h := range header {
		if strings.HasPrefix(h, "Host:") {
			host = ""
		}
	}
	if host != "" {
		header = append([]string{host}, header...)
	}
	for _, h := range header {
		b.WriteString(h + "\r\n")
	}
	if body != "" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	return b.String() + "\r\n" + body
}

const (
	auth = "Authorization: Bearer " + testToken
	good = `{"session_key":"tui:x","exec":"true"}`
)
