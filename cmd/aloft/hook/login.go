package hook

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/secret"
	"aloft/client/webhook/receive"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) loginCommand() console.Command {
	return console.Command{
		Use: "login NAME", Short: "store a route's secret or a platform's address", Long: `Asks for the secret or the address, or reads it from standard input. It is
stored like an account's session, and nothing is sent to test it. --make makes
a secret for a route, stores it and prints it: give it to the sender.`, Words: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var out []string
			if _, err := cs.session.Load(); err == nil && len(args) == 0 {
				for name, p := range cs.session.Config.Webhook.Platforms {
					if client.SecretAddress(p.Type) {
						out = append(out, name)
					}
				}
				for name, r := range cs.session.Config.Webhook.Routes {
					if r.Verify != receive.None {
						out = append(out, name)
					}
				}
			}
			return out, cobra.ShellCompDirectiveNoFileComp
		},
		Flags: []console.Flag{
			session.StoreFlag(),
			{Name: "identity", Value: console.Path(""), Help: text.CliFlagIdentity},
			{Name: "make", Value: false, Help: "make a secret for a route, and print it"},
		},
		Run: func(in console.Call) error {
			return cs.logIn(in, in.Args[0], in.Text("store"), in.Text("identity"), in.On("make"))
		},
	}
}

// logIn stores the secret of a route or the address of a platform. Nothing is sent to
// try it: that would be a message to somebody.
func (cs *Commands) logIn(in console.Call, name, store, identity string, fresh bool) error {
	kind := secret.Kind(store)
	w := cs.session.Config.Webhook
	p, r := w.Platforms[name], w.Routes[name]
	var l session.Credential
	switch {
	case r != nil && r.Verify != receive.None:
		l.Login = secret.Login{Account: name, Store: cs.receiver.routeStore(name)}
		l.Valid = func(s string) error {
			_, why := receive.Key(r.Verify, s)
			if why.IsZero() {
				return nil
			}
			e := client.Errorf(client.KindInvalid, "hook", model.Place{}, "the secret of the route %s cannot be used: %s", name, why)
			e.Hint, e.HintArgs = "nothing was stored; aloft hook login %s --make makes a secret", []any{name}
			return e
		}
		l.Ask, l.Stored, l.What = "Secret of %s (it is not shown):", "the secret of %s is stored (%s)", "the secret"
	case fresh:
		return in.Usage("--make works only for routes that verify senders; %s does not", name)
	case p != nil && client.SecretAddress(p.Type):
		l.Login = secret.Login{Account: name, Store: cs.receiver.platformStore(name)}
		l.Ask, l.Stored, l.What = "Address of %s (it is not shown):", "the address of %s is stored (%s)", "the address"
	default:
		e := client.Errorf(client.KindNotFound, "hook", model.Place{}, "%s is neither a route with a secret nor a platform of type shoutrrr", model.Clean(name))
		e.Hint = `add it to config.toml: [webhook.routes.NAME] with verify, or [webhook.platforms.NAME] with type = "shoutrrr"`
		return e
	}
	session.HardenProcess()
	if !fresh {
		return cs.login.All([]session.Credential{l}, kind, identity, nil)
	}
	made := receive.NewSecret(r.Verify)
	if err := cs.con.Quietly(func() error {
		return cs.login.All([]session.Credential{l}, kind, identity, strings.NewReader(made+"\n"))
	}); err != nil {
		return err
	}
	cs.con.Beside(cs.con.Say("the secret of %s is stored; give it to the sender:", name))
	return cs.con.Line(made)
}
