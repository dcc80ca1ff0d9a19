package hook

import (
	"context"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/login"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) loginCommand() *cobra.Command {
	var store, identity string
	c := &cobra.Command{
		Use: "login PLATFORM", Short: cs.con.Say("store the address of a platform of the type shoutrrr"), Long: cs.con.Say(`The address has the secret in it, so it is asked for or read from standard input, and
stored like the session of an account. Nothing is sent to try it.`), Args: console.WantArgs(1, 1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var out []string
			if _, err := cs.session.Load(); err == nil && len(args) == 0 {
				for name, p := range cs.session.Config.Webhook.Platforms {
					if client.SecretAddress(p.Type) {
						out = append(out, name)
					}
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error { return cs.logIn(c, args[0], store, identity) }),
	}
	cs.login.StoreFlag(c, &store)
	console.PathFlag(c.Flags(), &identity, "identity", "", "", cs.con.Say(text.CliFlagIdentity))
	return c
}

// logIn stores the address of a platform. Nothing is sent to try it: that
// would be a message to somebody.
func (cs *Commands) logIn(c *cobra.Command, name, store, identity string) error {
	kind := secret.Kind(store)
	switch kind {
	case "", secret.InKeyring, secret.InAge, secret.InFile:
	default:
		return console.UsageErrorFor(c, text.CliStore, store)
	}
	p := cs.session.Config.Webhook.Platforms[name]
	if p == nil || !client.SecretAddress(p.Type) {
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "there is no platform %s of the type shoutrrr", model.Clean(name))
		e.Hint = `make it in config.toml: [webhook.platforms.NAME] with type = "shoutrrr"`
		return e
	}
	session.HardenProcess()
	l := login.Credential{
		Name: name, Ask: "Address of %s (it is not shown):", Stored: "the address of %s is stored: %s", What: "the address", Store: cs.receiver.platformStore(name),
		Probe: func(context.Context) error { return nil },
	}
	return cs.login.All([]login.Credential{l}, kind, identity, nil)
}
