package status

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui/uitest/shipped"
)

func TestTheCellOfTheReceiver(t *testing.T) {
	l := New(shipped.Env(t))
	at := func(s model.HookStatus) model.HookStatus {
		s.Address, s.URL = "127.0.0.1:9111", "http://127.0.0.1:9111/hook"
		return s
	}
	for _, c := range []struct {
		h     Hook
		want  string
		loud  string // "", "warn" or "bad"
		short string
	}{
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookUp})}, "webhook :9111 up", "", "webhook up"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookUp}), New: 3}, "webhook :9111 up (3 new)", "", "webhook up"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookUp, Open: true}), New: 3}, "webhook :9111 open (3 new)", "warn", "webhook open"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookUp, Asking: 1}), New: 3}, "webhook :9111 up (1 asks, 3 new)", "warn", "webhook up"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookUp, Asking: 2})}, "webhook :9111 up (2 ask)", "warn", "webhook up"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookUp}), Failed: 1, New: 3}, "webhook :9111 up (1 failed, 3 new)", "bad", "webhook up"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookPaused})}, "webhook :9111 paused", "warn", "webhook paused"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookPaused, Open: true})}, "webhook :9111 open, paused", "warn", "webhook open, paused"},
		{Hook{Told: true, Status: model.HookStatus{State: model.HookOff}}, "webhook off", "", "webhook off"},
		{Hook{Told: true, Status: model.HookStatus{State: model.HookTaken}}, "webhook: port in use", "bad", "webhook: port in use"},
		{Hook{Told: true, Status: model.HookStatus{State: model.HookTaken, URL: "http://[::1]:9111/"}}, "webhook: port in use", "bad", "webhook: port in use"},
		{Hook{Told: true, Status: model.HookStatus{State: model.HookRefused}}, "webhook refused", "bad", "webhook refused"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookOther, PID: 4711})}, "webhook: another aloft", "", "webhook: elsewhere"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookOther, PID: 4711, At: "pts/3"}), New: 2}, "webhook: another aloft (2 new)", "", "webhook: elsewhere"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookOther, PID: 4711, Paused: true})}, "webhook: another aloft, paused", "warn", "webhook: elsewhere, paused"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookUp, Instead: 80})}, "webhook :9111 (not 80) up", "", "webhook up"},
		{Hook{Told: true, Status: at(model.HookStatus{State: model.HookOther, PID: 4711, Instead: 80})}, "webhook: another aloft", "", "webhook: elsewhere"},
		{Hook{}, "webhook starting", "", "webhook starting"},
	} {
		c.h.There = true
		got, paint := l.hookCell(c.h, hookFull)
		if got != c.want {
			t.Errorf("%q instead of %q", got, c.want)
		}
		want := l.paint.state
		switch c.loud {
		case "warn":
			want = l.paint.warn
		case "bad":
			want = l.paint.bad
		}
		if paint != want {
			t.Errorf("%q is not %q", got, c.loud)
		}
		if got, _ := l.hookCell(c.h, hookBare); got != c.short {
			t.Errorf("%q instead of %q", got, c.short)
		}
		for w := 40; w < 130; w++ {
			for _, busy := range []int{0, 1234} {
				s := l.Header(Header{Account: strings.Repeat("账号", 20), SignedOut: busy > 0, Live: busy, Paused: busy, Failed: busy, Hook: c.h}, w)
				if got := ansi.StringWidthWc(s); got != w {
					t.Fatalf("%d instead of %d: %q", got, w, ansi.Strip(s))
				}
				if s = ansi.Strip(s); busy == 0 && !strings.Contains(s, "hook") {
					t.Errorf("at %d the receiver does not show: %q", w, s)
				}
			}
		}
	}
	if s := ansi.Strip(l.Header(Header{Account: "me"}, 80)); strings.Contains(s, "hook") {
		t.Error("a receiver shows where there is none")
	}
}

// Where another aloft runs gives way to whose account it is; what went wrong does not.
func TestTheAccountComesBeforeTheReceiversDetails(t *testing.T) {
	l := New(shipped.Env(t))
	h := Header{Account: "local", Hook: Hook{There: true, Told: true, Status: model.HookStatus{
		State: model.HookOther, PID: 4711, URL: "http://127.0.0.1:9111/hook"}}}
	for _, c := range []struct {
		width  int
		failed int
		want   string
	}{
		{80, 0, " aloft   local   webhook: another aloft   ? help "},
		{50, 0, " aloft   local  webhook: another aloft   ? help "},
		{50, 1, "webhook: elsewhere (1 failed)   ? help "},
	} {
		h.Hook.Failed = c.failed
		if got := ansi.Strip(l.Header(h, c.width)); !strings.HasSuffix(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(c.want), " ")) {
			t.Errorf("at %d: %q", c.width, got)
		}
	}
}
