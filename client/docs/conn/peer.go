package conn

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"aloft/client"
	"aloft/client/docs/fault"
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
	judge *fault.Judge
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

// spoken returns the newest of some versions that the SDK speaks, or "".
func spoken(versions []string) string {
	for _, v := range mcp.SupportedProtocolVersions() {
		if slices.Contains(versions, v) {
			return v
		}
	}
	return ""
}

// foreign is the error of a service that speaks other versions only.
func (p *peer) foreign(x *exchange, versions []string) *client.Error {
	e := client.Errorf(client.KindUnsupported, x.call.Op, x.call.Place, "the document service speaks MCP %s, and aloft speaks %s",
		strings.Join(versions, ", "), strings.Join(mcp.SupportedProtocolVersions(), ", "))
	e.Hint = "use a newer aloft, or another endpoint of the service"
	return e
}

func (o Options) scaled(d time.Duration) time.Duration {
	return time.Duration(float64(d) * o.Scale)
}

// exchange is one call in the SDK. The SDK does not get the caller's context: when
// that ended, it would send a notification of its own, and drop an answer that the
// gate still waits for.
type exchange struct {
	ctx  context.Context
	call *tool.Call

	hello json.RawMessage // the answer to the first message, where it is known

	// What was sent, and on which connection.
	on   *connection
	name string
	args map[string]any

	// Set by the RoundTripper.
	reached bool            // the request has reached the gate
	raw     json.RawMessage // the result of a successful answer
	long    *long           // the payload of one that is too long for memory
	reply   *gate.Reply
	fail    *client.Error
	refusal *fault.Fault // what the service has answered to the first message
	lost    bool         // the service does not know the session any more
	token   string       // the token of the request
}

type exchangeKey struct{}

func (x *exchange) sdkContext() context.Context {
	return context.WithValue(context.WithoutCancel(x.ctx), exchangeKey{}, x)
}

// told adds what is only in the header of an answer: a pause, and the id of the
// call.
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

func (x *exchange) canceled() *client.Error {
	return &client.Error{Kind: client.KindNetwork, Op: x.call.Op, Place: x.call.Place, What: text.DocsCanceled, Err: x.ctx.Err()}
}

// errClosed: the SDK has closed the session before the request was sent.
var errClosed = errors.New("the session is closed")

// connection is a session and the tools offered on it.
type connection struct {
	session *session
	catalog *tool.Catalog
	// old: as an earlier process was told; this one has not asked.
	old  bool
	made time.Time
}
