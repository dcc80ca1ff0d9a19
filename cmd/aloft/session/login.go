package session

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"

	"aloft/client"
	"aloft/client/secret"
	"aloft/client/secret/paste"
	"aloft/cmd/aloft/console"
	"aloft/model/text"
)

// Asker asks for credentials, stores them and tries them.
type Asker struct {
	con     *console.Console
	session *Session
}

// NewAsker asks on the console.
func NewAsker(con *console.Console, s *Session) *Asker { return &Asker{con: con, session: s} }

// maxPasted is larger than the cookies of a whole browser.
const maxPasted = 4 << 20

// Credential is one credential.
type Credential struct {
	secret.Login
	Ask, Stored text.Text
	What        text.Text // what it is called
	Where       text.Text // where a person finds it
}

// All reads, stores and tries each credential. What could be stored stays, whatever
// happens to the others; the first error is the command's. from, when set, is read
// instead of the terminal or standard input.
func (as *Asker) All(all []Credential, kind secret.Kind, identity string, from io.Reader) error {
	kind, err := as.whereToStore(all[0].Store, kind, identity)
	if err != nil {
		return err
	}
	var in *lines
	switch {
	case from != nil:
		in = &lines{r: bufio.NewReader(io.LimitReader(from, maxPasted))}
	case !as.con.InIsTerminal():
		in = &lines{r: bufio.NewReader(io.LimitReader(as.con.Stdin, maxPasted))}
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
			as.con.WarnLine(as.con.Say("%s: %s was stored, but the check failed; try again with: aloft account status %[1]s", l.Account, as.con.Say(l.What)))
		}
	}
	return first
}

// whereToStore finds out where credentials can be kept before anybody looks one up,
// and asks a person on a machine that has no keyring.
func (as *Asker) whereToStore(s *secret.Store, kind secret.Kind, identity string) (secret.Kind, error) {
	got, err := s.Ready(as.session.Context(), kind, identity)
	if err == nil || kind != "" || !as.con.CanAsk() {
		return got, err
	}
	offer, ask := []secret.Kind{secret.InFile, secret.InAge}, text.Text("This machine has no working keyring. Store the credential as age (encrypted to your SSH key) or file (plain, only you can read it)? Type age or file:")
	if _, err := s.Ready(as.session.Context(), secret.InAge, identity); err != nil {
		offer, ask = offer[:1], "This machine has no working keyring, and no SSH key for age. Type file to store the credential in a plain file that only you can read:"
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
func (as *Asker) logIn(l Credential, kind secret.Kind, identity string, in *lines) (kept bool, err error) {
	if in == nil && l.Where != "" {
		as.con.Beside(as.con.Say(l.Where))
	}
	raw, err := as.readSecret(as.con.Say(l.Ask, l.Account), l.Hosts != nil, in)
	if err != nil {
		return false, err
	}
	p, err := l.Read(raw, time.Now())
	if err != nil {
		if e := (*client.Error)(nil); errors.As(err, &e) && e.Hint == "" {
			e.Hint = "nothing was stored; aloft account login --help says where the cookie is found"
		}
		return false, err
	}
	now, err := l.SignIn(as.session.Context(), p, kind, identity)
	unasked := client.Is(err, client.KindNetwork)
	switch {
	case unasked: // it can be stored before the service is there
		failed := err
		if now, err = l.Keep(as.session.Context(), p, kind, identity); err != nil {
			return false, err
		}
		defer func() { err = cmp.Or(err, failed) }()
	case err != nil:
		as.con.WarnLine(as.con.Say("%s: %s was not stored, and nothing was changed", l.Account, as.con.Say(l.What)))
		return false, err
	}
	if now.Unkept != nil {
		as.con.Warn(now.Unkept)
	}
	if err := as.con.Line(as.con.Say(l.Stored, l.Account, now.From)); err != nil {
		return true, err
	}
	if err := as.con.Flush(); err != nil {
		return true, err
	}
	if !now.Over.IsZero() {
		as.con.WarnLine(as.con.Say("the stored credential is not used while %s is set", now.Over))
	}
	if at := l.Store.Ends(); !at.IsZero() && !unasked {
		return true, as.con.Line(as.con.Say("%s of %s is valid until %s", as.con.Say(l.What), l.Account, console.When(at)))
	}
	return true, nil
}

// readSecret reads a credential without echo: from the terminal, or from in. A cookie
// may have several lines, as browsers give it.
func (as *Asker) readSecret(ask string, cookie bool, in *lines) (string, error) {
	if in == nil {
		_, _ = io.WriteString(as.con.Stderr, ask+" ")
		s, err := as.readHidden(cookie)
		_, _ = io.WriteString(as.con.Stderr, "\n")
		return s, err
	}
	s, err := in.pasted(cookie)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", &client.Error{Kind: client.KindLocal, Op: "login", What: text.CliInput, Args: []any{err.Error()}, Err: err}
	}
	return s, nil
}

// lines are the lines of an input, of which one can be put back.
type lines struct {
	r    *bufio.Reader
	held string
}

func (l *lines) next() (string, error) {
	if s := l.held; s != "" {
		l.held = ""
		return s, nil
	}
	return l.r.ReadString('\n')
}

// pasted is one credential: a line, and those that belong to it.
func (l *lines) pasted(cookie bool) (string, error) {
	all, err := l.next()
	for err == nil && cookie && paste.More(all) {
		var s string
		if s, err = l.next(); paste.IsFile(all) && !paste.FileLine(s) {
			l.held = s
			return all, nil
		}
		all += s
	}
	return all, err
}

// readHidden restores the terminal also when it is interrupted.
func (as *Asker) readHidden(cookie bool) (string, error) {
	before, err := term.MakeRaw(as.con.Stdin.Fd()) // a terminal that edits lines cuts them at 4 KiB
	if err != nil {
		return "", err
	}
	s, err := console.Typed(as.session.Context(), func() (string, error) { return typed(as.con.Stdin, cookie) })
	return s, errors.Join(err, term.Restore(as.con.Stdin.Fd(), before))
}

// typed reads what is typed or pasted, byte by byte: what follows is for the next
// question. A cookies.txt ends with an empty line.
func typed(in io.Reader, cookie bool) (string, error) {
	var all, line, b, last = "", []byte(nil), []byte{0}, byte(0)
	for len(all)+len(line) < maxPasted {
		if _, err := io.ReadFull(in, b); err != nil {
			return all + string(line), err
		}
		switch c := b[0]; {
		case c == '\n' && last == '\r': // one line end
		case c == '\r', c == '\n':
			all += string(line) + "\n"
			file := paste.IsFile(all)
			if !cookie || file && len(line) == 0 && strings.Contains(all, "\t") || !file && !paste.More(all) {
				return all, nil
			}
			line = line[:0]
		case c == 3: // Ctrl+C
			return "", context.Canceled
		case c == 4: // Ctrl+D
			return all + string(line), nil
		case c == 0x15: // Ctrl+U
			line = line[:0]
		case c == 0x7f, c == 8:
			_, n := utf8.DecodeLastRune(line)
			line = line[:len(line)-n]
		default:
			line = append(line, c)
		}
		last = b[0]
	}
	return all, nil
}

// StoreFlag chooses where a login is kept.
func StoreFlag() console.Flag {
	return console.Flag{Name: "store", Value: "", Help: "where to store it: keyring, age or file", Words: console.Words(secret.Kinds()), Only: true}
}
