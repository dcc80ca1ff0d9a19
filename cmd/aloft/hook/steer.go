package hook

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// heardWithin is the timeout for the receiver to do what it was asked for.
const heardWithin = 10 * time.Second

func (cs *Commands) steerCommands() []console.Command {
	one := func(use string, short text.Text, do string, ok func(*model.Delivery) bool) console.Command {
		return console.Command{Use: use, Short: short, Words: cs.completeDeliveries, Run: func(in console.Call) error { return cs.steer(in.Args[0], do, ok) }}
	}
	ended := func(d *model.Delivery) bool { return !d.Works() }
	answered := func(d *model.Delivery) bool { return d.State != model.DeliveryAsking }
	pause := func(use string, short text.Text, do string, want model.HookState) console.Command {
		return console.Command{Use: use, Short: short, Run: func(console.Call) error { return cs.pause(do, want) }}
	}
	return []console.Command{
		one("stop ID", "stop the work of a delivery", store.DoKill, ended),
		one("allow ID", "allow a command that waits for permission", store.DoAllow, answered),
		one("deny ID", "deny a command that waits for permission", store.DoDeny, answered),
		cs.replayCommand(),
		pause("pause", "pause the receiver: it answers 503", store.DoPause, model.HookPaused),
		pause("resume", "let a paused or stopped receiver accept requests again", store.DoResume, model.HookUp),
	}
}

// steer asks the receiver to do something with a delivery, and waits until
// it has done it.
func (cs *Commands) steer(id, do string, ok func(*model.Delivery) bool) error {
	return cs.withDelivery(id, func(s *store.Store, d *model.Delivery) error {
		if ok(d) {
			what := text.CliHookEnded
			if do != store.DoKill {
				what = "the delivery %s is not waiting for permission: it is %s"
			}
			e := client.Errorf(client.KindConflict, "hook", model.Place{}, what, d.ID, model.Term(d.State))
			e.Hint, e.HintArgs = text.Typed(text.CliHintHookShow), []any{d.ID}
			return e
		}
		if _, err := cs.needReceiver(); err != nil {
			return err
		}
		if err := store.PutWish(cs.session.HookFolder(), store.Wish{Do: do, ID: d.ID}); err != nil {
			return err
		}
		d, err := cs.until(s, d.ID, heardWithin, ok)
		if err != nil {
			return err
		}
		return cs.con.Line(cs.deliveryLine(d))
	})
}

// pause asks the receiver to pause or to go on, and waits until it does.
func (cs *Commands) pause(do string, want model.HookState) error {
	h, err := cs.needReceiver()
	if err != nil {
		return err
	}
	before := h
	if h.State != want {
		if listens := h.State == model.HookUp || h.State == model.HookPaused; !listens && want != model.HookUp {
			return cs.notUp(h)
		} else if !listens {
			do = store.DoStart
		}
		if err := store.PutWish(cs.session.HookFolder(), store.Wish{Do: do}); err != nil {
			return err
		}
	}
	err = cs.heard(h.PID, func() (_ bool, err error) {
		if h, err = cs.needReceiver(); err == nil && do == store.DoStart && h.State != want && !h.Since.Equal(before.Since) {
			err = cs.notUp(h)
		}
		return h.State == want, err
	})
	if err != nil {
		return err
	}
	return cs.con.Line(cs.con.Say(text.CliHookIs, h.URL, cs.con.Word(string(h.State))))
}

// heard waits until the receiver of a process has done what it was asked for.
func (cs *Commands) heard(pid int, done func() (bool, error)) error {
	limit := time.After(heardWithin)
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		select {
		case <-cs.session.Context().Done():
			return context.Canceled
		case <-limit:
			return client.Errorf(client.KindLocal, "hook", model.Place{}, "the receiver in process %d does not answer", pid)
		case <-look.C:
		}
	}
}

// notUp says why the receiver that has the store does not listen.
func (cs *Commands) notUp(h store.Holder) error {
	state := cs.con.Word(string(h.State))
	if !h.Why.IsZero() {
		state = cs.con.Say(text.CliItem, state, h.Why)
	}
	e := client.Errorf(client.KindLocal, "hook", model.Place{}, "the receiver of process %d does not listen: it is %s", h.PID, state)
	e.Hint = "aloft hook resume lets it listen again; so does its webhook panel"
	return e
}
