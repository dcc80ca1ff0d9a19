//go:build unix

package webhook

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"aloft/client/clienttest/procs"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/receive"
	"aloft/model"
)

// Whatever ends a receiver in the middle of its work, each accepted request has its outcome in its conversation, once, and
// nothing runs twice. What had not begun is run by the next owner: one that waits for the store, or after a crash the next
// one that is started. What nobody takes over is stopped.
func TestEveryoneHasAnOutcome(t *testing.T) {
	for name, c := range map[string]struct {
		signal syscall.Signal
		waits  bool // another instance waits for the store
		runs   bool // what had not begun is run
	}{
		"ended, another waits":  {syscall.SIGTERM, true, true},
		"ended, nobody waits":   {syscall.SIGTERM, false, false},
		"killed, another waits": {syscall.SIGKILL, true, true},
		"killed, nobody waits":  {syscall.SIGKILL, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const sessions, each = 12, 5
			dir := t.TempDir()
			own := procs.Start(t, procs.Self(serveAs+"="+dir))
			url := own.Line(t)
			token, err := receive.Token(dir)
			if err != nil {
				t.Fatal(err)
			}
			r := &rig{t: t, o: Options{Data: dir, State: dir, Dir: dir, Env: os.Environ()}}
			r.o.Settings.Projects = map[string]dispatch.Project{"on": {}, "ask": {Exec: dispatch.ExecAsk}}
			if c.waits {
				port, l := freePort(t)
				l.Close()
				r.o.Settings.Enabled, r.o.Settings.Port = true, port
				r.begin()
				until(t, "somebody who waits", func() bool {
					r.mu.Lock()
					defer r.mu.Unlock()
					return r.heir != nil
				})
			}
			accepted := func(b string) string {
				status, words, id := send(t, url, token, []byte(b))
				if status != 200 {
					t.Fatalf("answered %d %s", status, words)
				}
				return id
			}
			asks := accepted(`{"session_key":"tui:0","project":"ask","event":"ask.","exec":"echo $ALOFT_DELIVERY >>ran"}`)
			ids := map[string]string{}
			for i := range sessions * each {
				ids[fmt.Sprintf("e%d.", i)] = accepted(fmt.Sprintf(`{"session_key":"tui:%d","project":"on","event":"e%d.","exec":"echo $ALOFT_DELIVERY >>ran; sleep 0.1"}`, i%sessions, i))
			}
			ran := func() []string {
				data, _ := os.ReadFile(filepath.Join(dir, "ran"))
				return strings.Fields(string(data))
			}
			until(t, "some that ran", func() bool { return len(ran()) > 2*dispatch.MaxAtOnce })
			if err := own.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			_, _ = own.Process.Wait()
			if !c.waits {
				r.begin()
			}
			until(t, "the other owner", func() bool { return r.Status().State == model.HookUp })
			outcomes := func() (all string) {
				for i := range sessions {
					ms, err := r.Messages(t.Context(), fmt.Sprint("tui:", i), 0)
					if err != nil {
						t.Fatal(err)
					}
					for _, m := range ms {
						if m.Kind == model.MessageOutcome {
							all += m.In(nil) + "\n"
						}
					}
				}
				return all
			}
			until(t, "the end of all", func() bool { return r.Status().Live == r.Status().Asking })
			until(t, "the last outcome", func() bool { return strings.Count(outcomes(), " `echo") >= len(ids) })
			said, all := outcomes(), ran()
			for event, id := range ids {
				d := r.get(id)
				n := 0
				for line := range strings.Lines(said) {
					if strings.HasPrefix(line, event+":") {
						n++
					}
				}
				times := len(slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s != id }))
				if n != 1 || times > 1 || times == 0 && d.State == model.DeliveryDone || c.runs && d.Started.IsZero() {
					t.Errorf("%s is %s (%s), ran %d times, has %d outcomes", event, d.State, d.Reason, times, n)
				}
			}
			if !c.runs {
				r.wait(asks, model.DeliveryStopped)
				return
			}
			r.wait(asks, model.DeliveryAsking)
			if err := r.Allow(t.Context(), asks, true); err != nil {
				t.Error(err)
			}
			r.wait(asks, model.DeliveryDone)
			if n := strings.Count(strings.Join(r.said("tui:0"), "\n"), "asks to run"); n != 1 {
				t.Errorf("it asked %d times", n)
			}
		})
	}
}
