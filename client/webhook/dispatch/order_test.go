package dispatch

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/webhook/run"
	"aloft/model"
)

// Whatever people stop and allow meanwhile: each delivery ends, no place and no
// turn is lost or assigned twice, and a session's messages come in the order of its
// deliveries.
func TestAllEndInOrder(t *testing.T) {
	onBench(t, func(b *bench) {
		withAgent(b)
		b.r.Busy = BusyQueue
		b.r.Projects["ask"] = Project{Exec: ExecAsk}
		b.r.Projects["inbox"] = Project{Exec: ExecOn}
		b.proc.do = func(run.Command) (time.Duration, run.Result) {
			return time.Duration(rand.IntN(100)) * time.Millisecond, run.Result{}
		}
		b.plat[""].ask = time.Millisecond
	}, func(b *bench) {
		const sessions, each = 8, 40
		ids := make([][]string, sessions)
		var all sync.WaitGroup
		for s := range sessions {
			all.Go(func() {
				for n := range each {
					time.Sleep(time.Millisecond)
					r := b.request(fmt.Sprint("tui:", s))
					r.At, r.Event = time.Now(), fmt.Sprint("e", n)
					switch n % 4 {
					case 0:
						r.Exec = "x"
					case 1:
						r.Exec, r.Project = "x", "ask"
					case 2:
						r.Prompt = "x"
					default:
						r.Prompt, r.Project = "x", "inbox"
					}
					id, err := b.k.Accept(b.t.Context(), r)
					if err != nil {
						b.t.Error(err)
					}
					ids[s] = append(ids[s], id)
					other := ids[s][rand.IntN(len(ids[s]))]
					switch rand.IntN(4) {
					case 0:
						_ = b.k.Kill(other)
					case 1:
						_ = b.k.Allow(other, rand.IntN(2) == 0)
					}
				}
			})
		}
		all.Wait()
		b.pass(time.Minute)
		for s := range sessions {
			for _, id := range ids[s] {
				_ = b.k.Allow(id, true)
			}
		}
		b.pass(time.Minute)
		for s := range sessions {
			for _, id := range ids[s] {
				if d := b.rec.get(id); !d.State.Ended() {
					t.Errorf("%s is %s", id, d.State)
				}
			}
			var came []int
			for _, m := range look(b.rec, b.rec.said, fmt.Sprint("tui:", s)) {
				var n int
				if _, err := fmt.Sscanf(m.Event, "e%d", &n); err == nil && strings.HasSuffix(m.In(nil), ": a prompt came in") && m.Kind == model.MessageNotice {
					came = append(came, n)
				}
			}
			if !slices.IsSorted(came) || len(came) == 0 {
				t.Errorf("the prompts of session %d came in the order %v", s, came)
			}
		}
		for name, p := range map[string]*turns{"commands": b.k.commands, "agents": b.k.agents} {
			for _, l := range p.of {
				t.Errorf("%s: %d have a place, %d wait", name, len(l.has), len(l.waiting))
			}
		}
		if len(b.k.room.open)+len(b.k.turns.of)+len(b.k.arrivals.of) > 0 || b.k.room.held != 0 {
			t.Errorf("%d open, %d busy sessions, %d bytes are left", len(b.k.room.open), len(b.k.turns.of), b.k.room.held)
		}
		if b.proc.maxAtOnce() > 2*MaxAtOnce {
			t.Errorf("%d ran at once", b.proc.maxAtOnce())
		}
	})
}

// A person may stop a delivery that its session has not reached: it does not start
// later.
func TestKilledOnArrival(t *testing.T) {
	onBench(t, func(b *bench) { b.plat["late:a"] = &fakePlatform{rec: b.rec, ask: time.Second} }, func(b *bench) {
		first, second := b.exec("late:a", "x"), b.prompt("late:a", "y")
		synctest.Wait()
		for _, id := range []string{first, second} {
			if err := b.k.Kill(id); err != nil {
				t.Error(err)
			}
			b.want(id, model.DeliveryStopped)
		}
		b.pass(time.Minute)
		if len(b.proc.all()) != 0 || len(b.rec.said) != 0 {
			t.Errorf("%d ran, said %v", len(b.proc.all()), b.rec.said)
		}
		b.want(b.exec("late:a", "z"), model.DeliveryWaiting)
		b.pass(time.Second)
		if n := len(b.proc.all()); n != 1 {
			t.Errorf("%d ran", n)
		}
	})
}
