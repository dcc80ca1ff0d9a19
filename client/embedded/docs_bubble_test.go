package embedded

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/clienttest/fault"
)

// The document half works in a bubble too: delays are of fake time, and no
// goroutine is left behind.
func TestToolsInABubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(t.Context(), Options{Dir: t.TempDir(), Fast: true, Faults: fault.Faults{Docs: fault.Docs{
			Slow: fault.Rate{P: 1}, Delay: fault.Span{Min: time.Hour, Max: time.Hour}, SSE: fault.Rate{P: 0.5}}}})
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{t: t, s: s, token: s.Token()}
		before := time.Now()
		for i := range 100 {
			d.create("doc", fmt.Sprint(i), "")
		}
		if took := time.Since(before); took != 100*time.Hour {
			t.Error(took)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
