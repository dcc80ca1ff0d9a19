package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// hookLook is how often a wait looks whether the receiver still runs. Another
// instance may take over; after so many looks none does.
const (
	hookLook  = time.Second
	hookLooks = 3
)

func (a *app) hookWaitCommand() *cobra.Command {
	var f format
	var limit time.Duration
	c := &cobra.Command{
		Use: "wait ID", Short: a.cat.Say("wait for the end of a delivery"), Long: a.cat.Say(`Exit 0 when it was done, 1 when it ended in another way, when --timeout is over, or when
the receiver has gone; 6 when there is no such delivery. A duplicate stands for the
delivery that it repeats.`), Args: wantArgs(1, 1), ValidArgsFunction: a.completeDeliveries,
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if limit < 0 {
				return usageErrorFor(c, text.CliHookTimeout, limit)
			}
			s, err := a.hookStore()
			if err != nil {
				return err
			}
			defer s.Close()
			d, err := a.delivery(s, args[0])
			if err != nil {
				return err
			}
			return a.hookWaited(s, d.ID, limit, f)
		}),
	}
	a.formatFlags(c, &f, false)
	c.Flags().DurationVar(&limit, "timeout", 0, a.cat.Say(text.CliFlagHookTimeout))
	return c
}

// hookWaited waits for the end of a delivery, prints it and gives its exit code.
func (a *app) hookWaited(s *store.Store, id string, limit time.Duration, f format) error {
	d, err := a.hookUntil(s, id, limit, func(d *model.Delivery) bool { return d.State.Ended() })
	if err != nil {
		return err
	}
	if d.State == model.DeliveryDuplicate && d.Of != "" {
		return a.hookWaited(s, d.Of, limit, f)
	}
	if f.json {
		err = a.encode(model.ToDeliveryJSON(d))
	} else {
		err = a.line(a.deliveryLine(d))
	}
	if err != nil || d.State == model.DeliveryDone {
		return err
	}
	return hookEnded(d)
}

// hookEnded says in what way a delivery did not end well.
func hookEnded(d *model.Delivery) error {
	what, args := text.CliHookEnded, []any{d.ID, string(d.State)}
	if d.Reason != "" {
		what, args = "the delivery %s has ended: %s: %s", append(args, d.Reason)
	}
	e := client.Errorf(client.KindLocal, "hook", model.Place{}, what, args...)
	e.Hint, e.HintArgs = text.CliHintHookShow, []any{d.ID}
	return &exitError{exitFailed, e}
}

// hookUntil follows a delivery until it is as wanted. limit 0 = for ever, but
// never longer than there is a receiver.
func (a *app) hookUntil(s *store.Store, id string, limit time.Duration, ok func(*model.Delivery) bool) (*model.Delivery, error) {
	ctx, cancel := a.ctx(), context.CancelFunc(func() {})
	if limit > 0 {
		ctx, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	look := time.NewTicker(hookLook)
	defer look.Stop()
	for dead := 0; ; {
		d, err := a.delivery(s, id)
		if err != nil {
			return nil, err
		}
		if ok(d) {
			return d, nil
		}
		if dead == hookLooks {
			return a.hookGone(id, ok)
		}
		select {
		case <-ctx.Done():
			if err := a.ctx().Err(); err != nil {
				return nil, err
			}
			e := client.Errorf(client.KindLocal, "hook", model.Place{}, "the delivery %s is still %s after %s", d.ID, string(d.State), limit)
			return nil, &exitError{exitFailed, e}
		case <-s.Changes():
		case <-look.C:
			_, alive, err := a.hookOwner()
			if err != nil {
				return nil, err
			}
			if dead++; alive {
				dead = 0
			}
		}
	}
}

// hookGone is a delivery once its receiver has gone: the store, opened anew,
// tells what nobody goes on with.
func (a *app) hookGone(id string, ok func(*model.Delivery) bool) (*model.Delivery, error) {
	s, err := a.hookStore()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	d, err := a.delivery(s, id)
	if err != nil || ok(d) {
		return d, err
	}
	e := client.Errorf(client.KindLocal, "hook", model.Place{}, "the delivery %s is %s, and the receiver has gone", d.ID, string(d.State))
	e.Hint = text.CliHintHookNone
	return nil, &exitError{exitFailed, e}
}
