package webhook

import (
	"fmt"
	"strings"
	"testing"

	"aloft/client"
	"aloft/model"
)

// A port that somebody else has is said so, and taken when it becomes free.
func TestPortTakenThenFree(t *testing.T) {
	port, l := freePort(t)
	r := serve(t, func(o *Options) { o.Settings.Enabled, o.Settings.Port = true, port })
	until(t, "taken", func() bool { return r.Status().State == model.HookTaken })
	if s := r.Status(); !strings.Contains(s.Why, fmt.Sprint(port)) || s.Address != "" {
		t.Errorf("the status is %+v", s)
	}
	if err := r.Start(t.Context(), 0); !client.Is(err, client.KindConflict) {
		t.Errorf("tried again: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	until(t, "up", func() bool { return r.Status().State == model.HookUp })
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
