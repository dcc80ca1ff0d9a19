package platform

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nicholas-fedor/shoutrrr/pkg/router"
	"github.com/nicholas-fedor/shoutrrr/pkg/services/push/ntfy"
	"github.com/nicholas-fedor/shoutrrr/pkg/types"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

const (
	// mostTime is how long one post may take.
	mostTime = 30 * time.Second
	// mostSending is how many posts of a platform may be on their way. Some
	// services of shoutrrr cannot be told to give up; what hangs in one of them
	// keeps its place here until its connection ends.
	mostSending = 8
	// addressKept: a credential command need not run for every message, and an
	// address that was stored anew counts soon.
	addressKept = time.Minute
	// mostChat is how long a message may be, in UTF-16 units: just below what
	// the strictest of the services with long messages takes, which is 4,096.
	mostChat = 4000
)

// chat posts to a service that shoutrrr knows. Its address is a secret, and
// shoutrrr's errors hold it or parts of it: none of their words is passed on.
type chat struct {
	name    string
	d       Deps
	limit   time.Duration
	sending chan struct{}

	mu      sync.Mutex
	address string
	until   time.Time
}

func newShoutrrr(name string, d Deps) Platform {
	return &chat{name: name, d: d, limit: mostTime, sending: make(chan struct{}, mostSending)}
}

func (c *chat) Name() string { return c.name }

func (c *chat) Open(string) (Post, error) {
	address, err := c.read()
	if err != nil {
		return nil, err
	}
	service, err := c.check(address)
	if err != nil {
		c.forget()
		return nil, err
	}
	return func(ctx context.Context, m Message) error { return c.post(ctx, service, address, m) }, nil
}

// read gives the address.
func (c *chat) read() (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.address != "" && time.Now().Before(c.until) {
		return c.address, nil
	}
	var c0 *text.Catalogue
	address, why := "", c0.Say(text.PlatformAddressEmpty)
	if c.d.Address != nil {
		a, err := c.d.Address(c.name)
		if e := (*client.Error)(nil); errors.As(err, &e) {
			why = e.Say(nil)
		} else if err != nil {
			why = c0.Say(text.PlatformCauseOther)
		} else {
			address = strings.TrimSpace(a)
		}
	}
	if address == "" {
		e := fault(text.PlatformNoAddress, text.HintPlatformNoAddress, c.name, why)
		e.Kind, e.HintArgs = client.KindAuth, []any{c.name}
		return "", e
	}
	c.address, c.until = address, time.Now().Add(addressKept)
	return address, nil
}

func (c *chat) forget() {
	c.mu.Lock()
	c.address = ""
	c.mu.Unlock()
}

// check looks at the form of an address, and gives the name of its service.
func (c *chat) check(address string) (string, error) {
	r := newRouter()
	service, _, err := r.ExtractServiceName(address)
	known := services(r)
	if err != nil || !slices.Contains(known, service) {
		e := fault(text.PlatformAddressService, text.HintPlatformAddress, c.name)
		e.HintArgs = []any{strings.Join(known, ", ")}
		return "", e
	}
	if service == matrix {
		return service, nil
	}
	if _, err := locate(r, address); err != nil {
		e := fault(text.PlatformAddressWrong, text.HintPlatformAddressWrong, c.name, service)
		e.HintArgs = []any{c.name}
		return "", e
	}
	return service, nil
}

// matrix logs in while its address is looked at; all others only read it.
const matrix = "matrix"

// services are the names an address may begin with. What is left out takes a
// message and does nothing with it.
func services(r *router.ServiceRouter) []string {
	names := slices.DeleteFunc(r.ListServices(), func(n string) bool { return n == "logger" })
	slices.Sort(names)
	return names
}

func newRouter() *router.ServiceRouter {
	r := &router.ServiceRouter{}
	r.SetLogger(log.New(io.Discard, "", 0)) // its log has addresses
	return r
}

// locate makes the service of an address. A panic in it is an error.
func locate(r *router.ServiceRouter, address string) (s types.Service, err error) {
	defer func() {
		if recover() != nil {
			err = errBroken
		}
	}()
	return r.Locate(address)
}

var errBroken = errors.New("shoutrrr broke")

func (c *chat) post(ctx context.Context, service, address string, m Message) error {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	select {
	case c.sending <- struct{}{}:
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return stopped(c.name)
		}
		return sendFault(text.PlatformSendFull, text.HintPlatformSendFull, service, c.name, mostSending)
	}
	result := make(chan error, 1)
	go func() {
		defer func() { <-c.sending }()
		result <- send(service, address, m)
	}()
	select {
	case err := <-result:
		if err == nil {
			return nil
		}
		c.forget()
		var say *text.Catalogue
		what, args := cause(err)
		e := sendFault(text.PlatformSendFailed, text.HintPlatformSend, service, c.name, say.Say(what, args...))
		e.HintArgs = []any{c.name}
		return e
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return stopped(c.name)
		}
		e := sendFault(text.PlatformSendTimeout, text.HintPlatformSend, service, c.name, time.Since(began).Round(time.Millisecond))
		e.HintArgs = []any{c.name}
		return e
	}
}

// send takes a message to the service. Nothing can stop it but the service.
func send(service, address string, m Message) (err error) {
	defer func() {
		if recover() != nil {
			err = errBroken
		}
	}()
	s, err := newRouter().Locate(address)
	if err != nil {
		return err
	}
	defer own(s)()
	params := types.Params{}
	if titled(service, address) {
		params["title"] = model.TruncateEnd(model.Clean(title(m)), mostShown)
	}
	return s.Send(plain(m.Text), &params)
}

// own sees to it that a service's own connections end with the message: each
// message makes its service anew, and theirs would be kept for good.
func own(s types.Service) (end func()) {
	switch s := s.(type) {
	case *ntfy.Service:
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: s.Config.DisableTLSVerification}
		s.SetHTTPClient(&http.Client{Transport: t, Timeout: mostTime})
		return t.CloseIdleConnections
	case interface{ GetHTTPClient() *http.Client }:
		return func() {
			if h := s.GetHTTPClient(); h != nil && h.Transport != nil {
				h.CloseIdleConnections()
			}
		}
	}
	return func() {}
}

// titled reports whether a service shows titles, and its address has none of
// its own. Zulip's title is the topic, which decides where a message stands.
func titled(service, address string) bool {
	switch service {
	case "bark", "discord", "generic", "gotify", "ifttt", "join", "lark", "ntfy", "opsgenie", "pushbullet", "pushover", "slack", "smtp", "teams", "telegram":
	default:
		return false
	}
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	for key := range u.Query() {
		if strings.EqualFold(key, "title") || strings.EqualFold(key, "subject") {
			return false
		}
	}
	return true
}

// plain is a text for a service: clean lines, and not too many of them.
func plain(s string) string {
	lines := strings.Split(strings.ToValidUTF8(strings.TrimSpace(s), string(model.Shown)), "\n")
	for i, l := range lines {
		lines[i] = model.Clean(strings.ReplaceAll(strings.TrimSuffix(l, "\r"), "\t", "    "))
	}
	// Some services refuse a message without any text.
	return cut(cmp.Or(strings.Join(lines, "\n"), "-"), mostChat)
}

func sendFault(what, hint text.Text, args ...any) *client.Error {
	return &client.Error{Kind: client.KindNetwork, Op: "post", What: what, Args: args, Hint: hint}
}

// stopped: the receiver ends, or the work was stopped by a person.
func stopped(name string) error {
	return &client.Error{Kind: client.KindLocal, Op: "post", What: text.PlatformStopped, Args: []any{name}, Hint: text.HintPlatformReplay}
}
