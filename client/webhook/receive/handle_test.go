package receive

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"aloft/client"
)

func several(o *Options) { o.Projects = func() []string { return []string{"site", "shop"} } }
func none(o *Options)    { o.Projects = func() []string { return nil } }
func opened(o *Options)  { o.Token = func() string { return "" } }
func paused(o *Options)  { o.Paused = func() bool { return true } }
func tiny(o *Options)    { o.MaxBody = 40 }
func atRoot(o *Options)  { o.Path = "/" }
func umlaut(o *Options)  { o.Path = "/hä/k" }

// wireRow is a request and its answer; every row has its own connection.
type wireRow struct {
	name   string
	change func(*Options)
	raw    string
	status int
	body   string // "" for HEAD
	head   string // a header line of the answer
}

// wireRows has every row of "Processing order", "Authentication" and "Errors" in
// "Cloud Drive Web API and Webhook Receiver", and every rule of our own where it is silent.
func wireRows() []wireRow {
	const yes = `{"status":"accepted","event":"webhook"}` + "\n"
	const unauth = "unauthorized\n"
	body := func(b string) string { return post("/hook", b, auth) }
	with := func(header ...string) string { return post("/hook", good, header...) }
	a400 := func(name, b, words string, change func(*Options)) wireRow {
		return wireRow{name, change, body(b), 400, words + "\n", ""}
	}
	rows := []wireRow{
		{"success", nil, body(good), 200, yes, "Aloft-Delivery: d1"},
		{"event comes back", nil, body(`{"session_key":"a:b","prompt":"p","event":"<ci> \"ü\""}`), 200, `{"status":"accepted","event":"<ci> \"ü\""}` + "\n", ""},

		{"other path", nil, post("/other", good, auth), 404, "not found\n", ""},
		{"path before method", nil, request("GET", "/other", ""), 404, "not found\n", ""},
		{"trailing slash", nil, post("/hook/", good, auth), 404, "not found\n", ""},
		{"case", nil, post("/Hook", good, auth), 404, "not found\n", ""},
		{"encoded", nil, post("/%68ook", good, auth), 404, "not found\n", ""},
		{"two slashes, no redirect", nil, post("//hook", good, auth), 404, "not found\n", ""},
		{"dots, no redirect", nil, post("/a/../hook", good, auth), 404, "not found\n", ""},
		{"root path", atRoot, post("/", good, auth), 200, yes, ""},
		{"root path only", atRoot, post("/hook", good, auth), 404, "not found\n", ""},
		{"letters, encoded", umlaut, post("/h%C3%A4/k", good, auth), 200, yes, ""},
		{"letters, small digits", umlaut, post("/h%c3%a4/k", good, auth), 200, yes, ""},
		{"encoded slash", umlaut, post("/h%C3%A4%2Fk", good, auth), 404, "not found\n", ""},
		{"query does not matter", nil, post("/hook?a=b", good, auth), 200, yes, ""},
		{"absolute form", nil, post("http://127.0.0.1/hook", good, auth), 200, yes, ""},
		{"options star", nil, request("OPTIONS", "*", ""), 404, "not found\n", ""},

		{"get", nil, request("GET", "/hook", ""), 405, "POST only\n", "Allow: POST"},
		{"head", nil, request("HEAD", "/hook", ""), 405, "", "Allow: POST"},
		{"options", nil, request("OPTIONS", "/hook", ""), 405, "POST only\n", "Allow: POST"},
		{"small post", nil, request("post", "/hook", good, auth), 405, "POST only\n", ""},
		{"method before browser", nil, request("PUT", "/hook", "", "Sec-Fetch-Site: cross-site"), 405, "POST only\n", ""},

		{"cross-site", nil, with(auth, "Sec-Fetch-Site: cross-site"), 403, "requests from web pages are refused\n", ""},
		{"same-site", nil, with(auth, "Sec-Fetch-Site: same-site"), 403, "requests from web pages are refused\n", ""},
		{"same-origin", nil, with(auth, "Sec-Fetch-Site: same-origin"), 200, yes, ""},
		{"site none", nil, with(auth, "Sec-Fetch-Site: none"), 200, yes, ""},
		{"foreign origin", nil, with(auth, "Origin: https://evil.example"), 403, "requests from web pages are refused\n", ""},
		{"origin that looks near", nil, with(auth, "Origin: http://127.0.0.1.evil.example"), 403, "requests from web pages are refused\n", ""},
		{"origin null", nil, with(auth, "Origin: null"), 403, "requests from web pages are refused\n", ""},
		{"loopback origin", nil, with(auth, "Origin: http://localhost:3000"), 200, yes, ""},
		{"loopback origin 6", nil, with(auth, "Origin: http://[::1]:3000"), 200, yes, ""},
		{"browser before token", nil, with("Origin: https://evil.example"), 403, "requests from web pages are refused\n", ""},
		{"host with a token", nil, with(auth, "Host: evil.example"), 200, yes, ""},
		{"host without a token", opened, with("Host: evil.example"), 403, "requests from web pages are refused\n", ""},
		{"absolute host without a token", opened, post("http://evil.example/hook", good), 403, "requests from web pages are refused\n", ""},
		{"loopback hosts", opened, with("Host: LOCALHOST:9111"), 200, yes, ""},
		{"loopback host 6", opened, with("Host: [::1]:9111"), 200, yes, ""},

		{"no token", nil, with(), 401, unauth, "Www-Authenticate: Bearer"},
		{"open", opened, with(), 200, yes, ""},
		{"open, any token", opened, with("Authorization: Bearer wrong"), 200, yes, ""},
		{"wrong bearer", nil, with("Authorization: Bearer wrong"), 401, unauth, ""},
		{"longer bearer", nil, with(auth + "x"), 401, unauth, ""},
		{"bearer decides alone", nil, post("/hook?token="+testToken, good, "Authorization: Bearer wrong", "X-Webhook-Token: "+testToken), 401, unauth, ""},
		{"untrimmed", nil, with("Authorization: Bearer  " + testToken), 401, unauth, ""},
		{"bearer in small letters", nil, with("Authorization: bearer " + testToken), 401, unauth, ""},
		{"next after basic", nil, with("Authorization: Basic eDp5", "X-Webhook-Token: "+testToken), 200, yes, ""},
		{"next after small letters", nil, with("Authorization: bearer wrong", "X-Webhook-Token: "+testToken), 200, yes, ""},
		{"next after a bare token", nil, post("/hook?token="+testToken, good, "Authorization: "+testToken), 200, yes, ""},
		{"first header counts", nil, with("Authorization: Basic eDp5", auth), 401, unauth, ""},
		{"own header", nil, with("X-Webhook-Token: " + testToken), 200, yes, ""},
		{"own header decides", nil, post("/hook?token="+testToken, good, "X-Webhook-Token: wrong"), 401, unauth, ""},
		{"empty own header", nil, post("/hook?token="+testToken, good, "X-Webhook-Token:"), 200, yes, ""},
		{"query", nil, post("/hook?x=1&token="+testToken, good), 200, yes, ""},
		{"query, encoded", nil, post("/hook?token=correct%2dhorse-battery", good), 200, yes, ""},
		{"query, first value", nil, post("/hook?token=wrong&token="+testToken, good), 401, unauth, ""},
		{"query, wrong", nil, post("/hook?token=wrong", good), 401, unauth, ""},
		{"query, empty", nil, post("/hook?token=", good), 401, unauth, ""},
		{"not from a form", nil, post("/hook", "token="+testToken, "Content-Type: application/x-www-form-urlencoded"), 401, unauth, ""},
		{"token before pause", paused, with(), 401, unauth, ""},

		{"paused", paused, body(good), 503, "the receiver is paused\n", "Retry-After: 5"},
		{"pause before size", func(o *Options) { paused(o); tiny(o) }, body(strings.Repeat("x", 41)), 503, "the receiver is paused\n", ""},
		{"too large", tiny, body(strings.Repeat("x", 41)), 413, "the body is larger than 40 bytes\n", ""},
		{"as large as may be", tiny, body(good + "   "), 200, yes, ""},
		{"token before size", tiny, post("/hook", strings.Repeat("x", 41)), 401, unauth, ""},
		{"content type is not looked at", nil, with(auth, "Content-Type: image/png", "Accept: text/html"), 200, yes, ""},

		{"session of a null", nil, body("null"), 400, "session_key is required\n", ""},
		a400("session empty", `{"session_key":"","exec":"x"}`, "session_key is required", nil),
		a400("session before the rest", `{"prompt":"a","exec":"b","project":"no"}`, "session_key is required", nil),
		a400("neither", `{"session_key":"a:b"}`, "either prompt or exec is required", nil),
		a400("both empty", `{"session_key":"a:b","prompt":"","exec":"","project":"no"}`, "either prompt or exec is required", nil),
		a400("both given", `{"session_key":"a:b","prompt":"a","exec":"b","project":"no"}`, "prompt and exec are mutually exclusive", nil),
		a400("unknown project", `{"session_key":"a:b","prompt":"a","project":"x"}`, `project "x" not found`, nil),
		a400("project is exact", `{"session_key":"a:b","prompt":"a","project":"Site"}`, `project "Site" not found`, nil),
		a400("project with a line end", `{"session_key":"a:b","prompt":"a","project":"x\ny"}`, `project "x\ny" not found`, nil),
		a400("several projects", `{"session_key":"a:b","prompt":"a"}`, "project is required (multiple projects configured)", several),
		a400("no projects", `{"session_key":"a:b","prompt":"a"}`, "project is required (multiple projects configured)", none),
		{"named of several", several, body(`{"session_key":"a:b","prompt":"a","project":"shop"}`), 200, yes, ""},
		{"key without a colon", nil, body(`{"session_key":"x","prompt":"a"}`), 200, yes, ""},
		{"spaces are kept", nil, body(`{"session_key":" ","prompt":" "}`), 200, yes, ""},
		{"HTTP/1.0", nil, strings.Replace(body(good), "HTTP/1.1\r\nHost: 127.0.0.1", "HTTP/1.0", 1), 200, yes, "Connection: close"},
		{"HTTP/1.0 open", opened, strings.Replace(with(), "HTTP/1.1\r\nHost: 127.0.0.1", "HTTP/1.0", 1), 200, yes, ""},
	}
	return rows
}

func TestWire(t *testing.T) {
	for _, row := range wireRows() {
		t.Run(row.name, func(t *testing.T) {
			r := newRig(t)
			if row.change != nil {
				row.change(&r.o)
			}
			r.listen()
			method, _, _ := strings.Cut(row.raw, " ")
			a, body := r.dial().say(row.raw).answer(method)
			if a.StatusCode != row.status || body != row.body {
				t.Fatalf("%d %q, want %d %q", a.StatusCode, body, row.status, row.body)
			}
			kind := "text/plain; charset=utf-8"
			if row.status == 200 {
				kind = "application/json"
			}
			if got := a.Header["Content-Type"]; !slices.Equal(got, []string{kind}) {
				t.Errorf("content type %q", got)
			}
			if a.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("may be sniffed")
			}
			if row.status != 200 && a.Header.Get("Aloft-Delivery") != "" {
				t.Errorf("a refusal has an id")
			}
			if name, value, ok := strings.Cut(row.head, ": "); ok && a.Header.Get(name) != value && !(name == "Connection" && a.Close) {
				t.Errorf("%s is %q, want %q", name, a.Header.Get(name), value)
			}
			checkTold(t, r, row.status, body)
		})
	}
}

// checkTold: each request was either accepted or reported as refused, once.
func checkTold(t *testing.T, r *rig, status int, body string) {
	t.Helper()
	taken, refused := r.got()
	if status == 200 {
		if len(taken) != 1 || len(refused) != 0 {
			t.Fatalf("taken %d, refused %d", len(taken), len(refused))
		}
		return
	}
	if len(taken) != 0 || len(refused) != 1 {
		t.Fatalf("taken %d, refused %d", len(taken), len(refused))
	}
	f := refused[0]
	if f.Status != status || f.Reason.String() == "" || f.At.IsZero() || f.Method == "" || f.Path == "" || f.Remote != "127.0.0.1" {
		t.Errorf("told as %+v", f)
	}
	if strings.Contains(f.Reason.String(), testToken) || strings.ContainsAny(f.Reason.String(), "\n\x1b") {
		t.Errorf("reason %q", f.Reason)
	}
	if status == 400 && f.Reason.String() != strings.TrimSuffix(body, "\n") {
		t.Errorf("reason %q, answered %q", f.Reason, body)
	}
}

func TestTaken(t *testing.T) {
	r := newRig(t).listen()
	raw := `{"event":"ci","project":"site","session_key":"tui:a:b","prompt":" p\n","work_dir":"/w","silent":true,"payload": {"b":1e400,"a":"<&>"} ,"other":[1]}`
	a, _ := r.dial().say(post("/hook?token=wrong&x=1", raw, auth, "Idempotency-Key: k1", "Aloft-Replay-Of: d0", "Cookie: a=b", "X-B: 2", "X-B: 1")).answer("POST")
	if a.StatusCode != 200 {
		t.Fatal(a.Status)
	}
	q := r.one()
	if q.Event != "ci" || q.Project != "site" || q.Session != "tui:a:b" || q.Prompt != " p\n" || q.Exec != "" || q.WorkDir != "/w" || !q.Silent {
		t.Errorf("fields %+v", q)
	}
	if string(q.Payload) != `{"b":1e400,"a":"<&>"}` || string(q.Body) != raw {
		t.Errorf("payload %q, body %q", q.Payload, q.Body)
	}
	if q.Key != "k1" || q.ReplayOf != "d0" || q.Remote != "127.0.0.1" || q.Method != "POST" || q.At.IsZero() {
		t.Errorf("%+v", q)
	}
	if q.Path != "/hook?token=[redacted]&x=1" {
		t.Errorf("path %q", q.Path)
	}
	var head []string
	for _, h := range q.Header {
		head = append(head, h.Name+": "+h.Value)
	}
	want := []string{
		"Host: 127.0.0.1", "Aloft-Replay-Of: d0", "Authorization: Bearer [redacted]", "Content-Length: " + strconv.Itoa(len(raw)),
		"Cookie: [redacted]", "Idempotency-Key: k1", "X-B: 2", "X-B: 1",
	}
	if !slices.Equal(head, want) {
		t.Errorf("header %q", head)
	}
}

// A body of unknown length takes no more memory than its bytes, once it was read:
// it may be queued for long.
func TestChunkedIsSmall(t *testing.T) {
	r := newRig(t)
	body := `{"session_key":"tui:a","prompt":"p","payload":"` + strings.Repeat("x", smallBody) + `"}`
	// net/http knows no length of a reader of another type.
	q := httptest.NewRequest(http.MethodPost, "/hook", struct{ io.Reader }{strings.NewReader(body)})
	q.Header.Set("Authorization", "Bearer "+testToken)
	New(r.o).ServeHTTP(httptest.NewRecorder(), q)
	if got := r.one(); len(got.Body) != len(body) || cap(got.Body) > 2*len(body) {
		t.Errorf("%d bytes take %d", len(got.Body), cap(got.Body))
	}
}

func TestNotStored(t *testing.T) {
	r := newRig(t).listen()
	r.fail = errors.New("disk full at /secret/place")
	l := r.dial()
	a, body := l.say(post("/hook", good, auth)).answer("POST")
	if a.StatusCode != 503 || body != "the request could not be taken\n" || a.Header.Get("Retry-After") == "" {
		t.Errorf("%d %q %v", a.StatusCode, body, a.Header)
	}
	r.mu.Lock()
	r.fail = &client.Error{Kind: client.KindLocal, What: "the receiver is paused", Err: r.fail}
	r.mu.Unlock()
	if a, body := l.say(post("/hook", good, auth)).answer("POST"); a.StatusCode != 503 || body != "the receiver is paused\n" {
		t.Errorf("%d %q", a.StatusCode, body)
	}
	_, refused := r.got()
	if len(refused) != 2 || refused[0].Session != "tui:x" || refused[0].Project != "site" || !strings.Contains(refused[0].Reason.String(), "disk full") {
		t.Errorf("%+v", refused)
	}
}

func TestWhyNoToken(t *testing.T) {
	r := newRig(t).listen()
	for _, c := range []struct{ raw, want string }{
		{post("/hook", good), "it had no token"},
		{post("/hook", good, "Authorization: Bearer x"), "its token in the header Authorization is wrong"},
		{post("/hook", good, "X-Webhook-Token: x"), "its token in the header X-Webhook-Token is wrong"},
		{post("/hook?token=x", good), "its token in the query is wrong"},
	} {
		_, before := r.got()
		if a, _ := r.dial().say(c.raw).answer("POST"); a.StatusCode != http.StatusUnauthorized {
			t.Fatal(a.Status)
		}
		_, refused := r.got()
		if got := refused[len(before)].Reason; got.String() != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
