package flow

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func streamTest(t *testing.T, method string, body io.Reader, h http.HandlerFunc) (*http.Response, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "http://aloft.local/x", body)
	if err != nil {
		t.Fatal(err)
	}
	return transport{handle: h}.RoundTrip(req)
}

// The handler answers each line before the next one is written: neither side
// waits for the other's end.
func TestTransportStreamsBothWays(t *testing.T) {
	from, to := io.Pipe()
	resp, err := streamTest(t, "PUT", from, func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		buf := make([]byte, 10)
		for {
			n, err := r.Body.Read(buf)
			if err != nil {
				return
			}
			_, _ = w.Write(bytes.ToUpper(buf[:n]))
		}
	})
	if err != nil || resp.ContentLength != -1 {
		t.Fatal(resp, err)
	}
	for _, word := range []string{"one", "two", "three"} {
		if _, err := io.WriteString(to, word); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(word))
		if _, err := io.ReadFull(resp.Body, got); err != nil || string(got) != strings.ToUpper(word) {
			t.Fatalf("%q %v", got, err)
		}
	}
	to.Close()
	if rest, err := io.ReadAll(resp.Body); len(rest) != 0 || err != nil {
		t.Error(rest, err)
	}
}

// A caller that stops reading ends the handler: its writes fail, its context ends,
// and a body it waits for is closed.
func TestTransportHangUp(t *testing.T) {
	ended := make(chan error, 1)
	endless := func(w http.ResponseWriter, r *http.Request) {
		for {
			if _, err := w.Write(make([]byte, held)); err != nil {
				<-r.Context().Done()
				_, err = r.Body.Read(make([]byte, 1))
				ended <- err
				return
			}
		}
	}
	from, to := io.Pipe()
	defer to.Close()
	resp, err := streamTest(t, "POST", from, endless)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(resp.Body, make([]byte, 3*held)); err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the body could still be read")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the handler goes on")
	}
}

func TestTransportEnds(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 3*held)
	cases := []struct {
		name   string
		method string
		handle http.HandlerFunc
		tripOK bool
		length int64
		read   int
		err    error
	}{
		{"short", "GET", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("abc")) }, true, 3, 3, nil},
		{"nothing", "GET", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) }, true, 0, 0, nil},
		{"long", "GET", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(long) }, true, -1, len(long), nil},
		{"announced", "GET", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "49152")
			_, _ = w.Write(long)
		}, true, 49152, len(long), nil},
		{"too little", "GET", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "50000")
			_, _ = w.Write(long)
		}, true, 50000, len(long), io.ErrUnexpectedEOF},
		{"head", "HEAD", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "49152")
			_, _ = w.Write(long)
		}, true, 49152, 0, nil},
		{"abort at once", "GET", func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }, false, 0, 0, io.ErrUnexpectedEOF},
		{"abort in the middle", "GET", func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(long)
			panic(http.ErrAbortHandler)
		}, true, -1, len(long), io.ErrUnexpectedEOF},
		{"abort early", "GET", func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte("abc"))
			panic(http.ErrAbortHandler)
		}, true, -1, 3, io.ErrUnexpectedEOF},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			resp, err := streamTest(t, c.method, nil, c.handle)
			if !c.tripOK {
				if !errors.Is(err, c.err) {
					t.Error(err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			got, err := io.ReadAll(resp.Body)
			if resp.ContentLength != c.length || len(got) != c.read || !errors.Is(err, c.err) {
				t.Errorf("length %d, read %d, %v", resp.ContentLength, len(got), err)
			}
		})
	}
}

// A request that ends while the handler works, and one that ends while its
// answer is read.
func TestTransportContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://aloft.local/x", nil)
	waits := transport{handle: func(w http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}}
	if _, err := waits.RoundTrip(req); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}

	ctx, cancel = context.WithCancel(t.Context())
	req, _ = http.NewRequestWithContext(ctx, "GET", "http://aloft.local/x", nil)
	resp, err := transport{handle: func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(make([]byte, 2*held))
		<-r.Context().Done()
	}}.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(resp.Body, make([]byte, 2*held)); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.ReadAll(resp.Body); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The header of an answer is the caller's, who may change it while the handler
// writes.
func TestTransportHeadIsTheCallers(t *testing.T) {
	resp, err := streamTest(t, "GET", nil, func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		_, _ = w.Write([]byte("more"))
	})
	if err != nil {
		t.Fatal(err)
	}
	resp.Header.Set("X-Seen", "1")
	if b, err := io.ReadAll(resp.Body); string(b) != "more" || err != nil {
		t.Errorf("%q %v", b, err)
	}
}

// A request whose context has ended gets no answer, not even a finished one.
func TestTransportEndedRequest(t *testing.T) {
	for range 200 {
		ctx, cancel := context.WithCancel(t.Context())
		req, _ := http.NewRequestWithContext(ctx, "GET", "http://aloft.local/x", nil)
		answered := transport{handle: func(http.ResponseWriter, *http.Request) { cancel() }}
		if resp, err := answered.RoundTrip(req); !errors.Is(err, context.Canceled) {
			t.Fatal(resp, err)
		}
	}
}

// A handler's panic reaches the caller, which may recover it.
func TestTransportPanic(t *testing.T) {
	defer func() {
		if p := recover(); p != "oops" {
			t.Error(p)
		}
	}()
	_, _ = streamTest(t, "GET", nil, func(http.ResponseWriter, *http.Request) { panic("oops") })
}
