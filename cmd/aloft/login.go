package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret"
	"aloft/model/text"
)

// loginPatience is how long a login is tried. One that cannot be tried is
// stored all the same.
const loginPatience = 20 * time.Second

// loginOptions say what is asked for and where it is stored.
type loginOptions struct {
	store, identity string
	drive, docs     bool // neither: all that the account has
}

// accountLogin stores the credentials of an account, the drive's first. From
// standard input they are read in this order, one a line.
func (a *app) accountLogin(c *cobra.Command, name string, o loginOptions) error {
	if name == config.Local {
		return usageErrorFor(c, text.CliLoginLocal)
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
	if !o.drive && !o.docs {
		o.drive, o.docs = a.hasDrive(name), a.hasDocs(name)
	}
	var in *bufio.Reader
	if !a.inIsTerminal() {
		in = bufio.NewReader(io.LimitReader(a.stdin, 256<<10))
	}
	hardenProcess()
	if o.drive {
		d, err := a.driveOf(name)
		if err != nil {
			return err
		}
		l := login{name: name, ask: text.CliAskCookie, stored: text.CliStored, store: a.store(name, d)}
		l.probe = func(ctx context.Context) error {
			acc, err := a.sources().account(name)
			if err != nil {
				return err
			}
			return acc.source.Probe(ctx)
		}
		if err := a.logIn(l, kind, o.identity, in); err != nil {
			return err
		}
	}
	if o.docs {
		d, err := a.docsOf(name)
		if err != nil {
			return err
		}
		l := login{name: name, ask: text.CliAskToken, stored: text.CliStoredToken, store: a.docsStore(name, d)}
		l.probe = func(ctx context.Context) error {
			acc, err := a.sources().docs(name)
			if err != nil {
				return err
			}
			return acc.service.Probe(ctx)
		}
		if err := a.logIn(l, kind, o.identity, in); err != nil {
			return err
		}
	}
	return a.line(a.cat.Say(text.CliSignedIn, name))
}

// login is one credential.
type login struct {
	name        string
	ask, stored text.Text
	store       *secret.Store
	probe       func(context.Context) error
}

// logIn reads, stores and tries one credential.
func (a *app) logIn(l login, kind secret.Kind, identity string, in *bufio.Reader) error {
	v, err := a.readSecret(a.cat.Say(l.ask, l.name), in)
	if err != nil {
		return err
	}
	from, err := l.store.Save(a.ctx(), kind, v, identity)
	if err != nil {
		return err
	}
	if err := a.line(a.cat.Say(l.stored, l.name, from.Say(a.cat))); err != nil {
		return err
	}
	if err := a.out.Flush(); err != nil {
		return a.outputFailed(err)
	}
	if now, err := l.store.Where(a.ctx()); err == nil && now.Say(a.cat) != from.Say(a.cat) {
		a.warnLine(a.cat.Say(text.CliStoredBehind, now.Say(a.cat)))
	}
	ctx, cancel := context.WithTimeout(a.ctx(), loginPatience)
	defer cancel()
	return l.probe(ctx)
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
