package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/model"
	"aloft/model/text"
)

type jsonAccount struct {
	Name    string `json:"name"`
	Current bool   `json:"current"`
	Drive   string `json:"drive"`
	Source  string `json:"credential,omitempty"`
	State   string `json:"state,omitempty"`
	Error   string `json:"error,omitempty"`
	Gap     string `json:"gap,omitempty"`
	// The document service, of status with the tools it lacks.
	Docs       string        `json:"docs,omitempty"`
	DocsSource string        `json:"docs_credential,omitempty"`
	DocsState  string        `json:"docs_state,omitempty"`
	DocsError  string        `json:"docs_error,omitempty"`
	DocsGap    string        `json:"docs_gap,omitempty"`
	Tools      *int          `json:"tools,omitempty"`
	TextTools  *int          `json:"text_tools,omitempty"` // those that read and edit text
	Missing    []jsonMissing `json:"missing,omitempty"`
}

// jsonMissing is a tool that the document service does not offer.
type jsonMissing struct {
	Tool  string   `json:"tool"`
	Why   string   `json:"why"`
	Stops []string `json:"stops,omitempty"` // actions that need it
	Text  bool     `json:"text,omitempty"`  // it reads or edits the text of documents
}

// embeddedService is where the account local is.
const embeddedService = "embedded"

func (a *app) accountCommand() *cobra.Command {
	say := a.cat.Say
	var f format
	ls := &cobra.Command{
		Use: "ls", Short: say("list the accounts"), Args: wantArgs(0, 0),
		RunE: a.needs(func(*cobra.Command, []string) error { return a.accountLs(f) }),
	}
	status := &cobra.Command{
		Use: "status [NAME]", Short: say("tell whether an account is signed in, and where its session comes from"),
		Args: wantArgs(0, 1), ValidArgsFunction: a.completeAccounts,
		RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.accountStatus(argOr(args, a.cfg.Account), f) }),
	}
	a.formatFlags(ls, &f, false)
	a.formatFlags(status, &f, false)
	var n newAccount
	add := &cobra.Command{
		Use: "add NAME [--drive URL] [--docs ENDPOINT]", Short: say("add an account to the configuration"), Long: say(`An account is a drive, a document service, or both. Its credentials are no part of
the configuration: aloft account login NAME stores them.`), Args: wantArgs(1, 1),
		RunE: a.needs(func(c *cobra.Command, args []string) error { return a.accountAdd(c, args[0], n) }),
	}
	add.Flags().StringVar(&n.drive.BaseURL, "drive", "", say("address of the drive, for instance https://drive.example"))
	add.Flags().StringVar(&n.drive.WebOrigin, "origin", "", say("address of its web page, sent as Origin and Referer"))
	add.Flags().StringVar(&n.command, "command", "", say("command that prints the session (words, or a JSON list)"))
	add.Flags().StringVar(&n.docs.Endpoint, "docs", "", say("endpoint of the document service (MCP), for instance https://docs.example/mcp"))
	add.Flags().StringVar(&n.docs.AuthScheme, "auth-scheme", "", say("what stands before its token: nothing (the default) or Bearer"))
	add.Flags().StringVar(&n.docs.DocURLBase, "doc-url", "", say("what its documents' links begin with"))
	add.Flags().StringVar(&n.docsCommand, "docs-command", "", say("command that prints its token (words, or a JSON list)"))
	var l loginOptions
	login := &cobra.Command{
		Use: "login [NAME]", Short: say("store the session and the document token of an account"), Long: say(`Reads the cookie of a signed-in browser session, then the token of the document
service, as far as the account has them, without showing them; or from standard input,
one a line, when that is no terminal. They are never taken from the command line.

The cookie: sign in to the drive in a browser, open its developer tools (F12), Network;
reload, click a request to the drive, and copy the value of the request header Cookie.
The token: the web page of the document service shows it in its settings for MCP or
open access.

Without --store it goes into the system's keyring. On a machine without one choose
--store=age (encrypted to your SSH key or --identity), --store=file (a file that only
you can read), or name a credential_command in config.toml and store nothing.`), Args: wantArgs(0, 1),
		ValidArgsFunction: a.completeAccounts,
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			return a.accountLogin(c, argOr(args, a.cfg.Account), l)
		}),
	}
	a.storeFlag(login, &l.store)
	login.Flags().StringVar(&l.identity, "identity", "", say(text.CliFlagIdentity))
	login.Flags().BoolVar(&l.drive, "drive", false, say("only the drive's cookie"))
	login.Flags().BoolVar(&l.insecure, "insecure", false, say("store a credential also for an address without encryption"))
	login.Flags().BoolVar(&l.docs, "docs", false, say("only the token of the document service"))
	var yes bool
	rm := &cobra.Command{
		Use: "rm NAME", Short: say("remove an account and what was stored for it"), Args: wantArgs(1, 1), ValidArgsFunction: a.completeAccounts,
		RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.accountRm(args[0], yes) }),
	}
	reset := &cobra.Command{
		Use: "reset local", Short: say("put the embedded drive and documents back to their sample"), Args: wantArgs(1, 1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if args[0] != config.Local {
				return usageErrorFor(c, text.CliResetOther, args[0])
			}
			return a.accountReset(yes)
		}),
	}
	recover := &cobra.Command{
		Use: "recover local", Short: say("save what can be read of a damaged local database"),
		Long: say("Makes a new database for the embedded drive and documents and copies into it whatever can be read of the present one. That one is kept as it was, in a folder beside it. What has lost its folder lies in a folder called recovered."), Args: wantArgs(1, 1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if args[0] != config.Local {
				return usageErrorFor(c, text.CliResetOther, args[0])
			}
			return a.accountRecover(yes)
		}),
	}
	for _, c := range []*cobra.Command{rm, reset, recover} {
		c.Flags().BoolVarP(&yes, "yes", "y", false, say(text.CliFlagYes))
	}
	return a.group("account", "accounts and their logins", ls, add, login, status, rm, reset, recover)
}

func (a *app) accountLs(f format) error {
	out := []jsonAccount{}
	for _, n := range a.cfg.Names() {
		j := jsonAccount{Name: n, Current: n == a.cfg.Account, Drive: embeddedService, Docs: embeddedService}
		if acc := a.cfg.Accounts[n]; acc != nil {
			j.Drive, j.Docs = "", ""
			if acc.Drive != nil {
				j.Drive = acc.Drive.BaseURL
			}
			if acc.Docs != nil {
				j.Docs = acc.Docs.Endpoint
			}
		}
		out = append(out, j)
	}
	if f.json {
		return a.encode(out)
	}
	for _, j := range out {
		mark := " "
		if j.Current {
			mark = "*"
		}
		if err := a.line(strings.TrimRight(fmt.Sprintf("%s %-16s %-28s %s", mark, j.Name, model.Clean(orDash(j.Drive)), model.Clean(orDash(j.Docs))), " ")); err != nil {
			return err
		}
	}
	return nil
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// newAccount is what account add is told.
type newAccount struct {
	drive                config.Drive
	docs                 config.Docs
	command, docsCommand string
}

func (a *app) accountAdd(c *cobra.Command, name string, n newAccount) error {
	if n.drive.BaseURL == "" && n.docs.Endpoint == "" {
		return usageErrorFor(c, "--drive URL or --docs ENDPOINT is missing")
	}
	if a.cfg.Known(name) {
		return client.Errorf(client.KindConflict, "account", model.Place{}, "there is an account %s already", name)
	}
	if a.cfg.File == "" {
		return a.dirsErr
	}
	var drive *config.Drive
	var docs *config.Docs
	if n.drive.BaseURL != "" {
		n.drive.CredentialCommand = words(n.command)
		drive = &n.drive
	} else if n.drive.WebOrigin != "" || n.command != "" {
		return usageErrorFor(c, text.CliAddNeeds, "--origin, --command", "--drive")
	}
	if n.docs.Endpoint != "" {
		n.docs.CredentialCommand = words(n.docsCommand)
		docs = &n.docs
	} else if n.docs.AuthScheme != "" || n.docs.DocURLBase != "" || n.docsCommand != "" {
		return usageErrorFor(c, text.CliAddNeeds, "--auth-scheme, --doc-url, --docs-command", "--docs")
	}
	if err := config.CheckAccount(name, drive, docs); err != nil {
		return &exitError{exitUsage, err}
	}
	if err := config.AddAccount(a.cfg.File, name, drive, docs); err != nil {
		return err
	}
	for _, line := range a.plainWarnings(name, &config.Account{Drive: drive, Docs: docs}) {
		a.warnLine(line)
	}
	return a.line(a.cat.Say("%s is now in %s", name, a.cfg.File))
}

// plainWarnings are about addresses that get a credential in the clear.
func (a *app) plainWarnings(name string, acc *config.Account) (lines []string) {
	for _, addr := range acc.Insecure() {
		lines = append(lines, model.Clean(a.cat.Say(text.CliPlain, name, addr)))
	}
	return lines
}

// accountRm takes an account out of the configuration and forgets what was
// stored for it.
func (a *app) accountRm(name string, yes bool) error {
	acc, err := a.remote(name)
	if err != nil {
		return err
	}
	if err := a.askTyped(yes, a.cat.Say("This removes the account and its stored session. Type %s:", name), name); err != nil {
		return err
	}
	if err := config.RemoveAccount(a.cfg.File, name); err != nil {
		return err
	}
	var forgot []string
	if acc.Drive != nil {
		forgot = append(forgot, a.store(name, acc.Drive).Forget(a.ctx())...)
	}
	if acc.Docs != nil {
		forgot = append(forgot, a.docsStore(name, acc.Docs).Forget(a.ctx())...)
	}
	for _, f := range forgot {
		if err := a.line(a.cat.Say("removed %s", f)); err != nil {
			return err
		}
	}
	return a.line(a.cat.Say("%s is no longer in %s", name, a.cfg.File))
}

func (a *app) accountReset(yes bool) error {
	if err := a.askTyped(yes, a.cat.Say("Everything on the embedded drive and all its documents are lost. Type local:"), config.Local); err != nil {
		return err
	}
	if err := a.resetLocal(); err != nil {
		return err
	}
	return a.line(a.cat.Say("the embedded drive and its documents are back to their sample"))
}

// accountRecover saves what can be read of a damaged database.
func (a *app) accountRecover(yes bool) error {
	if err := a.askTyped(yes, a.cat.Say("A new database takes the place of the present one, which is kept beside it. Type local:"), config.Local); err != nil {
		return err
	}
	done, err := a.recoverLocal()
	if err != nil {
		return err
	}
	rows, lost := 0, []string(nil)
	for _, s := range done.Saved {
		rows += s.Rows
		line := a.cat.Say("%s: %d {row|rows} saved", a.cat.Say(s.Area), s.Rows)
		if s.Lost > 0 {
			line = a.cat.Say("%s: %d {row|rows} saved, at least %d lost", a.cat.Say(s.Area), s.Rows, s.Lost)
			lost = append(lost, a.cat.Say("%s (at least %d)", a.cat.Say(s.Area), s.Lost))
		}
		if err := a.line(line); err != nil {
			return err
		}
	}
	aside := model.Clean(done.Aside)
	if len(lost) > 0 {
		e := client.Errorf(client.KindLocal, "recover", model.Place{}, "%d {row is|rows are} saved in a new database, which is whole. Rows that are lost: %s", rows, strings.Join(lost, ", "))
		e.Hint, e.HintArgs = "see what is there with: aloft tree drive:/ and aloft tree docs:/ (what has lost its folder is in one called recovered). A backup has the rest; the damaged database is kept in %s (ALOFT_DATA_HOME can name it)", []any{aside}
		return &exitError{exitSome, e}
	}
	return a.line(a.cat.Say("all %d {row is|rows are} saved and the database is whole again; the old one is kept in %s (ALOFT_DATA_HOME can name it)", rows, aside))
}

// askTyped wants a word typed before what cannot be undone.
func (a *app) askTyped(yes bool, ask, word string) error {
	if yes {
		return nil
	}
	if !a.inIsTerminal() || !a.errIsTerminal() {
		return usageError(text.CliNeedsYes, text.CliHintYes)
	}
	_, _ = io.WriteString(a.stderr, ask+" ")
	got, err := a.readLine()
	if err != nil {
		return err
	}
	if !strings.EqualFold(got, word) {
		return &exitError{exitFailed, client.Errorf(client.KindLocal, "account", model.Place{}, text.CliNotDone)}
	}
	return nil
}

func (a *app) completeAccounts(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	cfg, _ := a.load()
	return cfg.Names(), cobra.ShellCompDirectiveNoFileComp
}
