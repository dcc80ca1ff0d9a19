package gate

import (
	"context"
	"errors"
	"strings"

	"aloft/client"
	"aloft/model/text"
)

// fault is the error of a request that failed on its connection.
func (x *exchange) fault(ctx context.Context, at stage, err error) error {
	w := x.waiter
	var own *client.Error
	if errors.As(err, &own) {
		return err
	}
	s, knows := x.conn.(interface{ Sent() bool })
	switch {
	case at == stageHeader && knows && !s.Sent():
		return notSent(w, err)
	case !w.call.Mutation && x.gate.ctx.Err() != nil:
		return closing(w)
	case !w.call.Mutation && w.ctx.Err() != nil:
		return canceled(w, w.ctx.Err())
	}
	e := &client.Error{What: "the exchange with %s failed (%s).", Args: []any{w.host, innermost(err)}, Retry: true, Err: err}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded) || IsTimeout(err):
		e.What, e.Args = text.GateTimeout, []any{w.host, x.gate.times.timeout}
		x.gate.Broken()
	case ctx.Err() != nil: // the time limit of the write
		e.What, e.Args = text.GateTimeout, []any{w.host, x.gate.times.write}
	case at == stageBody:
		e.What, e.Args = "the answer of %s was cut off.", []any{w.host}
	case strings.Contains(err.Error(), "malformed"):
		e.What = "the answer of %s is not HTTP (%s)."
	case isHangUp(err):
		e.What, e.Args = "%s closed the connection without an answer.", []any{w.host}
	}
	return x.outcome(e)
}

// outcome sets the kind of an error by whether the request was sent.
func (x *exchange) outcome(e *client.Error) error {
	if x.waiter.call.Mutation {
		e.Kind, e.Changed, e.Hint, e.Retry = client.KindUnknown, client.ChangedMaybe, "look at the folder before doing it again", false
		return e
	}
	e.Kind, e.Hint = client.KindNetwork, text.GateRetryHint
	return e
}
