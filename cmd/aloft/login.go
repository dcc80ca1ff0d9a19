package main

import (
	"bufio"
	"context"
	"errors"
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

// loginPatience is how long a login is tried. One that cannot be tried is
// stored all the same.
const loginPatience = 20 * time.Second

// loginOptions say what is asked for and where it is stored.
type loginOptions struct {
	store, identity string
	drive, docs     bool // neither: all that the account has
	insecure        bool // also in the clear
}

// accountLogin stores the credentials of an account, the drive's first. From
// standard input they are read in this order, one a line.
func (a *app) accountLogin(c *cobra.Command, name string, o loginOptions) error {
	if name == config.Local {
		return usageErrorFor(c, "the embedded account needs no login")
	}
	kind := secret.Kind(o.store)
	switch kind {
	case "", secret.InKeyring, secret.InAge, secret.InFile:
	default:
		return usageErrorFor(c, text.CliStore, o.store)
	}
	if _, err := a.remote(name); err != nil {
		return err
	}
	if bad := a.cfg.Accounts[name].Insecure(); len(bad) > 0 && !o.insecure {
		e := client.Errorf(client.KindInvalid, "login", model.Place{}, "%s is not encrypted: others in the network could read the credential; nothing was asked for or stored", model.Clean(bad[0]))
		e.Hint = "use an https address, or say --insecure"
		return &exitError{exitUsage, e}
	}
	if !o.drive && !o.docs {
		o.drive, o.docs = a.hasDrive(name), a.hasDocs(name)
	}
	hardenProcess()
	var all []login
	if o.drive {
		d, err := a.driveOf(name)
		if err != nil {
			return err
		}
		all = append(all, login{name: name, ask: text.CliAskCookie,
			where: "The cookie: sign in to the drive in a browser, open its developer tools (F12), Network; reload, click a request to the drive, and copy the value of the request header Cookie.", stored: "the session of %s is stored: %s", store: a.store(name, d),
			probe: func(ctx context.Context) error {
				acc, err := a.sources().account(name)
				if err != nil {
					return err
				}
				return acc.source.Probe(ctx)
			}})
	}
	if o.docs {
		d, err := a.docsOf(name)
		if err != nil {
			return err
		}
		all = append(all, login{name: name, ask: text.CliAskToken,
			where:  "The token: the web page of the document service shows it in its settings for MCP or open access; a new one takes the place of one that has expired.",
			stored: "the document token of %s is stored: %s", store: a.docsStore(name, d),
			probe: func(ctx context.Context) error {
				acc, err := a.sources().docs(name)
				if err != nil {
					return err
				}
				return acc.service.Probe(ctx)
			}})
	}
	if err := a.logInAll(all, kind, o.identity); err != nil {
		return err
	}
	return a.line(a.cat.Say("%s is signed in", name))
}

// login is one credential.
type login struct {
	name        string
	ask, stored text.Text
	where       text.Text // where a person finds it
	store       *secret.Store
	probe       func(context.Context) error
}

// logInAll reads and stores each credential, and tries it. What could be stored
// stays, whatever becomes of the others; the first error is the command's.
func (a *app) logInAll(all []login, kind secret.Kind, identity string) error {
	kind, err := a.whereToStore(all[0].store, kind, identity)
	if err != nil {
		return err
	}
	var in *bufio.Reader
	if !a.inIsTerminal() {
		in = bufio.NewReader(io.LimitReader(a.stdin, 256<<10))
	}
	var first error
	for _, l := range all {
		kept, err := a.logIn(l, kind, identity, in)
		switch {
		case err == nil:
		case errors.Is(err, context.Canceled):
			return err
		case first == nil:
			first = err
		default:
			a.warn(err)
		}
		if err != nil && kept {
			a.warnLine(a.cat.Say("%s: %s was stored, but not found to be valid; try again with: aloft account status %[1]s", l.name, a.cat.Say(credentialName(l.ask))))
		}
	}
	return first
}

func credentialName(ask text.Text) text.Text {
	switch ask {
	case text.CliAskCookie:
		return "the cookie of the drive"
	case text.CliAskToken:
		return "the token of the document service"
	}
	return "the address"
}

// whereToStore finds out where credentials can be kept before anybody looks one
// up, and asks a person on a machine that has no keyring.
func (a *app) whereToStore(s *secret.Store, kind secret.Kind, identity string) (secret.Kind, error) {
	got, err := s.Ready(a.ctx(), kind, identity)
	if err == nil || kind != "" || !a.inIsTerminal() || !a.errIsTerminal() {
		return got, err
	}
	offer, ask := []secret.Kind{secret.InFile, secret.InAge}, text.Text("No keyring answers on this machine. Store it as age (encrypted to your SSH key) or file (plain, only you can read it)? Type age or file:")
	if _, err := s.Ready(a.ctx(), secret.InAge, identity); err != nil {
		offer, ask = offer[:1], "No keyring answers on this machine, and there is no SSH key for age. Type file to store it in a plain file that only you can read:"
	}
	_, _ = io.WriteString(a.stderr, a.cat.Say(ask)+" ")
	answer, rerr := a.readLine()
	if rerr != nil {
		return "", rerr
	}
	for _, k := range offer {
		if strings.EqualFold(answer, string(k)) {
			return s.Ready(a.ctx(), k, identity)
		}
	}
	return "", err
}

// logIn reads, stores and tries one credential; kept: it is stored.
func (a *app) logIn(l login, kind secret.Kind, identity string, in *bufio.Reader) (kept bool, err error) {
	if in == nil && l.where != "" {
		_, _ = io.WriteString(a.stderr, a.cat.Say(l.where)+"\n")
	}
	v, err := a.readSecret(a.cat.Say(l.ask, l.name), in)
	if err != nil {
		return false, err
	}
	from, err := l.store.Save(a.ctx(), kind, v, identity)
	if err != nil {
		return false, err
	}
	if err := a.line(a.cat.Say(l.stored, l.name, from.Say(a.cat))); err != nil {
		return true, err
	}
	if err := a.out.Flush(); err != nil {
		return true, a.outputFailed(err)
	}
	if now, err := l.store.Where(a.ctx()); err == nil && now.Say(a.cat) != from.Say(a.cat) {
		a.warnLine(a.cat.Say("what was stored is not used as long as there is %s", now.Say(a.cat)))
	}
	ctx, cancel := context.WithTimeout(a.ctx(), loginPatience)
	defer cancel()
	return true, l.probe(ctx)
}

// readSecret reads a credential without showing it: from the terminal, or from
// standard input when that is none.
func (a *app) readSecret(ask string, in *bufio.Reader) (secret.Secret, error) {
	if in == nil {
		_, _ = io.WriteString(a.stderr, ask+" ")
		b, err := a.readHidden()
		_, _ = io.WriteString(a.stderr, "\n")
		return secret.New(string(b)), err
	}
	line, err := in.ReadString('\n')
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
