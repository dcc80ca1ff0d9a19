package dispatch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/webhook/run"
	"aloft/model"
)

func TestNotes(t *testing.T) {
	var gone chan struct{}
	onBench(t, func(b *bench) {
		gone = make(chan struct{})
		rest := &run.Children{Count: 2, Done: gone, Stop: func() {}, Crowd: func() bool { return false }}
		b.proc.do = func(run.Command) (time.Duration, run.Result) {
			return 0, run.Result{Children: rest, FileErr: errors.New("disk full")}
		}
	}, func(b *bench) {
		id := b.exec("tui:a", "x")
		b.want(id, model.DeliveryDone)
		want := []string{"it left 2 processes running", "the output is incomplete: disk full"}
		if d := b.rec.get(id); !slices.Equal(model.English(d.Notes), want) {
			t.Errorf("the notes are %q", d.Notes)
		}
		close(gone)
	})
}

// What a command has left running is shown in the list as long as it runs, and a
// person can stop it.
func TestRest(t *testing.T) {
	for _, c := range []struct {
		name, note string
		free       bool
		end        func(b *bench, id string, gone chan struct{})
	}{
		{"ends by itself", "", false, func(_ *bench, _ string, gone chan struct{}) { close(gone) }},
		{"stopped by a person", "a person stopped it", false, func(b *bench, id string, _ chan struct{}) {
			if err := b.k.Kill(id); err != nil {
				b.t.Error(err)
			}
		}},
		{"ends with the receiver", "its remaining processes were stopped when the receiver stopped", false, func(b *bench, _ string, _ chan struct{}) {
			b.k.Close(b.t.Context())
		}},
		{"is free", "", true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var gone chan struct{}
			onBench(t, func(b *bench) {
				gone = make(chan struct{})
				b.proc.do = func(run.Command) (time.Duration, run.Result) {
					return 0, run.Result{Children: &run.Children{Count: 2, Done: gone, Stop: sync.OnceFunc(func() { close(gone) }), Crowd: func() bool { return false }}}
				}
				if c.free {
					b.r.Background = run.BackgroundFree
				}
			}, func(b *bench) {
				id := b.exec("tui:a", "x")
				b.want(id, model.DeliveryDone)
				if d := b.rec.get(id); d.Lives != 2 || !d.Works() {
					t.Errorf("%d live on", d.Lives)
				}
				if c.free {
					b.k.Close(b.t.Context())
					select {
					case <-gone:
						t.Error("what is free was stopped")
					default:
					}
					close(gone)
					return
				}
				c.end(b, id, gone)
				synctest.Wait()
				if d := b.rec.get(id); d.Lives != 0 || c.note != "" && !slices.Contains(model.English(d.Notes), c.note) || c.note == "" && len(d.Notes) != 1 {
					t.Errorf("%d live on, %q", d.Lives, d.Notes)
				}
			})
		})
	}
}

// A command that leaves too many processes behind has failed.
func TestCrowd(t *testing.T) {
	onBench(t, func(b *bench) {
		b.proc.do = func(run.Command) (time.Duration, run.Result) { return 0, run.Result{Crowd: true} }
	}, func(b *bench) {
		id := b.exec("tui:a", "x")
		b.want(id, model.DeliveryFailed)
		if d := b.rec.get(id); d.Reason.String() != "it left more than 100 processes running, which were killed" {
			t.Errorf("the reason is %q", d.Reason)
		}
	})
}

// The size of the output is stored now and then, and shown at once.
func TestGrowing(t *testing.T) {
	var pokes atomic.Int32
	onBench(t, func(b *bench) {
		b.proc.do = func(c run.Command) (time.Duration, run.Result) {
			for i := range int64(30) {
				time.Sleep(100 * time.Millisecond)
				c.Grown(i + 1)
			}
			return time.Minute, run.Result{Size: 1000}
		}
	}, func(b *bench) {
		b.k.Changed = func() { pokes.Add(1) }
		id := b.exec("tui:a", "x")
		b.pass(5 * time.Second)
		if d, n := b.rec.get(id), look(b.rec, b.rec.sets, id); d.Output != 20 || d.State != model.DeliveryRunning || n != 2 {
			t.Errorf("%d bytes, written %d times", d.Output, n)
		}
		if n := pokes.Load(); n != 30 {
			t.Errorf("shown %d times", n)
		}
		b.pass(time.Hour)
		if d := b.rec.get(id); d.Output != 1000 {
			t.Errorf("%d bytes", d.Output)
		}
	})
}

// Nothing that a sender chooses grows without bound.
func TestForeignBounds(t *testing.T) {
	onBench(t, withAgent, func(b *bench) {
		b.proc.do = func(run.Command) (time.Duration, run.Result) {
			return 0, run.Result{Reply: []byte("long"), ReplyCut: true}
		}
		r := b.request("tui:a")
		r.Event, r.Prompt = strings.Repeat("ö", 1000), strings.Repeat("ä", maxPrompt)
		id := b.accept(r)
		b.want(id, model.DeliveryDone)
		d := b.rec.get(id)
		if d.Event != strings.Repeat("ö", MaxEvent/2) || len(d.Work) != model.MaxWork {
			t.Errorf("the event has %d bytes, the work %d", len(d.Event), len(d.Work))
		}
		m := look(b.rec, b.rec.said, "tui:a")
		if m[0].In(nil) != strings.Repeat("ö", 60)+" ...: a prompt came in" || m[1].In(nil) != strings.Repeat("ä", maxPrompt/2)+" ..." || m[2].In(nil) != "long ..." {
			t.Errorf("the messages are %.500s", fmt.Sprint(m))
		}
		if c := b.proc.all()[0]; len(c.Stdin) != 2*maxPrompt {
			t.Errorf("the agent got %d bytes", len(c.Stdin))
		}
		if !slices.Equal(model.English(d.Notes), []string{"the reply was cut after 64 KiB"}) {
			t.Errorf("the notes are %q", d.Notes)
		}
		r.Exec, r.Prompt, r.Event = "x", "", "a\x00b"
		b.accept(r)
		b.pass(0)
		if env := b.proc.all()[1].Env; !slices.Contains(env, "ALOFT_EVENT=ab") {
			t.Errorf("the environment is %q", env)
		}
	})
}

// A platform that hangs queues a bounded number of messages, and a delivery has a
// bounded number of notes.
func TestManyPosts(t *testing.T) {
	onBench(t, func(b *bench) {
		b.plat["slow:a"] = &fakePlatform{rec: b.rec, slow: time.Hour}
		b.proc.do = func(run.Command) (time.Duration, run.Result) { return time.Hour, run.Result{} }
	}, func(b *bench) {
		last := ""
		for range maxPosts + 2 { // one is being posted
			last = b.exec("slow:a", "x")
		}
		b.want(last, model.DeliveryWaiting)
		if d := b.rec.get(last); !slices.Equal(model.English(d.Notes), []string{"a message was dropped: too many are waiting to be posted"}) {
			t.Errorf("the notes are %q", d.Notes)
		}
		rows := b.k.messages.rows
		rows.mu.Lock()
		n := len(rows.of["slow:a"])
		rows.mu.Unlock()
		d := &delivery{rec: b.rec}
		for i := range 2 * maxNotes {
			d.note(model.Say("%s", fmt.Sprint(i)))
		}
		if n != maxPosts || len(d.row.Notes) != maxNotes {
			t.Errorf("%d messages wait, %d notes", n, len(d.row.Notes))
		}
		b.k.messages.cancel()
	})
}

// So does one with a session for every message.
func TestManySessions(t *testing.T) {
	onBench(t, func(b *bench) {
		b.plat[""].slow = time.Hour
		b.r.Here = func(string) bool { return false }
	}, func(b *bench) {
		last := ""
		for i := range maxUnposted + 1 {
			last = b.prompt(fmt.Sprint("slow:", i), "x")
		}
		b.want(last, model.DeliveryDone)
		if d := b.rec.get(last); !slices.Equal(model.English(d.Notes), []string{"a message was dropped: too many are waiting to be posted"}) {
			t.Errorf("the notes are %q", d.Notes)
		}
		b.pass(postLimit)
		if last = b.prompt("slow:z", "x"); len(b.rec.get(last).Notes) != 0 {
			t.Errorf("the notes are %q", b.rec.get(last).Notes)
		}
	})
}

// The request of a delivery is released with its work, however long its messages
// take.
func TestEndedIsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	onBench(t, func(b *bench) {
		b.plat[""].slow = time.Hour
		b.r.Here = func(string) bool { return false }
	}, func(b *bench) {
		const many, size = 64, 1 << 20
		held := func() uint64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		before := held()
		for i := range many {
			r := b.request(fmt.Sprint("slow:", i))
			r.Prompt, r.Payload, r.Event = strings.Repeat("x", size), bytes.Repeat([]byte("1"), size), strings.Repeat("e", size)
			b.want(b.accept(r), model.DeliveryDone)
		}
		rows := b.k.messages.rows
		rows.mu.Lock()
		waiting := len(rows.of)
		rows.mu.Unlock()
		if after := held(); waiting != many || after > before+many*size/2 {
			t.Errorf("%d messages wait and hold %d KiB", waiting, (after-before)>>10)
		}
	})
}

// A running delivery has no end time, also while its last message is being posted.
func TestNoEndBeforeTheEnd(t *testing.T) {
	onBench(t, func(b *bench) {
		b.plat[""].slow = postWait / 2
		b.proc.do = func(run.Command) (time.Duration, run.Result) {
			return time.Second, run.Result{FileErr: errors.New("disk full")}
		}
	}, func(b *bench) {
		id := b.exec("tui:a", "x")
		b.pass(time.Second)
		if d := b.rec.get(id); d.State != model.DeliveryRunning || len(d.Notes) != 1 || !d.Ended.IsZero() {
			t.Errorf("it is %+v", d)
		}
		b.pass(time.Second)
		if d := b.rec.get(id); d.State != model.DeliveryDone || d.Ended.Sub(d.Started) != time.Second {
			t.Errorf("it is %+v", d)
		}
	})
}

// The log may be slow; deliveries do not wait for it.
func TestLogHoldsNobody(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		b.k.Log = slog.New(watched{slog.DiscardHandler, func() { b.k.Projects() }})
		b.plat["bad:a"] = &fakePlatform{rec: b.rec, fail: errors.New("no")}
		id := b.exec("bad:a", "x")
		b.pass(2 * time.Second)
		b.want(id, model.DeliveryDone)
	})
}

// watched is a log that calls a function for each line.
type watched struct {
	slog.Handler
	do func()
}

func (watched) Enabled(context.Context, slog.Level) bool { return true }

func (w watched) Handle(context.Context, slog.Record) error {
	w.do()
	return nil
}

// What was stored while the dispatcher closed is stopped, and reported.
func TestAcceptedWhileClosing(t *testing.T) {
	onBench(t, func(b *bench) { b.rec.slow = time.Second }, func(b *bench) {
		r := b.request("tui:a")
		r.Exec = "x"
		var id string
		done := make(chan error, 1)
		go func() {
			var err error
			id, err = b.k.Accept(b.t.Context(), r)
			done <- err
		}()
		b.pass(time.Millisecond)
		b.k.Close(b.t.Context())
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		b.want(id, model.DeliveryStopped)
		if len(b.proc.all()) != 0 {
			t.Error("it ran")
		}
	})
}
