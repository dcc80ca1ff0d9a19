//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// reference is a receiver written by this test from the specification, without a
// store, a screen or bounds. spoil names the defect of a mutant, "" is none.
type reference struct {
	hookSetup
	hookAt
	spoil string

	mu    sync.Mutex
	keys  map[string]bool
	busy  map[string]bool
	execs chan func() // one after the other
	turns sync.WaitGroup
	ctx   context.Context // ends with the receiver
}

// does reports whether this is the mutant with that defect.
func (r *reference) does(spoil string) bool { return r.spoil == spoil }

func startReference(t *testing.T, s hookSetup, spoil string) hookAt {
	t.Helper()
	r := &reference{hookSetup: s, spoil: spoil, keys: map[string]bool{}, busy: map[string]bool{}, execs: make(chan func(), 1000), ctx: t.Context()}
	r.dir, r.hookAt.path = makeHookDir(t, s), "/hook"
	if s.path != "" {
		r.hookAt.path = "/" + strings.Trim(s.path, "/")
	}
	if !s.open {
		r.token = "S" + rand.Text()
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r.addr = l.Addr().String()
	srv := &http.Server{Handler: r, DisableGeneralOptionsHandler: true, ReadHeaderTimeout: time.Minute}
	done := make(chan struct{})
	go func() {
		_ = srv.Serve(l)
		close(done)
	}()
	ended := make(chan struct{})
	go func() {
		for f := range r.execs {
			f()
		}
		close(ended)
	}()
	t.Cleanup(func() {
		_ = srv.Close()
		<-done
		close(r.execs)
		<-ended
		r.turns.Wait()
	})
	return r.hookAt
}

func (r *reference) refuse(w http.ResponseWriter, status int, words string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if !r.does("sniffing") {
		w.Header().Set("X-Content-Type-Options", "nosniff")
	}
	if !r.does("no line end") {
		words += "\n"
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, words)
}

func (r *reference) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	path := q.URL.Path
	if r.does("path by prefix") && strings.HasPrefix(path, r.hookAt.path) || r.does("path with a slash") && path == r.hookAt.path+"/" {
		path = r.hookAt.path
	}
	switch {
	case path != r.hookAt.path:
		r.refuse(w, 404, "not found")
	case r.does("401 before 405") && !r.authentic(q):
		r.unauthorized(w)
	case q.Method != "POST" && !(r.does("PUT too") && q.Method == "PUT"):
		if !r.does("no Allow") {
			w.Header().Set("Allow", "POST")
		}
		r.refuse(w, 405, "POST only")
	case r.does("401 before 403") && !r.authentic(q):
		r.unauthorized(w)
	case r.fromPage(q):
		r.refuse(w, 403, "forbidden")
	case r.does("503 before 401") && r.paused:
		r.pause(w)
	case r.does("413 before 401") && r.body > 0 && q.ContentLength > r.body:
		r.refuse(w, 413, "too large")
	case !r.authentic(q):
		r.unauthorized(w)
	case r.paused:
		r.pause(w)
	default:
		r.read(w, q)
	}
}

func (r *reference) unauthorized(w http.ResponseWriter) {
	if !r.does("no WWW-Authenticate") {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	r.refuse(w, 401, "unauthorized")
}

func (r *reference) pause(w http.ResponseWriter) {
	if !r.does("no Retry-After") {
		w.Header().Set("Retry-After", "5")
	}
	r.refuse(w, 503, "paused")
}

func (r *reference) authentic(q *http.Request) bool {
	if r.open {
		return true
	}
	same := func(s string) bool { return subtle.ConstantTimeCompare([]byte(s), []byte(r.token)) == 1 }
	auth := q.Header.Get("Authorization")
	if r.does("last Authorization") {
		if all := q.Header.Values("Authorization"); len(all) > 0 {
			auth = all[len(all)-1]
		}
	}
	if r.does("bearer of any case") && len(auth) > 7 && strings.EqualFold(auth[:7], "Bearer ") {
		auth = "Bearer " + auth[7:]
	}
	if s, ok := strings.CutPrefix(auth, "Bearer "); ok {
		if r.does("bearer trimmed") {
			s = strings.TrimSpace(s)
		}
		if !r.does("wrong bearer falls through") || same(s) {
			return same(s)
		}
	} else if auth != "" && r.does("basic decides") {
		return false
	}
	if s := q.Header.Get("X-Webhook-Token"); s != "" && (!r.does("wrong header falls through") || same(s)) {
		return same(s)
	}
	values := q.URL.Query()["token"]
	if r.does("token from a form") {
		_ = q.ParseForm()
		values = q.Form["token"]
	}
	if r.does("raw query token") {
		_, raw, _ := strings.Cut(q.URL.RawQuery, "token=")
		values = []string{raw}
	}
	if len(values) == 0 {
		return false
	}
	if r.does("last query token") {
		return same(values[len(values)-1])
	}
	return same(values[0])
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// fromPage: a browser sends it for somebody else's page.
func (r *reference) fromPage(q *http.Request) bool {
	if s := q.Header.Get("Sec-Fetch-Site"); s != "" && s != "none" && s != "same-origin" && !r.does("Sec-Fetch-Site unseen") {
		return true
	}
	if o := q.Header.Get("Origin"); o != "" && !r.does("Origin unseen") {
		if r.does("Origin by prefix") {
			return !strings.HasPrefix(o, "http://localhost") && !strings.Contains(o, "://127.") && !strings.Contains(o, "[::1]")
		}
		u, err := url.Parse(o)
		if err != nil || !loopback(u.Hostname()) {
			return true
		}
	}
	if r.open || r.does("Host with a token") {
		u := url.URL{Host: q.Host}
		return !loopback(u.Hostname()) && !r.does("Host unseen")
	}
	return false
}

// request are the fields of a body.
type request struct {
	session, event, project, prompt, exec, workDir string
	silent                                         bool
	payload                                        json.RawMessage
}

func (r *reference) read(w http.ResponseWriter, q *http.Request) {
	most := r.body
	if most == 0 {
		most = 10 << 20
	}
	if r.does("limit too small") {
		most--
	}
	b, err := io.ReadAll(http.MaxBytesReader(w, q.Body, most))
	var large *http.MaxBytesError
	if errors.As(err, &large) && !r.does("no limit") {
		r.refuse(w, 413, "too large")
		return
	}
	f, err := r.parse(b)
	status, words := 400, ""
	switch projects := len(r.projects); {
	case err != nil:
		words = "invalid JSON: " + strings.ReplaceAll(err.Error(), "\n", " ")
	case r.does("project first") && !r.known(f.project):
		words = fmt.Sprintf("project %q not found", f.project)
	case f.session == "":
		words = "session_key is required"
	case f.prompt == "" && f.exec == "":
		words = "either prompt or exec is required"
	case f.prompt != "" && f.exec != "":
		words = "prompt and exec are mutually exclusive"
	case f.project == "" && projects != 1 && !r.does("first project when omitted"):
		words = "project is required (multiple projects configured)"
	case f.project != "" && !r.known(f.project):
		words = fmt.Sprintf("project %q not found", f.project)
	}
	if words != "" {
		r.refuse(w, status, words)
		return
	}
	if f.event == "" {
		f.event = "webhook"
	}
	if f.project == "" {
		f.project = r.projects[0]
	}
	id := strings.ToLower(rand.Text())
	if r.does("one id") {
		id = "x"
	}
	again := r.again(q.Header.Get("Idempotency-Key"))
	if r.does("works before it answers") {
		r.work(id, f)
		again = true
	}
	w.Header().Set("Aloft-Delivery", id)
	w.Header().Set("Content-Type", "application/json")
	if r.does("charset") {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	if r.does("202") {
		w.WriteHeader(202)
	}
	said := map[string]string{"status": "accepted", "event": f.event}
	if r.does("third field") {
		said["id"] = id
	}
	_ = json.NewEncoder(w).Encode(said)
	switch work := func() { r.work(id, f) }; {
	case again:
	case f.prompt != "":
		r.turns.Go(work)
	default:
		r.execs <- work
	}
}

// known reports whether a project is registered; omitted is fine when it is the only one.
func (r *reference) known(name string) bool {
	for _, p := range r.projects {
		if p == name || name == "" && len(r.projects) == 1 || r.does("project of any case") && strings.EqualFold(p, name) {
			return true
		}
	}
	return false
}

func (r *reference) again(key string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	seen := r.keys[key]
	r.keys[key] = key != "" && !r.does("key unseen")
	return seen
}

func (r *reference) parse(b []byte) (request, error) {
	if !utf8.Valid(b) && !r.does("not UTF-8") {
		return request{}, errors.New("not UTF-8")
	}
	if r.does("null is no object") && string(bytes.TrimSpace(b)) == "null" {
		return request{}, errors.New("no object")
	}
	if r.does("keys of any case") {
		b = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("Session_Key"), []byte("session_key")), []byte("SESSION_KEY"), []byte("session_key"))
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if r.does("strict") {
		var f struct {
			SessionKey, Event, Project, Prompt, Exec, WorkDir any
			Silent, Payload                                   any
		}
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil {
			return request{}, err
		}
	}
	var all map[string]json.RawMessage
	d = json.NewDecoder(bytes.NewReader(b))
	if err := d.Decode(&all); err != nil {
		return request{}, err
	}
	if _, err := d.Token(); err != io.EOF && !r.does("text after it") {
		return request{}, errors.New("text after the value")
	}
	var f request
	for name, to := range map[string]any{"session_key": &f.session, "event": &f.event, "project": &f.project, "prompt": &f.prompt, "exec": &f.exec, "work_dir": &f.workDir, "silent": &f.silent} {
		if raw, ok := all[name]; ok {
			if err := json.Unmarshal(raw, to); err != nil && !r.does("any type") {
				return request{}, err
			}
		}
	}
	if r.does("trimmed") {
		f.session, f.exec = strings.TrimSpace(f.session), strings.TrimSpace(f.exec)
	}
	if p := all["payload"]; string(p) != "null" || r.does("null block") {
		f.payload = p
	}
	return f, nil
}
