package admin

import (
	"github.com/spf13/cobra"

	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/wire"
	"aloft/model"
	"aloft/model/text"
)

func (cs *Commands) accountCommand() *cobra.Command {
	say := cs.con.Say
	var f console.Format
	ls := &cobra.Command{
		Use: "ls", Short: say("list the accounts"), Args: console.WantArgs(0, 0),
		RunE: cs.session.Needs(func(*cobra.Command, []string) error { return cs.accountLs(f) }),
	}
	status := &cobra.Command{
		Use: "status [NAME]", Short: say("show whether an account is signed in"),
		Args: console.WantArgs(0, 1), ValidArgsFunction: cs.completeAccounts,
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error {
			return cs.accountStatus(console.ArgOr(args, cs.session.Config.Account), f)
		}),
	}
	cs.con.FormatFlags(ls, &f, false, everyKey)
	cs.con.FormatFlags(status, &f, false, everyKey)
	l := loginOptions{only: map[model.Scheme]*bool{}}
	login := &cobra.Command{
		Use: "login [NAME]", Short: say("sign in to an account"), Long: say(`Reads the cookie of a signed-in browser session, then the token of the document
service, as far as the account has them, without showing them; or from standard input,
one a line, when that is not a terminal. They are never taken from the command line.

The cookie: sign in to the drive in a browser, open its developer tools (F12), Network;
reload, click a request to the drive, and copy the value of the request header Cookie.
Or right-click the request, Copy, Copy as cURL (bash or cmd), and paste all of it. Or
export a cookies.txt, and give it with --from; then its end is known, and told some
days before.
Or --qr: it shows a QR code, which you scan with the app of the drive on your phone and
confirm there. The account needs a login_url for it.
The token: the web page of the document service shows it in its settings for MCP or
open access.

Without --store it goes into the system's keyring. On a machine without one choose
--store=age (encrypted to your SSH key or --identity), --store=file (a file that only
you can read), or name a credential_command in config.toml and store nothing.`), Args: console.WantArgs(0, 1),
		ValidArgsFunction: cs.completeAccounts,
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			return cs.accountLogin(c, console.ArgOr(args, cs.session.Config.Account), l)
		}),
	}
	cs.login.StoreFlag(login, &l.store)
	console.PathFlag(login.Flags(), &l.identity, "identity", "", "", say(text.CliFlagIdentity))
	console.PathFlag(login.Flags(), &l.from, "from", "", "", say("read only the drive's cookie, from this file: a cookies.txt, a cURL line, or the header Cookie"))
	login.Flags().BoolVar(&l.insecure, "insecure", false, say("store a credential also for an address without encryption"))
	login.Flags().BoolVar(&l.qr, "qr", false, say("sign in to the drive by a QR code, with its app on a phone"))
	for _, k := range wire.Kinds() {
		l.only[k.Scheme] = login.Flags().Bool(string(k.Scheme), false, say(k.Only))
	}
	logout := &cobra.Command{
		Use: "logout [NAME]", Short: say("sign out of an account"),
		Args: console.WantArgs(0, 1), ValidArgsFunction: cs.completeAccounts,
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error {
			return cs.accountLogout(console.ArgOr(args, cs.session.Config.Account))
		}),
	}
	var yes bool
	rm := &cobra.Command{
		Use: "rm NAME", Short: say("remove an account and what was stored for it"), Args: console.WantArgs(1, 1), ValidArgsFunction: cs.completeAccounts,
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error { return cs.accountRm(args[0], yes) }),
	}
	reset := &cobra.Command{
		Use: "reset local", Short: say("reset the embedded drive and documents to their sample"), Args: console.WantArgs(1, 1),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			if args[0] != config.Local {
				return console.UsageErrorFor(c, text.CliResetOther, args[0])
			}
			return cs.accountReset(yes)
		}),
	}
	for _, c := range []*cobra.Command{rm, reset} {
		c.Flags().BoolVarP(&yes, "yes", "y", false, say(text.CliFlagYes))
	}
	return cs.con.Group("account", "manage accounts and sign in", ls, cs.accountAddCommand(), login, cs.confirmCommand(), logout, status, rm, reset)
}

func (cs *Commands) completeAccounts(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	cfg, _ := cs.session.Load()
	return cfg.Names(), cobra.ShellCompDirectiveNoFileComp
}
