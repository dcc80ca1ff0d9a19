package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) hookCommand() *cobra.Command {
	c := a.group("hook", "the webhook receiver: take requests of other programs, and look at them",
		a.hookServeCommand(), a.hookTokenCommand(), a.hookSendCommand(), a.hookLsCommand(), a.hookShowCommand(), a.hookWaitCommand())
	c.AddCommand(a.hookSteerCommands()...)
	c.AddCommand(a.hookMessagesCommand(), a.hookLinesCommand(), a.hookLoginCommand())
	c.Long = a.cat.Say(`The receiver takes requests of other programs - a git hook, a CI job, a file watcher -
and runs the command or hands on the prompt that they bring. It runs beside the panes,
or without a screen by "aloft hook serve". All instances of a user share what was
received; one of them listens.`)
	return c
}

func (a *app) hookTokenCommand() *cobra.Command {
	var fresh bool
	c := &cobra.Command{
		Use: "token", Short: a.cat.Say("print the token that senders need"), Long: a.cat.Say(`The token was made at the first start; it lies in a file of its own in the data folder,
which only you can read. With --new all senders need the new one from then on.`), Args: wantArgs(0, 0),
		RunE: a.needs(func(c *cobra.Command, _ []string) error { return a.hookToken(c, fresh) }),
	}
	c.Flags().BoolVar(&fresh, "new", false, a.cat.Say("make another token first; the old one counts no more"))
	return c
}

// hookToken prints the token: it is asked for by whoever may read its file.
func (a *app) hookToken(c *cobra.Command, fresh bool) error {
	o, err := a.hookOptions()
	if err != nil {
		return err
	}
	token := o.Settings.Token
	switch {
	case fresh && token != "":
		return usageErrorFor(c, "the token comes from the environment variable %s: no other one can be made", hookToken)
	case fresh:
		if token, err = receive.NewToken(o.Data); err == nil {
			err = a.hookTokenTaken()
		}
	case token == "":
		token, err = receive.Token(o.Data)
	}
	if err != nil {
		return err
	}
	if o.Settings.Open {
		a.warnLine(a.cat.Say(text.CliHookOpen))
	}
	return a.line(token)
}

// hookTokenTaken has the receiver take the new token, and waits until the old
// one counts no more. Without one there is nothing to do.
func (a *app) hookTokenTaken() error {
	h, alive, err := a.hookOwner()
	if err != nil || !alive {
		return err
	}
	if err := store.PutWish(a.hookFolder(), store.Wish{Do: store.DoToken}); err != nil {
		return err
	}
	before := h
	limit := time.After(hookHeard)
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for alive && h.Token.Equal(before.Token) {
		select {
		case <-a.ctx().Done():
			return context.Canceled
		case <-limit:
			return client.Errorf(client.KindLocal, "hook", model.Place{}, text.CliHookDeaf, h.PID)
		case <-look.C:
		}
		if h, alive, err = a.hookOwner(); err != nil {
			return err
		}
	}
	return nil
}
