package admin

import (
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/login"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
	"aloft/model"
	"aloft/model/text"
)

// loginOptions say what is asked for and where it is stored.
type loginOptions struct {
	store, identity string
	only            map[model.Scheme]*bool // none: all that the account has
	from            string                 // the file that has the drive's cookie, "" = none
	insecure        bool                   // also without encryption
	qr              bool                   // the drive's, by a QR code
}

// accountLogin stores the credentials of an account, in the order of its services. From
// standard input they are read in this order, one a line.
func (cs *Commands) accountLogin(c *cobra.Command, name string, o loginOptions) error {
	if o.qr && (o.from != "" || *o.only[model.SchemeDocs]) {
		return console.UsageErrorFor(c, "--qr is for the drive alone, in place of --from")
	}
	if name == config.Local {
		if o.qr {
			return cs.tryScan()
		}
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
	if o.qr {
		*o.only[model.SchemeDrive] = true
	}
	some := slices.ContainsFunc(wire.Kinds(), func(k wire.Kind) bool { return *o.only[k.Scheme] })
	if o.from != "" && some && !*o.only[model.SchemeDrive] {
		return console.UsageErrorFor(c, "--from is for the drive's cookie")
	}
	session.HardenProcess()
	var all []login.Credential
	for _, k := range wire.Kinds() {
		if o.from != "" && k.Scheme != model.SchemeDrive || some && !*o.only[k.Scheme] || !some && !cs.session.Config.Has(name, k.Scheme) {
			continue
		}
		l, _, err := cs.sources.Login(name, k.Scheme)
		if err != nil {
			return err
		}
		all = append(all, login.Credential{Login: *l, Ask: k.Ask, Where: k.Where, Stored: k.Stored, What: k.What})
	}
	if len(all) == 0 {
		return console.UsageErrorFor(c, "--from is for the drive's cookie")
	}
	if o.qr {
		return cs.scan(all[0], kind, o.identity)
	}
	var from io.Reader
	if o.from != "" {
		f, err := os.Open(o.from)
		if err != nil {
			return cs.con.Unreadable(o.from, err)
		}
		defer f.Close()
		from = f
	}
	if err := cs.login.All(all, kind, o.identity, from); err != nil {
		return err
	}
	return cs.con.Line(cs.con.Say("%s is signed in", name))
}
