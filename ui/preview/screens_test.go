package preview

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/ui/keys"
)

// The flowing text at four sizes, and what stands in its place.
func TestFlowScreens(t *testing.T) {
	offline := client.Errorf(client.KindNetwork, "read", at("said"), "there is no connection to the service.")
	broken := client.Errorf(client.KindServer, "read", at("said"), "the service has answered nonsense.")
	for _, size := range []struct{ w, h int }{{50, 16}, {80, 24}, {120, 40}, {200, 60}} {
		for _, c := range []struct {
			state string
			set   func(*fake)
			id    string
			do    []keys.Action
			after time.Duration
		}{
			{"flow", nil, "said", []keys.Action{keys.DocNextRemark, keys.DocNextRemark, keys.DocNextRemark, keys.DocNextRemark}, 0},
			{"records", nil, "said", []keys.Action{keys.DocNext, keys.DocJump, keys.DocTables}, 0},
			{"empty", nil, "empty", []keys.Action{keys.DocJump}, 0},
			{"loading", func(f *fake) { f.delay = time.Minute }, "said", []keys.Action{keys.DocJump}, slowAfter},
			{"loading-text", func(f *fake) { f.delay = time.Second }, "said", []keys.Action{keys.DocJump}, time.Second + slowAfter},
			{"partly", func(f *fake) { f.cut = strings.Index(remarked, "| item") }, "said", []keys.Action{keys.DocNext, keys.DocJump}, 0},
			{"error", func(f *fake) { f.err = broken }, "said", []keys.Action{keys.DocJump}, 0},
			{"offline", func(f *fake) { f.textErr = offline }, "said", []keys.Action{keys.DocJump}, 0},
		} {
			name := fmt.Sprintf("%s-%dx%d", c.state, size.w, size.h)
			t.Run(name, func(t *testing.T) {
				f := remarkedFake(t)
				if c.set != nil {
					c.set(f)
				}
				in(t, f, size.w, size.h, true, func(g *rig) {
					g.open(c.id)
					for ; c.after > 0; c.after -= slowAfter {
						g.Pass(slowAfter)
					}
					g.do(c.do...)
					g.golden(name)
					f.mu.Lock()
					f.delay = 0
					f.mu.Unlock()
					for range 5 {
						g.Pass(time.Minute)
					}
				})
			})
		}
	}
}
