package drive

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/secret/paste"
	"aloft/model"
	"aloft/model/text"
)

// CodeOptions of a sign-in.
type CodeOptions struct {
	Account string
	Login   string // base URL of the login service
	Page    string // URL that the code leads to; it gets the token
	Client  string // client_id
	Origin  string // base URL of the web page that sets the cookies
	Base    string // base URL of the drive, which gets them
	// LoginGate and OriginGate send to Login and to Origin.
	LoginGate, OriginGate Sender
	// Hide gets what no log and no screen may show.
	Hide  func(string)
	Scale float64 // multiplies the pause between polls; 0 = 1
}

// Sender is a gate.
type Sender interface {
	Do(ctx context.Context, c gate.Call) (*gate.Reply, error)
}

// Paths and statuses, from a public client.
const (
	pathToken   = "/cas/ajax/getTokenForQrcodeLogin"
	pathTicket  = "/cas/ajax/getServiceTicketByQrcodeToken"
	pathAccount = "/account/info"
	version     = "1.2"

	statusOK     = 2000000
	statusUnseen = 50004001
	statusSeen   = 50004002
)

// Life is how long a code is polled for, and every how often.
const (
	Life  = 2 * time.Minute
	every = time.Second
)

const (
	maxAnswer   = 256 << 10
	maxToken    = 1024
	maxFailures = 5 // in a row
)

// Code is a code that waits to be scanned.
type Code struct {
	o     CodeOptions
	jar   *cookiejar.Jar
	until []*http.Cookie
	token string
	link  string
	ends  time.Time
	seen  bool
}

// NewCode asks for a code.
func NewCode(ctx context.Context, o CodeOptions) (*Code, error) {
	if o.Scale <= 0 {
		o.Scale = 1
	}
	jar, err := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List})
	if err != nil {
		return nil, err
	}
	c := &Code{o: o, jar: jar}
	a, err := c.ask(ctx, pathToken, nil)
	if err != nil {
		return nil, err
	}
	c.token = a.Data.Members.Token
	if a.status() != statusOK || !usable(c.token) {
		return nil, c.refused(a, "%s gave no QR code for the sign-in (code %d)", c.o.Login, a.status())
	}
	c.ends = time.Now().Add(Life)
	if c.link, err = withQuery(o.Page, url.Values{"token": {c.token}}); err != nil {
		return nil, c.fail(client.KindInvalid, text.CliBadURL, o.Page)
	}
	return c, nil
}

// Link is what the code says.
func (c *Code) Link() string { return c.link }

// Ends is when the code is of no use any more.
func (c *Code) Ends() time.Time { return c.ends }

// Next waits for the next step: nil when the code was scanned, and the session when the sign-in was confirmed. An
// error of KindStale means that the code is over: with a fresh one it goes on.
func (c *Code) Next(ctx context.Context) (*paste.Session, error) {
	for failures := 0; ; {
		if !time.Now().Before(c.ends) {
			return nil, c.fail(client.KindStale, "the code has expired: nobody has confirmed it within two minutes")
		}
		if err := client.Sleep(ctx, time.Duration(float64(every)*c.o.Scale)); err != nil {
			return nil, err
		}
		a, err := c.ask(ctx, pathTicket, url.Values{"token": {c.token}})
		switch {
		case err != nil:
			if failures++; failures >= maxFailures || ctx.Err() != nil || !passing(err) {
				return nil, err
			}
			continue
		case a.status() == statusUnseen:
		case a.status() == statusSeen && !c.seen:
			c.seen = true
			return nil, nil
		case a.status() == statusSeen:
		case a.status() == statusOK:
			return c.use(ctx, a)
		default:
			e := c.refused(a, "the service ended this sign-in (code %d): the QR code has expired or was declined", a.status())
			e.Kind, e.Hint = client.KindStale, ""
			return nil, e
		}
		failures = 0
	}
}

// passing reports whether a poll can be made again.
func passing(err error) bool {
	return client.Is(err, client.KindNetwork) || client.Is(err, client.KindThrottled) || client.Is(err, client.KindServer)
}

// use exchanges the ticket of an answer for the cookies, once.
func (c *Code) use(ctx context.Context, a *scanAnswer) (*paste.Session, error) {
	ticket := a.Data.Members.Ticket
	if !usable(ticket) {
		return nil, c.noLogin(c.o.Login, a.http)
	}
	c.o.Hide(ticket)
	at, err := withQuery(c.o.Origin+pathAccount, url.Values{"st": {ticket}, "lw": {"scan"}})
	if err != nil {
		return nil, c.fail(client.KindInvalid, text.CliBadURL, c.o.Origin)
	}
	reply, err := c.send(ctx, c.o.OriginGate, c.o.Origin, at)
	if err != nil {
		return nil, err
	}
	if reply.Status != http.StatusOK {
		return nil, c.noLogin(c.o.Origin, reply.Status)
	}
	s := &paste.Session{Header: c.cookies(), Until: c.until}
	if !strings.Contains("; "+s.Header, "; "+paste.LoginCookie+"=") {
		return nil, c.fail(client.KindInvalid, "%s accepted the sign-in but sent no session cookie", c.o.Origin)
	}
	return s, nil
}

// cookies are those that a browser would send to the drive and to its web page, each name once.
func (c *Code) cookies() string {
	var pairs []string
	has := map[string]bool{}
	for _, base := range []string{c.o.Base, c.o.Origin} {
		u, err := url.Parse(base + "/")
		if err != nil {
			continue
		}
		for _, k := range c.jar.Cookies(u) {
			if !has[k.Name] && !strings.ContainsFunc(k.Value, func(r rune) bool { return r < ' ' || r == ';' || r == 0x7f }) {
				pairs = append(pairs, k.Name+"="+k.Value)
			}
			has[k.Name] = true
		}
	}
	return strings.Join(pairs, "; ")
}

// send sends one request and keeps the cookies of its answer as a browser does.
func (c *Code) send(ctx context.Context, by Sender, base, at string) (*gate.Reply, error) {
	u, err := url.Parse(at)
	if err != nil {
		return nil, c.fail(client.KindInvalid, text.CliBadURL, base)
	}
	req := http.Request{Header: http.Header{
		"Accept": {"application/json"}, "Origin": {c.o.Origin}, "Referer": {c.o.Origin + "/"}, "User-Agent": {gate.UserAgent},
	}}
	for _, k := range c.jar.Cookies(u) {
		req.AddCookie(k)
	}
	call := gate.Call{Method: http.MethodGet, URL: at, Header: req.Header, Class: client.Interactive, MaxBody: maxAnswer}
	reply, err := by.Do(ctx, call)
	if err != nil {
		return nil, call.Fault("login", c.place(), err)
	}
	resp := http.Response{Header: reply.Header}
	set := resp.Cookies()
	for _, k := range set {
		c.o.Hide(k.Value)
		if k.Name == paste.LoginCookie && (k.MaxAge > 0 || !k.Expires.IsZero()) {
			c.until = []*http.Cookie{k}
		}
	}
	c.jar.SetCookies(u, set)
	return reply, c.judge(base, reply)
}

// judge says what an answer means that is none of the service's.
func (c *Code) judge(base string, r *gate.Reply) error {
	var e *client.Error
	switch {
	case r.Status == http.StatusTooManyRequests:
		e = c.fail(client.KindThrottled, text.DriveSlowDown)
	case r.Status >= 500:
		e = c.fail(client.KindServer, "%s failed (HTTP %d)", base, r.Status)
		e.Hint = text.DriveLater
	case r.Status >= 300 && r.Status < 400:
		to, err := url.Parse(r.Header.Get("Location")) // whose query may have what is secret
		if err != nil {
			to = &url.URL{}
		}
		e = c.fail(client.KindInvalid, "%s redirects the sign-in to %q; nothing was sent there", base, to.Host)
		e.Hint, e.HintArgs = hintAddresses, []any{c.o.Account}
	default:
		return nil
	}
	e.Status = r.Status
	return e
}

// ask sends a request to the login service.
func (c *Code) ask(ctx context.Context, path string, q url.Values) (*scanAnswer, error) {
	all := url.Values{"client_id": {c.o.Client}, "v": {version}, "request_id": {requestID()}}
	maps.Copy(all, q)
	reply, err := c.send(ctx, c.o.LoginGate, c.o.Login, c.o.Login+path+"?"+all.Encode())
	if err != nil {
		return nil, err
	}
	a, ok := parse(reply)
	if !ok {
		return nil, c.noLogin(c.o.Login, reply.Status)
	}
	return a, nil
}

const hintAddresses text.Text = "check login_url and web_origin of the account %[1]s, or sign in with the cookie: aloft account login %[1]s"

// noLogin is the error of an address where something else answers.
func (c *Code) noLogin(base string, status int) *client.Error {
	e := c.fail(client.KindInvalid, "%s does not answer like a QR code sign-in (HTTP %d)", base, status)
	e.Hint, e.HintArgs, e.Status = hintAddresses, []any{c.o.Account}, status
	return e
}

// refused is the error of a service that says no.
func (c *Code) refused(a *scanAnswer, what text.Text, args ...any) *client.Error {
	e := c.fail(client.KindInvalid, what, args...)
	e.Code, e.Server, e.Status = a.status(), gate.Shorten(a.Message), a.http
	e.Hint, e.HintArgs = hintAddresses, []any{c.o.Account}
	return e
}

func (c *Code) fail(kind client.Kind, what text.Text, args ...any) *client.Error {
	return client.Errorf(kind, "login", c.place(), what, args...)
}

func (c *Code) place() model.Place {
	return model.Place{Account: c.o.Account, Scheme: model.SchemeDrive}
}

func requestID() string {
	raw := make([]byte, 16)
	rand.Read(raw)
	return hex.EncodeToString(raw)
}

// withQuery adds parameters to an address, which may have some.
func withQuery(address string, q url.Values) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	have := u.Query()
	maps.Copy(have, q)
	u.RawQuery = have.Encode()
	return u.String(), nil
}
