package conn

import (
	"context"
	"errors"
	"syscall"
	"time"

	"aloft/client"
	"aloft/client/docs/fault"
	"aloft/client/docs/tool"
	"aloft/client/gate"
)

// Tokens is the account's credential.
type Tokens interface {
	Token(ctx context.Context) (string, error)
	// Reload reads it anew: another process may have renewed it.
	Reload(ctx context.Context) (string, error)
}

// Options of a connection.
type Options struct {
	Name       string // of the account, in hints
	Endpoint   string
	AuthScheme string // before the token; "" = the bare token
	Gate       *gate.Gate
	Tokens     Tokens
	Poll       client.Span
	Scale      float64
	Warn       func(error)
	Now        func() time.Time
}

// peer is the service at the other end, as all parts of a connection know it.
type peer struct {
	o     Options
	judge *fault.Judge
}

// learn takes from an answer what concerns the whole account.
func (p *peer) learn(fail *client.Error) {
	switch {
	case fail == nil:
		p.judge.HasAnswered()
		p.o.Gate.Good()
		return
	case fail.Kind == client.KindThrottled:
		p.o.Gate.Throttled()
	case fail.Status >= 500:
		p.o.Gate.Broken()
	}
	if fail.Kind != client.KindAuth {
		p.o.Gate.Pause(fail.After)
	}
}

func (o Options) scaled(d time.Duration) time.Duration {
	return time.Duration(float64(d) * o.Scale)
}

// gateError gives the Gate's error the operation and the place. The Gate knows
// best what was sent.
func (p *peer) gateError(c *tool.Call, err error) *client.Error {
	var e *client.Error
	if !errors.As(err, &e) {
		kind := client.KindNetwork
		if c.Changes && !errors.Is(err, context.Canceled) {
			kind = client.KindUnknown
		}
		return &client.Error{Kind: kind, Op: c.Op, Place: c.Place, Err: err}
	}
	own := *e
	if own.Op == "" {
		own.Op = c.Op
	}
	if own.Place.IsZero() {
		own.Place = c.Place
	}
	if own.Kind == client.KindUnknown && own.Hint != "" {
		own.Hint = c.Look()
	}
	if c.Class == client.Interactive && own.Kind == client.KindNetwork && errors.Is(err, syscall.ECONNREFUSED) {
		own.Retry = false // a person waits, and it will not be there in a second
	}
	return &own
}
