package main

import (
	"context"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/secret"
	"aloft/model"
	"aloft/model/text"
)

func (a *app) hookLoginCommand() *cobra.Command {
	var store, identity string
	c := &cobra.Command{
		Use: "login PLATFORM", Short: a.cat.Say(text.CliHookLogin), Long: a.cat.Say(text.CliHookLoginLong), Args: wantArgs(1, 1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var out []string
			if _, err := a.load(); err == nil && len(args) == 0 {
				for name, p := range a.cfg.Webhook.Platforms {
					if p.Type == "shoutrrr" {
						out = append(out, name)
					}
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.needs(func(c *cobra.Command, args []string) error { return a.hookLogin(c, args[0], store, identity) }),
	}
	a.storeFlag(c, &store)
	c.Flags().StringVar(&identity, "identity", "", a.cat.Say(text.CliFlagIdentity))
	return c
}

// hookLogin stores the address of a platform. Nothing is sent to try it: that
// would be a message to somebody.
func (a *app) hookLogin(c *cobra.Command, name, store, identity string) error {
	kind := secret.Kind(store)
	switch kind {
	case "", secret.InKeyring, secret.InAge, secret.InFile:
	default:
		return usageErrorFor(c, text.CliStore, store)
	}
	p := a.cfg.Webhook.Platforms[name]
	if p == nil || p.Type != "shoutrrr" {
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, text.CliNoPlatform, model.Clean(name))
		e.Hint = text.CliHintPlatform
		return e
	}
	hardenProcess()
	l := login{
		name: name, ask: text.CliAskAddress, stored: text.CliStoredAddress, store: a.platformStore(name),
		probe: func(context.Context) error { return nil },
	}
	return a.logInAll([]login{l}, kind, identity)
}
