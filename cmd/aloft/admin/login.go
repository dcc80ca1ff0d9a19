package admin

import (
	"context"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/login"
	"aloft/cmd/aloft/session"
	"aloft/model"
	"aloft/model/text"
)

// loginOptions say what is asked for and where it is stored.
type loginOptions struct {
	store, identity string
	drive, docs     bool // neither: all that the account has
	insecure        bool // also without encryption
}

// accountLogin stores the credentials of an account, the drive's first. From
// standard input they are read in this order, one a line.
func (cs *Commands) accountLogin(c *cobra.Command, name string, o loginOptions) error {
	if name == config.Local {
		return console.UsageErrorFor(c, "the embedded account needs no login")
	}
	kind := secret.Kind(o.store)
	switch kind {
	case "", secret.InKeyring, secret.InAge, secret.InFile:
	default:
		return console.UsageErrorFor(c, text.CliStore, o.store)
	}
	if _, err := cs.session.Remote(name); err != nil {
		return err
	}
	if bad := cs.session.Config.Accounts[name].Insecure(); len(bad) > 0 && !o.insecure {
		e := client.Errorf(client.KindInvalid, "login", model.Place{}, "%s is not encrypted: others in the network could read the credential; nothing was asked for or stored", model.Clean(bad[0]))
		e.Hint = "use an https address, or say --insecure"
		return console.Exit(console.ExitUsage, e)
	}
	if !o.drive && !o.docs {
		o.drive, o.docs = cs.session.Config.Has(name, model.SchemeDrive), cs.session.Config.Has(name, model.SchemeDocs)
	}
	session.HardenProcess()
	var all []login.Credential
	if o.drive {
		if _, err := cs.session.DriveOf(name); err != nil {
			return err
		}
		all = append(all, login.Credential{Name: name, Ask: text.CliAskCookie,
			Where: "The cookie: sign in to the drive in a browser, open its developer tools (F12), Network; reload, click a request to the drive, and copy the value of the request header Cookie.", Stored: "the session of %s is stored: %s", Store: cs.session.Store(name, model.SchemeDrive),
			Probe: func(ctx context.Context) error {
				acc, err := cs.sources.Drive(name)
				if err != nil {
					return err
				}
				return acc.Source.Probe(ctx)
			}})
	}
	if o.docs {
		if _, err := cs.session.DocsOf(name); err != nil {
			return err
		}
		all = append(all, login.Credential{Name: name, Ask: text.CliAskToken,
			Where:  "The token: the web page of the document service shows it in its settings for MCP or open access; a new one takes the place of one that has expired.",
			Stored: "the document token of %s is stored: %s", Store: cs.session.Store(name, model.SchemeDocs),
			Probe: func(ctx context.Context) error {
				acc, err := cs.sources.Docs(name)
				if err != nil {
					return err
				}
				return acc.Service.Probe(ctx)
			}})
	}
	if err := cs.login.All(all, kind, o.identity); err != nil {
		return err
	}
	return cs.con.Line(cs.con.Say("%s is signed in", name))
}
