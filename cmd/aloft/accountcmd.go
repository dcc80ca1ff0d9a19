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
		Use: "ls", Short: say(text.CliAccountLs), Args: wantArgs(0, 0),
		RunE: a.needs(func(*cobra.Command, []string) error { return a.accountLs(f) }),
	}
	status := &cobra.Command{
		Use: "status [NAME]", Short: say(text.CliAccountStatus), Args: wantArgs(0, 1), ValidArgsFunction: a.completeAccounts,
		RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.accountStatus(argOr(args, a.cfg.Account), f) }),
	}
	a.formatFlags(ls, &f, false)
	a.formatFlags(status, &f, false)
	var n newAccount
	add := &cobra.Command{
		Use: "add NAME [--drive URL] [--docs ENDPOINT]", Short: say(text.CliAccountAdd), Long: say(text.CliAccountAddLong), Args: wantArgs(1, 1),
		RunE: a.needs(func(c *cobra.Command, args []string) error { return a.accountAdd(c, args[0], n) }),
	}
	add.Flags().StringVar(&n.drive.BaseURL, "drive", "", say(text.CliFlagDrive))
	add.Flags().StringVar(&n.drive.WebOrigin, "origin", "", say(text.CliFlagOrigin))
	add.Flags().StringVar(&n.command, "command", "", say(text.CliFlagCommand))
	add.Flags().StringVar(&n.docs.Endpoint, "docs", "", say(text.CliFlagDocs))
	add.Flags().StringVar(&n.docs.AuthScheme, "auth-scheme", "", say(text.CliFlagAuthScheme))
	add.Flags().StringVar(&n.docs.DocURLBase, "doc-url", "", say(text.CliFlagDocURL))
	add.Flags().StringVar(&n.docsCommand, "docs-command", "", say(text.CliFlagDocsCommand))
	var l loginOptions
	login := &cobra.Command{
		Use: "login [NAME]", Short: say(text.CliAccountLogin), Long: say(text.CliAccountLoginLong), Args: wantArgs(0, 1),
		ValidArgsFunction: a.completeAccounts,
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			return a.accountLogin(c, argOr(args, a.cfg.Account), l)
		}),
	}
	a.storeFlag(login, &l.store)
	login.Flags().StringVar(&l.identity, "identity", "", say(text.CliFlagIdentity))
	login.Flags().BoolVar(&l.drive, "drive", false, say(text.CliFlagLoginDrive))
	login.Flags().BoolVar(&l.insecure, "insecure", false, say(text.CliFlagInsecure))
	login.Flags().BoolVar(&l.docs, "docs", false, say(text.CliFlagLoginDocs))
	var yes bool
	rm := &cobra.Command{
		Use: "rm NAME", Short: say(text.CliAccountRm), Args: wantArgs(1, 1), ValidArgsFunction: a.completeAccounts,
		RunE: a.needs(func(_ *cobra.Command, args []string) error { return a.accountRm(args[0], yes) }),
	}
	reset := &cobra.Command{
		Use: "reset local", Short: say(text.CliAccountReset), Args: wantArgs(1, 1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			if args[0] != config.Local {
				return usageErrorFor(c, text.CliResetOther, args[0])
			}
			return a.accountReset(yes)
		}),
	}
	recover := &cobra.Command{
		Use: "recover local", Short: say(text.CliAccountRecover), Long: say(text.CliAccountRecoverLong), Args: wantArgs(1, 1),
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
	return a.group("account", text.CliAccount, ls, add, login, status, rm, reset, recover)
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
		return usageErrorFor(c, text.CliAddURL)
	}
	if a.cfg.Known(name) {
		return client.Errorf(client.KindConflict, "account", model.Place{}, text.CliAddTaken, name)
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
	return a.line(a.cat.Say(text.CliAdded, name, a.cfg.File))
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
	if err := a.askTyped(yes, a.cat.Say(text.CliAskForget, name), name); err != nil {
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
		if err := a.line(a.cat.Say(text.CliForgot, f)); err != nil {
			return err
		}
	}
	return a.line(a.cat.Say(text.CliRemoved, name, a.cfg.File))
}

func (a *app) accountReset(yes bool) error {
	if err := a.askTyped(yes, a.cat.Say(text.CliAskReset), config.Local); err != nil {
		return err
	}
	if err := a.resetLocal(); err != nil {
		return err
	}
	return a.line(a.cat.Say(text.CliReset))
}

// accountRecover saves what can be read of a damaged database.
func (a *app) accountRecover(yes bool) error {
	if err := a.askTyped(yes, a.cat.Say(text.CliAskRecover), config.Local); err != nil {
		return err
	}
	done, err := a.recoverLocal()
	if err != nil {
		return err
	}
	rows, lost := 0, []string(nil)
	for _, s := range done.Saved {
		rows += s.Rows
		line := a.cat.Say(text.CliRecovered, a.cat.Say(s.Area), s.Rows)
		if s.Lost > 0 {
			line = a.cat.Say(text.CliRecoveredLess, a.cat.Say(s.Area), s.Rows, s.Lost)
			lost = append(lost, a.cat.Say(text.CliRecoveredLost, a.cat.Say(s.Area), s.Lost))
		}
		if err := a.line(line); err != nil {
			return err
		}
	}
	aside := model.Clean(done.Aside)
	if len(lost) > 0 {
		e := client.Errorf(client.KindLocal, "recover", model.Place{}, text.CliRecoveredPart, rows, strings.Join(lost, ", "))
		e.Hint, e.HintArgs = text.CliRecoveredHint, []any{aside}
		return &exitError{exitSome, e}
	}
	return a.line(a.cat.Say(text.CliRecoveredAll, rows, aside))
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
