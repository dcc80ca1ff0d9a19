package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/receive"
	"aloft/model"
)

// patience is how long a test waits for what must come.
const patience = 60 * time.Second

// rig is a service over real files, HTTP and processes.
type rig struct {
	t *testing.T
	o Options
	*Service
}

// serve starts a service that listens on a free port.
func serve(t *testing.T, change func(o *Options)) *rig {
	t.Helper()
	r := &rig{t: t, o: Options{Data: t.TempDir(), State: t.TempDir(), Dir: t.TempDir(), Env: os.Environ(), Program: "/bin/aloft", Screen: true}}
	if change != nil {
		change(&r.o)
	}
	r.begin()
	return r
}

func (r *rig) begin() {
	r.t.Helper()
	r.Service = New(r.o)
	r.t.Cleanup(func() { r.end() })
	if !r.o.Settings.Enabled {
		if err := r.Start(r.t.Context(), client.AnyPort); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *rig) end() []model.Delivery {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return r.Close(ctx)
}

// again closes the service and starts another one on the same folders.
func (r *rig) again() {
	r.t.Helper()
	r.end()
	r.begin()
}

// until waits for a condition.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	limit := time.After(patience)
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for !ok() {
		select {
		case <-limit:
			t.Fatalf("%s: it did not come", what)
		case <-look.C:
		}
	}
}

type body map[string]any

// post sends a request and returns the status, the message and the delivery's id.
func (r *rig) post(b body, header ...string) (int, string, string) {
	r.t.Helper()
	data, err := json.Marshal(b)
	if err != nil {
		r.t.Fatal(err)
	}
	token, err := r.Token(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	return send(r.t, r.Status().URL, token, data, header...)
}

func send(t *testing.T, url, token string, data []byte, header ...string) (int, string, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	req.Close = true // a receiver that listens again closes earlier connections
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	words, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(words), res.Header.Get(receive.HeaderDelivery)
}

// accepted posts a request that must be accepted.
func (r *rig) accepted(b body, header ...string) string {
	r.t.Helper()
	status, words, id := r.post(b, header...)
	if status != http.StatusOK || id == "" {
		r.t.Fatalf("answered %d %s", status, words)
	}
	return id
}

func (r *rig) get(id string) *model.Delivery {
	for _, d := range r.Deliveries() {
		if d.ID == id {
			return d
		}
	}
	return &model.Delivery{}
}

func (r *rig) wait(id string, s model.DeliveryState) *model.DeliveryDetail {
	r.t.Helper()
	until(r.t, fmt.Sprintf("%s %s", id, s), func() bool {
		d := r.get(id)
		if d.State != s && d.State.Ended() && d.State != "" {
			r.t.Fatalf("%s is %s (%s)", id, d.State, d.Reason)
		}
		return d.State == s
	})
	d, err := r.Delivery(r.t.Context(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

func (r *rig) said(session string) []string {
	r.t.Helper()
	all, err := r.Messages(r.t.Context(), session, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	var out []string
	for _, m := range all {
		out = append(out, string(m.Kind)+": "+m.In(nil))
	}
	return out
}

func TestServiceRunsCommand(t *testing.T) {
	r := serve(t, func(o *Options) { o.Env = append(o.Env, "ALOFT_WEBHOOK_TOKEN=CANARY-TOKEN") })
	dir := t.TempDir()
	id := r.accepted(body{"session_key": "tui:ops", "event": "deploy", "work_dir": dir,
		"exec": "pwd; env | grep ALOFT_; tty; echo err >&2"})
	d := r.wait(id, model.DeliveryDone)
	out := string(d.Head)
	for _, want := range []string{dir + "\n", "ALOFT_DELIVERY=" + id, "ALOFT_EVENT=deploy", "ALOFT_PROJECT=default", "ALOFT_SESSION=tui:ops", "ALOFT_PROGRAM=/bin/aloft", "not a tty", "err\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	token, err := r.Token(t.Context())
	if err != nil || token == "" || strings.Contains(out, token) || strings.Contains(out, "CANARY") {
		t.Errorf("the token is in the environment, or there is none: %v", err)
	}
	if d.Dir != dir || !slices.Equal(d.Argv[:2], []string{"sh", "-c"}) || d.Exit != 0 || d.Output == 0 || len(d.Body) == 0 {
		t.Errorf("the details are %+v", d)
	}
	got := r.said("tui:ops")
	if len(got) != 2 || !strings.HasPrefix(got[0], "notice: deploy: runs `pwd; env") || !strings.HasPrefix(got[1], "outcome: deploy: done: `pwd;") {
		t.Errorf("the messages are %q", got)
	}
	if c := r.Conversations(); len(c) != 1 || c[0].Messages != 2 {
		t.Errorf("the conversations are %+v", c)
	}
	status, _, _ := send(t, r.Status().URL, "wrong", []byte("{}"))
	if status != http.StatusUnauthorized {
		t.Errorf("a wrong token: %d", status)
	}
	until(t, "the refusal", func() bool { return r.Deliveries()[0].State == model.DeliveryRefused })
	if s := r.Status(); s.State != model.HookUp || s.Arrived != 2 || s.Failed != 0 || s.Live != 0 || s.Open {
		t.Errorf("the status is %+v", s)
	}
	var leaks []string
	err = filepath.WalkDir(r.o.State, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if data, err := os.ReadFile(path); err == nil && bytes.Contains(data, []byte(token)) {
				leaks = append(leaks, path)
			}
		}
		return err
	})
	if err != nil || leaks != nil {
		t.Errorf("the token is in %q, %v", leaks, err)
	}
}

// At the limit all its processes are killed, and the message says so.
func TestServiceTimeout(t *testing.T) {
	r := serve(t, func(o *Options) { o.Settings.ExecTimeout = 200 * time.Millisecond })
	id := r.accepted(body{"session_key": "tui:ops", "exec": "trap '' TERM; echo begun; sleep 3600"})
	d := r.wait(id, model.DeliveryTimeout) // it did not run to its end
	if took := d.Ended.Sub(d.Started); took < 200*time.Millisecond || d.Reason.String() != "it was stopped at its time limit of 200ms" {
		t.Errorf("it took %v: %s", took, d.Reason)
	}
	if got := r.said("tui:ops"); len(got) != 2 || !strings.Contains(got[1], "timed out") || strings.Contains(got[1], "begun") != (d.Output > 0) {
		t.Errorf("the messages are %q", got)
	}
	if s := r.Status(); s.Failed != 1 {
		t.Errorf("the status is %+v", s)
	}
}

// A conversation and an idempotency key survive restarts.
func TestServiceConversation(t *testing.T) {
	dir := t.TempDir()
	r := serve(t, func(o *Options) {
		o.Settings.Projects = map[string]dispatch.Project{
			"site":  {Dir: dir, Agent: []string{"sh", "-c", `echo "first $1"; cat; pwd`, "agent", "{conversation}"}, AgentAgain: []string{"sh", "-c", `echo "again $1"`, "agent", "{conversation}"}},
			"other": {},
		}
	})
	status, words, _ := r.post(body{"session_key": "tui:ops", "prompt": "x"})
	if got := r.Status().Projects; len(got) < 2 || !slices.IsSorted(got) {
		t.Errorf("the projects are %q", got)
	}
	if status != 400 || words != "project is required (multiple projects configured)\n" {
		t.Errorf("without a project: %d %q", status, words)
	}
	ask := body{"session_key": "tui:ops", "project": "site", "prompt": "look", "payload": json.RawMessage(`{"b":1.50,"a":[]}`)}
	d := r.wait(r.accepted(ask, "Idempotency-Key", "k"), model.DeliveryDone)
	talk := r.Conversations()[0]
	reply := "reply: first " + talk.ID + "\nlook\n\nContext:\n```json\n{\n  \"b\": 1.50,\n  \"a\": []\n}\n```"
	got := r.said("tui:ops")
	if len(got) != 3 || !strings.HasPrefix(got[2], reply) || !strings.HasSuffix(got[2], dir) || got[1] != "prompt: "+d.Prompt {
		t.Errorf("the messages are %q", got)
	}
	if talk.Turns != 1 || talk.Project != "site" {
		t.Errorf("the conversation is %+v", talk)
	}
	r.again()
	again := r.accepted(ask, "Idempotency-Key", "k")
	if dup := r.wait(again, model.DeliveryDuplicate); dup.Of != d.ID {
		t.Errorf("a repeated one is %+v", dup)
	}
	delete(ask, "payload")
	r.wait(r.accepted(ask), model.DeliveryDone)
	got = r.said("tui:ops")
	if len(got) != 6 || got[5] != "reply: again "+talk.ID || r.Conversations()[0].Turns != 2 {
		t.Errorf("the messages after the restart are %q", got)
	}
	id, err := r.Replay(t.Context(), again)
	if err != nil {
		t.Fatal(err)
	}
	if re := r.wait(id, model.DeliveryDone); !re.Replay || re.Of != again || re.Kind != model.DeliveryPrompt || re.Project != "site" {
		t.Errorf("the replayed one is %+v", re)
	}
}

// What cannot run has a reason, and nothing is posted.
func TestServiceIgnores(t *testing.T) {
	r := serve(t, func(o *Options) {
		o.Settings.Platforms = platformsOf("mute", false)
		o.Settings.Projects = map[string]dispatch.Project{"a": {Exec: dispatch.ExecOff}}
	})
	for key, why := range map[string]string{"nobody:x": "nobody", "bare": "colon", "mute:x": "mute", "tui:x": "commands are off"} {
		if d := r.wait(r.accepted(body{"session_key": key, "exec": "touch ran"}), model.DeliveryIgnored); !strings.Contains(d.Reason.String(), why) {
			t.Errorf("%s: %q", key, d.Reason)
		}
	}
	if _, err := os.Stat(filepath.Join(r.o.Dir, "ran")); err == nil {
		t.Error("it ran")
	}
	if len(r.Conversations()) != 0 {
		t.Errorf("said: %+v", r.Conversations())
	}
}

// Close stops what runs, with a message.
func TestServiceEnds(t *testing.T) {
	r := serve(t, nil)
	runs := r.accepted(body{"session_key": "tui:ops", "event": "long", "exec": "echo $$ > pid; sleep 3600"})
	r.wait(runs, model.DeliveryRunning)
	var waits string
	for range dispatch.MaxAtOnce {
		waits = r.accepted(body{"session_key": "tui:ops", "exec": "sleep 3600"})
	}
	until(t, "the pid", func() bool {
		data, _ := os.ReadFile(filepath.Join(r.o.Dir, "pid"))
		return bytes.HasSuffix(data, []byte("\n"))
	})
	stopped := r.end()
	select {
	case <-r.done:
	default:
		t.Error("it has not ended: it waits for what it should stop")
	}
	if len(stopped) != dispatch.MaxAtOnce+1 || stopped[0].ID != runs || stopped[0].Event != "long" || stopped[dispatch.MaxAtOnce].ID != waits {
		t.Errorf("stopped: %+v", stopped)
	}
	data, err := os.ReadFile(filepath.Join(r.o.Dir, "pid"))
	if _, gone := os.Stat("/proc/" + strings.TrimSpace(string(data))); err != nil || gone == nil && isLinux() {
		t.Errorf("process %s is alive, %v", data, err)
	}
	r.begin()
	if d := r.wait(runs, model.DeliveryStopped); d.Reason.String() != "it was stopped because aloft ended" {
		t.Errorf("the reason is %q", d.Reason)
	}
	if d := r.wait(waits, model.DeliveryStopped); d.Reason.String() != "not started, because aloft ended first" {
		t.Errorf("the reason is %q", d.Reason)
	}
	if got := r.said("tui:ops"); !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "long: stopped: `echo") }) {
		t.Errorf("the messages are %q", got)
	}
}

// What cannot be stored is not accepted.
func TestServiceCannotStore(t *testing.T) {
	r := serve(t, nil)
	database := filepath.Join(r.o.State, folder, "webhook.db")
	if err := errors.Join(os.Rename(database, database+".away"), os.Mkdir(database, 0o700)); err != nil {
		t.Fatal(err)
	}
	status, _, _ := r.post(body{"session_key": "tui:x", "exec": "touch ran", "payload": strings.Repeat("x", 100<<10)})
	if status != http.StatusServiceUnavailable {
		t.Errorf("answered %d", status)
	}
	if err := errors.Join(os.Remove(database), os.Rename(database+".away", database)); err != nil {
		t.Fatal(err)
	}
	r.wait(r.accepted(body{"session_key": "tui:x", "exec": "true"}), model.DeliveryDone)
	if _, err := os.Stat(filepath.Join(r.o.Dir, "ran")); err == nil {
		t.Error("it ran")
	}
}

// freePort has a port below those that the system gives to whoever asks for any: once it is let go, no other test gets it.
func freePort(t *testing.T) (int, net.Listener) {
	t.Helper()
	for range 1000 {
		port := 12000 + rand.IntN(20000)
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			return port, l
		}
	}
	t.Fatal("no port is free")
	return 0, nil
}
