package webhook

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/platform"
	"aloft/client/webhook/receive"
	"aloft/model"
)

func isLinux() bool { return runtime.GOOS == "linux" }

func platformsOf(name string, proactive bool) map[string]platform.Setting {
	return map[string]platform.Setting{name: {Type: "tui", Proactive: proactive}}
}

// A platform of the type command gets the message, and no token.
func TestCommandPlatform(t *testing.T) {
	r := serve(t, func(o *Options) {
		o.Env = append(o.Env, "ALOFT_WEBHOOK_TOKEN=CANARY-TOKEN")
		o.Settings.Platforms = map[string]platform.Setting{"phone": {Type: "command", Proactive: true,
			Command: []string{"sh", "-c", `f="` + o.Dir + `/$ALOFT_KIND"; { env; cat; } > "$f.new"; mv "$f.new" "$f"`}}}
	})
	r.wait(r.accepted(body{"session_key": "phone:me", "event": "deploy", "exec": "echo fine"}), model.DeliveryDone)
	var data []byte
	until(t, "the outcome", func() bool {
		data, _ = os.ReadFile(filepath.Join(r.o.Dir, "outcome"))
		return len(data) > 0
	})
	for _, want := range []string{"ALOFT_SESSION=phone:me\n", "ALOFT_EVENT=deploy\n", "deploy: done: `echo fine`\n```\nfine\n```"} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%q is missing in\n%s", want, data)
		}
	}
	if strings.Contains(string(data), "CANARY") {
		t.Error("the token is in the environment")
	}
	if len(r.Conversations()) != 0 {
		t.Errorf("said here: %+v", r.Conversations())
	}
}

// An address that other machines can reach requires a token.
func TestOpenAddress(t *testing.T) {
	port, l := freePort(t)
	l.Close()
	r := serve(t, func(o *Options) {
		o.Settings = Settings{Enabled: true, Address: "0.0.0.0", Open: true, Port: port}
	})
	until(t, "refused", func() bool { return r.Status().State == model.HookRefused })
	if s := r.Status(); !strings.Contains(s.Why.String(), "other machines can reach 0.0.0.0") || s.URL != "" {
		t.Errorf("the status is %+v", s)
	}
	set := r.o.Settings
	set.Open = false
	r.Reload(set)
	until(t, "up", func() bool { return r.Status().State == model.HookUp })
	if s := r.Status(); s.URL != fmt.Sprintf("http://127.0.0.1:%d/hook", port) || s.Open {
		t.Errorf("the status is %+v", s)
	}
	r.accepted(body{"session_key": "tui:x", "prompt": "x"})
	set.Open, set.Address = true, ""
	r.Reload(set)
	until(t, "open", func() bool { return r.Status().Open })
	if token, err := r.Token(t.Context()); token != "" || err != nil {
		t.Errorf("the token is %q, %v", token, err)
	}
	r.accepted(body{"session_key": "tui:x", "prompt": "x"})
}

func TestBadPath(t *testing.T) {
	r := serve(t, func(o *Options) { o.Settings = Settings{Enabled: true, Path: "/a b"} })
	until(t, "refused", func() bool { return r.Status().State == model.HookRefused })
}

// The URL that is shown can be sent to.
func TestOddPath(t *testing.T) {
	for _, path := range []string{"/100%", "/höök", "/a%41", "/x&y=z"} {
		r := serve(t, func(o *Options) { o.Settings.Path = path })
		r.accepted(body{"session_key": "tui:x", "prompt": path})
		r.end()
	}
}

// Changed settings take effect at once.
func TestReload(t *testing.T) {
	r := serve(t, nil)
	before := r.Status()
	set := r.o.Settings
	set.Projects = map[string]dispatch.Project{"only": {Exec: dispatch.ExecAsk}}
	r.Reload(set)
	if s := r.Status(); s.Address != before.Address || !s.Since.Equal(before.Since) {
		t.Errorf("it listened anew: %+v", s)
	}
	id := r.accepted(body{"session_key": "tui:x", "exec": "echo ran"})
	r.wait(id, model.DeliveryAsking)
	if s := r.Status(); s.Asking != 1 || s.Live != 1 {
		t.Errorf("the status is %+v", s)
	}
	if err := r.Allow(t.Context(), id, true); err != nil {
		t.Error(err)
	}
	if d := r.wait(id, model.DeliveryDone); d.Project != "only" || string(d.Head) != "ran\n" {
		t.Errorf("the delivery is %+v", d)
	}
	// The socket stays, so that nobody else takes its port in between: a sender who is connected goes on.
	sender, err := net.Dial("tcp", before.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer sender.Close()
	set.Path = "/other"
	r.Reload(set)
	until(t, "the other path", func() bool { return strings.HasSuffix(r.Status().URL, "/other") })
	_, err = io.WriteString(sender, "GET /hook HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if line, _ := bufio.NewReader(sender).ReadString('\n'); err != nil || line != "HTTP/1.1 404 Not Found\r\n" {
		t.Errorf("the sender is answered %q, %v", line, err)
	}
	if s := r.Status(); s.Address != before.Address {
		t.Errorf("it listens on %s now", s.Address)
	}
	r.accepted(body{"session_key": "tui:x", "exec": "true"})
	on := set
	on.Enabled = true
	r.Reload(on)
	until(t, "up", func() bool { return r.Status().State == model.HookUp })
	r.Reload(set)
	until(t, "off", func() bool { return r.Status().State == model.HookOff })
	if s := r.Status(); s.Why.String() != "the receiver is switched off in the configuration" {
		t.Errorf("the status is %+v", s)
	}
}

func TestPauseStopStart(t *testing.T) {
	r := serve(t, nil)
	address := r.Status().Address
	if err := r.Pause(t.Context(), true); err != nil || r.Status().State != model.HookPaused {
		t.Errorf("paused: %v, %+v", err, r.Status())
	}
	if status, _, _ := r.post(body{"session_key": "tui:x", "prompt": "x"}); status != http.StatusServiceUnavailable {
		t.Errorf("while paused: %d", status)
	}
	if err := r.Pause(t.Context(), false); err != nil || r.Status().State != model.HookUp {
		t.Errorf("resumed: %v, %+v", err, r.Status())
	}
	works := r.accepted(body{"session_key": "tui:x", "exec": "sleep 0.3; echo ran"})
	if err := r.Stop(t.Context()); err != nil || r.Status().State != model.HookOff {
		t.Errorf("stopped: %v, %+v", err, r.Status())
	}
	r.wait(works, model.DeliveryDone)
	if err := r.Pause(t.Context(), true); !client.Is(err, client.KindConflict) {
		t.Errorf("paused while off: %v", err)
	}
	if err := r.Start(t.Context(), portOf(address)); err != nil || r.Status().Address != address {
		t.Errorf("started: %v, %+v", err, r.Status())
	}
	id := r.accepted(body{"session_key": "tui:x", "exec": "sleep 60"})
	r.wait(id, model.DeliveryRunning)
	if err := r.Kill(t.Context(), id); err != nil {
		t.Error(err)
	}
	r.wait(id, model.DeliveryStopped)
	if err := r.Clear(t.Context()); err != nil || len(r.Deliveries()) != 0 {
		t.Errorf("cleared: %v, %d are left", err, len(r.Deliveries()))
	}
}

func portOf(address string) (port int) {
	if i := strings.LastIndexByte(address, ':'); i >= 0 {
		_, _ = fmt.Sscan(address[i+1:], &port)
	}
	return port
}

// Events come at most ten times a second; they carry notifications.
func TestEvents(t *testing.T) {
	r := serve(t, nil)
	for i := range 30 {
		r.accepted(body{"session_key": "tui:x", "prompt": fmt.Sprint(i)})
	}
	r.accepted(body{"session_key": "desktop:me", "event": "deploy", "exec": "true"})
	began, n, notes := time.Now(), 0, 0
	limit := time.After(patience)
	for notes < 2 {
		select {
		case e := <-r.Events():
			n++
			notes += len(e.Notify)
			for _, x := range e.Notify {
				if !strings.Contains(x.Title+x.Text, "deploy") {
					t.Errorf("a notification: %+v", x)
				}
			}
		case <-limit:
			t.Fatal("no notification")
		}
	}
	if most := int(time.Since(began)/eventGap) + 2; n > most {
		t.Errorf("%d events in %v", n, time.Since(began))
	}
	r.end()
	until(t, "the end", func() bool {
		select {
		case _, ok := <-r.Events():
			return !ok
		default:
			return false
		}
	})
}

// In a long queue every delivery shows its current position.
func TestPlacesInLongQueue(t *testing.T) {
	r := serve(t, nil)
	var ids []string
	for i := range dispatch.MaxAtOnce + 16 {
		ids = append(ids, r.accepted(body{"session_key": "tui:x", "exec": "sleep 60"}))
		want := model.DeliveryRunning
		if i >= dispatch.MaxAtOnce {
			want = model.DeliveryWaiting
		}
		r.wait(ids[i], want)
		until(t, "its place", func() bool { return r.get(ids[i]).Ahead == max(0, i-dispatch.MaxAtOnce) })
	}
	for _, id := range ids[dispatch.MaxAtOnce : dispatch.MaxAtOnce+3] {
		if err := r.Kill(t.Context(), id); err != nil {
			t.Error(err)
		}
	}
	if d := r.get(ids[len(ids)-1]); d.Ahead != 12 {
		t.Errorf("%d before the last one", d.Ahead)
	}
}

// Nothing is lost when many send at once.
func TestNoneLost(t *testing.T) {
	r := serve(t, nil)
	token, err := r.Token(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	url := r.Status().URL
	var wg sync.WaitGroup
	ids := make(chan string, 400)
	for s := range 16 {
		wg.Go(func() {
			for i := range 25 {
				data := fmt.Sprintf(`{"session_key":"tui:%d","prompt":"%d"}`, s, i)
				if status, words, id := send(t, url, token, []byte(data)); status == http.StatusOK {
					ids <- id
				} else {
					t.Errorf("answered %d %s", status, words)
				}
			}
		})
	}
	wg.Wait()
	close(ids)
	n := 0
	for id := range ids {
		n++
		r.wait(id, model.DeliveryDone)
	}
	if n != 400 || r.Status().Arrived != 400 {
		t.Errorf("%d were accepted, the status is %+v", n, r.Status())
	}
	for s := range 16 {
		prompts := 0
		for _, m := range r.said(fmt.Sprintf("tui:%d", s)) {
			if m == fmt.Sprintf("prompt: %d", prompts) {
				prompts++
			}
		}
		if prompts != 25 {
			t.Errorf("session %d has %d prompts in their order", s, prompts)
		}
	}
}

// A program that opens its screen does not wait for the receiver.
func TestNewReturnsAtOnce(t *testing.T) {
	r := serve(t, func(o *Options) { o.Settings.Enabled = true; o.State = "/dev/null/nowhere" })
	if s := r.Status(); s.State == model.HookUp {
		t.Errorf("the status is %+v", s)
	}
	until(t, "the reason", func() bool { return r.Status().State == model.HookRefused })
	if _, err := r.Delivery(t.Context(), "x"); !client.Is(err, client.KindLocal) {
		t.Errorf("a delivery of it: %v", err)
	}
	if err := r.Start(t.Context(), 0); !client.Is(err, client.KindLocal) {
		t.Errorf("started: %v", err)
	}
}

// Without a receiver there is nobody to ask.
func TestNobody(t *testing.T) {
	r := &rig{t: t, o: Options{Data: t.TempDir(), State: t.TempDir()}}
	r.Service = New(r.o)
	t.Cleanup(func() { r.end() })
	for name, err := range map[string]error{"pause": r.Pause(t.Context(), true), "stop": r.Stop(t.Context()), "kill": r.Kill(t.Context(), "x"),
		"clear": r.Clear(t.Context()), "allow": r.Allow(t.Context(), "x", true)} {
		if !client.Is(err, client.KindNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s := r.Status(); s.State != model.HookOff || s.Why.String() != "the receiver is switched off in the configuration" {
		t.Errorf("the status is %+v", s)
	}
}

// A receiver that was started by hand ends by hand; a sender's Aloft-Replay-Of is
// ignored.
func TestHeadless(t *testing.T) {
	r := serve(t, func(o *Options) { o.Headless = true })
	set := r.o.Settings
	set.Enabled, set.Projects = true, map[string]dispatch.Project{"p": {}}
	r.Reload(set)
	set.Enabled = false
	r.Reload(set)
	id := r.accepted(body{"session_key": "tui:x", "prompt": "x"}, receive.HeaderReplayOf, "made-up")
	if d := r.wait(id, model.DeliveryDone); d.Replay || d.Of != "" || d.Project != "p" {
		t.Errorf("the delivery is %+v", d)
	}
}

// A closed receiver stays closed when its path changes.
func TestReloadWhileClosed(t *testing.T) {
	r := serve(t, nil)
	if err := r.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	set := r.o.Settings
	set.Path = "/other"
	r.Reload(set)
	until(t, "the order", func() bool {
		own := r.owned()
		own.mu.Lock()
		defer own.mu.Unlock()
		return !own.stale
	})
	if err := r.owned().acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.owned().release()
	if s := r.Status(); s.State != model.HookOff {
		t.Errorf("the status is %+v", s)
	}
}

func (s *Service) owned() *owner {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.own
}
