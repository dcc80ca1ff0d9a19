package webhook

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// A port that another program has is reported, in words that stay the same from try to try, and taken when it becomes
// free: at the next try, which here does not wait its minute.
func TestPortTakenThenFree(t *testing.T) {
	port, l := freePort(t)
	r := serve(t, func(o *Options) { o.Settings.Enabled, o.Settings.Port = true, port })
	until(t, "taken", func() bool { return r.Status().State == model.HookTaken })
	was := r.Status()
	if !strings.Contains(was.Why.String(), fmt.Sprint(port)) || was.Address != "" {
		t.Errorf("the status is %+v", was)
	}
	own := func() *owner {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.own
	}()
	own.retry()
	if s := r.Status(); s.Why != was.Why || !s.Since.Equal(was.Since) {
		t.Errorf("after a try the status is %+v", s)
	}
	if err := r.Start(t.Context(), 0); !client.Is(err, client.KindConflict) {
		t.Errorf("tried again: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	own.retry()
	if s := r.Status(); s.Address != fmt.Sprintf("127.0.0.1:%d", port) || s.URL != "http://"+s.Address+"/hook" {
		t.Errorf("the status is %+v", s)
	}
}

func TestPortTakenThenAnother(t *testing.T) {
	port, l := freePort(t)
	defer l.Close()
	r := serve(t, func(o *Options) { o.Settings.Enabled, o.Settings.Port = true, port })
	until(t, "taken", func() bool { return r.Status().State == model.HookTaken })
	if err := r.Start(t.Context(), client.AnyPort); err != nil {
		t.Fatal(err)
	}
	r.wait(r.accepted(body{"session_key": "tui:x", "prompt": "x"}), model.DeliveryDone)
}

// While its program is suspended nothing listens; afterwards it is as before.
func TestSleep(t *testing.T) {
	for _, paused := range []bool{false, true} {
		port, l := freePort(t)
		l.Close()
		r := serve(t, func(o *Options) { o.Settings.Enabled, o.Settings.Port = true, port })
		until(t, "up", func() bool { return r.Status().State == model.HookUp })
		at := r.Status()
		if paused {
			if err := r.Pause(t.Context(), true); err != nil {
				t.Fatal(err)
			}
		}
		before := r.Status().State
		if err := r.Sleep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := r.Status(); s.State != model.HookOff || !strings.Contains(s.Why.String(), "suspended") {
			t.Errorf("it sleeps and is %+v", s)
		}
		if c, err := net.Dial("tcp", at.Address); err == nil {
			c.Close()
			t.Error("it listens while it sleeps")
		}
		if err := r.Wake(t.Context()); err != nil {
			t.Fatal(err)
		}
		if s := r.Status(); s.State != before || s.Address != at.Address {
			t.Errorf("it was %s on %s and is %+v", before, at.Address, s)
		}
		if !paused {
			r.wait(r.accepted(body{"session_key": "tui:x", "prompt": "x"}), model.DeliveryDone)
		}
		// What a person has switched off stays off.
		if err := r.Stop(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(r.Sleep(t.Context()), r.Wake(t.Context())); err != nil || r.Status().State != model.HookOff {
			t.Errorf("%v, and it is %+v", err, r.Status())
		}
	}
}
