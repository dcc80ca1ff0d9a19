package dispatch

import (
	"context"
	"strings"

	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// Bounds of what a sender chooses, in bytes.
const (
	MaxSession = 512
	MaxEvent   = 256 // longer names are cut
)

// Accept stores a request and returns its id. The work starts by itself. Accept is the first stage, decide the next.
func (k *Dispatcher) Accept(ctx context.Context, r receive.Request) (id string, err error) {
	rules, size := k.rules.Load(), int64(len(r.Body))
	if err := k.room.enter(size); err != nil {
		return "", err
	}
	row := newRow(r)
	stored := store.Stored{Method: r.Method, Path: r.Path, Header: r.Header, Body: r.Body, WorkDir: r.WorkDir}
	switch {
	case !r.Ignored.IsZero():
		row.State, row.Reason, row.Ended = model.DeliveryIgnored, r.Ignored, row.At
	case r.Key != "" && r.ReplayOf == "":
		if first, seen := k.rec.Claim(r.Key, row.ID, r.At); seen {
			row.State, row.Of, row.Reason, row.Ended = model.DeliveryDuplicate, first, model.Say("its sender had already sent it"), row.At
		} else {
			stored.Key = r.Key
		}
	}
	err = k.rec.Add(ctx, row, stored)
	if err != nil || row.State.Ended() {
		k.room.reserve(-1, -size)
		return row.ID, err
	}
	d := newDelivery(row, r, rules, k.rec)
	if !k.room.add(d) { // it was stored while the dispatcher was closing
		k.tooLate(d)
		return row.ID, nil
	}
	k.arrivals.add(d.session, 0, func() { k.decide(d) })
	return row.ID, nil
}

// tooLate ends what was stored while the dispatcher was closing.
func (k *Dispatcher) tooLate(d *delivery) {
	if k.left.Load() {
		if d.leave(errByEnd) {
			k.release(d)
		}
		return
	}
	k.end(d, model.DeliveryStopped, model.Say(text.HookByEndWait))
	k.tellStopped([]*delivery{d})
}

// Resume takes up what an earlier owner had stored and not begun. It returns false if its route makes something else of it
// by now.
func (k *Dispatcher) Resume(row model.Delivery, r receive.Request) bool {
	if now := newRow(r); !r.Ignored.IsZero() || now.Kind != row.Kind || now.Project != row.Project || now.Session != row.Session || now.Work != row.Work {
		return false
	}
	d := newDelivery(row, r, k.rules.Load(), k.rec)
	d.again, d.asked = true, row.State == model.DeliveryAsking
	if k.room.reserve(1, d.size); !k.room.add(d) {
		k.tooLate(d)
		return true
	}
	k.arrivals.add(d.session, 0, func() { k.decide(d) })
	return true
}

// newRow returns the list row of an accepted request. Its strings do not keep the body in memory.
func newRow(r receive.Request) model.Delivery {
	row := model.Delivery{
		ID: store.NewID(r.At), At: r.At, Last: r.At, Remote: r.Remote, Status: 200, Count: 1, Route: r.Route,
		Event: model.FirstBytes(r.Event, MaxEvent), Project: r.Project, Session: model.FirstBytes(r.Session, MaxSession),
		Kind: model.DeliveryPrompt, Work: model.FirstBytes(r.Prompt, model.MaxWork), Silent: r.Silent,
		Bytes: int64(len(r.Body)), Of: r.ReplayOf, Replay: r.ReplayOf != "", State: model.DeliveryWaiting, Exit: -1,
	}
	if r.Exec != "" {
		row.Kind, row.Work = model.DeliveryExec, model.FirstBytes(r.Exec, model.MaxWork)
	}
	row.Event, row.Session, row.Work = strings.Clone(row.Event), strings.Clone(row.Session), strings.Clone(row.Work)
	return row
}
