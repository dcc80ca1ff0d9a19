package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/drive"
)

// object is a JSON object being built.
type object = map[string]any

// rig is a service with a small client of the tests' own.
type rig struct {
	t *testing.T
	s *Service

	watch *fault.Watch
}

// clock is a clock that a test advances while the service may read it.
type clock struct{ ahead atomic.Int64 }

func (c *clock) Now() time.Time       { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) pass(d time.Duration) { c.ahead.Add(int64(d)) }

// watched puts a watch into the faults of a service.
func watched(o Options) (Options, *fault.Watch) {
	f, _ := o.Faults.(fault.Faults)
	if f.Watch == nil {
		f.Watch = new(fault.Watch)
	}
	o.Faults = f
	return o, f.Watch
}

func open(t *testing.T, o Options) *rig {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Fast = true
	o, w := watched(o)
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &rig{t, s, w}
}

// envelope as a client reads it.
type envelope struct {
	Status    int             `json:"status"`
	Code      int             `json:"code"`
	Message   string          `json:"message"`
	Timestamp int64           `json:"timestamp"`
	ReqID     string          `json:"req_id"`
	Data      json.RawMessage `json:"data"`
	Meta      struct {
		Page  int             `json:"_page"`
		Size  int             `json:"_size"`
		Count int             `json:"_count"`
		Total *int            `json:"_total"`
		TqGap json.RawMessage `json:"tq_gap"`
	} `json:"metadata"`
	TqGap json.RawMessage `json:"tq_gap"`

	http int
	raw  string
	head http.Header
}

func (r *rig) try(method, path string, body any) (envelope, error) {
	r.t.Helper()
	req, err := newRequest(r.t.Context(), method, path, body)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Cookie", r.s.Cookie())
	return r.send(req)
}

// newRequest makes a request with a body that is text, or is encoded as JSON.
func newRequest(ctx context.Context, method, path string, body any) (*http.Request, error) {
	var rd io.Reader
	if body != nil {
		b, isText := body.(string)
		if !isText {
			j, err := json.Marshal(body)
			if err != nil {
				return nil, err
			}
			b = string(j)
		}
		rd = strings.NewReader(b)
	}
	return http.NewRequestWithContext(ctx, method, "http://aloft.local"+drive.Prefix+path, rd)
}

func (r *rig) send(req *http.Request) (envelope, error) {
	r.t.Helper()
	var env envelope
	resp, err := r.s.Transport().RoundTrip(req)
	if err != nil {
		return env, err
	}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return env, err
	}
	env.http, env.raw, env.head = resp.StatusCode, string(raw), resp.Header
	if int64(len(raw)) != resp.ContentLength {
		r.t.Errorf("ContentLength is %d of %d", resp.ContentLength, len(raw))
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") {
		if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&env); err != nil {
			return env, fmt.Errorf("%w in %s", err, raw)
		}
	}
	return env, nil
}

// call expects an answer, whatever it is.
func (r *rig) call(method, path string, body any) envelope {
	r.t.Helper()
	env, err := r.try(method, path, body)
	if err != nil {
		r.t.Fatalf("%s %s: %v", method, path, err)
	}
	return env
}

// want expects a status and a code.
func (r *rig) want(status, code int, method, path string, body any) envelope {
	r.t.Helper()
	env := r.call(method, path, body)
	if env.http != status || env.Status != status || env.Code != code {
		r.t.Fatalf("%s %s %v: got %d/%d, want %d/%d: %s", method, path, body, env.http, env.Code, status, code, env.raw)
	}
	return env
}

type shown struct {
	FID      string `json:"fid"`
	Name     string `json:"file_name"`
	Parent   string `json:"pdir_fid"`
	FileType int    `json:"file_type"`
	Record   string `json:"record_id"`
	Size     int64  `json:"size"`
	Items    *int   `json:"include_items"`
	Origin   string `json:"origin_path"`
}

func (e envelope) list(t *testing.T) []shown {
	t.Helper()
	var d struct {
		List []shown `json:"list"`
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		t.Fatalf("%v in %s", err, e.raw)
	}
	if d.List == nil {
		t.Fatalf("data.list is no list: %s", e.raw)
	}
	return d.List
}

func (e envelope) str(t *testing.T, key string) string {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal(e.Data, &d); err != nil {
		t.Fatalf("%v in %s", err, e.raw)
	}
	v, _ := d[key].(string)
	return v
}

func (e envelope) flag(t *testing.T, key string) bool {
	t.Helper()
	var d map[string]any
	if err := json.Unmarshal(e.Data, &d); err != nil {
		t.Fatalf("%v in %s", err, e.raw)
	}
	v, isBool := d[key].(bool)
	if !isBool {
		t.Fatalf("data.%s is no bool: %s", key, e.raw)
	}
	return v
}

func sorted(fid, more string) string {
	return "/file/sort?pr=ucpro&fr=pc&pdir_fid=" + url.QueryEscape(fid) + more
}

func (r *rig) ls(fid string) []shown {
	r.t.Helper()
	return r.want(200, 0, "GET", sorted(fid, "&_size=10000"), nil).list(r.t)
}

func (r *rig) names(fid string) string {
	r.t.Helper()
	var names []string
	for _, e := range r.ls(fid) {
		names = append(names, e.Name)
	}
	return strings.Join(names, ",")
}

// fid finds an entry by names.
func (r *rig) fid(path string) string {
	r.t.Helper()
	at := "0"
	for name := range strings.SplitSeq(path, "/") {
		found := ""
		for _, e := range r.ls(at) {
			if e.Name == name {
				found = e.FID
			}
		}
		if found == "" {
			r.t.Fatalf("%s: no %q in %s", path, name, r.names(at))
		}
		at = found
	}
	return at
}

// plant makes entries; names ending in a slash are folders.
func (r *rig) plant(paths ...string) {
	r.t.Helper()
	var items []drive.Item
	for _, p := range paths {
		items = append(items, drive.Item{Path: strings.Split(strings.TrimSuffix(p, "/"), "/"), Folder: strings.HasSuffix(p, "/"), Size: 10})
	}
	if err := r.s.Plant(r.t.Context(), items); err != nil {
		r.t.Fatal(err)
	}
}

func move(to string, fids ...string) object {
	return object{"action_type": 1, "filelist": fids, "to_pdir_fid": to}
}

func remove(fids ...string) object {
	return object{"action_type": 2, "filelist": fids}
}

// In a bubble: open, requests with faults that wait, close. Times are fake, the
// database is the real one.
func TestWorksInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, Options{Sample: true, Faults: fault.Faults{Rotate: true, Slow: fault.Rate{P: 1}, Delay: fault.Span{Min: 2 * time.Second}, Lag: fault.Span{Min: time.Second, Max: 3 * time.Second}}})
		start := time.Now()
		r.ls("0")
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("a slow listing took %v of fake time, want exactly 2s", took)
		}
		done := make(chan error, 4)
		for range 4 { // concurrent waits must not stop the clock
			go func() {
				_, err := r.try("GET", sorted("0", ""), nil)
				done <- err
			}()
		}
		for range 4 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		req, _ := http.NewRequestWithContext(ctx, "GET", "http://aloft.local"+drive.Prefix+sorted("0", ""), nil)
		req.Header.Set("Cookie", r.s.Cookie())
		if _, err := r.send(req); err != context.DeadlineExceeded {
			t.Errorf("a request that ends while it waits gives %v", err)
		}
		if err := r.s.Close(); err != nil {
			t.Error(err)
		}
	})
}
