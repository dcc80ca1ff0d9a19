package receive

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func benchOptions() Options {
	return Options{
		Path: "/hook", Token: func() string { return testToken }, Projects: func() []string { return []string{"site"} },
		Accept: func(context.Context, Request) (string, error) { return "d1", nil },
	}
}

// nobody is a sender that does not read the answer.
type nobody struct{ head http.Header }

func (n nobody) Header() http.Header         { return n.head }
func (n nobody) Write(p []byte) (int, error) { return len(p), nil }
func (n nobody) WriteHeader(int)             {}

// BenchmarkHandler compares the handler with one that does nothing, with and
// without the network.
func BenchmarkHandler(b *testing.B) {
	empty := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The least that the receiver has to do: read a body, and answer.
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Length", "0")
	})
	for _, c := range []struct {
		name string
		h    http.Handler
	}{{"empty", empty}, {"receiver", New(benchOptions())}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := http.NewRequest("POST", "/hook", strings.NewReader(good))
				if err != nil {
					b.Fatal(err)
				}
				r.Header.Set("Authorization", "Bearer "+testToken)
				c.h.ServeHTTP(nobody{http.Header{}}, r)
			}
		})
		b.Run(c.name+"/wire", func(b *testing.B) {
			b.ReportAllocs()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				b.Fatal(err)
			}
			s := newServer(c.h)
			go func() { _ = s.http.Serve(l) }()
			defer s.http.Close()
			conn, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				b.Fatal(err)
			}
			defer conn.Close()
			ask, answer := []byte(post("/hook", good, auth)), make([]byte, 4096)
			for b.Loop() {
				if _, err := conn.Write(ask); err != nil {
					b.Fatal(err)
				}
				if n, err := conn.Read(answer); err != nil || !strings.HasPrefix(string(answer[:n]), "HTTP/1.1 200") {
					b.Fatalf("%s %v", answer[:n], err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for _, size := range []int{100, 10 << 20} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			body := []byte(`{"session_key":"a:b","prompt":"p","payload":"` + strings.Repeat(`p\n`, size/3) + `"}`)
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
