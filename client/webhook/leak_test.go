package webhook

import (
	"runtime"
	"testing"

	"aloft/client"
	"aloft/model"
)

// Nothing goes on after Close: of the owner, of a follower, and of what they did.
func TestNothingGoesOn(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 2 {
		r := serve(t, nil)
		other := New(r.o)
		id := r.accepted(body{"session_key": "tui:a", "exec": "echo hi"})
		r.wait(id, model.DeliveryDone)
		r.accepted(body{"session_key": "log:a", "prompt": "p"})
		if err := r.Stop(t.Context()); err != nil {
			t.Error(err)
		}
		if err := r.Start(t.Context(), client.AnyPort); err != nil {
			t.Error(err)
		}
		r.end()
		_ = other.Close(t.Context())
	}
	until(t, "the end of all", func() bool { return runtime.NumGoroutine() <= before })
}
