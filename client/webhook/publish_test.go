package webhook

import (
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"aloft/client/webhook/store"
	"aloft/model"
)

// A disk that blocks while the state is published delays nobody else.
func TestSlowTelling(t *testing.T) {
	r := serve(t, nil)
	o := r.owned()
	told, slow := make(chan store.Holder, 8), make(chan struct{})
	quick := sync.OnceFunc(func() { close(slow) })
	t.Cleanup(quick)
	inFile := o.write
	o.write = func(h store.Holder) error {
		told <- h
		<-slow
		return inFile(h)
	}
	paused := make(chan error, 1)
	go func() { paused <- r.Pause(t.Context(), true) }()
	if h := <-told; h.State != model.HookPaused {
		t.Errorf("others are told %q", h.State)
	}
	state, status := make(chan model.HookState, 1), make(chan int, 1)
	go func() {
		state <- r.Status().State
		code, _, _ := r.post(body{"session_key": "tui:a", "prompt": "p"})
		status <- code
	}()
	until(t, "an answer while the disk is slow", func() bool { return len(status) == 1 })
	if s, code := <-state, <-status; s != model.HookPaused || code != http.StatusServiceUnavailable {
		t.Errorf("it is %q and answers %d", s, code)
	}
	quick()
	if err := <-paused; err != nil {
		t.Error(err)
	}
}

// A pause while somebody else closes the receiver does not make it look as if it
// listened.
func TestPauseWhileClosing(t *testing.T) {
	r := serve(t, nil)
	o := r.owned()
	if err := o.acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	began, paused := make(chan struct{}), make(chan error, 1)
	go func() {
		close(began)
		paused <- r.Pause(t.Context(), true)
	}()
	<-began
	if err := o.down(t.Context(), "closed"); err != nil {
		t.Error(err)
	}
	o.release()
	if err := <-paused; err == nil {
		t.Error("what does not listen was paused")
	}
	if s := r.Status(); s.State != model.HookOff {
		t.Errorf("it is %q", s.State)
	}
}

// A port that becomes free while a person closes the receiver is not taken.
func TestRetryWhileClosing(t *testing.T) {
	port, other := freePort(t)
	r := serve(t, func(o *Options) { o.Settings = Settings{Enabled: true, Port: port} })
	until(t, "taken", func() bool { return r.Status().State == model.HookTaken })
	o := r.owned()
	if err := o.acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	tried := make(chan struct{})
	go func() {
		defer close(tried)
		o.retry()
	}()
	select {
	case <-tried:
	case <-time.After(lookAgain): // it waits for its turn
	}
	err := o.down(t.Context(), "closed")
	if err := errors.Join(err, other.Close()); err != nil {
		t.Fatal(err)
	}
	o.release()
	<-tried
	if s := r.Status(); s.State != model.HookOff {
		t.Errorf("it is %q", s.State)
	}
}
