package dispatch

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model"
)

// routed accepts a command of a route.
func (b *bench) routed(name, overlap, session string) string {
	b.t.Helper()
	r := b.request(session)
	r.Exec, r.Route, r.Overlap, r.Env = "x", name, overlap, []string{"COMMIT=abc", "ALOFT_EVENT=other"}
	id := b.accept(r)
	synctest.Wait()
	return id
}

func (b *bench) wantAll(ids []string, states ...model.DeliveryState) {
	b.t.Helper()
	for i, s := range states {
		b.want(ids[i], s)
	}
}

// TestOverlap: the commands of one route, of different sessions.
func TestOverlap(t *testing.T) {
	const run, wait, busy, done = model.DeliveryRunning, model.DeliveryWaiting, model.DeliveryBusy, model.DeliveryDone
	for overlap, c := range map[string]struct{ at, after, end []model.DeliveryState }{
		receive.OverlapQueue:    {[]model.DeliveryState{run, wait, wait}, []model.DeliveryState{done, run, wait}, []model.DeliveryState{done, done, done}},
		receive.OverlapDrop:     {[]model.DeliveryState{run, busy, busy}, []model.DeliveryState{done, busy, busy}, []model.DeliveryState{done, busy, busy}},
		receive.OverlapLatest:   {[]model.DeliveryState{run, busy, wait}, []model.DeliveryState{done, busy, run}, []model.DeliveryState{done, busy, done}},
		receive.OverlapParallel: {[]model.DeliveryState{run, run, run}, []model.DeliveryState{done, done, done}, []model.DeliveryState{done, done, done}},
	} {
		t.Run(overlap, func(t *testing.T) {
			onBench(t, nil, func(b *bench) {
				ids := []string{b.routed("r", overlap, "tui:a"), b.routed("r", overlap, "tui:b"), b.routed("r", overlap, "tui:c")}
				other := b.routed("other", overlap, "tui:d")
				b.want(other, run)
				b.wantAll(ids, c.at...)
				b.pass(time.Second)
				b.wantAll(ids, c.after...)
				b.pass(time.Minute)
				b.wantAll(ids, c.end...)
				for _, id := range ids {
					if d := b.rec.get(id); d.State == busy && d.Reason.IsZero() {
						t.Errorf("%s has no reason", id)
					}
				}
				if env := b.proc.all()[0].Env; !slices.Contains(env, "COMMIT=abc") || slices.Index(env, "ALOFT_EVENT=other") > slices.Index(env, "ALOFT_EVENT=deploy") {
					t.Errorf("the environment is %q", env)
				}
				// A free route is one without a memory.
				b.want(b.routed("r", overlap, "tui:a"), run)
			})
		})
	}
}

// TestOverlapFull: a queue of a route goes on behind full places, and behind one that was stopped.
func TestOverlapFull(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		for range MaxAtOnce {
			b.exec("tui:x", "x")
		}
		var ids []string
		for range 30 {
			ids = append(ids, b.routed("r", receive.OverlapQueue, "tui:r"))
		}
		b.wantAll(ids, model.DeliveryWaiting, model.DeliveryWaiting)
		if at := b.k.Positions(); at[ids[29]] != 28 {
			t.Errorf("the positions are %v", at)
		}
		if err := b.k.Kill(ids[0]); err != nil { // it waits for a place
			t.Error(err)
		}
		if err := b.k.Kill(ids[2]); err != nil { // it waits for its route
			t.Error(err)
		}
		b.pass(2 * time.Second)
		b.wantAll(ids, model.DeliveryStopped, model.DeliveryDone, model.DeliveryStopped, model.DeliveryRunning)
		b.pass(time.Minute)
		b.want(ids[29], model.DeliveryDone)
	})
}

// TestIgnored: what a route turns away is stored, and nothing runs or is said.
func TestIgnoredByRoute(t *testing.T) {
	onBench(t, nil, func(b *bench) {
		r := b.request("tui:r")
		r.Exec, r.Route, r.Ignored, r.Key = "x", "r", model.Say("body.ref was x"), "k"
		id := b.accept(r)
		b.want(id, model.DeliveryIgnored)
		if d := b.rec.get(id); d.Route != "r" || d.Reason.String() != "body.ref was x" || d.Ended.IsZero() {
			t.Errorf("%+v", d)
		}
		if len(b.proc.all()) > 0 || len(b.rec.texts("tui:r")) > 0 {
			t.Error("something ran or was said")
		}
		// It has not taken the key of the one that counts.
		r.Ignored = model.Sentence{}
		b.want(b.accept(r), model.DeliveryRunning)
		b.want(b.accept(r), model.DeliveryDuplicate)
	})
}

// lateRecords sees whether a delivery counts as over before its row says so.
type lateRecords struct {
	*fakeRecords
	over func() bool
	late bool
}

func (l *lateRecords) Set(d model.Delivery) {
	l.late = l.late || d.State.Ended() && l.over()
	l.fakeRecords.Set(d)
}

// TestWaitedForIsStored: who waited for a delivery finds its end in the list.
func TestWaitedForIsStored(t *testing.T) {
	rec := &lateRecords{fakeRecords: newRecords()}
	row := model.Delivery{ID: "d", State: model.DeliveryRunning}
	if err := rec.Add(t.Context(), row, store.Stored{}); err != nil {
		t.Fatal(err)
	}
	d := newDelivery(row, receive.Request{Exec: "x"}, &Rules{}, rec)
	rec.over = func() bool {
		select {
		case <-d.done:
			return true
		default:
			return false
		}
	}
	if !d.end(model.DeliveryDone, model.Sentence{}, time.Now()) || rec.late || !rec.over() {
		t.Errorf("over before it was stored: %v, over: %v", rec.late, rec.over())
	}
}
