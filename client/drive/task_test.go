package drive_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/drive"
)

// task answers a deletion with a running task, and its polls by f.
func task(f func(n int) *http.Response) func(*http.Request, int) *http.Response {
	return func(r *http.Request, n int) *http.Response {
		switch {
		case strings.HasSuffix(r.URL.Path, "/delete"):
			return reply(200, `{"code":0,"data":{"finish":false,"task_id":"t"},"metadata":{"tq_gap":3}}`)
		case strings.HasSuffix(r.URL.Path, "/task"):
			return f(n)
		}
		return nil
	}
}

func running(n int) *http.Response {
	return reply(200, fmt.Sprintf(`{"code":0,"data":{"status":%d}}`, min(n, 1)))
}

func remove(t *testing.T, ctx context.Context, r *rig) error {
	t.Helper()
	refs, _ := r.look(t, at(), at("f"))
	return r.Delete(ctx, refs, "", client.Bulk)
}

func TestATaskIsPolledToItsEnd(t *testing.T) {
	s, r := scripted(t, task(func(n int) *http.Response {
		switch n {
		case 0, 1:
			return running(n)
		case 2:
			return reply(503, "busy")
		case 3:
			return lost()
		case 4:
			return reply(429, "{}")
		}
		return reply(200, `{"code":0,"data":{"status":"2"}}`)
	}))
	before := r.gate.Epoch()
	if err := remove(t, t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if n := s.count("task"); n != 6 {
		t.Errorf("%d polls", n)
	}
	// One epoch begins with the write, one with its answer, one with the end.
	if got := r.gate.Epoch() - before; got != 3 {
		t.Errorf("%d new epochs, want 3", got)
	}
	for i, q := range r.log.requests() {
		if strings.HasSuffix(q.URL.Path, "/task") {
			if got, want := query(q).Get("retry_index"), fmt.Sprint(i-2); got != want {
				t.Errorf("retry_index %s, want %s", got, want)
			}
		}
	}
}

// The pause between polls is the drive's hint, in whatever field.
func TestPollsKeepToTheHint(t *testing.T) {
	for place, body := range map[string]string{
		"metadata": `{"data":{"finish":false,"task_id":"t"},"metadata":{"tq_gap":60}}`,
		"data":     `{"data":{"finish":false,"task_id":"t","tq_gap":"60"}}`,
		"top":      `{"data":{"finish":false,"task_id":"t"},"tq_gap":"60"}`,
	} {
		t.Run(place, func(t *testing.T) {
			s := &script{answer: func(r *http.Request, n int) *http.Response {
				switch {
				case strings.HasSuffix(r.URL.Path, "/delete"):
					return reply(200, body)
				case strings.HasSuffix(r.URL.Path, "/task") && n < 2:
					return running(n)
				case strings.HasSuffix(r.URL.Path, "/task"):
					return reply(200, `{"data":{"status":2}}`)
				}
				return nil
			}}
			r := newRig(t, s, "a=b", func(o *drive.Options) { o.Scale = 1 })
			refs, _ := r.look(t, at(), at("f"))
			start := time.Now()
			if err := r.Delete(t.Context(), refs, "", client.Bulk); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took < 180*time.Millisecond {
				t.Errorf("three polls took %v, want at least 3 × 60 ms", took)
			}
		})
	}
}

func TestATaskThatFails(t *testing.T) {
	for name, answer := range map[string]*http.Response{
		"status": reply(200, `{"code":0,"message":"why","data":{"status":3}}`),
		"code":   reply(400, `{"status":400,"code":23018,"message":"why"}`),
	} {
		t.Run(name, func(t *testing.T) {
			s, r := scripted(t, task(func(int) *http.Response { return answer }))
			err := remove(t, t.Context(), r)
			wantKind(t, err, client.KindUnknown, client.ErrTaskFailed)
			if !strings.Contains(err.Error(), "why") || s.count("delete") != 1 {
				t.Errorf("%q, sent %d times", err, s.count("delete"))
			}
		})
	}
}

func TestATaskWithoutAnEndIsLeftToTheVerifier(t *testing.T) {
	for name, answer := range map[string]func(int) *http.Response{
		"never ends":  running,
		"no endpoint": always(404, "<html>no such page</html>"),
		"unknown id":  always(404, `{"status":404,"code":23404}`),
		"html":        always(200, "<html>sign in</html>"),
	} {
		t.Run(name, func(t *testing.T) {
			s := &script{answer: task(answer)}
			r := newRig(t, s, "a=b", func(o *drive.Options) { o.Patience = 30 * time.Millisecond })
			err := remove(t, t.Context(), r)
			wantKind(t, err, client.KindUnknown, client.ErrTaskUnseen)
			if errors.Is(err, client.ErrTaskFailed) || s.count("delete") != 1 {
				t.Errorf("%v, sent %d times", err, s.count("delete"))
			}
		})
	}
	t.Run("no id", func(t *testing.T) {
		_, r := scripted(t, only("delete", always(200, `{"data":{"finish":false}}`)))
		before := r.gate.Epoch()
		wantKind(t, remove(t, t.Context(), r), client.KindUnknown, client.ErrTaskUnseen)
		if r.gate.Epoch()-before != 3 {
			t.Error("ids may change when the unseen task ends")
		}
	})
}

func TestAPollMayLoseTheSession(t *testing.T) {
	_, r := scripted(t, func(q *http.Request, n int) *http.Response {
		switch {
		case q.Header.Get("Cookie") == "new" && strings.HasSuffix(q.URL.Path, "/task"):
			return reply(200, `{"data":{"status":2}}`)
		case strings.HasSuffix(q.URL.Path, "/task"):
			return reply(401, refusal)
		}
		return task(running)(q, n)
	})
	refs, _ := r.look(t, at(), at("f"))
	r.jar.SetNext("new")
	if err := r.Delete(t.Context(), refs, "", client.Bulk); err != nil {
		t.Fatalf("the session was renewed: %v", err)
	}
	gone := false
	_, r = scripted(t, func(q *http.Request, n int) *http.Response {
		if strings.HasSuffix(q.URL.Path, "/task") || gone {
			gone = true
			return reply(401, refusal)
		}
		return task(running)(q, n)
	})
	err := remove(t, t.Context(), r)
	wantKind(t, err, client.KindUnknown, client.ErrTaskUnseen)
	_, err = r.List(t.Context(), at(), client.Options{})
	wantKind(t, err, client.KindAuth)
}

func TestACancelledWaitForATaskIsUnknown(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s, r := scripted(t, task(func(n int) *http.Response {
		if n == 3 {
			cancel()
		}
		return running(n)
	}))
	err := remove(t, ctx, r)
	wantKind(t, err, client.KindUnknown, context.Canceled)
	if s.count("delete") != 1 {
		t.Errorf("sent %d times", s.count("delete"))
	}
}

func TestAClosingGateEndsTheWaitForATask(t *testing.T) {
	closed := make(chan struct{})
	var r *rig
	s := &script{answer: task(func(n int) *http.Response {
		if n == 1 {
			go func() { _ = r.gate.Close(); close(closed) }()
		}
		return running(n)
	})}
	r = newRig(t, s, "a=b", func(o *drive.Options) { o.Scale = 0.1 })
	wantKind(t, remove(t, t.Context(), r), client.KindUnknown, context.Canceled)
	<-closed
}
