package admin

import "aloft/client/config"

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
	var forgot []string
	for _, service := range cs.session.Services(name) {
		forgot = append(forgot, cs.session.Store(name, service).Forget(cs.session.Context())...)
	}
	for _, f := range forgot {
		if err := cs.con.Line(cs.con.Say("removed %s", f)); err != nil {
			return err
		}
	}
	return cs.con.Line(cs.con.Say("%s is no longer in %s", name, cs.session.Config.File))
}
