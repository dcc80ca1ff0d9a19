package conn

import (
	"cmp"
	"context"
	"time"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// Tokens is the account's credential.
type Tokens interface {
	Token(ctx context.Context) (string, error)
	// Reload reads it again: another process may have renewed it.
	Reload(ctx context.Context) (string, error)
}

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
	// Remember is the folder for what services have offered, for the processes that come
	// after; "" = each asks.
	Remember string
}

// peer is the service, as all parts of a connection see it.
type peer struct {
	o     Options
	judge *Judge
}

// learn uses what an answer says about the whole account.
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

// exchange is one call and what has come of it.
type exchange struct {
	ctx  context.Context
	call *tool.Call

	// What was sent, and on which connection.
	on   *connection
	name string
	args map[string]any

	reply   *gate.Reply // of the last message
	long    *long       // the payload of an answer that is too long for memory
	refusal *Fault      // what the service has answered to the first message
	lost    bool        // the service does not know the session any more
	token   string      // the token of the request
}

// told adds what is only in the header of an answer: a pause, and the id of the
// call.
func (x *exchange) told(fail *client.Error, now time.Time) *client.Error {
	if x.reply == nil {
		return fail
	}
	h := x.reply.Header
	fail.After = cmp.Or(fail.After, gate.RetryAfter(h, now))
	fail.Trace = cmp.Or(fail.Trace, gate.TraceID(h))
	return fail
}

func (x *exchange) canceled() *client.Error {
	return &client.Error{Kind: client.KindNetwork, Op: x.call.Op, Place: x.call.Place, What: text.DocsCanceled, Err: x.ctx.Err()}
}
