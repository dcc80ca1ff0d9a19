package main

import (
	"github.com/spf13/cobra"

	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model/text"
)

func (a *app) hookCommand() *cobra.Command {
	c := a.group("hook", text.CliHook,
		a.hookServeCommand(), a.hookTokenCommand(), a.hookSendCommand(), a.hookLsCommand(), a.hookShowCommand(), a.hookWaitCommand())
	c.AddCommand(a.hookSteerCommands()...)
	c.AddCommand(a.hookMessagesCommand(), a.hookLinesCommand(), a.hookLoginCommand())
	c.Long = a.cat.Say(text.CliHookLong)
	return c
}

func (a *app) hookTokenCommand() *cobra.Command {
	var fresh bool
	c := &cobra.Command{
		Use: "token", Short: a.cat.Say(text.CliHookToken), Long: a.cat.Say(text.CliHookTokenLong), Args: wantArgs(0, 0),
		RunE: a.needs(func(c *cobra.Command, _ []string) error { return a.hookToken(c, fresh) }),
	}
	c.Flags().BoolVar(&fresh, "new", false, a.cat.Say(text.CliFlagHookNew))
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
		return usageErrorFor(c, text.CliHookTokenEnv, hookToken)
	case fresh:
		if token, err = receive.NewToken(o.Data); err == nil {
			err = store.PutWish(a.hookFolder(), store.Wish{Do: store.DoToken})
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
