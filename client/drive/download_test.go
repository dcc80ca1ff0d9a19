package drive_test

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/drive"
	"aloft/client/signed"
)

const wholeCookie = "__pus=user; __puus=session"

func byteRig(t *testing.T, d *clienttest.ByteDrive, o drive.CarrierOptions) *rig {
	o.Bytes = d
	return newRig(t, d, wholeCookie, func(to *drive.Options) { to.Content = o })
}

// memory is a sink.
type memory struct {
	bytes.Buffer
	restarts int
}

func (m *memory) Restart() error {
	m.restarts++
	m.Reset()
	return nil
}

func pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i * 7 / 3)
	}
	return b
}

func TestDownloadInRanges(t *testing.T) {
	data := pattern(1_000_000)
	for name, have := range map[string]int{"from its start": 0, "from the middle": 333_333, "all is there": len(data)} {
		t.Run(name, func(t *testing.T) {
			d := clienttest.NewByteDrive()
			d.Put("a/b.bin", data)
			var mu sync.Mutex
			var ranges []string
			d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
				if v := r.Header.Get("Range"); v != "" {
					mu.Lock()
					defer mu.Unlock()
					ranges = append(ranges, v)
				}
				return false
			}
			r := byteRig(t, d, drive.CarrierOptions{Range: 100_000})
			l, err := r.Link(t.Context(), at("a", "b.bin"), client.Bulk)
			if err != nil {
				t.Fatal(err)
			}
			if sum := md5.Sum(data); l.Size != int64(len(data)) || l.MD5 != hex.EncodeToString(sum[:]) {
				t.Errorf("the link says %d bytes, %s", l.Size, l.MD5)
			}
			if s := fmt.Sprintf("%v %+v %#v", l, l, l); strings.Contains(s, "SECRET") {
				t.Errorf("the link prints itself: %s", s)
			}
			w := &memory{}
			w.Write(data[:have])
			size, err := r.Fetch(t.Context(), l, int64(have), w)
			if err != nil || size != int64(len(data)) || !bytes.Equal(w.Bytes(), data) || w.restarts != 0 {
				t.Fatalf("%d of %d bytes, %d restarts, %v", w.Len(), size, w.restarts, err)
			}
			want := max(1, (len(data)-have+99_999)/100_000)
			if len(ranges) != want {
				t.Errorf("%d ranges were asked for, want %d: %v", len(ranges), want, ranges)
			}
		})
	}
}

// A link that is asked for twice in one folder costs one listing.
func TestLinksOfOneFolderShareItsListing(t *testing.T) {
	d := clienttest.NewByteDrive()
	d.Put("a/b", []byte("b"))
	d.Put("a/c", []byte("c"))
	r := byteRig(t, d, drive.CarrierOptions{})
	for _, n := range []string{"b", "c"} {
		if _, err := r.Link(t.Context(), at("a", n), client.Bulk); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(r.log.take(), ", "); got != "GET sort, GET sort, POST download, POST download" {
		t.Error(got)
	}
}

func TestDownloadFaults(t *testing.T) {
	data := pattern(400_000)
	half := func(w http.ResponseWriter) {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes 0-%d/%d", len(data)-1, len(data)))
		w.WriteHeader(http.StatusPartialContent)
		_, _ = w.Write(data[:len(data)/2])
	}
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter, n int) bool // of the n-th request for bytes
		kind   client.Kind
		bytes  int
	}{
		"expired":       {func(w http.ResponseWriter, _ int) bool { w.WriteHeader(403); return true }, client.KindStale, 0},
		"half a cookie": {func(w http.ResponseWriter, _ int) bool { w.WriteHeader(412); return true }, client.KindAuth, 0},
		"slow down":     {func(w http.ResponseWriter, _ int) bool { w.WriteHeader(429); return true }, client.KindThrottled, 0},
		"a page": {func(w http.ResponseWriter, _ int) bool {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write([]byte("<html>"))
			return true
		}, client.KindServer, 0},
		"short once": {func(w http.ResponseWriter, n int) bool {
			if n == 1 {
				half(w)
			}
			return n == 1
		}, "", len(data)},
		"cut once": {func(w http.ResponseWriter, n int) bool {
			if n > 1 {
				return false
			}
			half(w)
			panic(http.ErrAbortHandler)
		}, "", len(data)},
		"short for ever": {func(w http.ResponseWriter, n int) bool {
			if n == 1 {
				half(w)
				return true
			}
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", len(data)/2, len(data)-1, len(data)))
			w.WriteHeader(http.StatusPartialContent)
			return true
		}, client.KindNetwork, len(data) / 2},
		"no ranges": {func(w http.ResponseWriter, _ int) bool {
			w.Header().Set("Content-Length", fmt.Sprint(len(data)))
			_, _ = w.Write(data)
			return true
		}, "", len(data)},
		"another size": {func(w http.ResponseWriter, _ int) bool {
			w.Header().Set("Content-Range", "bytes 0-9/10")
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(data[:10])
			return true
		}, client.KindServer, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := clienttest.NewByteDrive()
			d.Put("f", data)
			n := 0
			var mu sync.Mutex
			d.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasPrefix(r.URL.Path, "/bytes/") {
					return false
				}
				mu.Lock()
				n++
				at := n
				mu.Unlock()
				return c.answer(w, at)
			}
			r := byteRig(t, d, drive.CarrierOptions{})
			if name == "no ranges" {
				r = byteRig(t, d, drive.CarrierOptions{Range: 64 << 10})
			}
			l, err := r.Link(t.Context(), at("f"), client.Bulk)
			if err != nil {
				t.Fatal(err)
			}
			w := &memory{}
			_, err = r.Fetch(t.Context(), l, 0, w)
			if client.KindOf(err) != c.kind || w.Len() != c.bytes || !bytes.Equal(w.Bytes(), data[:c.bytes]) {
				t.Errorf("%d bytes, %v", w.Len(), err)
			}
			if err != nil && strings.Contains(fmt.Sprintf("%+v", err), "SECRET") {
				t.Errorf("the address is in the error: %v", err)
			}
		})
	}
}

func TestLinkRefusals(t *testing.T) {
	d := clienttest.NewByteDrive()
	d.Put("a/f", []byte("x"))
	answer := ""
	d.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if answer == "" || !strings.HasSuffix(r.URL.Path, "file/download") {
			return false
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(400)
		_, _ = w.Write([]byte(answer))
		return true
	}
	r := byteRig(t, d, drive.CarrierOptions{})
	if _, err := r.Link(t.Context(), at("a"), client.Bulk); !client.Is(err, client.KindUnsupported) {
		t.Errorf("a folder: %v", err)
	}
	answer = `{"status":400,"code":23018,"message":"file size limit"}`
	if _, err := r.Link(t.Context(), at("a", "f"), client.Bulk); !client.Is(err, client.KindUnsupported) || !strings.Contains(err.Error(), "own program") {
		t.Errorf("too large: %v", err)
	}
	if n := d.Calls()["POST download"]; n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// A drive may name any host: only its own and those that a person has named get the
// session, and a refusal elsewhere says that it got none.
func TestSessionGoesToTheDrivesHostsOnly(t *testing.T) {
	for name, c := range map[string]struct {
		link  string
		named []string
		kind  client.Kind // "" = the session was sent
		sent  bool
	}{
		"its domain":          {"https://dl-3.drive.example:9443/bytes/", nil, "", true},
		"the web page's":      {"https://files.web.example/bytes/", nil, "", true},
		"another host":        {"https://evil.example/bytes/", nil, client.KindInvalid, true},
		"another, named":      {"https://evil.example/bytes/", []string{"evil.example"}, "", true},
		"another, expired":    {"https://evil.example/expired/", nil, client.KindStale, true},
		"this machine":        {"http://127.0.0.1:8080/bytes/", nil, client.KindInvalid, false},
		"this machine, named": {"https://localhost/bytes/", []string{"localhost"}, client.KindInvalid, false},
		"every address of it": {"https://0.0.0.0/bytes/", nil, client.KindInvalid, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := clienttest.NewByteDrive()
			d.Put("f", []byte("content"))
			var asked, leaked atomic.Bool
			d.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if asked.Store(true); r.Host == "evil.example" && c.named == nil && r.Header.Get("Cookie") != "" {
					leaked.Store(true)
				}
				if strings.HasPrefix(r.URL.Path, "/expired/") {
					w.WriteHeader(http.StatusForbidden)
					return true
				}
				return false
			}
			k := drive.NewCarrier(drive.CarrierOptions{Bytes: d, Drive: signed.Service{Base: "https://api.drive.example", Origin: "https://web.example", Named: c.named},
				Cookie: func(context.Context) (string, error) { return wholeCookie, nil }})
			defer k.Close()
			w := &memory{}
			_, err := k.Fetch(t.Context(), client.Link{URL: client.Signed(c.link + d.Linked("f")), Size: 7}, 0, w)
			if client.KindOf(err) != c.kind || asked.Load() != c.sent || leaked.Load() || (err == nil) != (w.String() == "content") {
				t.Fatalf("asked %v, leaked %v, %q, %v", asked.Load(), leaked.Load(), w.String(), err)
			}
			if err != nil && c.sent && !strings.Contains(err.Error(), "evil.example refused the download (HTTP 4") {
				t.Error(err)
			}
			if _, err := k.Put(t.Context(), drive.Signed{Object: drive.Object{URL: "http://127.0.0.1:8080", Key: "k", UploadID: "u"}, Part: 1}.Dated(time.Now()), "key", strings.NewReader("x"), 0, 1, func(int) {}); !client.Is(err, client.KindInvalid) || !strings.Contains(err.Error(), "nothing was sent there") {
				t.Errorf("an upload to this machine: %v", err)
			}
		})
	}
}

// Some files answer a task instead of a link.
func TestLinkOfATask(t *testing.T) {
	d := clienttest.NewByteDrive()
	d.Put("f", []byte("content"))
	asked := 0
	d.Before = func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case strings.HasSuffix(r.URL.Path, "/task"):
			_, _ = w.Write([]byte(`{"status":200,"code":0,"data":{"status":2}}`))
			return true
		case strings.HasSuffix(r.URL.Path, "file/download"):
			asked++
			if asked == 1 {
				_, _ = w.Write([]byte(`{"status":200,"code":0,"data":{"task_id":"t1","task_sync":false},"metadata":{"tq_gap":1}}`))
			}
			return asked == 1
		}
		return false
	}
	r := byteRig(t, d, drive.CarrierOptions{})
	l, err := r.Link(t.Context(), at("f"), client.Bulk)
	if err != nil || l.Size != 7 {
		t.Errorf("%d bytes, %v", l.Size, err)
	}
}

// stalls sends one byte less than it should, and then nothing.
type stalls struct{ *clienttest.ByteDrive }

func (s stalls) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.ByteDrive.RoundTrip(r)
	if err == nil && strings.HasPrefix(r.URL.Path, "/bytes/") && r.Header.Get("Range") == "bytes=0-999" {
		b := make([]byte, 999)
		_, _ = resp.Body.Read(b)
		resp.Body = &stalled{bytes.NewReader(b), r.Context()}
	}
	return resp, err
}

type stalled struct {
	*bytes.Reader
	ctx context.Context
}

func (s *stalled) Read(p []byte) (int, error) {
	if n, err := s.Reader.Read(p); err == nil {
		return n, nil
	}
	<-s.ctx.Done()
	return 0, s.ctx.Err()
}
func (s *stalled) Close() error { return nil }

// A server that stops before the end is given up after a minute, and resumed.
func TestDownloadThatStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := clienttest.NewByteDrive()
		data := pattern(1000)
		d.Put("f", data)
		c := drive.NewCarrier(drive.CarrierOptions{Bytes: stalls{d}, Drive: signed.Service{Base: "http://aloft.local", Origin: "https://web.example"}, Cookie: func(context.Context) (string, error) { return wholeCookie, nil }})
		defer c.Close()
		l := linkOf(t, d)
		from := time.Now()
		w := &memory{}
		size, err := c.Fetch(t.Context(), l, 0, w)
		if err != nil || size != 1000 || !bytes.Equal(w.Bytes(), data) {
			t.Errorf("%d of %d bytes, %v", w.Len(), size, err)
		}
		if took := time.Since(from); took != time.Minute {
			t.Errorf("took %v", took)
		}
	})
}

// unanswered takes 99 of 100 bytes of a part, and never answers.
type unanswered struct{}

func (unanswered) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.CopyN(io.Discard, r.Body, r.ContentLength*99/100)
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// A store that stops before the end of a part is given up after a minute; the part may be
// sent again.
func TestUploadThatStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := drive.NewCarrier(drive.CarrierOptions{Bytes: unanswered{}})
		defer c.Close()
		s := drive.Signed{Object: drive.Object{URL: "http://aloft.local", Key: "obj", UploadID: "u"}, Part: 1}.Dated(time.Now())
		from := time.Now()
		_, err := c.Put(t.Context(), s, "OSS key", bytes.NewReader(pattern(1000)), 0, 1000, func(int) {})
		var e *client.Error
		if !errors.As(err, &e) || e.Kind != client.KindNetwork || !e.Retry || !strings.Contains(e.Error(), "no byte was sent or received") {
			t.Errorf("%v", err)
		}
		if took := time.Since(from); took != time.Minute {
			t.Errorf("took %v", took)
		}
	})
}

// linkOf asks the drive itself for the link of the file f.
func linkOf(t *testing.T, d *clienttest.ByteDrive) client.Link {
	t.Helper()
	return client.Link{URL: client.Signed("http://aloft.local/bytes/" + d.Linked("f")), Size: 1000}
}

// paced fails when more has come than the rate allows by then, and a second more.
type paced struct {
	memory
	t    *testing.T
	from time.Time
}

func (p *paced) Write(b []byte) (int, error) {
	n, err := p.memory.Write(b)
	if allowed := 100 * (int(time.Since(p.from)/time.Second) + 1); p.Len() > allowed {
		p.t.Errorf("%d bytes after %v", p.Len(), time.Since(p.from))
	}
	return n, err
}

func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := clienttest.NewByteDrive()
		d.Put("f", pattern(1000))
		c := drive.NewCarrier(drive.CarrierOptions{Bytes: d, Range: 200, Rate: 100, Connections: 1, Drive: signed.Service{Base: "http://aloft.local", Origin: "https://web.example"}, Cookie: func(context.Context) (string, error) { return wholeCookie, nil }})
		defer c.Close()
		from := time.Now()
		w := &paced{t: t, from: from}
		if _, err := c.Fetch(t.Context(), linkOf(t, d), 0, w); err != nil || w.Len() != 1000 {
			t.Fatalf("%d bytes, %v", w.Len(), err)
		}
		if took := time.Since(from); took != 10*time.Second {
			t.Errorf("1000 bytes at 100 a second took %v", took)
		}
	})
}

// drained takes a part at once, and answers.
type drained struct{}

func (drained) RoundTrip(r *http.Request) (*http.Response, error) {
	_, err := io.Copy(io.Discard, r.Body)
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: http.NoBody, Request: r}, err
}

func TestRateOfUploads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := drive.NewCarrier(drive.CarrierOptions{Bytes: drained{}, Rate: 100})
		defer c.Close()
		s := drive.Signed{Object: drive.Object{URL: "http://aloft.local", Key: "obj", UploadID: "u"}, Part: 1}.Dated(time.Now())
		from, most := time.Now(), 0
		if _, err := c.Put(t.Context(), s, "OSS key", bytes.NewReader(pattern(1000)), 0, 1000, func(n int) { most = max(most, n) }); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(from); took != 10*time.Second || most > 100 {
			t.Errorf("1000 bytes at 100 a second took %v, %d at a time", took, most)
		}
	})
}
