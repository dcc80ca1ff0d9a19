package dispatch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/webhook/run"
	"aloft/model"
)

// "Work after acceptance" in the drive specification: a command.
func TestCommandAndItsMessages(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		id := b.exec("tui:a", "make all")
		b.want(id, model.DeliveryRunning)
		b.pass(time.Second)
		b.want(id, model.DeliveryDone)
		want := []string{"notice: deploy: runs `make all`", "outcome: deploy: done: `make all`\n```\nfine\n```"}
		if got := b.rec.texts("tui:a"); !slices.Equal(got, want) {
			t.Errorf("the messages are %q", got)
		}
		c := b.proc.all()[0]
		if !slices.Equal(c.Argv, []string{"sh", "-c", "make all"}) || c.Dir != b.dir || c.Limit != 5*time.Minute || c.Stdin != nil || c.File != "/out/"+id {
			t.Errorf("it ran as %+v", c)
		}
		// Of two lines with the same name the last counts.
		env := []string{"HOME=/home/me", "ALOFT_EVENT=old", "ALOFT_DELIVERY=" + id, "ALOFT_EVENT=deploy", "ALOFT_PROJECT=p", "ALOFT_SESSION=tui:a", "ALOFT_PROGRAM=/bin/aloft"}
		if !slices.Equal(c.Env, env) {
			t.Errorf("the environment is %q", c.Env)
		}
		d := b.rec.get(id)
		if d.Status != 200 || d.Kind != model.DeliveryExec || d.Work != "make all" || d.Output != 5 || d.Exit != 0 || d.Started.IsZero() || d.Ended.Sub(d.Started) != time.Second {
			t.Errorf("the delivery is %+v", d)
		}
	})
}

func TestHowCommandsEnd(t *testing.T) {
	for _, c := range []struct {
		name   string
		takes  time.Duration
		res    run.Result
		state  model.DeliveryState
		reason string
		says   string
	}{
		{"empty", 0, run.Result{}, model.DeliveryDone, "", "deploy: done: `x`\n(no output)"},
		{"exit", 0, run.Result{Exit: 3, Head: []byte("\n boo \n"), Size: 7}, model.DeliveryFailed, "it ended with exit status 3", "deploy: failed: `x` (it ended with exit status 3)\n```\nboo\n```"},
		{"signal", 0, run.Result{Exit: -1, Signal: "SIGKILL"}, model.DeliveryFailed, "it was ended by the signal SIGKILL", "deploy: failed: `x` (it was ended by the signal SIGKILL)\n(no output)"},
		{"never", 0, run.Result{Exit: -1, Err: errors.New("no sh")}, model.DeliveryFailed, "no sh", "deploy: failed: `x` (no sh)"},
		{"limit", time.Hour, run.Result{Head: []byte("half")}, model.DeliveryTimeout, "it was stopped at its time limit of 5m", "deploy: timed out: `x` (it was stopped at its time limit of 5m)\n```\nhalf\n```"},
		{"between", 0, run.Result{Head: []byte("head"), Tail: []byte("tail"), Between: 9}, model.DeliveryDone, "", "deploy: done: `x`\n```\nheadtail\n```\n..."},
	} {
		t.Run(c.name, func(t *testing.T) {
			onBench(t, func(b *bench) {
				b.proc.do = func(run.Command) (time.Duration, run.Result) { return c.takes, c.res }
			}, func(b *bench) {
				id := b.exec("tui:a", "x")
				b.pass(6 * time.Minute)
				b.want(id, c.state)
				if d := b.rec.get(id); d.Reason.String() != c.reason {
					t.Errorf("the reason is %q", d.Reason)
				}
				got := look(b.rec, b.rec.said, "tui:a")
				if len(got) != 2 || got[1].In(nil) != c.says || got[1].Bad != c.state.Bad() {
					t.Errorf("the messages are %+v", got)
				}
			})
		})
	}
}

func TestSilent(t *testing.T) {
	fails := func(c run.Command) (time.Duration, run.Result) { return 0, run.Result{Exit: 1} }
	for _, c := range []struct {
		setting   string
		bad, good int
	}{{"", 0, 0}, {OutcomeNone, 0, 0}, {OutcomeFailures, 1, 0}, {OutcomeAll, 1, 1}} {
		onBench(t, func(b *bench) {
			b.r.SilentOutcome = c.setting
			b.proc.do = fails
		}, func(b *bench) {
			r := b.request("tui:a")
			r.Exec, r.Silent = "x", true
			b.want(b.accept(r), model.DeliveryFailed)
			if got := b.rec.texts("tui:a"); len(got) != c.bad {
				t.Errorf("%q: a failure said %q", c.setting, got)
			}
			b.proc.do = func(run.Command) (time.Duration, run.Result) { return 0, run.Result{} }
			r.Session = "tui:b"
			b.want(b.accept(r), model.DeliveryDone)
			if got := b.rec.texts("tui:b"); len(got) != c.good {
				t.Errorf("%q: a success said %q", c.setting, got)
			}
		})
	}
}

// A platform that is missing or cannot post by itself: nothing runs.
func TestNothingRuns(t *testing.T) {
	onBench(t, func(b *bench) {
		delete(b.plat, "")
		b.plat["mute:a"] = &fakePlatform{rec: b.rec, closed: errors.New("it cannot post by itself")}
		b.plat["tui:a"] = &fakePlatform{rec: b.rec}
		b.r.Projects["off"] = Project{Exec: ExecOff}
	}, func(b *bench) {
		long := "tui:" + strings.Repeat("x", 600)
		for session, why := range map[string]string{"other:a": "no such platform", "mute:a": "it cannot post by itself", "none": "no such platform", long: "longer than 512 bytes"} {
			for _, id := range []string{b.exec(session, "x"), b.prompt(session, "x")} {
				b.want(id, model.DeliveryIgnored)
				if d := b.rec.get(id); !strings.Contains(d.Reason.String(), why) || len(d.Session) > MaxSession {
					t.Errorf("%.20s: the reason is %q", session, d.Reason)
				}
			}
		}
		r := b.request("tui:a")
		r.Exec, r.Project = "x", "off"
		id := b.accept(r)
		b.want(id, model.DeliveryIgnored)
		if d := b.rec.get(id); d.Reason.String() != "commands are off for the project off" {
			t.Errorf("the reason is %q", d.Reason)
		}
		if len(b.proc.all()) != 0 || len(b.rec.said) != 0 {
			t.Error("something ran or was said")
		}
	})
}

func TestAsk(t *testing.T) {
	onBench(t, func(b *bench) { b.r.Projects["p"] = Project{Exec: ExecAsk} }, func(b *bench) {
		yes, no, gone := b.exec("tui:a", "one"), b.exec("tui:b", "two"), b.exec("tui:c", "three")
		for _, id := range []string{yes, no, gone} {
			b.want(id, model.DeliveryAsking)
		}
		b.pass(24 * time.Hour)
		if len(b.proc.all()) != 0 {
			t.Fatal("it ran without a word")
		}
		for _, err := range []error{b.k.Allow(yes, true), b.k.Allow(no, false), b.k.Kill(gone)} {
			if err != nil {
				t.Error(err)
			}
		}
		b.want(yes, model.DeliveryRunning)
		b.want(no, model.DeliveryDenied)
		b.want(gone, model.DeliveryStopped)
		if err := b.k.Allow(yes, true); !client.Is(err, client.KindConflict) {
			t.Errorf("a second answer: %v", err)
		}
		if err := b.k.Allow(no, true); !client.Is(err, client.KindConflict) {
			t.Errorf("an answer after the end: %v", err)
		}
		want := []string{"notice: deploy: asks to run `two`; a person has to allow it", "notice: deploy: denied: `two`"}
		if got := b.rec.texts("tui:b"); !slices.Equal(got, want) {
			t.Errorf("the messages are %q", got)
		}
		b.pass(time.Minute)
		b.want(yes, model.DeliveryDone)
		if len(b.proc.all()) != 1 {
			t.Errorf("%d commands ran", len(b.proc.all()))
		}
	})
}

func TestFolder(t *testing.T) {
	onBench(t, func(b *bench) {
		b.r.Projects["p"] = Project{Exec: ExecOn, Dir: b.dir + "/missing"}
		b.r.Projects["q"] = Project{Exec: ExecOn, Dir: b.dir}
	}, func(b *bench) {
		r := b.request("tui:a")
		r.Exec = "x"
		id := b.accept(r)
		b.want(id, model.DeliveryFailed)
		if d := b.rec.get(id); !strings.HasPrefix(d.Reason.String(), b.dir+"/missing is not a folder; nothing was run") || !strings.Contains(d.Reason.String(), "work_dir") || len(b.proc.all()) != 0 {
			t.Errorf("the reason is %q", d.Reason)
		}
		if got := b.rec.texts("tui:a"); len(got) != 2 || !strings.HasPrefix(got[1], "outcome: deploy: failed: `x` (") || strings.Contains(got[1], "no output") {
			t.Errorf("the messages are %q", got)
		}
		r.Project, r.WorkDir = "q", "/"
		b.accept(r)
		r.WorkDir = ""
		b.accept(r)
		synctest.Wait()
		dirs := []string{b.proc.all()[0].Dir, b.proc.all()[1].Dir}
		slices.Sort(dirs)
		if dirs[0] != "/" || dirs[1] != b.dir {
			t.Errorf("they ran in %q", dirs)
		}
	})
}

// The receiver's own folder was removed: nothing runs in another one.
func TestFolderThatIsNotKnown(t *testing.T) {
	onBench(t, func(b *bench) {
		b.dir = ""
		b.r.Projects["p"] = Project{Exec: ExecOn}
	}, func(b *bench) {
		r := b.request("tui:a")
		r.Exec = "x"
		for _, r.WorkDir = range []string{"", "sub", "."} {
			id := b.accept(r)
			b.want(id, model.DeliveryFailed)
			if d := b.rec.get(id); !strings.HasPrefix(d.Reason.String(), "the receiver's current folder is unknown; nothing was run") || len(b.proc.all()) != 0 {
				t.Errorf("%q: %q, %d ran", r.WorkDir, d.Reason, len(b.proc.all()))
			}
		}
		r.WorkDir = "/"
		b.accept(r)
		synctest.Wait()
		if len(b.proc.all()) != 1 {
			t.Errorf("%d ran", len(b.proc.all()))
		}
	})
}

func TestFourAtATime(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		var ids []string
		for i := range 20 {
			ids = append(ids, b.exec(fmt.Sprintf("tui:%d", i), "x"))
			synctest.Wait()
		}
		for i, id := range ids {
			d := b.rec.get(id)
			if i < 4 && d.State != model.DeliveryRunning || i >= 4 && (d.State != model.DeliveryWaiting || d.Ahead != i-4) {
				t.Errorf("%d: %s, %d before it", i, d.State, d.Ahead)
			}
		}
		if got := b.rec.texts("tui:9"); !slices.Equal(got, []string{"notice: deploy: queued (5 ahead): `x`"}) {
			t.Errorf("the messages are %q", got)
		}
		if err := b.k.Kill(ids[5]); err != nil {
			t.Error(err)
		}
		b.want(ids[5], model.DeliveryStopped)
		if d := b.rec.get(ids[6]); d.Ahead != 1 {
			t.Errorf("%d before the one after it", d.Ahead)
		}
		b.pass(time.Second)
		b.want(ids[4], model.DeliveryRunning)
		if d := b.rec.get(ids[9]); d.Ahead != 0 {
			t.Errorf("%d before the one that comes next", d.Ahead)
		}
		if at := b.k.Positions(); len(at) != 1 || at[ids[19]] != 10 {
			t.Errorf("the positions are %v", at)
		}
		b.pass(time.Minute)
		for i, id := range ids {
			if i != 5 {
				b.want(id, model.DeliveryDone)
			}
		}
		if b.proc.maxAtOnce() != 4 {
			t.Errorf("%d ran at once", b.proc.maxAtOnce())
		}
	})
}

// Prompts do not take the places of commands.
func TestPoolsAreApart(t *testing.T) {
	onBench(t, func(b *bench) { b.r.Projects["p"] = Project{Exec: ExecOn, Agent: []string{"agent"}} }, func(b *bench) {
		for i := range 6 {
			b.exec(fmt.Sprintf("tui:%d", i), "x")
			b.prompt(fmt.Sprintf("tui:%d", i), "x")
		}
		synctest.Wait()
		if b.proc.maxAtOnce() != 8 {
			t.Errorf("%d ran at once", b.proc.maxAtOnce())
		}
	})
}

func TestKillAndClose(t *testing.T) {
	onBench(t, func(b *bench) {
		b.proc.do = func(run.Command) (time.Duration, run.Result) { return 3 * time.Minute, run.Result{} }
	}, func(b *bench) {
		var ids []string
		for i := range 6 {
			ids = append(ids, b.exec(fmt.Sprintf("tui:%d", i), "x"))
			synctest.Wait()
		}
		if err := b.k.Kill(ids[0]); err != nil {
			t.Fatal(err)
		}
		b.want(ids[0], model.DeliveryStopped)
		if d := b.rec.get(ids[0]); d.Reason.String() != "a person stopped it" {
			t.Errorf("the reason is %q", d.Reason)
		}
		if err := b.k.Kill(ids[0]); !client.Is(err, client.KindConflict) {
			t.Errorf("killed twice: %v", err)
		}
		stopped := b.k.Close(b.t.Context())
		if len(stopped) != 5 || stopped[0].ID != ids[1] || stopped[0].Reason.String() != "it was stopped because aloft ended" ||
			stopped[4].ID != ids[5] || stopped[4].Reason.String() != "not started, because aloft ended first" {
			t.Errorf("stopped: %+v", stopped)
		}
		if got := b.rec.texts("tui:1"); len(got) != 2 || !strings.Contains(got[1], "stopped: `x` (it was stopped because aloft ended)") {
			t.Errorf("the messages are %q", got)
		}
		r := b.request("tui:a")
		r.Exec = "x"
		if _, err := b.k.Accept(b.t.Context(), r); !client.Is(err, client.KindThrottled) {
			t.Errorf("accepted after the end: %v", err)
		}
	})
}

func TestFullAndFailing(t *testing.T) {
	onBench(t, func(b *bench) { b.r.Projects["p"] = Project{Exec: ExecAsk} }, func(b *bench) {
		r := b.request("tui:a")
		r.Exec, r.Body = "x", make([]byte, 30<<20)
		first := b.accept(r)
		b.accept(r)
		synctest.Wait()
		if _, err := b.k.Accept(b.t.Context(), r); !client.Is(err, client.KindThrottled) {
			t.Errorf("90 MiB wait: %v", err)
		}
		if err := b.k.Kill(first); err != nil {
			t.Error(err)
		}
		third := b.accept(r)
		synctest.Wait()
		b.rec.fail = errors.New("disk full")
		r.Body = make([]byte, 1000)
		if _, err := b.k.Accept(b.t.Context(), r); err == nil {
			t.Error("accepted what was not stored")
		}
		r.Body = nil
		b.rec.fail = nil
		b.want(third, model.DeliveryAsking)
		for len(b.k.room.open) < maxWaiting {
			b.accept(r)
		}
		if _, err := b.k.Accept(b.t.Context(), r); !client.Is(err, client.KindThrottled) {
			t.Errorf("%d wait: %v", len(b.k.room.open), err)
		}
		b.k.Close(b.t.Context())
		if b.k.room.held != 0 || b.k.room.adding != 0 || len(b.k.room.open) != 0 {
			t.Errorf("%d bytes, %d being stored, %d are left", b.k.room.held, b.k.room.adding, len(b.k.room.open))
		}
	})
}

// One that is larger than all that may wait is accepted when nothing else waits.
func TestHugeAlone(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		r := b.request("tui:a")
		r.Exec, r.Body = "x", make([]byte, maxHeld+1)
		b.want(b.accept(r), model.DeliveryRunning)
	})
}

func TestIdempotency(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		r := b.request("tui:a")
		r.Exec, r.Key = "x", "k1"
		first := b.accept(r)
		again := b.accept(r)
		b.want(again, model.DeliveryDuplicate)
		if d := b.rec.get(again); d.Of != first || d.Reason.String() != "its sender had already sent it" || look(b.rec, b.rec.kept, again).Key != "" {
			t.Errorf("the second is %+v", d)
		}
		r.ReplayOf = again
		replayed := b.accept(r)
		b.want(replayed, model.DeliveryRunning)
		if d := b.rec.get(replayed); !d.Replay || d.Of != again || look(b.rec, b.rec.kept, replayed).Key != "" {
			t.Errorf("the replayed one is %+v", d)
		}
		if len(b.proc.all()) != 2 || look(b.rec, b.rec.kept, first).Key != "k1" {
			t.Errorf("%d ran", len(b.proc.all()))
		}
	})
}

// A failed post is a note, never a failure; a slow one delays nothing else.
func TestPosting(t *testing.T) {
	onBench(t, func(b *bench) {
		b.plat["bad:a"] = &fakePlatform{rec: b.rec, fail: errors.New("the phone is off")}
		b.plat["slow:a"] = &fakePlatform{rec: b.rec, slow: 20 * time.Second}
		b.plat["never:a"] = &fakePlatform{rec: b.rec, slow: time.Hour}
		b.plat["late:a"] = &fakePlatform{rec: b.rec, ask: 10 * time.Second}
	}, func(b *bench) {
		bad, slow, never, late := b.exec("bad:a", "x"), b.exec("slow:a", "x"), b.exec("never:a", "x"), b.exec("late:a", "x")
		b.want(late, model.DeliveryWaiting)
		b.pass(time.Second + postWait)
		for _, id := range []string{bad, slow, never} {
			b.want(id, model.DeliveryDone)
		}
		if d := b.rec.get(bad); !slices.Equal(model.English(d.Notes), []string{"a message could not be posted: the phone is off"}) {
			t.Errorf("the notes are %q", d.Notes)
		}
		if d := b.rec.get(slow); d.Ended.Sub(d.Started) != time.Second {
			t.Errorf("it took %v", d.Ended.Sub(d.Started))
		}
		b.pass(time.Minute)
		b.want(late, model.DeliveryDone)
		if got := b.rec.texts("slow:a"); len(got) != 2 || !strings.HasPrefix(got[0], "notice") {
			t.Errorf("the messages are %q", got)
		}
		if d := b.rec.get(never); len(d.Notes) != 1 || d.State != model.DeliveryDone {
			t.Errorf("the notes are %q", d.Notes)
		}
	})
}

// A settings change counts from the next delivery on.
func TestReloadedRules(t *testing.T) {
	onBench(t, func(b *bench) { b.r.Projects["p"] = Project{Exec: ExecAsk} }, func(b *bench) {
		id := b.exec("tui:a", "x")
		next := *b.r
		next.Projects, next.Exec = map[string]Project{"q": {Exec: ExecOn}}, time.Minute
		b.k.Use(&next)
		if got := b.k.Projects(); !slices.Equal(got, []string{"q"}) {
			t.Errorf("the projects are %q", got)
		}
		if err := b.k.Allow(id, true); err == nil {
			synctest.Wait()
		}
		synctest.Wait()
		if err := b.k.Allow(id, true); err != nil && b.state(id) == model.DeliveryAsking {
			t.Error(err)
		}
		b.want(id, model.DeliveryRunning)
		r := b.request("tui:a")
		r.Project, r.Exec = "q", "y"
		b.accept(r)
		synctest.Wait()
		if c := b.proc.all()[1]; c.Limit != time.Minute {
			t.Errorf("its limit is %v", c.Limit)
		}
		r.Project = "p" // it existed when the request was judged
		gone := b.accept(r)
		b.want(gone, model.DeliveryIgnored)
	})
}

// Close waits two seconds for messages, and no longer.
func TestEndIsNotHeldUp(t *testing.T) {
	onBench(t, func(b *bench) { b.plat["slow:a"] = &fakePlatform{rec: b.rec, slow: 20 * time.Second} }, func(b *bench) {
		id := b.exec("slow:a", "x")
		b.want(id, model.DeliveryRunning)
		began := time.Now()
		if stopped := b.k.Close(b.t.Context()); len(stopped) != 1 {
			t.Errorf("stopped: %+v", stopped)
		}
		if took := time.Since(began); took != lastPosts+postWait {
			t.Errorf("it took %v", took)
		}
		if d := b.rec.get(id); d.State != model.DeliveryStopped || len(d.Notes) != 1 {
			t.Errorf("the delivery is %+v", d)
		}
	})
}
