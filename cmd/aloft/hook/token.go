package hook

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) tokenCommand() *cobra.Command {
	var fresh bool
	c := &cobra.Command{
		Use: "token", Short: cs.con.Say("print the token that senders need"), Long: cs.con.Say(`The token was made at the first start; it lies in a file of its own in the data folder,
which only you can read. With --new all senders need the new one from then on.`), Args: console.WantArgs(0, 0),
		RunE: cs.session.Needs(func(c *cobra.Command, _ []string) error { return cs.token(c, fresh) }),
	}
	c.Flags().BoolVar(&fresh, "new", false, cs.con.Say("make another token first; the old one counts no more"))
	return c
}

// token prints the token: whoever may read its file may ask for it.
func (cs *Commands) token(c *cobra.Command, fresh bool) error {
	o, err := cs.receiver.options()
	if err != nil {
		return err
	}
	token := o.Settings.Token
	switch {
	case fresh && token != "":
		return console.UsageErrorFor(c, "the token comes from the environment variable %s: no other one can be made", console.HookToken)
	case fresh:
		if token, err = receive.NewToken(o.Data); err == nil {
			err = cs.tokenTaken()
		}
	case token == "":
		token, err = receive.Token(o.Data)
	}
	if err != nil {
		return err
	}
	if o.Settings.Open {
		cs.con.WarnLine(cs.con.Say(text.CliHookOpen))
	}
	return cs.con.Line(token)
}

// tokenTaken makes the receiver use the new token, and waits until the old one is
// invalid. Without a receiver there is nothing to do.
func (cs *Commands) tokenTaken() error {
	h, alive, err := cs.owner()
	if err != nil || !alive {
		return err
	}
	if err := store.PutWish(cs.session.HookFolder(), store.Wish{Do: store.DoToken}); err != nil {
		return err
	}
	before := h
	limit := time.After(heardWithin)
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for alive && h.Token.Equal(before.Token) {
		select {
		case <-cs.session.Context().Done():
			return context.Canceled
		case <-limit:
			return client.Errorf(client.KindLocal, "hook", model.Place{}, text.CliHookDeaf, h.PID)
		case <-look.C:
		}
		if h, alive, err = cs.owner(); err != nil {
			return err
		}
	}
	return nil
}
