package dispatch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"aloft/model"
)

// cutOff is a delivery as the store has it after its owner was killed.
func cutOff(n int, session string, silent bool) *model.Delivery {
	return &model.Delivery{ID: fmt.Sprint("id", n), Event: "deploy", Session: session, Project: "p", Kind: model.DeliveryExec,
		Work: fmt.Sprint("make ", n), Silent: silent, State: model.DeliveryCut, Reason: model.Say("killed")}
}

// Each session gets one message about what was not ended, unless its deliveries
// were silent.
func TestCutsAreTold(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		prompt := cutOff(3, "tui:b", false)
		prompt.Kind, prompt.Work = model.DeliveryPrompt, "look"
		b.k.TellCut([]*model.Delivery{cutOff(1, "tui:a", false), cutOff(2, "tui:b", false), prompt, cutOff(4, "tui:silent", true)})
		b.pass(0)
		a := look(b.rec, b.rec.said, "tui:a")
		if len(a) != 1 || a[0].In(nil) != "deploy: cut off: `make 1` (killed)" || a[0].Delivery != "id1" || !a[0].Bad || a[0].Kind != model.MessageOutcome {
			t.Errorf("%+v", a)
		}
		want := []string{"outcome: deploy: cut off: `make 2` (killed)\ndeploy: cut off: the agent of the project p (killed)"}
		if got := b.rec.texts("tui:b"); !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
		if got := b.rec.texts("tui:silent"); got != nil {
			t.Errorf("%q", got)
		}
	})
	onBench(t, func(b *bench) { b.r.SilentOutcome = OutcomeFailures }, func(b *bench) {
		b.k.TellCut([]*model.Delivery{cutOff(1, "tui:silent", true)})
		b.pass(0)
		if got := b.rec.texts("tui:silent"); len(got) != 1 {
			t.Errorf("%q", got)
		}
	})
}

// Thousands make one message for each session, and no more messages than may wait.
func TestManyCuts(t *testing.T) {
	var ds []*model.Delivery
	for i := range 1000 {
		ds = append(ds, cutOff(i, "tui:a", false))
	}
	onBench(t, nil, func(b *bench) {
		b.k.TellCut(ds)
		b.pass(0)
		got := b.rec.texts("tui:a")
		if len(got) != 1 || strings.Count(got[0], "\n") != maxCuts || !strings.HasSuffix(got[0], "\n990 more were cut off") {
			t.Errorf("%q", got)
		}
	})
	ds = nil
	for i := range maxUnposted + 10 {
		ds = append(ds, cutOff(i, fmt.Sprint("tui:", i), false))
	}
	onBench(t, func(b *bench) { b.plat[""].fail = errors.New("down") }, func(b *bench) {
		b.k.TellCut(ds)
		if n := b.k.messages.unsent.Load(); n > maxUnposted {
			t.Errorf("%d wait", n)
		}
		b.pass(0)
		if n := b.k.messages.unsent.Load(); n != 0 {
			t.Errorf("%d wait for ever", n)
		}
	})
}
