package ui_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// hooked runs a test with a receiver in memory.
func hooked(t *testing.T, w, h int, setup func(*ui.Deps, *uitest.Hooks), test func(*uitest.Driver, *uitest.Hooks, *uitest.Tree)) {
	t.Helper()
	var hooks *uitest.Hooks
	on(t, w, h, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		hooks = uitest.NewHooks()
		d.Client.Hooks = hooks
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
	h.Deliver(model.Delivery{Status: 401, State: model.DeliveryRefused, Reason: model.Say("the token is wrong"), Remote: "10.0.0.7", Count: 12})
	h.Deliver(model.Delivery{Event: "deploy", Project: "web", Session: "chat:ops", Kind: model.DeliveryPrompt, Work: "look at the build", State: model.DeliveryIgnored, Reason: model.Say("there is no platform chat"), Bytes: 312})
	h.Deliver(ran("nightly"))
	h.Deliver(model.Delivery{Event: "tests", Project: "web", Session: "tui:ops", Kind: model.DeliveryExec, Work: "go test ./...", State: model.DeliveryFailed, Reason: model.Say("it ended with exit status 2"), Exit: 2, Started: at, Ended: at.Add(300 * time.Millisecond)})
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
					s.State, s.Address, s.Why = model.HookTaken, "", model.Say("port 9111 is in use by another program")
				})
				d.Idle()
				d.Want(name("taken"))
				h.SetStatus(func(s *model.HookStatus) {
					s.State, s.Address, s.Why, s.Open = model.HookUp, "127.0.0.1:9111", model.Sentence{}, true
				})
				d.Pass(5 * time.Second)
				d.Want(name("open"))
				d.Keys("q")
				d.Want(name("quit"))
			})
		})
	}
}

// A receiver whose calls never return must not delay a single key.
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
// seconds, and the last end is not lost.
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

// A folder that takes longer to list than deliveries take to come is listed whole
// all the same, and the less often the longer it takes.
func TestASlowFolderIsListedWhileDeliveriesEnd(t *testing.T) {
	hooked(t, 120, 40, nil, func(d *uitest.Driver, h *uitest.Hooks, tree *uitest.Tree) {
		d.Pass(time.Minute)
		tree.Delay = 3 * time.Second
		tree.Add(time.Now(), "made-by-ci.txt")
		before := tree.Lists
		for range 60 {
			h.Deliver(ran("burst"))
			d.Pass(time.Second)
		}
		d.Has("made-by-ci.txt")
		if n := tree.Lists - before; n > 5 {
			t.Errorf("%d listings of 3 s in a minute", n)
		}
		d.Pass(time.Minute)
		tree.Add(time.Now(), "last.txt")
		h.Deliver(ran("last"))
		d.Pass(time.Minute)
		d.Has("last.txt")
		n := tree.Lists
		d.Pass(time.Hour)
		if tree.Lists != n {
			t.Error("the panes are listed for nothing")
		}
	})
}

func TestQuittingNamesTheDeliveriesAtWork(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		running := h.Deliver(model.Delivery{Event: "build", Kind: model.DeliveryExec, Work: "sleep 300", State: model.DeliveryRunning, Started: time.Now()})
		d.Pass(2 * time.Second)
		d.Keys("q")
		d.Has("1 delivery is running", "build running: sleep 300", "stop them and quit")
		d.HasNot("pause")
		d.Keys("w")
		d.Has("quits when done")
		if d.Quit {
			t.Fatal("it did not wait")
		}
		running.State, running.Ended = model.DeliveryDone, time.Now()
		h.Deliver(running)
		d.Idle()
		if d.Quit {
			t.Error("the last notifications had no time")
		}
		d.Pass(time.Second)
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

// Notifications are written outside of frames, in their order, and only by the
// screen.
func TestNotificationsGoToTheTerminal(t *testing.T) {
	hooked(t, 80, 24, func(d *ui.Deps, _ *uitest.Hooks) { d.Environ = append(d.Environ, "TERM=foot") }, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		before := len(d.Raw)
		h.Notify(client.Notification{Title: "build", Text: "begins"}, client.Notification{Title: "build", Text: "done"}, client.Notification{})
		d.Idle()
		want := "\x1b]777;notify;build;begins\a\x1b]777;notify;build;done\a"
		if got := d.Raw[before:]; len(got) != 1 || got[0] != want {
			t.Errorf("%q", got)
		}
		h.SetStatus(func(s *model.HookStatus) { s.Live++ })
		d.Idle()
		if got := d.Raw[before:]; len(got) != 1 {
			t.Errorf("%q", got)
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

// late is a receiver whose first read takes long: its result comes last.
type late struct {
	*uitest.Hooks
	looked atomic.Bool
	goOn   chan struct{}
}

func (l *late) Deliveries() []*model.Delivery {
	all := l.Hooks.Deliveries()
	if !l.looked.Swap(true) {
		<-l.goOn
	}
	return all
}

func TestWhatWasSeenBeforeDoesNotCoverWhatWasSeenAfter(t *testing.T) {
	var slow *late
	hooked(t, 80, 24, func(d *ui.Deps, h *uitest.Hooks) {
		slow = &late{Hooks: h, goOn: make(chan struct{})}
		d.Client.Hooks = slow
	}, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		d.Keys("W")
		h.Deliver(ran("newer"))
		d.Idle()
		close(slow.goOn)
		d.Idle()
		d.Has("1 delivery", "newer")
	})
}

// A port chosen because the configured one is another user's is mentioned once, and
// later where it matters.
func TestAnotherPortIsTold(t *testing.T) {
	hooked(t, 120, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.SetStatus(func(s *model.HookStatus) {
			s.Address, s.URL, s.Instead, s.Why = "127.0.0.1:23456", "http://127.0.0.1:23456/hook", 9111, model.Say("port 9111 is another user's")
		})
		d.Idle()
		d.Has("Webhook: port 9111 is another user's (W shows it)", "hook :23456 (not 9111) up")
		h.SetStatus(func(s *model.HookStatus) { s.Why = model.Sentence{} })
		d.Pass(time.Minute)
		d.Has("hook :23456 (not 9111) up")
		d.Keys("W")
		d.Has("http://127.0.0.1:23456/hook")
	})
}
