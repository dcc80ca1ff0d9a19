package admin

import "aloft/client/config"

// accountRm removes an account from the configuration and deletes what was stored
// for it.
func (cs *Commands) accountRm(name string, yes bool) error {
	acc, err := cs.session.Remote(name)
	if err != nil {
		return err
	}
	if err := cs.con.AskTyped(cs.session.Context(), yes, cs.con.Say("This removes the account and its stored session. Type %s:", name), name); err != nil {
		return err
	}
	if err := config.RemoveAccount(cs.session.Config.File, name); err != nil {
		return err
	}
	var forgot []string
	if acc.Drive != nil {
		forgot = append(forgot, cs.session.Store(name, acc.Drive).Forget(cs.session.Context())...)
	}
	if acc.Docs != nil {
		forgot = append(forgot, cs.session.DocsStore(name, acc.Docs).Forget(cs.session.Context())...)
	}
	for _, f := range forgot {
		if err := cs.con.Line(cs.con.Say("removed %s", f)); err != nil {
			return err
		}
	}
	return cs.con.Line(cs.con.Say("%s is no longer in %s", name, cs.session.Config.File))
}
