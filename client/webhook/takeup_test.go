package webhook

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model"
)

// left makes a store as an owner has left it that was killed.
func left(t *testing.T, state string, fill func(s *store.Store, add func(d model.Delivery, body string) string)) {
	t.Helper()
	dir := filepath.Join(state, folder)
	st, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fill(st, func(d model.Delivery, body string) string {
		d.ID, d.Project, d.Kind, d.Count = store.NewID(d.At), DefaultProject, model.DeliveryExec, 1
		if strings.Contains(body, "prompt") {
			d.Kind = model.DeliveryPrompt
		}
		if err := st.Add(t.Context(), d, store.Stored{Method: "POST", Body: []byte(body)}); err != nil {
			t.Fatal(err)
		}
		return d.ID
	})
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
}

// The next owner begins what is fit to begin, and says of nothing twice what became of it.
func TestTakesUp(t *testing.T) {
	o := Options{Data: t.TempDir(), State: t.TempDir(), Dir: t.TempDir(), Env: os.Environ()}
	o.Settings.Routes = map[string]receive.Setting{
		"same":  {Verify: receive.None, Session: "tui:a", Event: "{body.name}", Exec: "echo $NAME >>ran", Env: map[string]string{"NAME": "body.name"}},
		"other": {Verify: receive.None, Session: "tui:a", Event: "{body.name}", Exec: "echo changed >>ran"},
	}
	now := time.Now()
	const exec, prompt = `{"session_key":"tui:a","exec":"echo $ALOFT_EVENT >>ran"}`, `{"session_key":"tui:a","prompt":"look"}`
	ids := map[string]string{}
	left(t, o.State, func(s *store.Store, add func(model.Delivery, string) string) {
		row := func(name string, state model.DeliveryState, age time.Duration, body string) {
			d := model.Delivery{At: now.Add(-age), Event: name, Session: "tui:a", State: state, Work: "echo $ALOFT_EVENT >>ran"}
			switch {
			case strings.Contains(body, "prompt"):
				d.Work = "look"
			case strings.Contains(body, "name"):
				d.Work, d.Route = "echo $NAME >>ran", name
			}
			ids[name] = add(d, body)
		}
		post := func(name string, kind model.MessageKind) {
			if err := s.Post("tui:a", model.Message{At: now, Kind: kind, Event: name, Delivery: ids[name], Text: "earlier: " + name}); err != nil {
				t.Fatal(err)
			}
		}
		row("old", model.DeliveryWaiting, staleWork+time.Minute, exec)
		row("young", model.DeliveryWaiting, time.Minute, exec)
		row("same", model.DeliveryWaiting, time.Second, `{"name":"same"}`)
		row("other", model.DeliveryWaiting, time.Second, `{"name":"other"}`)
		row("odd", model.DeliveryWaiting, time.Second, `{"session`)
		row("unkept", model.DeliveryWaiting, time.Second, prompt)
		row("kept", model.DeliveryWaiting, time.Second, prompt)
		post("kept", model.MessagePrompt)
		row("ran", model.DeliveryRunning, time.Second, exec)
		row("told", model.DeliveryRunning, time.Second, exec)
		post("told", model.MessageOutcome)
	})

	// Without an owner nothing is at work.
	idle := &rig{t: t, o: o, Service: New(o)}
	t.Cleanup(func() { idle.end() })
	if _, _, err := idle.known(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := idle.Status(); s.Live != 0 || idle.get(ids["young"]).State != model.DeliveryWaiting || idle.get(ids["ran"]).State != model.DeliveryCut {
		t.Errorf("%+v, %+v", s, idle.Deliveries())
	}

	r := &rig{t: t, o: o}
	r.begin()
	for name, want := range map[string]model.DeliveryState{"old": model.DeliveryCut, "young": model.DeliveryDone, "same": model.DeliveryDone, "other": model.DeliveryCut, "odd": model.DeliveryCut,
		"unkept": model.DeliveryDone, "kept": model.DeliveryDone, "ran": model.DeliveryCut, "told": model.DeliveryCut} {
		r.wait(ids[name], want)
	}
	var said []string
	until(t, "all messages", func() bool {
		said = strings.Split(strings.Join(r.said("tui:a"), "\n"), "\n")
		return slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "outcome: young: done") }) &&
			slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "outcome: same: done") }) &&
			slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, "cut off") })
	})
	for name, want := range map[string]int{"old": 1, "young": 2, "same": 2, "other": 1, "odd": 1, "unkept": 0, "kept": 1, "ran": 1, "told": 1} {
		n := 0
		for _, s := range said {
			if strings.Contains(s, name+":") || strings.Contains(s, ": "+name) {
				n++
			}
		}
		if n != want {
			t.Errorf("%s is named %d times in %s", name, n, strings.Join(said, "\n"))
		}
	}
	if n := strings.Count(strings.Join(said, "\n"), "prompt: "); n != 2 {
		t.Errorf("%d prompts are there", n)
	}
	data, err := os.ReadFile(filepath.Join(o.Dir, "ran"))
	ran := strings.Fields(string(data))
	if slices.Sort(ran); !slices.Equal(ran, []string{"same", "young"}) {
		t.Errorf("%q ran, %v", ran, err)
	}
}
