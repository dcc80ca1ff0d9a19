package ui_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

func TestTheKeysOfThePanelAskTheReceiver(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		running := h.Deliver(model.Delivery{Event: "long", Kind: model.DeliveryExec, Work: "sleep 300", State: model.DeliveryRunning, Started: time.Now()})
		d.Idle()
		d.Keys("5")
		for _, c := range []struct{ key, call, says string }{
			{"p", "pause true", "hook :9111 paused"},
			{"p", "pause false", "hook :9111 up"},
			{"s", "stop", "hook off"},
			{"s", "start 0", "hook :9111 up"},
			{"x", "kill " + running.ID, "stopped"},
			{"c", "clear", "0 deliveries"},
		} {
			d.Keys(c.key)
			if n := len(h.Calls); n == 0 || h.Calls[n-1] != c.call {
				t.Errorf("%s asks for %q instead of %q", c.key, h.Calls, c.call)
			}
			d.Has(c.says)
		}
	})
}

func TestReplayOfACommandIsAskedFor(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		first := h.Deliver(ran("deploy"))
		d.Idle()
		d.Keys("W", "r")
		d.Has("Deliver again", "make report")
		d.Keys("n")
		if len(h.Calls) != 0 {
			t.Fatalf("%q", h.Calls)
		}
		d.Keys("r", "y")
		if !slices.Equal(h.Calls, []string{"replay " + first.ID}) {
			t.Errorf("%q", h.Calls)
		}
		d.Has("replay: make report", "Delivered again.", "2 deliveries")
	})
}

func TestRefusalsSayWhy(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		d.Keys("W")
		for _, key := range []string{"enter", "x", "r", "y", "Y"} {
			d.Keys(key)
			d.Has("nothing is selected or under the cursor")
			d.Pass(5 * time.Second)
		}
		d.Keys("c")
		d.Has("there is nothing to clear")
		d.Keys("a")
		d.Has("No delivery waits for permission")
		d.Keys("e")
		d.Has("no delivery to save")
		h.Deliver(ran("done"))
		d.Idle()
		d.Keys("x")
		d.Has("This delivery has ended")
		h.SetStatus(func(s *model.HookStatus) { s.State, s.PID, s.At = model.HookOther, 4711, "pts/3" })
		d.Idle()
		d.Has("webhook: another aloft", "Another aloft (pts/3, process 4711) listens")
		d.Keys("p")
		d.Has("Paused, in another aloft (pts/3, process 4711): senders get 503.", "webhook: another aloft, paused")
		d.Pass(5 * time.Second)
		d.Keys("p")
		d.Has("The receiver has resumed.", "Another aloft (pts/3, process 4711) listens")
		d.HasNot("paused")
		d.Pass(5 * time.Second)
		d.Keys("s")
		d.Has("The receiver is off")
		if want := []string{"pause true", "pause false", "stop"}; !slices.Equal(h.Calls, want) {
			t.Errorf("%q", h.Calls)
		}
		h.Calls = nil
		h.SetStatus(func(s *model.HookStatus) { s.URL = "" })
		d.Pass(5 * time.Second)
		d.Keys("p")
		d.Has("is not listening: there is nothing to pause", "hook off")
		h.Err = &client.Error{Kind: client.KindInvalid, What: "The receiver did not start.", Err: errors.New("boom")}
		d.Keys("s")
		d.Has("The receiver did not start")
		if len(h.Calls) != 1 {
			t.Errorf("%q", h.Calls)
		}
	})
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("W")
		d.Has("without a webhook receiver")
		d.HasNot("5 Webhook", "hook :", "hook off")
	})
}

func TestTheFocusGoesRoundAndBack(t *testing.T) {
	hooked(t, 120, 40, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.Deliver(ran("build"))
		d.Idle()
		d.Keys("z", "w")
		d.Has("5 Webhook", "Enter inspect")
		d.Keys("tab")
		d.HasNot("Enter inspect")
		d.Keys("shift+tab", "shift+tab")
		d.Has("Enter inspect")
		d.Keys("esc")
		d.HasNot("Enter inspect")
		d.Has("5 Webhook")
		d.Keys("5", "enter")
		d.HasNot("1 drive: /", "1 delivery")
		d.Keys("q")
		d.Has("1 drive: /", "5 Webhook", "Enter inspect")
		d.Keys("enter", "1")
		d.Has("1 drive: /", "5 Webhook")
		d.HasNot("Enter inspect")
		d.Keys("5", "/")
		d.Type("q1wz?")
		d.Send(uitest.Paste("tab"))
		d.Has("filter: q1wz?tab", "0 of 1")
		d.Send(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl})
		d.HasNot("filter:")
		d.Keys("?")
		d.Has("Keys: webhook panel")
		d.Keys("esc", ":")
		d.Type("token")
		d.Has("show or hide the token")
		d.Keys("enter")
		d.Has("Token: 0123456789abcdef")
		d.Keys("esc")
		d.HasNot("Token:")
	})
}

// Each map has the panel's keys.
func TestThePanelInEveryKeyMap(t *testing.T) {
	for name, open := range map[string][]string{"default": {"W"}, "mc": {"ctrl+x", "W"}, "arrows": {"W"}} {
		m, err := keys.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		hooked(t, 80, 24, func(d *ui.Deps, _ *uitest.Hooks) { d.Keys = m }, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
			d.Keys(open...)
			d.Has("5 Webhook")
			d.Keys(strings.Fields(m.Keys(keys.HookPause)[0])...)
			if !slices.Equal(h.Calls, []string{"pause true"}) {
				t.Errorf("%s: %q", name, h.Calls)
			}
		})
	}
}

func TestTheMouseChoosesAndOpensADelivery(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		for i := range 20 {
			h.Deliver(ran(fmt.Sprintf("event%d", i)))
		}
		d.Idle()
		d.Keys("W", "1")
		y := slices.IndexFunc(strings.Split(d.Screen(), "\n"), func(l string) bool { return strings.Contains(l, "event17") })
		d.Send(tea.MouseClickMsg{X: 9, Y: y, Button: tea.MouseLeft})
		if under(d) != "event17" {
			t.Errorf("the click chose %q", under(d))
		}
		d.Send(tea.MouseWheelMsg{X: 9, Y: y, Button: tea.MouseWheelDown})
		if got := strings.Split(d.Screen(), "\n")[y]; !strings.Contains(got, "event14") || under(d) != "event14" {
			t.Errorf("after the wheel the row is %q, and the cursor on %q", got, under(d))
		}
		d.Send(tea.MouseClickMsg{X: 9, Y: y, Button: tea.MouseLeft})
		d.Send(tea.MouseClickMsg{X: 9, Y: y, Button: tea.MouseLeft})
		d.Idle()
		d.HasNot("20 deliveries")
	})
}

// Of many commands that ask, one question is shown, and the next when it is
// answered; whoever postpones it is left alone.
func TestQuestionsComeOneAtATime(t *testing.T) {
	ask := func(h *uitest.Hooks, n int) {
		h.Deliver(model.Delivery{Event: fmt.Sprintf("ask%d", n), Kind: model.DeliveryExec, Work: fmt.Sprintf("make step%d", n), State: model.DeliveryAsking})
	}
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		for n := range 50 {
			ask(h, n)
		}
		d.Idle()
		d.Pass(time.Second)
		d.Has("make step0", "50 ask")
		d.Type("yaY ")
		d.Keys("y", "a")
		if len(h.Calls) > 0 {
			t.Fatalf("letters answer: %q", h.Calls)
		}
		d.Keys("right", "enter") // deny
		d.Idle()
		d.Pass(time.Second)
		d.Has("make step1", "49 ask")
		d.Keys("esc")
		d.Idle()
		d.Pass(time.Second)
		d.HasNot("make step")
		d.Has("49 ask")
		ask(h, 50)
		d.Idle()
		d.Pass(time.Second)
		d.Has("make step50")
		h.Close()
		if !slices.Equal(h.Calls, []string{"allow d00001 false"}) {
			t.Errorf("%q", h.Calls)
		}
	})
}

// In the view of a delivery the next older one is a key away, and the panel's
// cursor follows; a view that follows its output goes on following.
func TestSteppingThroughDeliveries(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		for i := range 5 {
			h.Deliver(ran(fmt.Sprintf("event%d", i)))
		}
		d.Idle()
		d.Keys("W", "enter")
		d.Has("event4")
		h.Deliver(ran("event5"))
		d.Idle()
		d.Keys("esc")
		if under(d) != "event5" {
			t.Errorf("it follows no more: %q", under(d))
		}
		d.Keys("enter", "[")
		d.Has("newest delivery of the list")
		d.Keys("]", "]")
		d.Has("event3")
		d.Keys("q")
		if under(d) != "event3" {
			t.Errorf("the cursor is on %q", under(d))
		}
		d.Keys("G", "enter", "]")
		d.Has("oldest delivery of the list", "event0")
	})
}

// A suspended process answers nobody, so it does not listen then.
func TestTheReceiverSleepsInTheShell(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		d.Keys("ctrl+z")
		if got := strings.Join(h.Calls, ", "); got != "sleep" {
			t.Errorf("asked for %q", got)
		}
		d.Send(tea.ResumeMsg{})
		d.Idle()
		if got := strings.Join(h.Calls, ", "); got != "sleep, wake" {
			t.Errorf("asked for %q", got)
		}
	})
}

// Ended deliveries leave the list also where the filter hides them, with a message.
func TestClearingUnderAFilterSaysSo(t *testing.T) {
	hooked(t, 120, 30, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		feed(h)
		d.Keys("W")
		d.Pass(time.Second)
		d.Keys("/")
		d.Type("exit 3")
		d.Keys("enter", "c")
		d.Pass(time.Second)
		d.Has("Ended deliveries are cleared")
	})
}

func TestRoutesAreShownWithTheirState(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		d.Keys("W", "o")
		d.Has("Routes", "There are no routes.")
		d.Keys("esc")
		ignored := ran("push abc")
		ignored.Route, ignored.State, ignored.Reason = "deploy", model.DeliveryIgnored, model.Say("body.ref was dev")
		last := h.Deliver(ignored)
		h.Deliver(ran("other"))
		h.Known = []model.HookRoute{
			{Name: "alerts", Verify: "token", URL: "http://127.0.0.1:9111/hook/r/alerts", Trouble: model.Say("no secret is stored for the route alerts")},
			{Name: "deploy", Verify: "github", URL: "http://127.0.0.1:9111/hook/r/deploy", Last: &last},
			{Name: "world", Verify: "none", URL: "http://127.0.0.1:9111/hook/r/world", Open: true},
		}
		d.Idle()
		d.Keys("o")
		d.Has("alerts  token     refuses everything", "no secret is stored for the route alerts", "ignored", "open, no deliveries yet")
		d.Keys("j")
		d.Has("http://127.0.0.1:9111/hook/r/deploy", "body.ref was dev")
		d.Keys("enter")
		d.Has("filter: deploy", "1 of 2", "body.ref was dev")
		d.HasNot("There is no delivery")
	})
}

func TestReplayOfAllThatAreListed(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		first := h.Deliver(ran("deploy"))
		h.Deliver(ran("other"))
		refused := ran("deploy refused")
		refused.State, refused.Status = model.DeliveryRefused, 401
		h.Deliver(refused)
		second := h.Deliver(ran("deploy"))
		d.Idle()
		d.Keys("W", "/")
		d.Type("deploy")
		d.Keys("enter", "R")
		d.Has("Deliver 2 deliveries again?", "Commands that run once more: 2.")
		d.Keys("n")
		if len(h.Calls) != 0 {
			t.Fatalf("%q", h.Calls)
		}
		d.Keys("R", "y")
		if !slices.Equal(h.Calls, []string{"replay " + first.ID, "replay " + second.ID}) {
			t.Errorf("%q", h.Calls)
		}
		d.Has("Delivered again: 2.")
	})
}

func TestAllowIsHintedWhileACommandAsks(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.Deliver(ran("deploy"))
		d.Idle()
		d.Keys("W")
		d.Has("r replay")
		d.HasNot("a allow")
		d.Keys("enter")
		d.HasNot("a allow")
		d.Keys("esc")
		asks := ran("asks")
		asks.State, asks.Ended = model.DeliveryAsking, time.Time{}
		h.Deliver(asks)
		h.SetStatus(func(s *model.HookStatus) { s.Asking = 1 })
		d.Idle()
		d.Pass(2 * time.Second)
		d.Keys("esc") // the question that opens by itself
		d.Pass(10 * time.Second)
		d.Has("a allow")
	})
}

// A key that needs an entry is not offered where there is none: panes, jobs, deliveries.
func TestEmptyPanelsOfferNothingForEntries(t *testing.T) {
	hooked(t, 120, 40, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		hints := func() string {
			lines := strings.Split(strings.TrimRight(d.Screen(), "\n"), "\n")
			return lines[len(lines)-1]
		}
		lacks := func(where string, no []string, has ...string) {
			t.Helper()
			for _, w := range no {
				if strings.Contains(hints(), w) {
					t.Errorf("%s: %q is in %q", where, w, hints())
				}
			}
			for _, w := range has {
				if !strings.Contains(hints(), w) {
					t.Errorf("%s: %q is not in %q", where, w, hints())
				}
			}
		}
		forEntries := []string{"inspect", "replay", "x stop", "/ filter", "c clear"}
		d.Keys("W")
		lacks("deliveries", forEntries, "l snippets", "? help")
		h.Deliver(ran("deploy"))
		d.Idle()
		lacks("a delivery", nil, forEntries[:4]...)
		d.Keys("W", "w")
		lacks("jobs", []string{"filter", "pause", "cancel", "details", "undo"}, "w jobs", "? help")
		d.Keys("w")
		d.Keys("f", "E", "m", "p", "enter", "enter")
		lacks("a folder", []string{"filter", "copy", "move", "rename", "delete", "select"}, "a new", "? help")
	})
}
