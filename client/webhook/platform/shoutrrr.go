package platform

import (
	"context"
	"errors"
	"io"
	"log"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nicholas-fedor/shoutrrr/pkg/router"
	"github.com/nicholas-fedor/shoutrrr/pkg/types"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

const (
	// maxTime is the time limit of one post.
	maxTime = 30 * time.Second
	// maxSending is how many posts of a platform may run at once. Some services of shoutrrr cannot be cancelled; a
	// hanging post keeps its place until its connection ends.
	maxSending = 8
	// addressKept is how long an address is cached: a credential command need not run for every message, and a
	// changed address takes effect soon.
	addressKept = time.Minute
	// maxChat is the length of a message, in UTF-16 units: just below the limit of
	// the strictest of the services with long messages, which is 4,096.
	maxChat = 4000
)

// chat posts to a service of shoutrrr. Its address is a secret, and shoutrrr's errors may contain it, so they are
// never passed on.
type chat struct {
	name    string
	d       Deps
	limit   time.Duration
	sending chan struct{}

	mu      sync.Mutex
	address string
	failed  error     // why there is no address
	until   time.Time // when address or failed expires
}

func newShoutrrr(name string, _ Setting, d Deps) (Platform, error) {
	return &chat{name: name, d: d, limit: maxTime, sending: make(chan struct{}, maxSending)}, nil
}

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

// read returns the address. One caller reads it at a time. After a slow failure it waits as long as that took before
// the next read.
func (c *chat) read() (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	began := time.Now()
	if began.Before(c.until) {
		return c.address, c.failed
	}
	c.address, c.failed = "", nil
	var err error
	if c.d.Address != nil {
		var a string
		a, err = c.d.Address(c.name)
		c.address = strings.TrimSpace(a)
	}
	if err == nil && c.address != "" {
		c.until = time.Now().Add(addressKept)
		return c.address, nil
	}
	c.address, c.failed = "", c.missing(err)
	c.until = time.Now().Add(min(time.Since(began), maxTime))
	return "", c.failed
}

// missing says why there is no address. Only our own errors certainly contain no part of it.
func (c *chat) missing(err error) error {
	why, hint, args := model.Say("none is stored"), text.Text("store one with aloft hook login %s"), []any{c.name}
	var ours *client.Error
	switch {
	case errors.As(err, &ours):
		why = client.Trouble(ours)
		if ours.Hint != "" {
			hint, args = ours.Hint, ours.HintArgs
		}
	case err != nil:
		why = model.Say(text.PlatformCauseOther)
	}
	return &client.Error{Kind: client.KindAuth, Op: "post", What: "the platform %s has no address: %s", Args: []any{c.name, why},
		Hint: hint, HintArgs: args}
}

func (c *chat) forget() {
	c.mu.Lock()
	c.until = time.Time{}
	c.mu.Unlock()
}

// check checks the form of an address, and returns the name of its service.
func (c *chat) check(address string) (string, error) {
	r := newRouter()
	service, _, err := r.ExtractServiceName(address)
	known := services(r)
	if err != nil || !slices.Contains(known, service) {
		e := fault("the address of the platform %s names an unknown service", "the address begins with the name of its service, such as ntfy:// or smtp://; services: %s", c.name)
		e.HintArgs = []any{strings.Join(known, ", ")}
		return "", e
	}
	if service == matrix {
		return service, nil
	}
	if _, err := locate(r, address); err != nil {
		e := fault("the address of the platform %s is not valid for the service %s", "look up the address format in shoutrrr's documentation, then store the address again with aloft hook login %s", c.name, service)
		e.HintArgs = []any{c.name}
		return "", e
	}
	return service, nil
}

// matrix logs in while its address is parsed; the others only parse it.
const matrix = "matrix"

// services are the allowed schemes of an address. Those left out accept a message and do nothing with it.
func services(r *router.ServiceRouter) []string {
	names := slices.DeleteFunc(r.ListServices(), func(n string) bool { return n == "logger" })
	slices.Sort(names)
	return names
}

func newRouter() *router.ServiceRouter {
	r := &router.ServiceRouter{}
	r.SetLogger(log.New(io.Discard, "", 0)) // its log contains addresses
	return r
}

// locate makes the service of an address. A panic in it becomes an error.
func locate(r *router.ServiceRouter, address string) (s types.Service, err error) {
	defer func() {
		if recover() != nil {
			err = errBroken
		}
	}()
	return r.Locate(address)
}

var errBroken = errors.New("shoutrrr crashed")

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
		return sendFault("the service %s of the platform %s has not answered %d {message|messages} yet and accepts no more", "wait until the service answers again, or restart aloft", service, c.name, maxSending)
	}
	result := make(chan sent, 1)
	go func() {
		defer func() { <-c.sending }()
		result <- send(service, address, m, c.d.Language)
	}()
	select {
	case r := <-result:
		if r.err == nil {
			return nil
		}
		c.forget()
		what, args := cause(r)
		e := sendFault("the service %s of the platform %s did not accept the message: %s", text.HintPlatformSend, service, c.name, model.Say(what, args...))
		e.HintArgs = []any{c.name}
		return e
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.Canceled) {
			return stopped(c.name)
		}
		e := sendFault("the service %s of the platform %s did not answer within %s", text.HintPlatformSend, service, c.name, time.Since(began).Round(time.Millisecond))
		e.HintArgs = []any{c.name}
		return e
	}
}

func sendFault(what, hint text.Text, args ...any) *client.Error {
	return &client.Error{Kind: client.KindNetwork, Op: "post", What: what, Args: args, Hint: hint}
}

// stopped is the error when the receiver ends or the user stops the work.
func stopped(name string) error {
	return &client.Error{Kind: client.KindLocal, Op: "post", What: "the message to the platform %s was dropped: the receiver is stopping", Args: []any{name},
		Hint: text.HintPlatformReplay}
}
