package gate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
	"aloft/model/text"
)

const maxBody = 32 << 20

// exchange is one request under way.
type exchange struct {
	gate   *Gate
	waiter *waiter
	conn   Conn
	seq    uint64        // its slot
	epoch  uint64        // at its claim
	until  time.Duration // end of the mutation's mark in the state
	sent   time.Duration // when it was written; set and read under the lock

	once    sync.Once
	written chan struct{} // closed when the request is written, or has failed before
	first   atomic.Int64  // when the first byte of the answer arrived; 0 = not yet
}

func (x *exchange) wrote() { x.once.Do(func() { close(x.written) }) }

// run sends, reads the whole answer and finishes the waiter.
func (x *exchange) run(ctx context.Context) {
	g, w := x.gate, x.waiter
	began := time.Now()
	g.sent.Add(1)
	reply, err := x.trip(ctx)
	x.wrote()
	_ = x.conn.Close()
	e := Event{Kind: EventEnd, Class: w.call.Class, Mutation: w.call.Mutation}
	if w.call.Mutation {
		x.endMutation()
	}
	if reply != nil {
		reply.Epoch, reply.SentAt = x.epoch, began
		e.Status = reply.Status
	}
	e.Epoch = x.epoch
	g.tell(e)
	if !w.over.CompareAndSwap(false, true) && reply != nil && reply.Sink != nil {
		reply.Sink.Drop()
	}
	w.finish(reply, err)
	g.nudge()
}

func (x *exchange) trip(ctx context.Context) (*Reply, error) {
	g, w := x.gate, x.waiter
	trace := &httptrace.ClientTrace{
		WroteRequest: func(httptrace.WroteRequestInfo) {
			g.tell(Event{Kind: EventSent, Class: w.call.Class, Mutation: w.call.Mutation, Epoch: x.epoch})
			x.wrote()
		},
		GotFirstResponseByte: x.answered,
	}
	resp, err := x.conn.RoundTrip(w.req.WithContext(httptrace.WithClientTrace(ctx, trace)))
	if err != nil {
		return nil, x.fault(ctx, false, err)
	}
	defer func() { _ = resp.Body.Close() }()
	x.answered()
	x.wrote()
	x.correct()
	limit := w.call.MaxBody
	if limit <= 0 {
		limit = maxBody
	}
	var body bytes.Buffer
	var to, given Sink = untilEnd{&body}, nil
	if w.call.Into != nil {
		given = w.call.Into(resp.StatusCode, resp.Header)
		to = given
	}
	n, err := read(to, io.LimitReader(resp.Body, limit+1))
	switch {
	case err != nil:
		to.Drop()
		return nil, x.fault(ctx, true, err)
	case n > limit:
		to.Drop()
		return nil, x.outcome(&client.Error{What: text.GateTooLarge, Args: []any{w.host, text.Size(limit)}, Status: resp.StatusCode})
	}
	return &Reply{Status: resp.StatusCode, Header: resp.Header, Body: body.Bytes(), Sink: given}, nil
}

// untilEnd is a Sink for the whole body.
type untilEnd struct{ io.Writer }

func (untilEnd) Enough() bool { return false }
func (untilEnd) Drop()        {}

// read reads the body until its end or until it is enough.
func read(to Sink, from io.Reader) (n int64, err error) {
	buf := make([]byte, 32<<10)
	for {
		got, err := from.Read(buf)
		n += int64(got)
		if _, werr := to.Write(buf[:got]); werr != nil {
			return n, werr
		}
		switch {
		case err == io.EOF, err == nil && got > 0 && to.Enough():
			return n, nil
		case err != nil:
			return n, err
		}
	}
}

// answered notes when the first byte arrived.
func (x *exchange) answered() {
	if x.first.CompareAndSwap(0, int64(max(1, x.gate.host.Now()))) {
		x.gate.tell(Event{Kind: EventAnswer, Class: x.waiter.call.Class, Mutation: x.waiter.call.Mutation, Epoch: x.epoch})
	}
}

// minGuard is subtracted from the least round-trip time, which is measured with
// the precision of a scheduler.
const minGuard = time.Millisecond

// correct corrects the stamp by the answer. This request has arrived at the latest
// one trip back before its first byte, and the next one arrives at the earliest one
// trip there after it is sent; both trips together never take less than the least
// round-trip time.
func (x *exchange) correct() {
	g := x.gate
	if g.times.gap == 0 {
		return
	}
	<-x.written
	least := max(0, x.conn.LeastRTT()-minGuard)
	first := time.Duration(x.first.Load())
	g.update(func(s *state.State, ours bool) {
		if !ours {
			return // such a state costs the next call a full gap anyway
		}
		gap := g.gap(s)
		at := first + gap - least
		if s.Seq == x.seq {
			s.Pending = false
			s.NotBefore = max(at, x.sent+gap)
			return
		}
		s.NotBefore = max(s.NotBefore, at)
	})
	g.nudge()
}

// endMutation begins the epoch after a mutation, answered or not.
func (x *exchange) endMutation() {
	// A time that was on a server comes back a little later. The mark of another
	// mutation is later by a whole time-out.
	told := make(chan uint64, 1)
	x.gate.update(func(s *state.State, _ bool) {
		if g := x.gate; s.Mutating != 0 && max(s.Mutating-x.until, x.until-s.Mutating) < g.times.timeout/2 {
			s.Mutating = 0
		}
		was := s.Epoch
		s.Epoch++
		x.gate.tell(Event{Kind: EventEpoch, Epoch: s.Epoch})
		if was == x.epoch {
			told <- s.Epoch
		}
	})
	// An epoch that another change began meanwhile may have made the ids of the
	// answer stale: then it keeps the old epoch, and so is stale.
	select {
	case x.epoch = <-told:
	default:
	}
}

// context has the time-out, which starts at the slot. It ends with the gate
// or when a read is canceled; a mutation that was sent is waited for.
func (x *exchange) context() (context.Context, context.CancelFunc) {
	w := x.waiter
	base := w.ctx
	if w.call.Mutation {
		base = context.WithoutCancel(w.ctx)
	}
	return context.WithTimeout(base, x.gate.times.timeout)
}

// fault is the error of a request that failed on its connection; headed: the answer's header was complete.
func (x *exchange) fault(ctx context.Context, headed bool, err error) error {
	w := x.waiter
	if _, ok := errors.AsType[*client.Error](err); ok {
		return err
	}
	s, knows := x.conn.(interface{ Sent() bool })
	switch {
	case !headed && knows && !s.Sent():
		return notSent(w, err)
	case !w.call.Mutation && x.gate.ctx.Err() != nil:
		return closing(w)
	case !w.call.Mutation && w.ctx.Err() != nil:
		return canceled(w, w.ctx.Err())
	}
	e := &client.Error{What: "the exchange with %s failed (%s)", Args: []any{w.host, innermost(err)}, Retry: true, Err: err}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded) || IsTimeout(err):
		e.What, e.Args = text.GateTimeout, []any{w.host, x.gate.times.timeout}
		x.gate.Broken()
	case ctx.Err() != nil: // the time limit of the write
		e.What, e.Args = text.GateTimeout, []any{w.host, x.gate.times.write}
	case headed:
		e.What, e.Args = "the answer of %s was cut off", []any{w.host}
	case strings.Contains(err.Error(), "malformed"):
		e.What = "the answer of %s is not HTTP (%s)"
	case isHangUp(err):
		e.What, e.Args = "%s closed the connection without an answer", []any{w.host}
	}
	return x.outcome(e)
}

// outcome sets the kind of an error by whether the request was sent.
func (x *exchange) outcome(e *client.Error) error {
	if x.waiter.call.Mutation {
		e.Kind, e.Changed, e.Hint, e.Retry = client.KindUnknown, client.ChangedMaybe, "check the folder before you try again", false
		return e
	}
	e.Kind, e.Hint = client.KindNetwork, text.GateRetryHint
	return e
}
