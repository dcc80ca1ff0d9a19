package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/webhook"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// hookHeard is how long the receiver may take to do what it was asked for.
const hookHeard = 10 * time.Second

func (a *app) hookSteerCommands() []*cobra.Command {
	one := func(use string, short text.Text, do string, ok func(*model.Delivery) bool) *cobra.Command {
		return &cobra.Command{
			Use: use, Short: a.cat.Say(short), Args: wantArgs(1, 1), ValidArgsFunction: a.completeDeliveries,
			RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.hookSteer(args[0], do, ok) }),
		}
	}
	ended := func(d *model.Delivery) bool { return !d.Works() }
	answered := func(d *model.Delivery) bool { return d.State != model.DeliveryAsking }
	pause := func(use string, short text.Text, do string, want model.HookState) *cobra.Command {
		return &cobra.Command{
			Use: use, Short: a.cat.Say(short), Args: wantArgs(0, 0),
			RunE: a.needs(func(*cobra.Command, []string) error { return a.hookPause(do, want) }),
		}
	}
	return []*cobra.Command{
		one("stop ID", "stop the work of a delivery", store.DoKill, ended),
		one("allow ID", "let a command run that waits for a person", store.DoAllow, answered),
		one("deny ID", "do not let a command run that waits for a person", store.DoDeny, answered),
		a.hookReplayCommand(),
		pause("pause", "let the receiver answer 503 for a while", store.DoPause, model.HookPaused),
		pause("resume", "let the receiver accept requests again, paused or stopped", store.DoResume, model.HookUp),
	}
}

// hookSteer asks the receiver to do something with a delivery, and waits until
// it has done it.
func (a *app) hookSteer(id, do string, ok func(*model.Delivery) bool) error {
	s, err := a.hookStore()
	if err != nil {
		return err
	}
	defer s.Close()
	d, err := a.delivery(s, id)
	if err != nil {
		return err
	}
	if ok(d) {
		what := text.CliHookEnded
		if do != store.DoKill {
			what = "the delivery %s does not ask: it is %s"
		}
		e := client.Errorf(client.KindConflict, "hook", model.Place{}, what, d.ID, string(d.State))
		e.Hint, e.HintArgs = text.CliHintHookShow, []any{d.ID}
		return e
	}
	if _, err := a.needReceiver(); err != nil {
		return err
	}
	if err := store.PutWish(a.hookFolder(), store.Wish{Do: do, ID: d.ID}); err != nil {
		return err
	}
	if d, err = a.hookUntil(s, d.ID, hookHeard, ok); err != nil {
		return err
	}
	return a.line(a.deliveryLine(d))
}

// hookPause lets the receiver pause or go on, and waits until it does.
func (a *app) hookPause(do string, want model.HookState) error {
	h, err := a.needReceiver()
	if err != nil {
		return err
	}
	before := h
	if h.State != want {
		if listens := h.State == model.HookUp || h.State == model.HookPaused; !listens && want != model.HookUp {
			return a.hookNotUp(h)
		} else if !listens {
			do = store.DoStart
		}
		if err := store.PutWish(a.hookFolder(), store.Wish{Do: do}); err != nil {
			return err
		}
	}
	limit := time.After(hookHeard)
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for h.State != want {
		select {
		case <-a.ctx().Done():
			return context.Canceled
		case <-limit:
			return client.Errorf(client.KindLocal, "hook", model.Place{}, text.CliHookDeaf, h.PID)
		case <-look.C:
		}
		if h, err = a.needReceiver(); err != nil {
			return err
		}
		if do == store.DoStart && h.State != want && !h.Since.Equal(before.Since) {
			return a.hookNotUp(h)
		}
	}
	return a.line(a.cat.Say(text.CliHookIs, h.URL, string(h.State)))
}

// hookNotUp says why the receiver that has the store does not listen.
func (a *app) hookNotUp(h store.Holder) error {
	e := client.Errorf(client.KindLocal, "hook", model.Place{}, "the receiver of process %d does not listen: it is %s", h.PID, string(h.State))
	if h.Why != "" {
		e.What, e.Args = "the receiver of process %d does not listen: it is %s: %s", []any{h.PID, string(h.State), h.Why}
	}
	e.Hint = "aloft hook resume lets it listen again; so does its webhook panel"
	return e
}

func (a *app) hookReplayCommand() *cobra.Command {
	return &cobra.Command{
		Use: "replay ID", Short: a.cat.Say("deliver a request again, and print the new delivery's id"),
		Long: a.cat.Say("The body is what was received then; it goes the same way as every request."), Args: wantArgs(1, 1), ValidArgsFunction: a.completeDeliveries,
		RunE: a.needs(func(_ *cobra.Command, args []string) error {
			st, err := a.hookStore()
			if err != nil {
				return err
			}
			d, err := a.delivery(st, args[0])
			st.Close()
			if err != nil {
				return err
			}
			if _, err := a.needReceiver(); err != nil {
				return err
			}
			o, err := a.hookOptions()
			if err != nil {
				return err
			}
			o.Settings.Enabled = false // another one listens
			s := webhook.New(o)
			id, err := s.Replay(a.ctx(), d.ID)
			for _, line := range a.endHooks(s) {
				a.warnLine(line)
			}
			if err != nil {
				return err
			}
			return a.line(id)
		}),
	}
}
