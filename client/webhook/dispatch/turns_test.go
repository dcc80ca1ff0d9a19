package dispatch

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/webhook/run"
	"aloft/model"
)

// talker is an agent that takes a minute and replies.
func talker(run.Command) (time.Duration, run.Result) {
	return time.Minute, run.Result{Reply: []byte(" well done \n"), Head: []byte("well done"), Size: 9}
}

func withAgent(b *bench) {
	b.r.Projects["p"] = Project{Exec: ExecOn, Dir: b.dir, Agent: []string{"agent", "--id", "{conversation}"}, AgentAgain: []string{"agent", "--resume", "{conversation}", "{project}", "{delivery}"}}
	b.proc.do = talker
}

func TestAgent(t *testing.T) {
	onBench(t, withAgent, func(b *bench) {
		r := b.request("tui:a")
		r.Prompt, r.Payload = "look at this", []byte(`{"b":1,"a":12345678901234567890}`)
		id := b.accept(r)
		b.want(id, model.DeliveryRunning)
		b.pass(time.Minute)
		b.want(id, model.DeliveryDone)
		if look(b.rec, b.rec.turns, "tui:a") != 1 {
			t.Error("the turn has not ended")
		}
		c := b.proc.all()[0]
		if !slices.Equal(c.Argv, []string{"agent", "--id", "uuid-of-tui:a"}) || c.Dir != b.dir || c.Limit != 30*time.Minute || c.Reply == 0 {
			t.Errorf("it ran as %+v", c)
		}
		composed := "look at this\n\nContext:\n```json\n{\n  \"b\": 1,\n  \"a\": 12345678901234567890\n}\n```"
		if got := strings.TrimSpace(string(c.Stdin)); got != composed || !bytes.Equal(look(b.rec, b.rec.ran, id).Prompt, c.Stdin) {
			t.Errorf("the prompt is %q", c.Stdin)
		}
		m := look(b.rec, b.rec.said, "tui:a")
		if len(m) != 3 || m[0].In(nil) != "deploy: a prompt came in" || m[1].Kind != model.MessagePrompt || m[1].From != "webhook" ||
			m[2].Kind != model.MessageReply || m[2].In(nil) != "well done" || m[2].From != "p" {
			t.Errorf("the messages are %+v", m)
		}
		second := b.prompt("tui:a", "go on")
		b.want(second, model.DeliveryRunning)
		if c := b.proc.all()[1]; !slices.Equal(c.Argv, []string{"agent", "--resume", "uuid-of-tui:a", "p", second}) {
			t.Errorf("the second turn ran as %q", c.Argv)
		}
	})
}

func TestAgentFails(t *testing.T) {
	onBench(t, withAgent, func(b *bench) {
		b.proc.do = func(run.Command) (time.Duration, run.Result) {
			return 0, run.Result{Exit: 2, Head: []byte("no key"), Size: 6}
		}
		id := b.prompt("tui:a", "x")
		b.want(id, model.DeliveryFailed)
		if look(b.rec, b.rec.turns, "tui:a") != 0 {
			t.Error("a failed turn counts")
		}
		if got := b.rec.texts("tui:a"); got[2] != "outcome: deploy: failed: the agent of the project p (it ended with exit status 2)\n```\nno key\n```" {
			t.Errorf("the messages are %q", got)
		}
		b.proc.do = func(run.Command) (time.Duration, run.Result) { return 0, run.Result{} }
		b.want(b.prompt("tui:a", "x"), model.DeliveryDone)
		if got := b.rec.texts("tui:a"); got[len(got)-1] != "outcome: deploy: the agent ended without a reply" {
			t.Errorf("the messages are %q", got)
		}
	})
}

func TestPromptsWithoutAnAgent(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		id := b.prompt("tui:a", "read me")
		b.want(id, model.DeliveryDone)
		if got := b.rec.texts("tui:a"); !slices.Equal(got, []string{"notice: deploy: a prompt came in", "prompt: read me"}) {
			t.Errorf("the messages are %q", got)
		}
		if len(b.proc.all()) != 0 {
			t.Error("something ran")
		}
		r := b.request("tui:b")
		r.Prompt, r.Silent = "quiet", true
		b.want(b.accept(r), model.DeliveryDone)
		if got := b.rec.texts("tui:b"); !slices.Equal(got, []string{"prompt: quiet"}) {
			t.Errorf("the messages are %q", got)
		}
		for range 5 {
			b.want(b.prompt("tui:a", "again"), model.DeliveryDone)
		}
	})
}

func TestSilentAgent(t *testing.T) {
	onBench(t, withAgent, func(b *bench) {
		r := b.request("tui:a")
		r.Prompt, r.Silent = "x", true
		id := b.accept(r)
		b.pass(time.Hour)
		b.want(id, model.DeliveryDone)
		if got := b.rec.texts("tui:a"); !slices.Equal(got, []string{"prompt: x", "reply: well done"}) {
			t.Errorf("the messages are %q", got)
		}
	})
}

// A busy session drops the prompt with a notice.
func TestBusyDrops(t *testing.T) {
	onBench(t, withAgent, func(b *bench) {
		first := b.prompt("tui:a", "one")
		second := b.prompt("tui:a", "two")
		other := b.prompt("tui:b", "three")
		b.want(second, model.DeliveryBusy)
		b.want(first, model.DeliveryRunning)
		b.want(other, model.DeliveryRunning)
		if d := b.rec.get(second); d.Reason.String() != "its session was busy with another prompt" {
			t.Errorf("the reason is %q", d.Reason)
		}
		if got := b.rec.texts("tui:a"); !slices.Contains(got, "notice: deploy: prompt skipped, the session is busy") {
			t.Errorf("the messages are %q", got)
		}
		r := b.request("tui:a")
		r.Prompt, r.Silent = "x", true
		n := len(b.rec.texts("tui:a"))
		b.want(b.accept(r), model.DeliveryBusy)
		if got := b.rec.texts("tui:a"); len(got) != n {
			t.Errorf("a silent one said %q", got[n:])
		}
		b.want(b.exec("tui:a", "x"), model.DeliveryRunning) // commands do not wait for turns
		b.pass(2 * time.Minute)
		b.want(first, model.DeliveryDone)
		b.want(b.prompt("tui:a", "four"), model.DeliveryRunning)
	})
}

// A session that waits for one of the four places is busy too.
func TestBusyWhileWaiting(t *testing.T) {
	onBench(t, withAgent, func(b *bench) {
		for i := range 4 {
			b.prompt(fmt.Sprintf("tui:%d", i), "x")
		}
		synctest.Wait()
		waits := b.prompt("tui:a", "x")
		b.want(waits, model.DeliveryWaiting)
		b.want(b.prompt("tui:a", "y"), model.DeliveryBusy)
		if err := b.k.Kill(waits); err != nil {
			t.Error(err)
		}
		b.want(waits, model.DeliveryStopped)
		b.want(b.prompt("tui:a", "z"), model.DeliveryWaiting)
	})
}

func TestBusyQueues(t *testing.T) {
	onBench(t, func(b *bench) {
		withAgent(b)
		b.r.Busy = BusyQueue
	}, func(b *bench) {
		var ids []string
		for i := range 7 {
			ids = append(ids, b.prompt("tui:a", fmt.Sprint(i)))
			synctest.Wait()
		}
		b.want(ids[0], model.DeliveryRunning)
		for i := 1; i <= 5; i++ {
			b.want(ids[i], model.DeliveryWaiting)
			if d := b.rec.get(ids[i]); d.Ahead != i-1 {
				t.Errorf("%d: %d before it", i, d.Ahead)
			}
		}
		b.want(ids[6], model.DeliveryBusy)
		if got := b.rec.texts("tui:a"); !slices.Contains(got, "notice: deploy: prompt queued, the session is busy (2 ahead)") {
			t.Errorf("the messages are %q", got)
		}
		if err := b.k.Kill(ids[2]); err != nil {
			t.Error(err)
		}
		b.want(ids[2], model.DeliveryStopped)
		b.pass(time.Minute + time.Second)
		b.want(ids[0], model.DeliveryDone)
		b.want(ids[1], model.DeliveryRunning)
		if d := b.rec.get(ids[3]); d.Ahead != 0 {
			t.Errorf("%d before it", d.Ahead)
		}
		b.pass(10 * time.Minute)
		var order []string
		for _, c := range b.proc.all() {
			order = append(order, strings.TrimSpace(string(c.Stdin)))
		}
		if !slices.Equal(order, []string{"0", "1", "3", "4", "5"}) {
			t.Errorf("they ran in the order %q", order)
		}
		if len(b.k.turns.of) != 0 {
			t.Errorf("sessions that are busy: %d", len(b.k.turns.of))
		}
	})
}

// Killing the running turn starts the next one; Close does not.
func TestKilledTurn(t *testing.T) {
	onBench(t, func(b *bench) {
		withAgent(b)
		b.r.Busy = BusyQueue
	}, func(b *bench) {
		one, two, three := b.prompt("tui:a", "1"), b.prompt("tui:a", "2"), b.prompt("tui:a", "3")
		b.want(one, model.DeliveryRunning)
		if err := b.k.Kill(one); err != nil {
			t.Error(err)
		}
		b.want(one, model.DeliveryStopped)
		b.want(two, model.DeliveryRunning)
		if stopped := b.k.Close(b.t.Context()); len(stopped) != 2 || stopped[1].ID != three {
			t.Errorf("stopped: %+v", stopped)
		}
		if len(b.proc.all()) != 2 {
			t.Errorf("%d ran", len(b.proc.all()))
		}
	})
}
