// Package login takes credentials from a person or from standard input.
package login

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
	"aloft/client/secret"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/model/text"
)

// Asker asks for credentials, stores them and tries them.
type Asker struct {
	con     *console.Console
	session *session.Session
}

// New asks on the console.
func New(con *console.Console, s *session.Session) *Asker { return &Asker{con: con, session: s} }

// loginPatience is the timeout of trying a login. One that cannot be tried is
// stored all the same.
const loginPatience = 20 * time.Second

// Credential is one credential.
type Credential struct {
	Name        string
	Ask, Stored text.Text
	What        text.Text // what it is called
	Where       text.Text // where a person finds it
	Store       *secret.Store
	Probe       func(context.Context) error
}

// All reads, stores and tries each credential. What could be stored stays, whatever
// happens to the others; the first error is the command's.
func (as *Asker) All(all []Credential, kind secret.Kind, identity string) error {
	kind, err := as.whereToStore(all[0].Store, kind, identity)
	if err != nil {
		return err
	}
	var in *bufio.Reader
	if !as.con.InIsTerminal() {
		in = bufio.NewReader(io.LimitReader(as.con.Stdin, 256<<10))
	}
	var first error
	for _, l := range all {
		kept, err := as.logIn(l, kind, identity, in)
		switch {
		case err == nil:
		case errors.Is(err, context.Canceled):
			return err
		case first == nil:
			first = err
		default:
			as.con.Warn(err)
		}
		if err != nil && kept {
			as.con.WarnLine(as.con.Say("%s: %s was stored, but not found to be valid; try again with: aloft account status %[1]s", l.Name, as.con.Say(l.What)))
		}
	}
	return first
}

// whereToStore finds out where credentials can be kept before anybody looks one up,
// and asks a person on a machine that has no keyring.
func (as *Asker) whereToStore(s *secret.Store, kind secret.Kind, identity string) (secret.Kind, error) {
	got, err := s.Ready(as.session.Context(), kind, identity)
	if err == nil || kind != "" || !as.con.InIsTerminal() || !as.con.ErrIsTerminal() {
		return got, err
	}
	offer, ask := []secret.Kind{secret.InFile, secret.InAge}, text.Text("No keyring answers on this machine. Store it as age (encrypted to your SSH key) or file (plain, only you can read it)? Type age or file:")
	if _, err := s.Ready(as.session.Context(), secret.InAge, identity); err != nil {
		offer, ask = offer[:1], "No keyring answers on this machine, and there is no SSH key for age. Type file to store it in a plain file that only you can read:"
	}
	answer, rerr := as.con.Ask(as.session.Context(), as.con.Say(ask))
	if rerr != nil {
		return "", rerr
	}
	for _, k := range offer {
		if strings.EqualFold(answer, string(k)) {
			return s.Ready(as.session.Context(), k, identity)
		}
	}
	return "", err
}

// logIn reads, stores and tries one credential; kept: it is stored.
func (as *Asker) logIn(l Credential, kind secret.Kind, identity string, in *bufio.Reader) (kept bool, err error) {
	if in == nil && l.Where != "" {
		as.con.Beside(as.con.Say(l.Where))
	}
	v, err := as.readSecret(as.con.Say(l.Ask, l.Name), in)
	if err != nil {
		return false, err
	}
	from, err := l.Store.Save(as.session.Context(), kind, v, identity)
	if err != nil {
		return false, err
	}
	if err := as.con.Line(as.con.Say(l.Stored, l.Name, from.Say(as.con.Catalogue))); err != nil {
		return true, err
	}
	if err := as.con.Flush(); err != nil {
		return true, err
	}
	if now, err := l.Store.Where(as.session.Context()); err == nil && now.Say(as.con.Catalogue) != from.Say(as.con.Catalogue) {
		as.con.WarnLine(as.con.Say("what was stored is not used as long as there is %s", now.Say(as.con.Catalogue)))
	}
	ctx, cancel := context.WithTimeout(as.session.Context(), loginPatience)
	defer cancel()
	return true, l.Probe(ctx)
}

// readSecret reads a credential without echo: from the terminal, or from standard
// input when that is none.
func (as *Asker) readSecret(ask string, in *bufio.Reader) (secret.Secret, error) {
	if in == nil {
		_, _ = io.WriteString(as.con.Stderr, ask+" ")
		b, err := as.readHidden()
		_, _ = io.WriteString(as.con.Stderr, "\n")
		return secret.New(string(b)), err
	}
	line, err := in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return secret.Secret{}, &client.Error{Kind: client.KindLocal, Op: "login", What: text.CliInput, Args: []any{err.Error()}, Err: err}
	}
	return secret.New(line), nil
}

// readHidden restores the terminal's echo also when it is interrupted.
func (as *Asker) readHidden() ([]byte, error) {
	before, err := term.GetState(as.con.Stdin.Fd())
	if err != nil {
		return nil, err
	}
	type got struct {
		b   []byte
		err error
	}
	c := make(chan got, 1)
	go func() {
		b, err := term.ReadPassword(as.con.Stdin.Fd())
		c <- got{b, err}
	}()
	select {
	case <-as.session.Context().Done():
		return nil, errors.Join(context.Canceled, term.Restore(as.con.Stdin.Fd(), before))
	case g := <-c:
		return g.b, g.err
	}
}

// StoreFlag chooses where a login is kept.
func (as *Asker) StoreFlag(c *cobra.Command, store *string) {
	c.Flags().StringVar(store, "store", "", as.con.Say("where to store it: keyring, age or file"))
	var words []string
	for _, k := range secret.Kinds() {
		words = append(words, string(k))
	}
	console.OneOfWords(c, "store", words...)
}
