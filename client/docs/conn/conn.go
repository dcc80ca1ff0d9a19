// Package conn calls the tools of a document service: MCP through the gate, with
// the account's token, a session that is renewed when it is lost, retries of what
// changes nothing, and one error for whatever went wrong.
// It parses the errors of a service, and makes the one error of them that a person is shown. Bytes go up and come down
// at signed URLs, images to the open platform.
package conn

import (
	"context"
	"encoding/json"
	"reflect"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/client/lenient"
	"aloft/model/text"
)

// Conn is the connection to a document service. It may be used by many goroutines.
type Conn struct {
	*peer
	login  *login
	lines  *connections
	budget gate.Budget
	pace   pace
	close  sync.Once
}

// New returns a connection; it sends nothing.
func New(o Options) *Conn {
	if o.Scale <= 0 {
		o.Scale = 1
	}
	if o.Poll == (client.Span{}) {
		// "Limits" in the document specification.
		o.Poll = client.Span{Min: 3 * time.Second, Max: 5 * time.Second}
	}
	o.Poll = client.Span{Min: o.scaled(o.Poll.Min), Max: o.scaled(o.Poll.Max)}
	if o.Warn == nil {
		o.Warn = func(error) {}
	}
	p := &peer{o, NewJudge(o.Name, o.Endpoint, o.AuthScheme)}
	l := &login{p: p}
	return &Conn{peer: p, login: l, lines: newConnections(p, l)}
}

func (s *Conn) Poll() client.Span { return s.o.Poll }

// Known is the last catalog, nil before the first answer.
func (s *Conn) Known() *tool.Catalog { return s.lines.known() }

func (s *Conn) Offered(ctx context.Context, why tool.Purpose) (*tool.Catalog, error) {
	l, _, fail := s.lines.get(&exchange{ctx: ctx, call: &tool.Call{Purpose: why}})
	if fail != nil {
		return nil, fail
	}
	return l.catalog, nil
}

// Close ends all calls that wait on the connection.
func (s *Conn) Close() { s.close.Do(s.lines.end) }

// Reply is a successful answer.
type Reply struct {
	call    *tool.Call
	Payload json.RawMessage // nil = none; of a long answer the short members only
	long    *long
	At      time.Time // when the call was sent
	Epoch   uint64    // of the gate, when the call was sent; 0 = not known
}

// into decodes the answer; an answer without data is an error.
func (r Reply) into(v any) error {
	if lenient.Object(r.Payload, v) && (r.long == nil || r.long.into(v) == nil) {
		return nil
	}
	return r.NoData()
}

func (r Reply) NoData() error {
	c := r.call
	e := client.Errorf(client.KindServer, c.Op, c.Place, text.DocsNoData, c.Tool.Name())
	if c.Changes {
		e.Kind, e.Changed, e.Hint = client.KindUnknown, client.ChangedMaybe, c.Look()
	}
	return e
}

// Read calls a tool and decodes its answer; some reports whether that contains what
// was asked for: an empty listing is believed, so nothing else may pass for one.
func (s *Conn) Read(ctx context.Context, c *tool.Call, into any, some func() bool) (Reply, error) {
	_, c.Long = into.(Long)
	r, err := s.Do(ctx, c)
	if r.long != nil {
		defer r.long.close()
	}
	if err == nil {
		err = r.into(into)
	}
	if err == nil && some != nil && !some() {
		err = r.NoData()
	}
	return r, err
}

// once never returns a nil exchange. What is refused on the word of an earlier process, or of an
// hour ago, is shaped by what the service offers now, and called if that makes another call of it: nothing has
// come of a refusal, and the same call would be refused again.
func (s *Conn) once(ctx context.Context, c *tool.Call) (Reply, *exchange, *client.Error) {
	x := &exchange{ctx: ctx, call: c}
	r, by, fail := s.send(x)
	if fail == nil || x.on == nil || !x.on.old && s.o.Now().Sub(x.on.made) <= rememberedFor || !refused(fail) {
		return r, by, fail
	}
	s.lines.drop(x.on)
	y := &exchange{ctx: ctx, call: c}
	if l, _, other := s.lines.get(y); other != nil || l.shapes(x) {
		return r, x, fail
	}
	return s.send(y)
}

// refused: the service has looked at the call and not done it, or it was not sent.
func refused(fail *client.Error) bool {
	switch fail.Kind {
	case client.KindInvalid, client.KindUnsupported, client.KindNotFound:
		return fail.Changed != client.ChangedMaybe
	}
	return false
}

// shapes: it would send just what was sent.
func (l *connection) shapes(x *exchange) bool {
	name, args, fail := l.catalog.Shape(x.call)
	return fail == nil && name == x.name && reflect.DeepEqual(args, x.args)
}

func (s *Conn) send(x *exchange) (Reply, *exchange, *client.Error) {
	c := x.call
	l, by, fail := s.lines.get(x)
	if fail != nil {
		return Reply{}, by, fail
	}
	x.on = l
	if x.name, x.args, fail = l.catalog.Shape(c); fail != nil {
		return Reply{}, x, fail
	}
	res, fail := l.session.callTool(x, x.name, x.args)
	payload := res.payload()
	if fail == nil {
		fail = s.judged(c, res, payload)
	}
	if x.lost || fail != nil && fail.What == text.DocsToolGone {
		s.lines.drop(l)
	}
	if fail != nil {
		fail = x.told(fail, s.o.Now())
	}
	s.learn(fail)
	if fail != nil {
		if res.long != nil {
			res.long.close()
		}
		return Reply{}, x, fail
	}
	r := Reply{call: c, Payload: payload, long: res.long, At: s.o.Now()}
	if x.reply != nil {
		r.At, r.Epoch = x.reply.SentAt, x.reply.Epoch
	}
	return r, x, nil
}

// judged finds the tool's own error in a successful answer of the transport.
func (s *Conn) judged(c *tool.Call, res result, payload json.RawMessage) *client.Error {
	f, failed := OfPayload(c, payload)
	switch {
	case failed:
		return s.judge.Failure(c, f)
	case !res.isError:
		return nil
	case f.Words == "":
		f.Words = res.text()
	}
	return s.judge.Failure(c, f)
}

// pace keeps polls of one task apart, whoever polls ("Limits" in the document
// specification).
type pace struct {
	mu   sync.Mutex
	last map[string]time.Time // when the last poll was answered, by task
}

// due waits until the task may be polled again, gap after the last answer.
func (p *pace) due(ctx context.Context, task string, gap time.Duration, now time.Time) error {
	p.mu.Lock()
	last, ok := p.last[task]
	p.mu.Unlock()
	if d := gap - now.Sub(last); ok && d > 0 {
		return client.Sleep(ctx, d)
	}
	return nil
}

// asked notes that a poll has been answered, and deletes old ones.
func (p *pace) asked(task string, gap time.Duration, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, at := range p.last {
		if now.Sub(at) > gap {
			delete(p.last, k)
		}
	}
	if p.last == nil {
		p.last = map[string]time.Time{}
	}
	p.last[task] = now
}
