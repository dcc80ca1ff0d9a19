package hook

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/hooks"
	"aloft/model/text"
)

// hookLook is how often a wait checks whether the receiver still runs. Another
// instance may take over; after so many checks none does.
const (
	look  = time.Second
	looks = 3
)

func (cs *Commands) waitCommand() console.Command {
	return console.Command{
		Use: "wait ID", Short: "wait until the delivery ends", Long: `Exit code 0: the delivery is done. 1: it ended in another way, --timeout ran
out, or the receiver quit. 6: there is no such delivery. For a duplicate, aloft
waits for the delivery that it repeats.`, Words: cs.completeDeliveries, JSON: []any{hooks.DeliveryJSON{}},
		Flags: []console.Flag{{Name: "timeout", Value: time.Duration(0), Help: text.CliFlagHookTimeout}},
		Run: func(in console.Call) error {
			limit := in.Time("timeout")
			if limit < 0 {
				return in.Usage(text.CliHookTimeout, limit)
			}
			return cs.withDelivery(in.Args[0], func(s *store.Store, d *model.Delivery) error { return cs.waited(s, d.ID, limit, in.Format) })
		},
	}
}

// waited waits for the end of a delivery, prints it and returns its exit code.
func (cs *Commands) waited(s *store.Store, id string, limit time.Duration, f console.Format) error {
	d, err := cs.until(s, id, limit, func(d *model.Delivery) bool { return d.State.Ended() })
	if err != nil {
		return err
	}
	if d.State == model.DeliveryDuplicate && d.Of != "" {
		return cs.waited(s, d.Of, limit, f)
	}
	if f.JSON {
		err = cs.con.Encode(hooks.ToDeliveryJSON(d))
	} else {
		err = cs.con.Line(cs.deliveryLine(d))
	}
	if err != nil || d.State == model.DeliveryDone {
		return err
	}
	return ended(d)
}

// ended is the error of a delivery that did not end well.
func ended(d *model.Delivery) error {
	args := []any{d.ID, model.Term(d.State)}
	if !d.Reason.IsZero() {
		args[1] = model.Say(text.CliItem, args[1], d.Reason)
	}
	e := client.Errorf(client.KindLocal, "hook", model.Place{}, text.CliHookEnded, args...)
	e.Hint, e.HintArgs = text.Typed(text.CliHintHookShow), []any{d.ID}
	return console.Exit(console.ExitFailed, e)
}

// until follows a delivery until ok. limit 0 = for ever, but never longer than
// there is a receiver.
func (cs *Commands) until(s *store.Store, id string, limit time.Duration, ok func(*model.Delivery) bool) (*model.Delivery, error) {
	ctx, cancel := cs.session.Context(), context.CancelFunc(func() {})
	if limit > 0 {
		ctx, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	look := time.NewTicker(look)
	defer look.Stop()
	for dead := 0; ; {
		d, err := cs.delivery(s, id)
		if err != nil {
			return nil, err
		}
		if ok(d) {
			return d, nil
		}
		if dead == looks {
			return cs.gone(id, ok)
		}
		select {
		case <-ctx.Done():
			if err := cs.session.Context().Err(); err != nil {
				return nil, err
			}
			e := client.Errorf(client.KindLocal, "hook", model.Place{}, "the delivery %s is still %s after %s", d.ID, model.Term(d.State), limit)
			return nil, console.Exit(console.ExitFailed, e)
		case <-s.Changes():
		case <-look.C:
			_, alive, err := cs.owner()
			if err != nil {
				return nil, err
			}
			if dead++; alive {
				dead = 0
			}
		}
	}
}

// gone is a delivery once its receiver has gone: the store, opened again, shows
// what nobody continues.
func (cs *Commands) gone(id string, ok func(*model.Delivery) bool) (*model.Delivery, error) {
	s, err := cs.openStore()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	d, err := cs.delivery(s, id)
	if err != nil || ok(d) {
		return d, err
	}
	e := client.Errorf(client.KindLocal, "hook", model.Place{}, "the receiver quit while the delivery %s was %s", d.ID, model.Term(d.State))
	e.Hint = text.CliHintHookNone
	return nil, console.Exit(console.ExitFailed, e)
}
