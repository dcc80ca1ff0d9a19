package admin

import (
	"aloft/client/config"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/wire"
	"aloft/model/text"
)

func (cs *Commands) accountCommand() console.Command {
	flags := []console.Flag{
		session.StoreFlag(),
		{Name: "identity", Value: console.Path(""), Help: text.CliFlagIdentity},
		{Name: "from", Value: console.Path(""), Help: "read only the drive's cookie, from this file: a cookies.txt, a cURL line, or the header Cookie"},
		{Name: "insecure", Value: false, Help: "store a credential even if the address is not encrypted"},
		{Name: "qr", Value: false, Help: "sign in to the drive by scanning a QR code with its phone app"},
	}
	for _, k := range wire.Kinds() {
		flags = append(flags, console.Flag{Name: string(k.Scheme), Value: false, Help: k.Only})
	}
	yes := []console.Flag{{Name: "yes", Short: "y", Value: false, Help: text.CliFlagYes}}
	name := func(in console.Call) string { return in.Or(cs.session.Config.Account) }
	return console.Group("account", "manage accounts and sign in",
		console.Command{Use: "ls", Short: "list the accounts", JSON: []any{everyKey}, Run: func(in console.Call) error { return cs.accountLs(in.Format) }},
		cs.accountAddCommand(),
		console.Command{
			Use: "login [NAME]", Short: "sign in to an account", Long: `Asks for the cookie of a signed-in browser session, then for the token of the
document service. Neither is shown as you type. If standard input is not a
terminal, aloft reads them from there, one a line. Neither can be given on the
command line.

The cookie: sign in to the drive in a browser, open its developer tools (F12),
Network; reload, click a request to the drive, and copy the value of the
request header Cookie. Or right-click the request, choose Copy as cURL (bash or
cmd), and paste all of it. Or export a cookies.txt and give it with --from:
aloft then knows when the session ends and reminds you some days before.
With --qr, aloft shows a QR code: scan it with the drive's app on your phone
and confirm there. The account needs a login_url for it.
The token: open the web page of the document service and copy the token from
its settings for MCP or open access.

Without --store, aloft stores both in the system's keyring. On a machine
without a keyring, choose --store=age (encrypted to your SSH key or --identity)
or --store=file (a file that only you can read). Or set credential_command in
config.toml: then aloft stores nothing.`,
			Words: console.First(cs.accounts), Flags: flags, Run: func(in console.Call) error { return cs.accountLogin(in, name(in)) },
		},
		console.Command{Use: "logout [NAME]", Short: "sign out of an account", Words: console.First(cs.accounts), Run: func(in console.Call) error { return cs.accountLogout(name(in)) }},
		console.Command{
			Use: "status [NAME]", Short: "show whether an account is signed in", Words: console.First(cs.accounts), JSON: []any{everyKey},
			Run: func(in console.Call) error { return cs.accountStatus(name(in), in.Format) },
		},
		console.Command{
			Use: "rm NAME", Short: "remove an account and its stored credentials", Words: console.First(cs.accounts), Flags: yes,
			Run: func(in console.Call) error { return cs.accountRm(in.Args[0], in.On("yes")) },
		},
		console.Command{Use: "reset local", Short: "reset the practice account to its sample data", Flags: yes, Run: func(in console.Call) error {
			if in.Args[0] != config.Local {
				return in.Usage("only the account local can be reset, not %q", in.Args[0])
			}
			return cs.accountReset(in.On("yes"))
		}})
}

func (cs *Commands) accounts() []string {
	cfg, _ := cs.session.Load()
	return cfg.Names()
}
