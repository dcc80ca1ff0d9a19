package hook

import (
	"context"
	"time"

	"github.com/spf13/cobra"

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

func (cs *Commands) waitCommand() *cobra.Command {
	var f console.Format
	var limit time.Duration
	c := &cobra.Command{
		Use: "wait ID", Short: cs.con.Say("wait for the end of a delivery"), Long: cs.con.Say(`Exit 0 when it was done, 1 when it ended in another way, when --timeout is over, or when
the receiver has gone; 6 when there is no such delivery. A duplicate stands for the
delivery that it repeats.`), Args: console.WantArgs(1, 1), ValidArgsFunction: cs.completeDeliveries,
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			if limit < 0 {
				return console.UsageErrorFor(c, text.CliHookTimeout, limit)
			}
			return cs.withDelivery(args[0], func(s *store.Store, d *model.Delivery) error { return cs.waited(s, d.ID, limit, f) })
		}),
	}
	cs.con.FormatFlags(c, &f, false, hooks.DeliveryJSON{})
	c.Flags().DurationVar(&limit, "timeout", 0, cs.con.Say(text.CliFlagHookTimeout))
	return c
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
	what, args := text.CliHookEnded, []any{d.ID, model.Term(d.State)}
	if !d.Reason.IsZero() {
		what, args = "the delivery %s has ended: %s: %s", append(args, d.Reason)
	}
	e := client.Errorf(client.KindLocal, "hook", model.Place{}, what, args...)
	e.Hint, e.HintArgs = text.CliHintHookShow, []any{d.ID}
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
	e := client.Errorf(client.KindLocal, "hook", model.Place{}, "the delivery %s is %s, and the receiver has gone", d.ID, model.Term(d.State))
	e.Hint = text.CliHintHookNone
	return nil, console.Exit(console.ExitFailed, e)
}
