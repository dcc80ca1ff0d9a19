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
	"aloft/model/text"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// hooked runs a test with a receiver in memory.
func hooked(t *testing.T, w, h int, setup func(*ui.Deps, *uitest.Hooks), test func(*uitest.Driver, *uitest.Hooks, *uitest.Tree)) {
	t.Helper()
	var hooks *uitest.Hooks
	on(t, w, h, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		hooks = uitest.NewHooks()
		d.Hooks = hooks
		if setup != nil {
			setup(d, hooks)
		}
	}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) { test(d, hooks, tree) })
}

// ran is a command that took its time and ended well.
func ran(event string) model.Delivery {
	return model.Delivery{
		Event: event, Project: "web", Session: "tui:ops", Kind: model.DeliveryExec, Work: "make report", Bytes: 312,
		State: model.DeliveryDone, Started: time.Now().Add(-12 * time.Second), Ended: time.Now(), Output: 1100,
	}
}

// feed gives the receiver a delivery of every state, and names that are hard to
// draw.
func feed(h *uitest.Hooks) {
	at := time.Now()
	h.Deliver(model.Delivery{Status: 401, State: model.DeliveryRefused, Reason: "the token is wrong", Remote: "10.0.0.7", Count: 12})
	h.Deliver(model.Delivery{Event: "deploy", Project: "web", Session: "chat:ops", Kind: model.DeliveryPrompt, Work: "look at the build", State: model.DeliveryIgnored, Reason: "there is no platform chat", Bytes: 312})
	h.Deliver(ran("nightly"))
	h.Deliver(model.Delivery{Event: "tests", Project: "web", Session: "tui:ops", Kind: model.DeliveryExec, Work: "go test ./...", State: model.DeliveryFailed, Reason: "it ended with exit status 2", Exit: 2, Started: at, Ended: at.Add(300 * time.Millisecond)})
	h.Deliver(model.Delivery{Event: strings.Repeat("\x1b[31m世界", 1000), Session: "tui:\u202eops", Kind: model.DeliveryExec, Work: "echo '\x1b[8mhidden\a'\nrm -rf /", State: model.DeliveryRunning, Started: at})
	h.Deliver(model.Delivery{Event: "review", Project: "web", Session: "tui:ops", Kind: model.DeliveryPrompt, Work: "review it", State: model.DeliveryWaiting, Ahead: 3})
}

func TestWebhookScreens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {50, 16}, {40, 10}} {
		name := func(what string) string { return fmt.Sprintf("hook-%dx%d-%s", size.w, size.h, what) }
		t.Run(name(""), func(t *testing.T) {
			hooked(t, size.w, size.h, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
				d.Keys("W")
				d.Want(name("empty"))
				d.Keys("W")
				feed(h)
				d.Idle()
				d.Want(name("new"))
				d.Keys("W", "j")
				d.Want(name("list"))
				d.Keys("t")
				d.Want(name("token"))
				d.Keys("t", "/")
				d.Type("web")
				d.Want(name("filter"))
				d.Keys("esc", "p")
				d.Want(name("paused"))
				h.SetStatus(func(s *model.HookStatus) {
					s.State, s.Address, s.Why = model.HookTaken, "", "port 9111 is in use by another program"
				})
				d.Idle()
				d.Want(name("taken"))
				h.SetStatus(func(s *model.HookStatus) {
					s.State, s.Address, s.Why, s.Open = model.HookUp, "127.0.0.1:9111", "", true
				})
				d.Pass(5 * time.Second)
				d.Want(name("open"))
				d.Keys("q")
				d.Want(name("quit"))
			})
		})
	}
}

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
		d.Has("Deliver it again?", "make report")
		d.Keys("n")
		if len(h.Calls) != 0 {
			t.Fatalf("%q", h.Calls)
		}
		d.Keys("r", "y")
		if !slices.Equal(h.Calls, []string{"replay " + first.ID}) {
			t.Errorf("%q", h.Calls)
		}
		d.Has("again: make report", "Delivered again.", "2 deliveries")
	})
}

func TestRefusalsSayWhy(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		d.Keys("W")
		for _, key := range []string{"enter", "x", "r", "y", "Y"} {
			d.Keys(key)
			d.Has("There is no delivery under the cursor.")
			d.Pass(5 * time.Second)
		}
		d.Keys("c")
		d.Has("there is nothing to clear")
		d.Keys("a")
		d.Has("No delivery asks")
		d.Keys("e")
		d.Has("no delivery to save")
		h.Deliver(ran("done"))
		d.Idle()
		d.Keys("x")
		d.Has("This delivery has ended")
		h.SetStatus(func(s *model.HookStatus) { s.State, s.PID = model.HookOther, 4711 })
		d.Idle()
		for _, key := range []string{"s", "p"} {
			d.Keys(key)
			d.Has("Process 4711 listens: start, stop and pause it there", "hook :9111 in 4711")
			d.Pass(5 * time.Second)
		}
		h.SetStatus(func(s *model.HookStatus) { s.State, s.Address, s.URL = model.HookOff, "", "" })
		d.Idle()
		d.Keys("p")
		d.Has("does not listen: there is nothing to pause", "hook off")
		h.Err = &client.Error{Kind: client.KindInvalid, What: text.HookPaneRefusedWhy, Err: errors.New("boom")}
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

// A receiver whose calls never answer must not hold up a single key.
func TestAReceiverThatHangsHoldsNothingUp(t *testing.T) {
	hooked(t, 80, 24, func(_ *ui.Deps, h *uitest.Hooks) { h.Hang = true }, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.Deliver(ran("one"))
		d.Idle()
		d.Keys("W", "p", "s", "t", "r", "y", "x", "c", "enter", "esc", "v", "esc", "W")
		d.Has("1 drive: / ")
		d.HasNot("5 Webhook")
		d.Keys("j")
		d.Has("hook :9111 up")
		d.Pass(time.Minute) // what was asked ends with a reason
		d.Has("context deadline exceeded")
		d.Keys("esc", "j")
	})
}

func TestAThousandRowsAndTheCursorStands(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		for i := range 1000 {
			h.Deliver(ran(fmt.Sprintf("event%d", i)))
		}
		d.Idle()
		d.Keys("W", "pgdown", "pgdown")
		d.Has("follow off")
		at := under(d)
		frames := d.Views
		for i := range 500 {
			h.Deliver(ran(fmt.Sprintf("more%d", i)))
			if i%10 == 0 {
				d.Idle()
			}
			if i%50 == 0 {
				if now := under(d); now != at {
					t.Fatalf("the cursor went from %q to %q", at, now)
				}
			}
		}
		d.Idle()
		if n := d.Views - frames; n > 300 {
			t.Errorf("%d frames for 500 deliveries", n)
		}
		d.Has("1000 deliveries")
		d.Keys("f")
		if under(d) != "more499" {
			t.Errorf("following is on %q", under(d))
		}
		h.Deliver(ran("newest"))
		d.Idle()
		if under(d) != "newest" {
			t.Errorf("following is on %q", under(d))
		}
		d.Keys("G")
		if under(d) != "event501" {
			t.Errorf("the oldest is %q", under(d))
		}
	})
}

// under is the event of the row with the cursor.
func under(d *uitest.Driver) string {
	for _, l := range strings.Split(d.Screen(), "\n") {
		if f := strings.Fields(l); len(f) > 5 && f[0] == ">" && f[2] == "200" {
			return f[6]
		}
	}
	return ""
}

func TestWhatIsNewIsCountedUntilItIsSeen(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		d.Has("hook :9111 up ")
		one := h.Deliver(ran("one"))
		h.Deliver(ran("two"))
		d.Idle()
		d.Has("hook :9111 up (2 new)")
		one.State = model.DeliveryFailed
		h.Deliver(one)
		d.Idle()
		d.Has("hook :9111 up (1 failed, 2 new)")
		d.Keys("W")
		d.HasNot("new)")
		h.Deliver(ran("three"))
		d.Idle()
		d.HasNot("new)")
		d.Keys("w") // the jobs take its place
		h.Deliver(ran("four"))
		d.Idle()
		d.Has("4 Jobs", "(1 new)")
		d.HasNot("5 Webhook")
	})
}

// When work of a delivery ends both panes are listed again: at most once in two
// seconds, and the last end is not forgotten.
func TestThePanesFollowWhatADeliveryDid(t *testing.T) {
	hooked(t, 120, 40, func(d *ui.Deps, _ *uitest.Hooks) { d.Right = d.Left.Join("Work") }, func(d *uitest.Driver, h *uitest.Hooks, tree *uitest.Tree) {
		d.Pass(5 * time.Second)
		before := tree.Lists
		tree.Add(time.Now(), "made-by-ci.txt")
		h.Deliver(model.Delivery{Status: 401, State: model.DeliveryRefused})
		h.Deliver(model.Delivery{State: model.DeliveryIgnored})
		d.Idle()
		if tree.Lists != before {
			t.Error("the panes are listed for what ran nothing")
		}
		h.Deliver(ran("build"))
		d.Idle()
		d.Has("made-by-ci.txt")
		if n := tree.Lists - before; n != 2 {
			t.Errorf("%d listings instead of one for each pane", n)
		}
		tree.Add(time.Now(), "second.txt")
		for range 30 {
			h.Deliver(ran("burst"))
			d.Pass(10 * time.Millisecond)
		}
		d.HasNot("second.txt")
		d.Pass(2 * time.Second)
		d.Has("second.txt")
		if n := tree.Lists - before; n != 4 {
			t.Errorf("%d listings for a burst", n)
		}
		running := h.Deliver(model.Delivery{State: model.DeliveryRunning, Started: time.Now()})
		d.Pass(5 * time.Second)
		if n := tree.Lists - before; n != 4 {
			t.Error("the panes are listed while it runs")
		}
		running.State, running.Ended = model.DeliveryStopped, time.Now()
		h.Deliver(running)
		d.Idle()
		if n := tree.Lists - before; n != 6 {
			t.Error("the panes are not listed when it is stopped")
		}
	})
}

func TestQuittingNamesTheDeliveriesAtWork(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		running := h.Deliver(model.Delivery{Event: "build", Kind: model.DeliveryExec, Work: "sleep 300", State: model.DeliveryRunning, Started: time.Now()})
		d.Pass(2 * time.Second)
		d.Keys("q")
		d.Has("1 delivery is at work", "build exec: sleep 300", "stop them and quit")
		d.HasNot("pause")
		d.Keys("w")
		d.Has("quits when done")
		if d.Quit {
			t.Fatal("it did not wait")
		}
		running.State, running.Ended = model.DeliveryDone, time.Now()
		h.Deliver(running)
		d.Idle()
		if !d.Quit {
			t.Error("it waits for ever")
		}
	})
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.Deliver(model.Delivery{Event: "build", Kind: model.DeliveryExec, Work: "sleep 300", State: model.DeliveryRunning, Started: time.Now()})
		h.SetStatus(func(s *model.HookStatus) { s.State, s.PID = model.HookOther, 4711 })
		d.Pass(2 * time.Second)
		d.Keys("q")
		if !d.Quit {
			t.Errorf("it asks about what another process runs:\n%s", d.Screen())
		}
	})
}

// A notification is written past the frames, and only by the screen.
func TestNotificationsGoToTheTerminal(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.Notify(client.Notification{Title: "build", Text: "done"}, client.Notification{Title: "other", Text: "done"})
		d.Idle()
		if len(d.Raw) != 2 {
			t.Errorf("%q", d.Raw)
		}
	})
}

func TestAReceiverThatEndsIsNotAskedAgain(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.SetStatus(func(s *model.HookStatus) { s.State, s.Address, s.URL = model.HookOff, "", "" })
		d.Idle()
		h.Close()
		d.Idle()
		frames := d.Views
		d.Pass(10 * time.Second)
		if d.Views-frames > 20 {
			t.Errorf("%d frames of nothing", d.Views-frames)
		}
		d.Has("hook off")
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
		if under(d) != "event14" {
			t.Errorf("the wheel went to %q", under(d))
		}
		d.Send(tea.MouseClickMsg{X: 9, Y: y, Button: tea.MouseLeft})
		d.Send(tea.MouseClickMsg{X: 9, Y: y, Button: tea.MouseLeft})
		d.Idle()
		d.HasNot("20 deliveries")
	})
}

// Of many commands that ask one question shows, and the next when it is answered;
// who puts it off is left alone.
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
