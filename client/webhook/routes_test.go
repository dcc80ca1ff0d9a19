package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/webhook/receive"
	"aloft/model"
)

// secretBox is where a test's secret is kept.
type secretBox struct {
	mu    sync.Mutex
	value string
	reads int
}

func (s *secretBox) read(string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	if s.value == "" {
		return "", errors.New("nothing is stored")
	}
	return s.value, nil
}

func (s *secretBox) set(v string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.value = v
}

// clock is a time that a test sets.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

func deploy() receive.Setting {
	return receive.Setting{Verify: receive.GitHub, Exec: `printf %s "$COMMIT"`, Session: "tui:{body.name}", Env: map[string]string{"COMMIT": "body.after"},
		When: map[string][]string{"body.ref": {"main"}}, Overlap: receive.OverlapQueue, Answer: receive.AnswerOutcome}
}

const pushed = `{"ref":"main","after":"abc; exit 3","name":"site"}`

func (r *rig) push(secret, data string, header ...string) (int, string, string) {
	r.t.Helper()
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(data))
	return send(r.t, receive.RouteURL(r.Status().URL, "deploy"), "", []byte(data), append(header, "X-Hub-Signature-256", "sha256="+hex.EncodeToString(h.Sum(nil)))...)
}

// serveRoute is a receiver with the route deploy.
func serveRoute(t *testing.T, box *secretBox, at *clock) *rig {
	return serve(t, func(o *Options) {
		o.Secret = box.read
		o.Settings.Routes = map[string]receive.Setting{"deploy": deploy()}
		if at != nil {
			o.Now = at.now
		}
	})
}

func TestRoute(t *testing.T) {
	r := serveRoute(t, &secretBox{value: "secret-of-deploy"}, nil)
	status, words, id := r.push("secret-of-deploy", pushed, "X-GitHub-Delivery", "d-1")
	if status != http.StatusOK || words != `{"status":"done","event":"deploy","exit":0,"output":"abc; exit 3"}`+"\n" {
		t.Fatalf("%d %s", status, words)
	}
	if d := r.wait(id, model.DeliveryDone); d.Route != "deploy" || d.Session != "tui:site" || string(d.Body) != pushed || d.Exit != 0 {
		t.Errorf("%+v", d)
	}
	if status, words, _ = r.push("secret-of-deploy", pushed, "X-GitHub-Delivery", "d-1"); status != http.StatusOK || !strings.Contains(words, `"duplicate"`) {
		t.Errorf("sent again: %d %s", status, words)
	}
	// A replay runs, by this process and by another one.
	again, err := r.Replay(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if d := r.wait(again, model.DeliveryDone); d.Of != id || !d.Replay || d.Route != "deploy" || string(d.Head) != "abc; exit 3" {
		t.Errorf("replayed: %+v", d)
	}
	b := &rig{t: t, o: r.o}
	b.Service = New(b.o)
	t.Cleanup(func() { b.end() })
	until(t, "other", func() bool { return b.Status().State == model.HookOther })
	if again, err = b.Replay(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if d := r.wait(again, model.DeliveryDone); d.Of != id || string(d.Head) != "abc; exit 3" {
		t.Errorf("replayed by another: %+v", d)
	}
	// Not with the token of somebody else.
	if status, words, _ = send(t, receive.RouteURL(r.Status().URL, "deploy"), "wrong", nil, "Aloft-Replay-Of", id); status != http.StatusUnauthorized {
		t.Errorf("a replay with a wrong token: %d %s", status, words)
	}
	status, words, id = r.push("secret-of-deploy", strings.Replace(pushed, "main", "dev", 1))
	if status != http.StatusOK || words != `{"status":"ignored","event":"deploy","reason":"body.ref was dev"}`+"\n" {
		t.Errorf("%d %s", status, words)
	}
	// What was ignored runs when the route was changed.
	set := r.o.Settings
	set.Enabled = true
	changed := deploy()
	changed.When, changed.Exec = nil, "exit 4"
	set.Routes = map[string]receive.Setting{"deploy": changed}
	r.Reload(set)
	if again, err = r.Replay(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if d := r.wait(again, model.DeliveryFailed); d.Exit != 4 {
		t.Errorf("%+v", d)
	}
	if status, words, _ = r.push("secret-of-deploy", pushed); status != http.StatusInternalServerError || !strings.Contains(words, `"failed"`) || !strings.Contains(words, `"exit":4`) {
		t.Errorf("a command that fails: %d %s", status, words)
	}
	set.Routes = nil
	r.Reload(set)
	if status, words, _ = r.push("secret-of-deploy", pushed); status != http.StatusNotFound {
		t.Errorf("a route that is gone: %d %s", status, words)
	}
	if _, err = r.Replay(t.Context(), id); err == nil {
		t.Error("replayed without its route")
	}
}

// TestRouteSecret: a secret is kept, and another one is noticed.
func TestRouteSecret(t *testing.T) {
	box, at := &secretBox{}, &clock{at: time.Now()}
	r := serveRoute(t, box, at)
	if status, words, _ := r.push("first-secret", pushed); status != http.StatusServiceUnavailable {
		t.Fatalf("without a secret: %d %s", status, words)
	}
	box.set("first-secret")
	if status, _, _ := r.push("first-secret", pushed); status != http.StatusServiceUnavailable {
		t.Error("the secret was read again at once")
	}
	at.pass(secretAge)
	for range 5 {
		if status, words, _ := r.push("first-secret", pushed); status != http.StatusOK {
			t.Fatalf("%d %s", status, words)
		}
	}
	box.set("other-secret")
	at.pass(secretAge)
	if status, words, _ := r.push("other-secret", pushed); status != http.StatusOK {
		t.Errorf("another secret: %d %s", status, words)
	}
	for range 20 {
		if status, _, _ := r.push("first-secret", pushed); status != http.StatusUnauthorized {
			t.Errorf("the old secret: %d", status)
		}
	}
	if box.reads != 3 {
		t.Errorf("the secret was read %d times", box.reads)
	}
}

// TestOpenRoute: a route of anybody does not listen for everybody.
func TestOpenRoute(t *testing.T) {
	open := deploy()
	open.Verify = receive.None
	r := serve(t, func(o *Options) { o.Settings.Routes = map[string]receive.Setting{"deploy": open} })
	if status, words, _ := send(t, receive.RouteURL(r.Status().URL, "deploy"), "", []byte(pushed)); status != http.StatusOK {
		t.Errorf("%d %s", status, words)
	}
	set := r.o.Settings
	set.Address = "0.0.0.0"
	r.o.Settings = set
	r.end()
	r.Service = New(r.o)
	t.Cleanup(func() { r.end() })
	if err := r.Start(t.Context(), client.AnyPort); err == nil || !strings.Contains(err.Error(), "deploy") {
		t.Errorf("it listens: %v", err)
	}
}
