package secret

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/config"
	"aloft/client/secret/paste"
	"aloft/model"
)

// LoginPatience is the timeout of checking a login.
const LoginPatience = 20 * time.Second

// Login is one credential of an account.
type Login struct {
	Account string
	Hosts   []string // it is a cookie for them, and read as browsers give it; nil = any text of one line
	Store   *Store
	// Valid says why a text cannot be the credential, before it is stored; nil: any text can.
	Valid func(string) error
	// Check asks the service whether the credential of a store is valid; nil: nobody can be asked.
	Check func(context.Context, *Store) error
	// Code asks the service for a QR code to sign in by; nil: it has none.
	Code func(context.Context) (Code, error)
}

// Code is a QR code to sign in by: client.Scan, but what it gives.
type Code interface {
	Link() string
	Ends() time.Time
	Next(context.Context) (*paste.Session, error)
}

// LoginHosts are those that a browser sends the cookie of a service to; nil: it has none.
func LoginHosts(a *config.Account, of model.Scheme) []string {
	if of != model.SchemeDrive {
		return nil
	}
	hosts := []string{}
	for _, raw := range []string{a.Drive.BaseURL, a.Drive.WebOrigin} {
		if u, err := url.Parse(raw); err == nil && u.Hostname() != "" {
			hosts = append(hosts, u.Hostname())
		}
	}
	return hosts
}

// Pasted is what a person has given, as it was understood. It never prints its value.
type Pasted struct {
	value   Secret
	until   []*http.Cookie // whose end is known
	cookies int            // 0: it is no cookie
	host    string         // it is a cookie for it
}

// Format hides the value from every verb of package fmt.
func (p *Pasted) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, Redacted) }

// Read understands what was pasted; of nothing it makes nothing, which no store takes.
func (l *Login) Read(raw string, now time.Time) (*Pasted, error) {
	if l.Valid != nil {
		if err := l.Valid(strings.TrimSpace(raw)); err != nil {
			return nil, err
		}
	}
	if l.Hosts == nil || strings.TrimSpace(raw) == "" {
		return &Pasted{value: New(raw)}, nil
	}
	p, why := paste.Read(raw, l.Hosts, now)
	if why != "" {
		return nil, client.Errorf(client.KindInvalid, "login", model.Place{}, why)
	}
	return l.session(&p), nil
}

func (l *Login) session(p *paste.Session) *Pasted {
	return &Pasted{value: New(p.Header), until: p.Until, host: l.Hosts[0], cookies: strings.Count(strings.Trim(p.Header, "; "), ";") + 1}
}

// Scan asks the service for a QR code to sign in by.
func (l *Login) Scan(ctx context.Context) (*Scan, error) {
	if l.Code == nil {
		return nil, client.Errorf(client.KindUnsupported, "login", model.Place{}, "the account %s has no QR code sign-in", l.Account).
			Hinted("set accounts.%[1]s.drive.login_url in config.toml, or sign in with the cookie: aloft account login %[1]s", l.Account)
	}
	c, err := l.Code(ctx)
	if err != nil {
		return nil, err
	}
	return &Scan{c, l}, nil
}

// Scan is a client.Scan.
type Scan struct {
	Code
	of *Login
}

// Next waits for the next step.
func (s *Scan) Next(ctx context.Context) (client.Pasted, error) {
	p, err := s.Await(ctx)
	if p == nil {
		return nil, err
	}
	return p, err
}

// Await is Next with what SignIn takes.
func (s *Scan) Await(ctx context.Context) (*Pasted, error) {
	got, err := s.Code.Next(ctx)
	if got == nil || err != nil {
		return nil, err
	}
	return s.of.session(got), nil
}

// Kept says where a credential is.
type Kept struct {
	From   model.Sentence
	Over   model.Sentence // it is used in place of what was stored; zero = nothing is
	Unkept error          // why something of it could not be stored
}

// Keep stores it without asking the service.
func (l *Login) Keep(ctx context.Context, p *Pasted, kind Kind, identity string) (k Kept, err error) {
	if k.From, err = l.Store.Save(ctx, kind, p.value, identity); err != nil {
		return k, err
	}
	k.Unkept = l.Store.Rotate(ctx, p.until) // where its end is remembered
	k.Over = l.Store.Given()
	return k, nil
}

// SignIn asks the service first: with an error nothing was stored.
func (l *Login) SignIn(ctx context.Context, p *Pasted, kind Kind, identity string) (k Kept, err error) {
	if kind, err = l.Store.Ready(ctx, kind, identity); err != nil {
		return k, err
	}
	tried, err := l.try(ctx, p)
	if err != nil {
		return k, err
	}
	// It is valid: whoever stops waiting now has signed in all the same.
	if k.From, k.Unkept, err = l.Store.Adopt(context.WithoutCancel(ctx), kind, tried, identity); err != nil {
		return k, err
	}
	k.Over = l.Store.Given()
	return k, nil
}

// try asks the service whether it takes the credential, and stores nothing.
func (l *Login) try(ctx context.Context, p *Pasted) (*Store, error) {
	tried, err := l.Store.Try(p.value)
	if err != nil {
		return nil, err
	}
	if err := tried.Rotate(ctx, p.until); err != nil || l.Check == nil {
		return tried, err
	}
	ctx, cancel := context.WithTimeout(ctx, LoginPatience)
	defer cancel()
	return tried, l.Check(ctx, tried)
}
