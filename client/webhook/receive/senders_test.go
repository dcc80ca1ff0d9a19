package receive

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
)

// sent is a request of testdata/senders.json, signed by Python.
type sent struct {
	Name, Verify, Secret, Query, Body, Needs string
	Header                                   map[string]string
	Signed, Timed                            bool
	Route                                    struct {
		When                                          map[string][]string
		Session, Event, Prompt, Exec, Payload, Header string
		TimeHeader                                    string `json:"time_header"`
		OnceBy                                        string `json:"once_by"`
		Env                                           map[string]string
	}
	Want struct {
		Session, Event, Prompt, Exec, Key, Reply string
		Env                                      []string
		Payload                                  json.RawMessage
	}
}

// senders reads the requests and the time of their signatures.
func senders(t *testing.T) ([]sent, time.Time) {
	t.Helper()
	b, err := os.ReadFile("testdata/senders.json")
	if err != nil {
		t.Fatal(err)
	}
	var all struct {
		Now   int64
		Cases []sent
	}
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Cases) < 20 {
		t.Fatalf("%d requests", len(all.Cases))
	}
	return all.Cases, time.Unix(all.Now, 0)
}

// TestSendersAreOfPython: the recorded requests are what Python signs.
func TestSendersAreOfPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("no python3: the recorded requests are taken as they are")
		return
	}
	out, err := exec.Command(python, "testdata/senders.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/senders.json")
	if err != nil || !bytes.Equal(out, want) {
		t.Errorf("testdata/senders.py prints something else than testdata/senders.json (%v)", err)
	}
}

// oneRoute is a receiver's routes: r, with a secret.
type oneRoute struct {
	rt     *Route
	secret string
}

func (o oneRoute) Route(name string) *Route {
	if name == o.rt.Name {
		return o.rt
	}
	return nil
}
func (o oneRoute) Secret(string, bool) (string, error)           { return o.secret, nil }
func (o oneRoute) Wait(context.Context, string) Outcome          { return Outcome{} }
func (o oneRoute) Again(context.Context, string) (string, error) { return "", nil }

// send sends a request to a receiver with its route.
func (s sent) send(t *testing.T, now time.Time) (*httptest.ResponseRecorder, *Request, *Refusal) {
	t.Helper()
	r := s.Route
	rt, err := NewRoute("r", Setting{Verify: s.Verify, Header: r.Header, TimeHeader: r.TimeHeader, When: r.When, Session: r.Session, Event: r.Event,
		Prompt: r.Prompt, Exec: r.Exec, Payload: r.Payload, Env: r.Env, OnceBy: r.OnceBy})
	if err != nil {
		t.Fatal(err)
	}
	var got *Request
	var refused *Refusal
	h := New(Options{Path: "/hook", Token: func() string { return testToken }, Projects: func() []string { return []string{"site"} }, Now: func() time.Time { return now },
		Accept:  func(_ context.Context, r Request) (string, error) { got = &r; return "d1", nil },
		Refused: func(f Refusal) { refused = &f }, Routes: oneRoute{rt, s.Secret}})
	req := httptest.NewRequest("POST", "/hook/r/r?"+s.Query, strings.NewReader(s.Body))
	for k, v := range s.Header {
		req.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	func() {
		// What closes a connection is a panic without one.
		defer func() {
			if e := recover(); e != nil && e != http.ErrAbortHandler {
				panic(e)
			}
		}()
		h.ServeHTTP(w, req)
	}()
	return w, got, refused
}

func TestSenders(t *testing.T) {
	all, now := senders(t)
	for _, s := range all {
		t.Run(s.Name, func(t *testing.T) {
			w, got, refused := s.send(t, now)
			if w.Code != 200 || got == nil || refused != nil {
				t.Fatalf("%d %s, refused %+v", w.Code, w.Body, refused)
			}
			if s.Want.Reply != "" {
				if w.Body.String() != s.Want.Reply || got.Ignored.IsZero() {
					t.Errorf("the answer is %q; ignored: %s", w.Body, got.Ignored)
				}
			} else {
				key := s.Want.Key
				switch {
				case key != "":
					key = "route/r/" + key
				case s.Timed && strings.HasPrefix(got.Key, "route/r/signed/"):
					key = got.Key
				}
				if got.Session != s.Want.Session || got.Event != s.Want.Event || got.Prompt != s.Want.Prompt || got.Exec != s.Want.Exec || got.Key != key || got.Project != "site" || got.Route != "r" {
					t.Errorf("it became %+v", *got)
				}
				if !reflect.DeepEqual(got.Env, s.Want.Env) {
					t.Errorf("its variables are %q", got.Env)
				}
				if compacted(t, got.Payload) != compacted(t, s.Want.Payload) {
					t.Errorf("its payload is %s", got.Payload)
				}
			}
			for _, h := range got.Header {
				if strings.Contains(h.Value, s.Secret) {
					t.Errorf("the secret is kept in %s", h.Name)
				}
			}
			if strings.Contains(got.Path, s.Secret) {
				t.Errorf("the secret is kept in the path %s", got.Path)
			}
		})
	}
}

func compacted(t *testing.T, raw []byte) string {
	t.Helper()
	var b bytes.Buffer
	if len(raw) > 0 {
		if err := json.Compact(&b, raw); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// TestSendersRefused spoils each request in every way that its sender's scheme detects.
func TestSendersRefused(t *testing.T) {
	all, now := senders(t)
	for _, s := range all {
		refuse := func(how string, s sent, now time.Time) {
			t.Helper()
			w, got, refused := s.send(t, now)
			if w.Code != 401 || got != nil || refused == nil || refused.Reason.IsZero() || refused.Route != "r" {
				t.Errorf("%s, %s: %d, accepted %v, refused %+v", s.Name, how, w.Code, got != nil, refused)
			}
		}
		wrong := s
		wrong.Secret = flipped(s.Secret, len(s.Secret)-5)
		refuse("with another secret", wrong, now)
		if s.Needs != "" {
			lacks := s
			lacks.Header = map[string]string{}
			for k, v := range s.Header {
				if k != s.Needs {
					lacks.Header[k] = v
				}
			}
			refuse("without "+s.Needs, lacks, now)
		} else {
			lacks := s
			lacks.Query = ""
			refuse("without its query", lacks, now)
		}
		if s.Signed {
			for _, at := range []int{0, len(s.Body) / 2, len(s.Body) - 1} {
				other := s
				other.Body = flipped(s.Body, at)
				refuse("with byte "+strconv.Itoa(at)+" changed", other, now)
			}
			more := s
			more.Body += " "
			refuse("with one byte more", more, now)
		}
		if s.Timed {
			refuse("six minutes later", s, now.Add(6*time.Minute))
			refuse("six minutes earlier", s, now.Add(-6*time.Minute))
		}
	}
}

// flipped is a text with another byte.
func flipped(s string, at int) string {
	b := []byte(s)
	b[at] ^= 1
	return string(b)
}

// TestRouteAnswers: what a route answers beside the signature.
func TestRouteAnswers(t *testing.T) {
	all, now := senders(t)
	push := all[0]
	push.Route.When = map[string][]string{"body.ref": {"refs/heads/rel-*"}}
	w, got, _ := push.send(t, now)
	if w.Code != http.StatusOK || got == nil || got.Ignored.String() != "body.ref was refs/heads/main" || !strings.Contains(w.Body.String(), `"status":"ignored"`) {
		t.Errorf("%d %s, %+v", w.Code, w.Body, got)
	}
	push = all[0]
	push.Route.When = map[string][]string{"body.nothing": {"x"}}
	if w, got, _ = push.send(t, now); got == nil || got.Ignored.String() != "body.nothing was missing" {
		t.Errorf("%d %s, %+v", w.Code, w.Body, got)
	}
	push = all[0]
	push.Route.Session = "tui:{body.nothing}"
	if w, got, _ = push.send(t, now); w.Code != http.StatusBadRequest || got != nil {
		t.Errorf("%d %s, %+v", w.Code, w.Body, got)
	}
	push = all[0]
	push.Secret = ""
	if w, got, _ = push.send(t, now); w.Code != http.StatusUnauthorized || got != nil {
		t.Errorf("a route without a secret: %d %s, %+v", w.Code, w.Body, got)
	}
}
