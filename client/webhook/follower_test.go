package webhook

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"aloft/client"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model"
)

// A second instance follows the first, controls it, and takes over.
func TestFollower(t *testing.T) {
	a := serve(t, func(o *Options) {
		o.Settings.Projects = map[string]dispatch.Project{"p": {Exec: dispatch.ExecAsk}}
		o.At, o.Host = "pts/3", "here"
	})
	b := &rig{t: t, o: a.o}
	b.o.Settings.Enabled, b.o.Settings.Port = true, portOf(a.Status().Address)
	b.o.At, b.o.Host = "pts/4", "there"
	b.Service = New(b.o)
	t.Cleanup(func() { b.end() })
	until(t, "other", func() bool { return b.Status().State == model.HookOther })
	if s, o := b.Status(), a.Status(); s.URL != o.URL || s.PID == 0 || s.At != "pts/3" || s.Host != "here" {
		t.Errorf("the status is %+v, of the other %+v", s, o)
	}
	id := b.accepted(body{"session_key": "tui:x", "exec": "echo ran; sleep 60"})
	b.wait(id, model.DeliveryAsking)
	if err := b.Allow(t.Context(), id, true); err != nil {
		t.Error(err)
	}
	b.wait(id, model.DeliveryRunning)
	until(t, "the output", func() bool {
		part, _, _, err := b.Output(t.Context(), id, 0, 100)
		return err == nil && string(part) == "ran\n"
	})
	if err := b.Kill(t.Context(), id); err != nil {
		t.Error(err)
	}
	b.wait(id, model.DeliveryStopped)
	again, err := b.Replay(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if d := b.wait(again, model.DeliveryAsking); !d.Replay || d.Of != id {
		t.Errorf("the replayed one is %+v", d)
	}
	if err := b.Allow(t.Context(), again, false); err != nil {
		t.Error(err)
	}
	b.wait(again, model.DeliveryDenied)
	if err := b.Pause(t.Context(), true); err != nil || a.Status().State != model.HookPaused {
		t.Errorf("paused: %v, %+v", err, a.Status())
	}
	if s := b.Status(); s.State != model.HookOther || !s.Paused {
		t.Errorf("the status is %+v", s)
	}
	if _, err := b.Replay(t.Context(), id); err == nil {
		t.Error("replayed while paused")
	}
	if err := b.Pause(t.Context(), false); err != nil {
		t.Error(err)
	}
	if err := b.Stop(t.Context()); err != nil || a.Status().State != model.HookOff {
		t.Errorf("stopped: %v, %+v", err, a.Status())
	}
	if err := b.Start(t.Context(), client.AnyPort); err != nil || a.Status().State != model.HookUp {
		t.Errorf("started: %v, %+v", err, a.Status())
	}
	if err := b.Clear(t.Context()); err != nil {
		t.Error(err)
	}
	until(t, "clear", func() bool { return len(a.Deliveries()) == 0 && len(b.Deliveries()) == 0 })
	if _, err := receive.NewToken(a.o.Data); err != nil {
		t.Fatal(err)
	}
	if err := store.PutWish(b.dir, store.Wish{Do: store.DoToken}); err != nil {
		t.Fatal(err)
	}
	until(t, "the new token", func() bool {
		status, _, _ := b.post(body{"session_key": "tui:x", "prompt": "x"})
		return status == http.StatusOK
	})
	a.end()
	until(t, "the take-over", func() bool { return b.Status().State == model.HookUp })
	b.wait(b.accepted(body{"session_key": "tui:x", "prompt": "x"}), model.DeliveryDone)
	if err := a.Start(t.Context(), 0); err == nil {
		t.Error("the closed one started")
	}
}

// A follower requires a token exactly when the instance that listens does, whatever
// its own settings are.
func TestFollowerOfOpen(t *testing.T) {
	a := serve(t, func(o *Options) { o.Settings.Open = true })
	id := a.accepted(body{"session_key": "tui:x", "prompt": "x"})
	a.wait(id, model.DeliveryDone)
	address := a.Status().Address
	b := &rig{t: t, o: a.o}
	b.o.Settings.Open, b.o.Headless = false, true
	b.Service = New(b.o)
	t.Cleanup(func() { b.end() })
	if err := b.Start(t.Context(), client.AnyPort); err != nil || b.Status().State != model.HookOther || !b.Status().Open {
		t.Errorf("started: %v, %+v", err, b.Status())
	}
	if token, err := b.Token(t.Context()); token != "" || err != nil {
		t.Errorf("the token is %q, %v", token, err)
	}
	again, err := b.Replay(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if d := b.wait(again, model.DeliveryDone); d.Of != id {
		t.Errorf("the replayed one is %+v", d)
	}
	if a.Status().Address != address {
		t.Error("the other one listens elsewhere now")
	}
	if a.Status().PID != 0 || b.Status().Arrived == 0 {
		t.Errorf("the statuses are %+v, %+v", a.Status(), b.Status())
	}
}

// An error that repeats every second is logged once.
func TestUnreadOwnerIsToldOnce(t *testing.T) {
	var lines atomic.Int64
	o := Options{Log: slog.New(counted{slog.DiscardHandler, &lines})}
	s := &Service{o: o, dir: t.TempDir(), events: newEvents()}
	look := func() {
		st, err := store.Follow(t.Context(), s.dir, store.Options{})
		if s.failed(err); err == nil {
			_ = st.Close()
		}
	}
	file := filepath.Join(s.dir, "webhook.db")
	if err := os.Mkdir(file, 0o700); err != nil { // a folder cannot be read as a file
		t.Fatal(err)
	}
	for range 3 {
		look()
	}
	if n := lines.Load(); n != 1 {
		t.Errorf("%d lines", n)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	look()
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	look()
	if n := lines.Load(); n != 2 {
		t.Errorf("%d lines", n)
	}
}

// counted is a log that counts its lines.
type counted struct {
	slog.Handler
	lines *atomic.Int64
}

func (counted) Enabled(context.Context, slog.Level) bool { return true }

func (c counted) Handle(context.Context, slog.Record) error {
	c.lines.Add(1)
	return nil
}
