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
		Use: "login PLATFORM", Short: a.cat.Say("store the address of a platform of the type shoutrrr"), Long: a.cat.Say(`The address has the secret in it, so it is asked for or read from standard input, and
stored like the session of an account. Nothing is sent to try it.`), Args: wantArgs(1, 1),
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
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no platform %s of the type shoutrrr", model.Clean(name))
		e.Hint = `make it in config.toml: [webhook.platforms.NAME] with type = "shoutrrr"`
		return e
	}
	hardenProcess()
	l := login{
		name: name, ask: "Address of %s (it is not shown):", stored: "the address of %s is stored: %s", store: a.platformStore(name),
		probe: func(context.Context) error { return nil },
	}
	return a.logInAll([]login{l}, kind, identity)
}
