package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
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
}

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
	var d config.Drive
	var command string
	add := &cobra.Command{
		Use: "add NAME --drive URL", Short: say(text.CliAccountAdd), Args: wantArgs(1, 1),
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			d.CredentialCommand = words(command)
			return a.accountAdd(c, args[0], d)
		}),
	}
	add.Flags().StringVar(&d.BaseURL, "drive", "", say(text.CliFlagDrive))
	add.Flags().StringVar(&d.WebOrigin, "origin", "", say(text.CliFlagOrigin))
	add.Flags().StringVar(&command, "command", "", say(text.CliFlagCommand))
	var store, identity string
	login := &cobra.Command{
		Use: "login [NAME]", Short: say(text.CliAccountLogin), Long: say(text.CliAccountLoginLong), Args: wantArgs(0, 1),
		ValidArgsFunction: a.completeAccounts,
		RunE: a.needs(func(c *cobra.Command, args []string) error {
			return a.accountLogin(c, argOr(args, a.cfg.Account), store, identity)
		}),
	}
	login.Flags().StringVar(&store, "store", "", say(text.CliFlagStore))
	login.Flags().StringVar(&identity, "identity", "", say(text.CliFlagIdentity))
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
	for _, c := range []*cobra.Command{rm, reset} {
		c.Flags().BoolVarP(&yes, "yes", "y", false, say(text.CliFlagYes))
	}
	return a.group("account", text.CliAccount, ls, add, login, status, rm, reset)
}

func (a *app) accountLs(f format) error {
	out := []jsonAccount{}
	for _, n := range a.cfg.Names() {
		j := jsonAccount{Name: n, Current: n == a.cfg.Account, Drive: "embedded"}
		if acc := a.cfg.Accounts[n]; acc != nil {
			j.Drive = ""
			if acc.Drive != nil {
				j.Drive = acc.Drive.BaseURL
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
		if err := a.line(fmt.Sprintf("%s %-16s %s", mark, j.Name, model.Clean(j.Drive))); err != nil {
			return err
		}
	}
	return nil
}

// accountStatus tells where the credential comes from and whether it is valid.
func (a *app) accountStatus(name string, f format) error {
	if !a.cfg.Known(name) {
		_, err := a.driveOf(name)
		return err
	}
	j := jsonAccount{Name: name, Current: name == a.cfg.Account, Drive: "embedded", Source: a.cat.Say(text.FromEmbedded)}
	acc, err := a.sources().account(name)
	if err != nil {
		return err
	}
	if acc.store != nil {
		j.Drive = a.cfg.Accounts[name].Drive.BaseURL
		from, ferr := acc.store.Where(a.ctx())
		j.Source = from.Say(a.cat)
		err = ferr
	}
	if err == nil {
		err = acc.source.Probe(a.ctx())
	}
	j.Gap = acc.gate.Gap().String()
	switch {
	case err == nil:
		j.State = "signed-in"
	case client.Is(err, client.KindAuth):
		j.State, j.Error = "needs-login", a.say(err)
	default:
		j.State, j.Error = "unknown", a.say(err)
	}
	if f.json {
		if perr := a.encode(j); perr != nil {
			return perr
		}
	} else {
		for _, r := range [][2]string{
			{a.cat.Say(text.CliRowAccount), j.Name}, {a.cat.Say(text.CliRowDrive), j.Drive},
			{a.cat.Say(text.CliRowCredential), j.Source}, {a.cat.Say(text.CliRowState), j.State}, {a.cat.Say(text.CliRowGap), j.Gap},
		} {
			if perr := a.line(fmt.Sprintf("%-11s", r[0]), model.Clean(r[1])); perr != nil {
				return perr
			}
		}
	}
	return err
}

func (a *app) accountAdd(c *cobra.Command, name string, d config.Drive) error {
	if d.BaseURL == "" {
		return usageErrorFor(c, text.CliAddURL)
	}
	if a.cfg.Known(name) {
		return client.Errorf(client.KindConflict, "account", model.Place{}, text.CliAddTaken, name)
	}
	if a.cfg.File == "" {
		return a.dirsErr
	}
	if err := config.CheckDrive(name, d); err != nil {
		return &exitError{exitUsage, err}
	}
	if err := config.AddDrive(a.cfg.File, name, d); err != nil {
		return err
	}
	return a.line(a.cat.Say(text.CliAdded, name, a.cfg.File))
}

func (a *app) accountLogin(c *cobra.Command, name, store, identity string) error {
	if name == config.Local {
		return usageErrorFor(c, text.CliLoginLocal)
	}
	kind := secret.Kind(store)
	switch kind {
	case "", secret.InKeyring, secret.InAge, secret.InFile:
	default:
		return usageErrorFor(c, text.CliStore, store)
	}
	d, err := a.driveOf(name)
	if err != nil {
		return err
	}
	hardenProcess()
	v, err := a.readSecret(a.cat.Say(text.CliAskCookie, name))
	if err != nil {
		return err
	}
	s := a.store(name, d)
	from, err := s.Save(a.ctx(), kind, v, identity)
	if err != nil {
		return err
	}
	if err := a.line(a.cat.Say(text.CliStored, name, from.Say(a.cat))); err != nil {
		return err
	}
	if err := a.out.Flush(); err != nil {
		return a.outputFailed(err)
	}
	if now, err := s.Where(a.ctx()); err == nil && now.Say(a.cat) != from.Say(a.cat) {
		a.warnLine(a.cat.Say(text.CliStoredBehind, now.Say(a.cat)))
	}
	// A login that cannot be tried is stored all the same.
	ctx, cancel := context.WithTimeout(a.ctx(), 20*time.Second)
	defer cancel()
	acc, err := a.sources().account(name)
	if err != nil {
		return err
	}
	if err := acc.source.Probe(ctx); err != nil {
		return err
	}
	return a.line(a.cat.Say(text.CliSignedIn, name))
}

// readSecret reads a credential without showing it: from the terminal, or from
// standard input when that is none.
func (a *app) readSecret(ask string) (secret.Secret, error) {
	if a.inIsTerminal() {
		_, _ = io.WriteString(a.stderr, ask+" ")
		b, err := a.readHidden()
		_, _ = io.WriteString(a.stderr, "\n")
		return secret.New(string(b)), err
	}
	line, err := bufio.NewReader(io.LimitReader(a.stdin, 128<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return secret.Secret{}, &client.Error{Kind: client.KindLocal, Op: "login", What: text.CliInput, Args: []any{err.Error()}, Err: err}
	}
	return secret.New(line), nil
}

// readHidden gives the terminal its echo back also when it is interrupted.
func (a *app) readHidden() ([]byte, error) {
	before, err := term.GetState(a.stdin.Fd())
	if err != nil {
		return nil, err
	}
	type got struct {
		b   []byte
		err error
	}
	c := make(chan got, 1)
	go func() {
		b, err := term.ReadPassword(a.stdin.Fd())
		c <- got{b, err}
	}()
	select {
	case <-a.ctx().Done():
		return nil, errors.Join(context.Canceled, term.Restore(a.stdin.Fd(), before))
	case g := <-c:
		return g.b, g.err
	}
}

// accountRm takes an account out of the configuration and forgets what was
// stored for it.
func (a *app) accountRm(name string, yes bool) error {
	d, err := a.driveOf(name)
	if err != nil {
		return err
	}
	if err := a.askTyped(yes, a.cat.Say(text.CliAskForget, name), name); err != nil {
		return err
	}
	if err := config.RemoveAccount(a.cfg.File, name); err != nil {
		return err
	}
	for _, f := range a.store(name, d).Forget(a.ctx()) {
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
