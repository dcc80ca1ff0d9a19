package admin

import (
	"aloft/client"
	"aloft/client/config"
	"aloft/model"
)

// accountRm removes an account from the configuration and deletes what was stored
// for it.
func (cs *Commands) accountRm(name string, yes bool) error {
	if _, err := cs.session.Remote(name); err != nil {
		return err
	}
	if err := cs.con.AskTyped(cs.session.Context(), yes, cs.con.Say("This removes the account and its stored session. Type %s:", name), name); err != nil {
		return err
	}
	if err := config.RemoveAccount(cs.session.Config.File, name); err != nil {
		return err
	}
	if _, err := forget(cs, name); err != nil {
		return err
	}
	return cs.con.Line(cs.con.Say("%s was removed from %s", name, cs.session.Config.File))
}

// accountLogout deletes what was stored for an account, and keeps its settings.
func (cs *Commands) accountLogout(name string) error {
	if name == config.Local {
		return client.Errorf(client.KindUnsupported, "logout", model.Place{}, "the practice account needs no sign-in")
	}
	acc, err := cs.session.Remote(name)
	if err != nil {
		return err
	}
	n, err := forget(cs, name)
	if err != nil {
		return err
	}
	if n == 0 {
		if err := cs.con.Line(cs.con.Say("nothing was stored for %s", name)); err != nil {
			return err
		}
	}
	for _, of := range cs.session.Services(name) {
		if command, _ := acc.Credential(of); len(command) > 0 {
			cs.con.WarnLine(cs.con.Say("%s will sign in again automatically: credential_command in %s prints the credential", name, string(of)))
		}
	}
	return nil
}

// forget deletes what was stored for the services of an account, and says what.
func forget(cs *Commands, name string) (n int, err error) {
	for _, service := range cs.session.Services(name) {
		for _, f := range cs.session.Store(name, service).Forget(cs.session.Context()) {
			if err := cs.con.Line(cs.con.Say("deleted %s", f)); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}
