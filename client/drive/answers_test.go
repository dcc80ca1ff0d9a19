package drive_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/clienttest/procs"
	"aloft/client/drive"
	"aloft/client/gate"
	"aloft/client/system"
	"aloft/model"
)

func wantKind(t *testing.T, err error, kind client.Kind, causes ...error) {
	t.Helper()
	if !client.Is(err, kind) {
		t.Fatalf("error of kind %q (%v), want %q", client.KindOf(err), err, kind)
	}
	for _, c := range causes {
		if !errors.Is(err, c) {
			t.Fatalf("%v does not wrap %v", err, c)
		}
	}
	if s := err.Error(); strings.Contains(s, "%!") || strings.ContainsAny(s, "\n\x1b") {
		t.Fatalf("cannot be shown: %q", s)
	}
}

// script answers each request by a function; the other requests are answered by a
// drive with the folder "dir" and the file "f" in its root.
type script struct {
	mu     sync.Mutex
	answer func(r *http.Request, n int) *http.Response // n counts requests of this method and path
	counts map[string]int
}

func reply(status int, body string, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i+1 < len(header); i += 2 {
		h.Add(header[i], header[i+1])
	}
	return &http.Response{
		StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: int64(len(body)),
	}
}

const rootList = `{"status":200,"code":0,"message":"ok","data":{"list":[
	{"fid":"d1","file_name":"dir","pdir_fid":"0","file_type":0,"include_items":2},
	{"fid":"f1","file_name":"f","pdir_fid":"0","file_type":1,"size":"12","updated_at":1700000000123}]},
	"metadata":{"_total":2,"_count":2}}`

const dirList = `{"code":0,"data":{"list":[
	{"fid":"d2","file_name":"sub","pdir_fid":"d1","file_type":0},
	{"fid":"f2","file_name":"g&amp;amp;","pdir_fid":"d1","file_type":1}]},"metadata":{"_total":2}}`

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts == nil {
		s.counts = map[string]int{}
	}
	last := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	n := s.counts[last]
	s.counts[last]++
	if s.answer != nil {
		if resp := s.answer(r, n); resp != nil {
			if resp.StatusCode == 0 {
				return nil, io.ErrUnexpectedEOF
			}
			resp.Request = r
			return resp, nil
		}
	}
	body := `{"code":0,"data":{"finish":true,"fid":"new"}}`
	if last == "sort" {
		body = map[string]string{"0": rootList, "d1": dirList}[query(r).Get("pdir_fid")]
		if body == "" {
			body = `{"code":0,"data":{"list":[]},"metadata":{"_total":0}}`
		}
	}
	resp := reply(200, body)
	resp.Request = r
	return resp, nil
}

func (s *script) count(last string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[last]
}

func lost() *http.Response { return &http.Response{} }

func scripted(t *testing.T, answer func(r *http.Request, n int) *http.Response) (*script, *rig) {
	t.Helper()
	s := &script{answer: answer}
	return s, newRig(t, s, "__pus=login; __puus=3h", nil)
}

// only answers the requests whose path ends so.
func only(last string, f func(n int) *http.Response) func(*http.Request, int) *http.Response {
	return func(r *http.Request, n int) *http.Response {
		if strings.HasSuffix(r.URL.Path, "/"+last) {
			return f(n)
		}
		return nil
	}
}

func always(status int, body string, header ...string) func(int) *http.Response {
	return func(int) *http.Response { return reply(status, body, header...) }
}

// The result of each answer to a write. Whatever is not clear is unknown, and
// nothing is ever sent twice.
func TestAnswersToAWrite(t *testing.T) {
	cases := map[string]struct {
		answer func(int) *http.Response
		kind   client.Kind // "" = done
		says   string
	}{
		"done":                {always(200, `{"code":0,"data":{"finish":true}}`), "", ""},
		"done, bare":          {always(200, `{}`), "", ""},
		"no code is a number": {always(200, `{"code":"0","status":"200","data":{}}`), "", ""},
		"taken":               {always(400, `{"status":400,"code":23008,"message":"file is doloading[同名冲突]","req_id":"r1"}`), client.KindConflict, "同名冲突"},
		"taken, status 200":   {always(200, `{"code":23008,"message":"x"}`), client.KindConflict, ""},
		"conflict":            {always(409, `{}`), client.KindConflict, ""},
		"parameter":           {always(400, `{"code":14001,"message":"file_name"}`), client.KindInvalid, "file_name"},
		"unknown code":        {always(200, `{"code":99999,"message":"odd"}`), client.KindServer, "odd"},
		"body status":         {always(200, `{"status":400,"code":0}`), client.KindInvalid, ""},
		"body status 500":     {always(200, `{"status":500,"code":0}`), client.KindUnknown, ""},
		"gone":                {always(404, `{"code":23404}`), client.KindNotFound, ""},
		"full":                {always(400, `{"code":32003}`), client.KindInvalid, "full"},
		"too many":            {always(400, `{"code":41035}`), client.KindInvalid, "batch"},
		"throttled":           {always(429, `{}`), client.KindThrottled, ""},
		"throttled, page":     {always(429, `<html>`), client.KindThrottled, ""},
		"too frequent":        {always(400, `{"code":1,"message":"Too Frequent operations"}`), client.KindThrottled, ""},
		"quota":               {always(500, `{"code":50017,"message":"quota is used up","req_id":"r77"}`), client.KindInvalid, "quota is used up"},
		"quota, bare":         {always(500, `{"message":"Your quota is used up","req_id":"r77"}`), client.KindInvalid, "r77"},
		"full, status 500":    {always(500, `{"code":32003}`), client.KindInvalid, "full"},
		"taken, status 500":   {always(500, `{"code":23008}`), client.KindConflict, ""},
		"a reason":            {always(500, `{"code":50017,"message":"this name is reserved"}`), client.KindInvalid, "reserved"},
		"a reason, body only": {always(200, `{"status":500,"code":50017,"message":"this name is reserved"}`), client.KindInvalid, "reserved"},
		"internal":            {always(500, `{"code":50017,"message":"internal error","req_id":"r78"}`), client.KindUnknown, "r78"},
		"code is the status":  {always(503, `{"code":50300,"message":"closed for today"}`), client.KindUnknown, "closed for today"},
		"over the limit":      {always(200, `{"code":42901,"message":"requests over limit"}`), client.KindThrottled, ""},
		"plain words":         {always(500, `no shard for it`, "X-Request-Id", "q5"), client.KindUnknown, "no shard for it"},
		"trace in the header": {always(500, `no shard for it`, "X-Request-Id", "q5"), client.KindUnknown, "q5"},
		"plain 404":           {always(404, `404 page not found`), client.KindInvalid, "base_url"},
		"plain 405":           {always(405, `<html>no`), client.KindInvalid, ""},
		"server error":        {always(500, `{"code":1}`), client.KindUnknown, ""},
		"bad gateway":         {always(502, `<html>bad gateway</html>`), client.KindUnknown, ""},
		"timeout":             {always(408, `{}`), client.KindUnknown, ""},
		"page":                {always(200, `<!doctype html><title>Sign in</title>`), client.KindUnknown, ""},
		"cut":                 {always(200, `{"code":0,"data":{"fin`), client.KindUnknown, ""},
		"empty":               {always(200, ``), client.KindUnknown, ""},
		"array":               {always(200, `[]`), client.KindUnknown, ""},
		"redirect":            {always(302, ``, "Location", "https://login.example/"), client.KindUnknown, ""},
		"lost":                {func(int) *http.Response { return lost() }, client.KindUnknown, ""},
		"inner failure":       {always(200, `{"code":0,"data":{"task_sync":true,"task_resp":{"status":400,"code":23008,"message":"inner"}}}`), client.KindConflict, "inner"},
		"inner success":       {always(200, `{"code":0,"data":{"task_sync":true,"task_resp":{"status":200,"code":0,"data":{}}}}`), "", ""},
		"escape sequences":    {always(400, `{"code":14001,"message":"\u001b[2J\u202eevil\nline"}`), client.KindInvalid, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, r := scripted(t, only("rename", c.answer))
			refs, _ := r.look(t, at(), at("f"))
			err := r.Rename(t.Context(), refs[0], "g", client.Interactive)
			if c.kind == "" {
				if err != nil {
					t.Fatal(err)
				}
			} else {
				wantKind(t, err, c.kind)
				var e *client.Error
				if errors.As(err, &e); e.Op != "rename" || !e.Place.Equal(at("f")) {
					t.Errorf("the error is about %q %q", e.Op, e.Place.Path)
				}
				if (e.Changed == client.ChangedMaybe) != (c.kind == client.KindUnknown) {
					t.Errorf("changed: %v", e.Changed)
				}
				if !strings.Contains(err.Error(), c.says) {
					t.Errorf("%q does not say %q", err, c.says)
				}
			}
			if n := s.count("rename"); n != 1 {
				t.Errorf("sent %d times", n)
			}
		})
	}
}

// A move whose answer does not say that it is finished is not done.
func TestAMoveWithoutFinishIsNotDone(t *testing.T) {
	_, r := scripted(t, only("move", always(200, `{"code":0,"data":{}}`)))
	refs, to := r.look(t, at("dir"), at("f"))
	wantKind(t, r.Move(t.Context(), refs, to, client.Bulk), client.KindUnknown, client.ErrTaskUnseen)
}

// The result of each answer to a read, and the number of retries.
func TestAnswersToARead(t *testing.T) {
	good := func(int) *http.Response { return nil }
	cases := map[string]struct {
		answer func(int) *http.Response
		kind   client.Kind
		says   string
		sent   int
	}{
		"good":             {good, "", "", 1},
		"once 503":         {first(1, 503, `{}`), "", "", 2},
		"thrice 503":       {first(3, 503, `<html>`), "", "", 4},
		"always 503":       {always(503, `{}`), client.KindServer, "503", 4},
		"once 429":         {first(1, 429, `{}`), "", "", 2},
		"once 409":         {first(1, 409, `{}`), "", "", 2},
		"once cut":         {first(1, 200, `{"code":0,"data":{"list":[{"fid":"`), "", "", 2},
		"once lost":        {func(n int) *http.Response { return [...]*http.Response{lost(), nil}[min(n, 1)] }, "", "", 2},
		"501":              {always(501, `{}`), client.KindServer, "501", 1},
		"once a page":      {first(1, 200, `<html>`), "", "", 2},
		"twice a page":     {first(2, 200, `<html>`), "", "", 3},
		"once a redirect":  {first(1, 302, ``), "", "", 2},
		"no drive":         {always(404, `<html>not here</html>`), client.KindInvalid, "base_url", 3},
		"login page":       {always(200, `<html><form>`, "Content-Type", "text/html"), client.KindInvalid, "web page", 3},
		"plain 404":        {always(404, `404 page not found`), client.KindInvalid, "base_url", 1},
		"404, JSON":        {always(404, `{"status":404,"code":404,"message":"no such call"}`), client.KindInvalid, "no such call", 1},
		"404, no code":     {always(404, `{"detail":"Not Found"}`), client.KindInvalid, "base_url", 3},
		"404, long code":   {always(404, `{"status":404,"code":40400}`), client.KindInvalid, "base_url", 1},
		"other service":    {always(200, `{"hello":"world"}`), client.KindInvalid, "no list", 3},
		"redirect":         {always(302, ``, "Location", "https://login.example/?a"), client.KindInvalid, "login.example", 3},
		"list is a string": {always(200, `{"data":{"list":"no"}}`), client.KindInvalid, "no list", 3},
		"list is null":     {always(200, `{"data":{"list":null}}`), client.KindInvalid, "no list", 3},
		"list is missing":  {always(200, `{"data":{},"metadata":{"_total":0}}`), client.KindInvalid, "no list", 3},
		"list is nested":   {always(200, `{"data":[{"list":[]}]}`), client.KindInvalid, "no list", 3},
		"data is null":     {always(200, `{"data":null}`), client.KindInvalid, "no list", 3},
		"data is missing":  {always(200, `{"status":200,"code":0}`), client.KindInvalid, "no list", 3},
		"over the limit":   {first(1, 200, `{"code":42901,"message":"requests over limit"}`), "", "", 2},
		"words of a 503":   {always(503, `the backend sleeps`), client.KindServer, "the backend sleeps", 4},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, r := scripted(t, only("sort", c.answer))
			_, err := r.List(t.Context(), at(), client.Options{})
			if c.kind == "" && err != nil {
				t.Fatal(err)
			}
			if c.kind != "" {
				wantKind(t, err, c.kind)
				if !strings.Contains(err.Error(), c.says) {
					t.Errorf("%q does not say %q", err, c.says)
				}
				if strings.Contains(err.Error(), "not known whether") {
					t.Errorf("a read cannot change anything: %q", err)
				}
			}
			if n := s.count("sort"); n != c.sent {
				t.Errorf("sent %d times, want %d", n, c.sent)
			}
		})
	}
}

func first(times, status int, body string) func(int) *http.Response {
	return func(n int) *http.Response {
		if n < times {
			return reply(status, body)
		}
		return nil
	}
}

// The budget of retries is shared by all reads.
func TestRetriesHaveABudget(t *testing.T) {
	s, r := scripted(t, only("sort", always(503, `{}`)))
	for range 10 {
		_, err := r.List(t.Context(), at(), client.Options{})
		wantKind(t, err, client.KindServer)
	}
	if n := s.count("sort"); n != 10+10 {
		t.Fatalf("sent %d requests for 10 listings, want 20: 10 retries in all", n)
	}
}

func TestEntriesKeepWhatIsNotTold(t *testing.T) {
	_, r := scripted(t, nil)
	l, err := r.List(t.Context(), at(), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, f := l.Entries[0], l.Entries[1]
	if d.Size != model.Unknown || d.Children != 2 || !d.Modified.IsZero() || d.Kind != model.KindFolder {
		t.Errorf("the folder is %+v", d)
	}
	if f.Size != 12 || f.Children != model.Unknown || f.Modified.UnixMilli() != 1700000000123 || f.Kind != model.KindFile {
		t.Errorf("the file is %+v", f)
	}
	l, err = r.List(t.Context(), at("dir"), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if e := l.Entries[1]; e.Name != "g&amp;" || e.Size != model.Unknown {
		t.Errorf("un-escaped more or less than once: %+v", e)
	}
}

// Wrong addresses.
func TestWrongAddresses(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := closed.Addr().String()
	_ = closed.Close()
	open := func(t *testing.T, base string) *drive.Source {
		u, err := url.Parse(base)
		if err != nil {
			t.Fatal(err)
		}
		g, err := gate.Open(gate.Options{Dir: t.TempDir(), Name: base, Wire: gate.HTTPWire(u)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = g.Close() })
		return drive.New(drive.Options{BaseURL: base, Gate: g, Cookies: clienttest.NewJar("a=b"), Scale: 0.001})
	}
	_, err = open(t, "http://"+addr).List(t.Context(), model.Place{Scheme: model.SchemeDrive}, client.Options{})
	wantKind(t, err, client.KindNetwork)
	if !system.Is(err, system.Refused) {
		t.Error(err)
	}
	if !strings.Contains(err.Error(), addr) {
		t.Errorf("%q does not name the address", err)
	}
	_, err = open(t, "http://nowhere.invalid").List(t.Context(), model.Place{Scheme: model.SchemeDrive}, client.Options{})
	wantKind(t, err, client.KindNetwork)
	if !strings.Contains(err.Error(), "nowhere.invalid") {
		t.Errorf("%q does not name the host", err)
	}
}

// refusing is a wire to a port where nothing listens.
type refusing struct{ tries int }

func (w *refusing) Prepare(context.Context) (gate.Conn, error) {
	w.tries++
	return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
}

// A person gets the error of a dead address at once; a job retries.
func TestADeadServerIsToldAtOnce(t *testing.T) {
	for class, want := range map[client.Class]int{client.Interactive: 1, client.Bulk: 4} {
		w := &refusing{}
		g, err := gate.Open(gate.Options{Dir: t.TempDir(), Name: "x", Wire: w})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = g.Close() })
		s := drive.New(drive.Options{Account: "local", BaseURL: "http://aloft.local", Gate: g, Cookies: clienttest.NewJar("a=b"), Scale: 0.001})
		_, err = s.List(t.Context(), at(), client.Options{Class: class})
		wantKind(t, err, client.KindNetwork, syscall.ECONNREFUSED)
		if w.tries != want {
			t.Errorf("class %d: %d tries, want %d", class, w.tries, want)
		}
	}
}

// Calls beyond the specification may be missing; that says nothing about the
// address or about an entry.
func TestADriveWithoutSearch(t *testing.T) {
	for _, body := range []string{`{"status":404,"code":0,"message":"not found"}`, "<html>404</html>", "404 page not found"} {
		_, r := scripted(t, func(q *http.Request, _ int) *http.Response {
			if strings.HasSuffix(q.URL.Path, "/sort") {
				return nil
			}
			return reply(404, body)
		})
		_, err := r.Search(t.Context(), "x", client.Options{})
		wantKind(t, err, client.KindUnsupported)
		_, err = r.Bin(t.Context(), client.Options{})
		wantKind(t, err, client.KindUnsupported)
		_, _, err = r.Capacity(t.Context(), client.Options{})
		wantKind(t, err, client.KindUnsupported)
	}
}

// Of a deleted entry no source shows more than its record: what a drive says of its
// former folder and of the time is taken as far as it can be read.
func TestWhatADriveSaysOfADeletedEntry(t *testing.T) {
	for _, c := range []struct {
		more    string
		from    model.Place
		deleted int64
	}{
		{"", model.Place{}, 0},
		{`,"deleted_at":1700000000123,"origin_path":"/"`, at(), 1700000000123},
		{`,"deleted_at":"1700000000123","origin_path":"/a&amp;b/c/"`, at("a&b", "c"), 1700000000123},
		{`,"deleted_at":"soon","origin_path":"a/b"`, model.Place{}, 0},
		{`,"deleted_at":0,"origin_path":"/a//b"`, model.Place{}, 0},
		{`,"origin_path":"/a\u0000b"`, model.Place{}, 0},
		{`,"origin_path":["a"]`, model.Place{}, 0},
	} {
		_, r := scripted(t, only("list", always(200, `{"status":200,"code":0,"data":{"list":[{"record_id":"r1","fid":"f1","file_name":"x","file_type":1`+c.more+`}]}}`)))
		bin, err := r.Bin(t.Context(), client.Options{})
		if err != nil || len(bin) != 1 || bin[0].Record != "r1" {
			t.Fatal(c.more, bin, err)
		}
		deleted := int64(0)
		if !bin[0].Deleted.IsZero() {
			deleted = bin[0].Deleted.UnixMilli()
		}
		if b := bin[0]; !b.From.Equal(c.from) || deleted != c.deleted || b.Was().IsZero() != c.from.IsZero() {
			t.Errorf("%s: from %q at %d", c.more, b.From, deleted)
		}
	}
}

func TestAnEmptyArrayIsAnEmptyFolder(t *testing.T) {
	_, r := scripted(t, only("sort", always(200, `{"status":200,"code":0,"data":[ ]}`)))
	l, err := r.List(t.Context(), at(), client.Options{})
	if err != nil || len(l.Entries) != 0 || !l.Complete {
		t.Fatal(l, err)
	}
	_, r = scripted(t, only("sort", always(200, `{"status":200,"code":0,"data":[{}]}`)))
	_, err = r.List(t.Context(), at(), client.Options{})
	wantKind(t, err, client.KindInvalid)
}

// A drive that sends Retry-After gets no request earlier, and none at all when that
// is long.
func TestRetryAfter(t *testing.T) {
	for after, requests := range map[string]int{"8": 2, "120": 1, time.Now().Add(time.Hour).UTC().Format(http.TimeFormat): 1} {
		s := &script{answer: func(_ *http.Request, n int) *http.Response {
			if n == 0 {
				return reply(429, `{"status":429,"code":0,"message":"slow"}`, "Retry-After", after)
			}
			return reply(200, rootList)
		}}
		r := newRig(t, s, "a=b", func(o *drive.Options) { o.Scale = 0.01 })
		began := time.Now()
		_, err := r.List(t.Context(), at(), client.Options{})
		if s.count("sort") != requests || (err == nil) != (requests == 2) {
			t.Errorf("%s: %d requests, %v", after, s.count("sort"), err)
		}
		if took := time.Since(began); requests == 2 && took < 80*time.Millisecond {
			t.Errorf("%s: asked again after %v", after, took*100)
		}
	}
}

func init() { procs.CollectLate() }
