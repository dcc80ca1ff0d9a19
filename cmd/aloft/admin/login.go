package admin

import (
	"io"
	"os"
	"slices"

	"aloft/client/config"
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
	"aloft/model"
)

// accountLogin stores the credentials of an account, in the order of its services. From
// standard input they are read in this order, one a line.
func (cs *Commands) accountLogin(in console.Call, name string) error {
	qr, from, identity := in.On("qr"), in.Text("from"), in.Text("identity")
	only := func(of model.Scheme) bool { return in.On(string(of)) || qr && of == model.SchemeDrive }
	if qr && (from != "" || only(model.SchemeDocs)) {
		return in.Usage("--qr signs in to the drive only, and cannot be used with --from")
	}
	if name == config.Local {
		return in.Usage("the practice account needs no sign-in")
	}
	kind := secret.Kind(in.Text("store"))
	if _, err := cs.session.Remote(name); err != nil {
		return err
	}
	if bad := cs.session.Config.Accounts[name].Insecure(); len(bad) > 0 && !in.On("insecure") {
		return console.UsageError("%s is not encrypted, so others on the network could read the credential; nothing was stored",
			"use an https address, or add --insecure", model.Clean(bad[0]))
	}
	some := slices.ContainsFunc(wire.Kinds(), func(k wire.Kind) bool { return only(k.Scheme) })
	if from != "" && some && !only(model.SchemeDrive) {
		return in.Usage("--from reads only the drive's cookie")
	}
	session.HardenProcess()
	var all []session.Credential
	for _, k := range wire.Kinds() {
		if from != "" && k.Scheme != model.SchemeDrive || some && !only(k.Scheme) || !some && !cs.session.Config.Has(name, k.Scheme) {
			continue
		}
		l, _, err := cs.sources.Login(name, k.Scheme)
		if err != nil {
			return err
		}
		all = append(all, session.Credential{Login: *l, Ask: k.Ask, Where: k.Where, Stored: k.Stored, What: k.What})
	}
	if len(all) == 0 {
		return in.Usage("--from reads only the drive's cookie")
	}
	if qr {
		if err := cs.login.Scan(all[0], kind, identity); err != nil {
			return err
		}
		return cs.con.Line(cs.con.Say("%s is signed in", name))
	}
	var file io.Reader
	if from != "" {
		f, err := os.Open(from)
		if err != nil {
			return cs.con.Unreadable(from, err)
		}
		defer f.Close()
		file = f
	}
	if err := cs.login.All(all, kind, identity, file); err != nil {
		return err
	}
	return cs.con.Line(cs.con.Say("%s is signed in", name))
}
