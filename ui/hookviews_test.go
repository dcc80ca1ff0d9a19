package ui_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// asks is a delivery whose command waits for a person.
func asks(h *uitest.Hooks, command string) model.Delivery {
	d := h.Deliver(model.Delivery{
		Event: "deploy", Project: "web", Session: "tui:ops", Kind: model.DeliveryExec, Work: command[:min(len(command), model.MaxWork)],
		State: model.DeliveryAsking, Remote: "10.0.0.7", Bytes: int64(len(command) + 90), Exit: -1,
	})
	body, err := json.Marshal(map[string]string{"session_key": "tui:ops", "exec": command})
	if err != nil {
		panic(err)
	}
	h.SetDetail(d.ID, model.DeliveryDetail{WorkDir: "/home/user/web", Body: body, Method: "POST", Path: "/hook"})
	return d
}

func TestWebhookViewScreens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {50, 16}, {40, 10}} {
		name := func(what string) string { return fmt.Sprintf("hookview-%dx%d-%s", size.w, size.h, what) }
		t.Run(name(""), func(t *testing.T) {
			hooked(t, size.w, size.h, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
				feed(h)
				one := h.Deliver(ran("nightly"))
				h.SetDetail(one.ID, model.DeliveryDetail{
					Method: "POST", Path: "/hook", Header: []model.HeaderLine{{Name: "Authorization", Value: "Bearer ***"}},
					Body: []byte(`{"event":"nightly","session_key":"tui:ops","exec":"make report"}`), Dir: "/home/user/web", Argv: []string{"sh", "-c", "make report"},
				})
				h.Print(one.ID, "compiling\n\x1b[31mwarning\x1b[0m: 中文\ndone\n")
				h.Say("tui:ops", model.Message{Kind: model.MessageNotice, From: "webhook", Text: "nightly: make report", Event: "nightly", Delivery: one.ID})
				h.Say("tui:ops", model.Message{Kind: model.MessageOutcome, From: "webhook", Text: "nightly: make report\n\ndone", Event: "nightly", Delivery: one.ID})
				h.Say("tui:git", model.Message{Kind: model.MessagePrompt, From: "webhook", Text: "A commit was made."})
				d.Idle()
				d.Keys("W", "enter")
				d.Want(name("delivery"))
				d.Keys("tab", "/")
				d.Type("make")
				d.Want(name("find"))
				d.Keys("enter", "q")
				d.Keys("v", "j")
				d.Want(name("talks"))
				d.Keys("enter")
				d.Want(name("talk"))
				d.Keys("q", "l", "j")
				d.Want(name("lines"))
				d.Keys("esc")
				asks(h, "make deploy && \\\n  echo \"it's done\"")
				d.Idle()
				d.Pass(time.Second)
				d.Want(name("ask"))
				d.Keys("esc")
				h.SetStatus(func(s *model.HookStatus) {
					s.State, s.Address, s.Why = model.HookTaken, "", model.Say("port 9111 is in use by another program")
				})
				d.Idle()
				d.Keys("s")
				d.Want(name("taken"))
			})
		})
	}
}

func TestNothingButArrowsAndEnterAllowsACommand(t *testing.T) {
	for _, c := range []struct {
		name string
		keys []string
		call string
	}{
		{"enter", []string{"enter"}, ""},
		{"esc", []string{"esc"}, ""},
		{"all letters", strings.Split("y Y a A g o p space x X w l L r j k h u i e", " "), ""},
		{"left and enter", []string{"left", "left", "enter"}, ""},
		{"back tab and enter", []string{"shift+tab", "enter"}, ""},
		{"deny", []string{"tab", "enter"}, "allow %s false"},
		{"allow", []string{"tab", "right", "enter"}, "allow %s true"},
		{"one key too many", []string{"right", "right", "right", "right", "enter"}, "allow %s true"},
		{"there and back", []string{"right", "right", "left", "left", "left", "enter"}, ""},
	} {
		for _, shipped := range []string{"default", "mc", "arrows"} {
			t.Run(c.name+" "+shipped, func(t *testing.T) {
				hooked(t, 80, 24, func(d *ui.Deps, _ *uitest.Hooks) {
					m, err := keys.Load(shipped)
					if err != nil {
						t.Fatal(err)
					}
					d.Keys = m
				}, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
					one := asks(h, "rm -rf /")
					d.Idle()
					d.Has("Run this command?", "rm -rf /", "/home/user/web", "10.0.0.7")
					d.Keys("tab", "right", "enter") // typed for something else: it ignores keys for a moment
					d.Pass(time.Second)
					d.Has("Run this command?", "Later<")
					d.Keys(c.keys...)
					want := ""
					if c.call != "" {
						want = fmt.Sprintf(c.call, one.ID)
					}
					if got := strings.Join(h.Calls, ", "); got != want {
						t.Errorf("asked for %q, want %q", got, want)
					}
				})
			})
		}
	}
}

// Whoever requests the question means it: none of their keys is lost.
func TestTheQuestionThatWasWantedTakesKeysAtOnce(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		one := asks(h, "make one")
		d.Idle()
		d.Pass(time.Second)
		d.Keys("esc", "W", "a")
		d.Idle()
		d.Keys("tab", "tab", "enter")
		if want := "allow " + one.ID + " true"; len(h.Calls) != 1 || h.Calls[0] != want {
			t.Errorf("asked for %q, want %q", h.Calls, want)
		}
	})
}

func TestAQuestionGoesWhenItIsAnsweredElsewhere(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		first, second := asks(h, "make one"), asks(h, "make two")
		d.Idle()
		d.Pass(time.Second)
		d.Has("make one")
		first.State = model.DeliveryDenied
		h.Deliver(first)
		d.Idle()
		d.Pass(time.Second)
		d.HasNot("make one")
		d.Has("make two")
		d.Keys("esc")
		d.HasNot("Run this command?")
		d.Pass(time.Minute)
		d.HasNot("Run this command?") // once is enough
		d.Keys("W", "a")
		d.Pass(time.Second)
		d.Has("make two")
		second.State = model.DeliveryStopped
		h.Deliver(second)
		d.Idle()
		d.HasNot("Run this command?")
	})
}

func TestALongCommandIsShownWhole(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		asks(h, strings.Repeat("echo harmless\n", 400)+"echo 'and  what' \x1b[2K\u202e it hides")
		d.Idle()
		d.Pass(time.Second)
		d.Has("echo harmless")
		d.HasNot("it hides")
		d.Keys("right", "right", "enter") // its end was not visible yet
		d.Has("The command is longer: PgDn shows the rest.")
		if len(h.Calls) != 0 {
			t.Errorf("asked for %q", h.Calls)
		}
		d.Keys("end")
		d.Has("and  what", "it hides")
		d.Keys("pgup", "enter") // its end has been visible
		if len(h.Calls) != 1 || !strings.HasSuffix(h.Calls[0], "true") {
			t.Errorf("asked for %q", h.Calls)
		}
	})
}

func TestCopyingAndSavingADelivery(t *testing.T) {
	hooked(t, 80, 24, func(d *ui.Deps, _ *uitest.Hooks) { d.Machine.Program = "/opt/it's/aloft" }, func(d *uitest.Driver, h *uitest.Hooks, tree *uitest.Tree) {
		one := h.Deliver(ran("nightly"))
		body := "{\"exec\":\"it's <b>\",\"x\":\"\x7f\"}"
		h.SetDetail(one.ID, model.DeliveryDetail{Body: []byte(`{"exec":"it's <b>"}`), Method: "POST"})
		big := h.Deliver(ran("big"))
		h.SetDetail(big.ID, model.DeliveryDetail{Body: []byte(strings.Repeat("x", 300<<10))})
		odd := h.Deliver(ran("odd"))
		h.SetDetail(odd.ID, model.DeliveryDetail{Body: []byte(body)})
		h.Print(odd.ID, strings.Repeat("line\n", 100_000))
		d.Idle()
		d.Keys("W", "G", "y")
		if n := len(d.Copy); n != 1 || d.Copy[0] != `{"exec":"it's <b>"}` {
			t.Errorf("copied %q", d.Copy)
		}
		d.Keys("Y")
		if s := d.Copy[len(d.Copy)-1]; !strings.Contains(s, "'/opt/it'\\''s/aloft' hook token") || !strings.Contains(s, "http://127.0.0.1:9111/hook") || strings.Contains(s, h.Key) {
			t.Errorf("copied %s", s)
		}
		n := len(d.Copy)
		d.Keys("k", "y")
		d.Has("too long for a terminal's clipboard")
		if len(d.Copy) != n {
			t.Error("it was copied all the same")
		}
		d.Keys("k", "Y")
		if s := d.Copy[len(d.Copy)-1]; !strings.Contains(s, "hook show "+odd.ID+" --body") || strings.Contains(s, "\x7f") {
			t.Errorf("copied %q", s)
		}
		d.Keys("enter", "o")
		if s := d.Copy[len(d.Copy)-1]; len(s) > 256<<10 || !strings.HasSuffix(s, "line\nline\n") {
			t.Errorf("copied %d bytes of the output", len(s))
		}
		d.Has("Copied the last 256 K")
	})
}

func TestTheReadyMadeLineUnderTheCursorIsCopied(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.SetStatus(func(s *model.HookStatus) { s.URL = "http://127.0.0.1:40001/it's" })
		d.Idle()
		d.Keys("W", "l", "j", "j", "j", "pgdown", "y")
		if n := len(d.Copy); n != 1 || !strings.Contains(d.Copy[0], "while sleep 2") || !strings.Contains(d.Copy[0], `'http://127.0.0.1:40001/it'\''s'`) {
			t.Errorf("copied %q", d.Copy)
		}
		d.Has("Copied: files that change; run it with sh.")
		d.HasNot("Snippets")
	})
}

func TestReadyMadeLinesNameAProjectWhereSeveralAre(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		copied := func(projects ...string) string {
			h.SetStatus(func(s *model.HookStatus) { s.URL, s.Projects = "http://127.0.0.1:40001/hook", projects })
			d.Idle()
			d.Keys("l", "enter")
			return d.Copy[len(d.Copy)-1]
		}
		d.Keys("W")
		for want, projects := range map[string][]string{"": {"site"}, "docs": {"docs", "site"}} {
			if got := copied(projects...); strings.Contains(got, "project") != (want != "") || !strings.Contains(got, want) {
				t.Errorf("of %v: %q", projects, got)
			}
		}
		h.Deliver(model.Delivery{Status: 200, Event: "x", Project: "site", State: model.DeliveryDone})
		d.Idle()
		d.Keys("g", "g")
		if got := copied("docs", "site"); !strings.Contains(got, "site") {
			t.Errorf("at a delivery to site: %q", got)
		}
	})
}

func TestAPortThatIsTaken(t *testing.T) {
	for _, c := range []struct {
		keys []string
		call string
	}{{[]string{"enter"}, "start 0"}, {[]string{"down", "enter"}, "start -1"}, {[]string{"down", "down", "enter"}, ""}, {[]string{"esc"}, ""}} {
		hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
			h.SetStatus(func(s *model.HookStatus) { s.State, s.Address = model.HookTaken, "" })
			d.Idle()
			d.Keys("W", "s")
			d.Keys(c.keys...)
			if got := strings.Join(h.Calls, ", "); got != c.call {
				t.Errorf("%v: %q, want %q", c.keys, got, c.call)
			}
		})
	}
}
