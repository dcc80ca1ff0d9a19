package conn

import (
	"aloft/client/gate"
	"aloft/model"

	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/signed"
)

const secret = "sig=SECRET"

type memBody struct{ *bytes.Reader }

func (memBody) Close() error { return nil }

type memSink struct {
	bytes.Buffer
	restarts int
	full     bool
}

func (s *memSink) Write(p []byte) (int, error) {
	if s.full {
		return 0, errors.New("no space left")
	}
	return s.Buffer.Write(p)
}

func (s *memSink) Restart() error {
	s.restarts++
	s.Reset()
	return nil
}

// clean checks that an error contains nothing of the signed URL.
func clean(t *testing.T, err error) {
	t.Helper()
	for e := err; e != nil; e = errors.Unwrap(e) {
		if s := fmt.Sprintf("%v %+v", e, e); strings.Contains(s, "SECRET") {
			t.Errorf("the address is in the error: %s", s)
		}
	}
}

func upload(url string, data []byte) (client.Upload, memBody) {
	return client.Upload{URL: client.Signed(url), File: client.ImportFile{Name: "a.docx", Size: int64(len(data))}}, memBody{bytes.NewReader(data)}
}

// A service elsewhere has no files on this machine.
func TestNothingIsSentToThisMachineForAServiceElsewhere(t *testing.T) {
	asked := false
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer srv.Close()
	k := NewCarrier(CarrierOptions{Endpoint: "https://docs.example/mcp", Now: time.Now})
	defer k.Close()
	u, b := upload(srv.URL, []byte("x"))
	up := k.Upload(t.Context(), u, b, nil)
	_, down := k.Download(t.Context(), client.Signed(srv.URL), 0, &memSink{})
	if asked || !client.Is(up, client.KindInvalid) || !client.Is(down, client.KindInvalid) {
		t.Errorf("asked %v, %v, %v", asked, up, down)
	}
}

func TestUpload(t *testing.T) {
	k := NewCarrier(CarrierOptions{Endpoint: "http://127.0.0.1/mcp", Now: time.Now})
	defer k.Close()
	data := bytes.Repeat([]byte("0123456789"), 50_000)
	var got []byte
	var head http.Header
	answer := http.StatusCreated
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head = r.Header.Clone()
		head.Set("Method", r.Method)
		head.Set("Content-Length", fmt.Sprint(r.ContentLength))
		got, _ = io.ReadAll(r.Body)
		if answer == http.StatusTemporaryRedirect {
			w.Header().Set("Location", "/elsewhere?"+secret)
		}
		w.WriteHeader(answer)
	}))
	defer srv.Close()
	link := srv.URL + "/up?" + secret

	var told int64
	u, b := upload(link, data)
	if err := k.Upload(t.Context(), u, b, func(n int64) { told = n }); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, data) || told != int64(len(data)) {
		t.Errorf("%d bytes came, %d were told", len(got), told)
	}
	want := http.Header{"Method": {"PUT"}, "Content-Length": {fmt.Sprint(len(data))}, "Content-Type": {"application/octet-stream"}}
	if fmt.Sprint(head) != fmt.Sprint(want) {
		t.Errorf("the header is %v, want %v", head, want)
	}
	for status, kind := range map[int]client.Kind{403: client.KindStale, 410: client.KindStale, 413: client.KindInvalid, 507: client.KindInvalid, 500: client.KindServer, 307: client.KindInvalid, 429: client.KindThrottled} {
		answer = status
		u, b := upload(link, data)
		err := k.Upload(t.Context(), u, b, nil)
		if client.KindOf(err) != kind {
			t.Errorf("%d: %v", status, err)
		}
		clean(t, err)
	}
	u, _ = upload(link, data)
	err := k.Upload(t.Context(), u, memBody{bytes.NewReader(data[1:])}, nil)
	if client.KindOf(err) != client.KindLocal {
		t.Errorf("another size: %v", err)
	}
	for _, bad := range []string{"http://docs.example/up?" + secret, "ftp://127.0.0.1/?" + secret, "", "%zz?" + secret, "https:///?" + secret, "file:///x"} {
		u, b := upload(bad, data)
		err := k.Upload(t.Context(), u, b, nil)
		if client.KindOf(err) != client.KindInvalid {
			t.Errorf("%s: %v", bad, err)
		}
		clean(t, err)
	}
	srv.Close()
	u, b = upload(link, data)
	err = k.Upload(t.Context(), u, b, nil)
	var e *client.Error
	if !errors.As(err, &e) || e.Kind != client.KindNetwork || !e.Retry {
		t.Errorf("nobody there: %v", err)
	}
	clean(t, err)
}

// blob is a file on a server with several faults.
type blob struct {
	data   []byte
	tag    string
	plain  bool // does not support ranges
	cut    int  // ends the body early, so many times
	ranges []string
}

func (b *blob) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.ranges = append(b.ranges, r.Header.Get("Range")+"|"+r.Header.Get("If-Range"))
	if b.tag != "" {
		w.Header().Set("ETag", b.tag)
	}
	data, from := b.data, 0
	ranged := !b.plain && r.Header.Get("Range") != "" && (r.Header.Get("If-Range") == "" || r.Header.Get("If-Range") == b.tag)
	if ranged {
		_, _ = fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
		if from >= len(data) {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes */%d", len(data)))
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(data)-1, len(data)))
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(data)-from))
	if ranged {
		w.WriteHeader(http.StatusPartialContent)
	}
	rest := data[from:]
	if b.cut > 0 {
		b.cut--
		_, _ = w.Write(rest[:len(rest)/2])
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(rest)
}

func TestDownload(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789"), 60_000)
	for name, c := range map[string]struct {
		blob     blob
		have     int // bytes received by the sink
		restarts int
		ranges   string
	}{
		"whole":             {blob{}, 0, 0, "|"},
		"from the middle":   {blob{tag: `"a"`}, 1000, 0, "bytes=1000-|"},
		"no ranges there":   {blob{plain: true}, 1000, 1, "bytes=1000-|"},
		"all of it":         {blob{}, len(data), 0, "bytes=600000-|"},
		"too much":          {blob{}, len(data) + 5, 1, "bytes=600005-| |"},
		"cut once":          {blob{tag: `"a"`, cut: 1}, 0, 0, `| bytes=300000-|"a"`},
		"cut, weak tag":     {blob{tag: `W/"a"`, cut: 1}, 0, 0, `| bytes=300000-|`},
		"cut, no ranges":    {blob{cut: 1, plain: true}, 0, 1, `| bytes=300000-|`},
		"cut several times": {blob{tag: `"a"`, cut: 3}, 0, 0, `| bytes=300000-|"a" bytes=450000-|"a" bytes=525000-|"a"`},
	} {
		t.Run(name, func(t *testing.T) {
			k := NewCarrier(CarrierOptions{Endpoint: "http://127.0.0.1/mcp", Now: time.Now})
			defer k.Close()
			c.blob.data = data
			srv := httptest.NewServer(&c.blob)
			defer srv.Close()
			srv.Config.ErrorLog = nil
			w := &memSink{}
			w.Buffer.Write(data[:min(c.have, len(data))])
			if c.have > len(data) {
				w.Buffer.Write(make([]byte, c.have-len(data)))
			}
			size, err := k.Download(t.Context(), client.Signed(srv.URL+"/x?"+secret), int64(c.have), w)
			if err != nil || size != int64(len(data)) || !bytes.Equal(w.Bytes(), data) || w.restarts != c.restarts {
				t.Errorf("%d of %d bytes, %d restarts, %v", w.Len(), size, w.restarts, err)
			}
			if got := strings.Join(c.blob.ranges, " "); got != c.ranges {
				t.Errorf("asked for %s, want %s", got, c.ranges)
			}
		})
	}
}

func TestDownloadRefusals(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte("stolen")) }))
	defer elsewhere.Close()
	var srv *httptest.Server
	srv = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/403":
			w.WriteHeader(403)
		case "/410":
			w.WriteHeader(410)
		case "/404":
			w.WriteHeader(404)
		case "/500":
			w.WriteHeader(500)
		case "/page":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte("<html>"))
		case "/elsewhere":
			http.Redirect(w, r, elsewhere.URL, http.StatusFound)
		case "/here":
			http.Redirect(w, r, srv.URL+"/ok", http.StatusFound)
		case "/large":
			w.Header().Set("Content-Length", "2000")
			_, _ = w.Write(make([]byte, 2000))
		case "/endless":
			w.(http.Flusher).Flush()
			_, _ = w.Write(make([]byte, 2000))
		default:
			_, _ = w.Write([]byte("fine"))
		}
	}))
	defer srv.Close()
	k := NewCarrier(CarrierOptions{Endpoint: "http://127.0.0.1/mcp", MaxDownload: 1000, Now: time.Now})
	defer k.Close()
	for path, kind := range map[string]client.Kind{
		"/403": client.KindStale, "/410": client.KindStale, "/404": client.KindNotFound, "/500": client.KindServer,
		"/page": client.KindServer, "/elsewhere": client.KindInvalid, "/here": "", "/large": client.KindInvalid, "/endless": client.KindInvalid,
	} {
		w := &memSink{}
		_, err := k.Download(t.Context(), client.Signed(srv.URL+path+"?"+secret), 0, w)
		if client.KindOf(err) != kind || kind == "" && w.String() != "fine" {
			t.Errorf("%s: %q, %v", path, w.String(), err)
		}
		if strings.Contains(w.String(), "stolen") {
			t.Errorf("%s: followed", path)
		}
		clean(t, err)
	}
	_, err := k.Download(t.Context(), client.Signed(srv.URL+"/x?"+secret), 0, &memSink{full: true})
	if client.KindOf(err) != client.KindLocal {
		t.Errorf("a full disk: %v", err)
	}
	_, err = k.Download(t.Context(), client.Signed("http://docs.example/x?"+secret), 0, &memSink{})
	if client.KindOf(err) != client.KindInvalid {
		t.Errorf("a plain address: %v", err)
	}
	clean(t, err)
}

// In this process nothing else counts the bytes.
func TestDownloadCut(t *testing.T) {
	short := roundTripper(func(r *http.Request) (*http.Response, error) {
		resp := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("half"))}
		resp.ContentLength = 8
		return resp, nil
	})
	k := NewCarrier(CarrierOptions{Bytes: short, Now: time.Now})
	defer k.Close()
	d := &download{c: k, link: client.Signed("http://aloft.local/x?" + secret), sink: &memSink{}, size: -1}
	var e *client.Error
	if err := d.once(t.Context()); !errors.As(err, &e) || e.Kind != client.KindNetwork || !e.Retry {
		t.Errorf("%v", err)
	}
}

// The whole download has no time limit; but it ends when nothing arrives.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := roundTripper(func(r *http.Request) (*http.Response, error) {
			pr, pw := io.Pipe()
			go func() {
				for range 10 {
					time.Sleep(signed.IdleLimit - time.Second)
					if _, err := pw.Write([]byte("x")); err != nil {
						return
					}
				}
				<-r.Context().Done()
				pw.CloseWithError(r.Context().Err())
			}()
			return &http.Response{StatusCode: 200, Body: pr, Header: http.Header{}, ContentLength: 11, Request: r}, nil
		})
		k := NewCarrier(CarrierOptions{Bytes: slow, Now: time.Now})
		defer k.Close()
		from := time.Now()
		w := &memSink{}
		d := &download{c: k, link: client.Signed("http://aloft.local/x?" + secret), sink: w, size: -1}
		err := d.once(t.Context())
		if client.KindOf(err) != client.KindNetwork || w.Len() != 10 {
			t.Errorf("%d bytes, %v", w.Len(), err)
		}
		if took, want := time.Since(from), 10*(signed.IdleLimit-time.Second)+signed.IdleLimit; took != want {
			t.Errorf("took %v, want %v", took, want)
		}
		if !strings.Contains(err.Error(), "1m0s") {
			t.Errorf("does not say for how long: %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = k.Download(ctx, client.Signed("http://aloft.local/x?"+secret), 0, w)
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		clean(t, err)
	})
}

// FuzzHeaders: whatever headers a server sends, they are parsed without panic.
func FuzzHeaders(f *testing.F) {
	for _, s := range []string{"bytes 5-9/10", "bytes */10", `"tag"`, "W/x", "120", "Mon, 02 Jan 2006 15:04:05 GMT"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		if first, total, ok := signed.ContentRange(in); ok && first < 0 || total < model.Unknown {
			t.Errorf("%q: %d of %d", in, first, total)
		}
		if d := gate.RetryAfter(http.Header{"Retry-After": {in}}, time.Unix(1e9, 0)); d < 0 {
			t.Errorf("%q: %v", in, d)
		}
		if tag := validator(http.Header{"Etag": {in}}); tag != "" && tag != in {
			t.Errorf("%q: %q", in, tag)
		}
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
