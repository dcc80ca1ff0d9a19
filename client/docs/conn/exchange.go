package conn

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// exchange is one call on its way through the SDK to the gate and back. The SDK
// is not shown the caller's context: when that ended, the SDK would send a
// notification of its own, and forget an answer that the gate still waits for.
type exchange struct {
	ctx  context.Context
	call *tool.Call

	// What the RoundTripper leaves here.
	reached bool            // the request has come to the gate
	raw     json.RawMessage // the result of a good answer
	reply   *gate.Reply
	fail    *client.Error
	lost    bool   // the service does not know the session any more
	token   string // that was sent
}

type exchangeKey struct{}

// sdkContext is the context that the SDK sees.
func (x *exchange) sdkContext() context.Context {
	return context.WithValue(context.WithoutCancel(x.ctx), exchangeKey{}, x)
}

// told adds what only the header of an answer says: how long to wait, and the id
// under which the service has noted the call.
func (x *exchange) told(fail *client.Error, now time.Time) *client.Error {
	if x.reply == nil {
		return fail
	}
	h := x.reply.Header
	if fail.After == 0 {
		fail.After = gate.RetryAfter(h, now)
	}
	fail.Trace = cmp.Or(fail.Trace, gate.TraceID(h))
	return fail
}

// canceled wraps the context's error, so that errors.Is finds it.
func (x *exchange) canceled() *client.Error {
	return &client.Error{Kind: client.KindNetwork, Op: x.call.Op, Place: x.call.Place, What: text.DocsCanceled, Err: x.ctx.Err()}
}

// errClosed: the SDK has given up the session before the request left it.
var errClosed = errors.New("the session is closed")
