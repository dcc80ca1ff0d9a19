// Package logins has a client.Logins for tests of the screen.
package logins

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Logins is a client.Logins in memory: it takes what has "good" in it.
type Logins struct {
	Plain  bool                // the address is not encrypted
	Given  model.Sentence      // the source in place of what is stored
	Stores []client.LoginStore // nil = one
	Err    error               // of the service, whatever was pasted
	Hold   chan struct{}       // a check waits until it is closed; nil = at once
	Code   *Scan               // nil = there is no sign-in by a QR code

	Kept  []string // account, service and store of what was stored
	Added map[string]map[model.Scheme]string
	OnIn  func() // after signing in
}

type pasted string

func (p pasted) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "[redacted]") }
func (p pasted) Said() model.Sentence {
	return model.Say("%d {cookie|cookies} of %s", strings.Count(string(p), "="), "drive.example")
}

func (l *Logins) Services() []client.LoginService {
	return []client.LoginService{
		{Scheme: model.SchemeDrive, Name: "drive", Short: "Drive", Again: "Sign in again in the browser, then copy from a newer request.", Address: "https://drive.example", Steps: []text.Text{
			"1. In a browser sign in: %s",
			"2. Press F12, choose Network, reload the page.",
			"3. Right-click a drive request: Copy as cURL.",
			"4. Paste it below. A cookies.txt also works.",
		}},
		{Scheme: model.SchemeDocs, Name: "documents", Short: "Documents", Address: "https://docs.example/mcp", Steps: []text.Text{"1. Copy the token, and paste it below."}},
	}
}

func (l *Logins) Form(_ context.Context, _ string, of model.Scheme) (client.LoginForm, error) {
	f := client.LoginForm{Address: "https://" + string(of) + ".example", Plain: l.Plain, Given: l.Given, Stores: l.Stores, Scans: l.Code != nil}
	if f.Stores == nil {
		f.Stores = []client.LoginStore{{Name: "keyring", Said: model.Say("the system's keyring")}}
	}
	return f, nil
}

func (l *Logins) Read(_ string, of model.Scheme, raw string) (client.Pasted, error) {
	if of == model.SchemeDrive && !strings.Contains(raw, "=") {
		return nil, client.Errorf(client.KindInvalid, "login", model.Place{}, "this is not a cookie: paste the value of the request header Cookie, a cURL line, or a cookies.txt")
	}
	return pasted(raw), nil
}

// Scan is a client.Scan.
type Scan struct {
	To    string
	Err   error // there is no code
	Until time.Time
	Steps chan Step
}

// Step is one that Next returns: confirmed if something is given.
type Step struct {
	Gives string
	Err   error
}

func (s *Scan) Link() string    { return s.To }
func (s *Scan) Ends() time.Time { return s.Until }

func (s *Scan) Next(ctx context.Context) (client.Pasted, error) {
	select {
	case is := <-s.Steps:
		if is.Gives == "" || is.Err != nil {
			return nil, is.Err
		}
		return pasted(is.Gives), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *Logins) Scan(context.Context, string, model.Scheme) (client.Scan, error) {
	if l.Code.Err != nil {
		return nil, l.Code.Err
	}
	return l.Code, nil
}

func (l *Logins) SignIn(ctx context.Context, account string, of model.Scheme, p client.Pasted, store string) (in client.SignedIn, err error) {
	if l.Hold != nil {
		select {
		case <-l.Hold:
		case <-ctx.Done():
			return in, ctx.Err()
		}
	}
	if l.Err != nil {
		return in, l.Err
	}
	if !strings.Contains(string(p.(pasted)), "good") {
		return in, client.Errorf(client.KindAuth, "probe", model.Place{}, "the drive refused the session.")
	}
	l.Kept = append(l.Kept, account+" "+string(of)+" "+store)
	if l.OnIn != nil {
		l.OnIn()
	}
	return client.SignedIn{From: model.Say(text.FromKeyring), Until: time.Time{}}, nil
}

func (l *Logins) Add(account string, addresses map[model.Scheme]string) error {
	if l.Added[account] != nil {
		return client.Errorf(client.KindConflict, "account", model.Place{}, "there is an account %s already", account)
	}
	if l.Added == nil {
		l.Added = map[string]map[model.Scheme]string{}
	}
	l.Added[account] = addresses
	return nil
}

var _ client.Logins = (*Logins)(nil)
