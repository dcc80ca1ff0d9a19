package conn

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"aloft/client"
	"aloft/client/gate"
	"aloft/client/lenient"
	"aloft/model/text"
)

// post sends requests to the service through the gate.
type post struct {
	*peer
	login *login
	ended context.Context // ended when the connection is closed
}

// request is an HTTP request to the service.
type request struct {
	method string
	header http.Header
	body   []byte
	id     json.RawMessage // of its message; nil = nothing answers it
	ready  func() error    // called right before it is sent
}

func (p *post) send(x *exchange, r request) (*gate.Reply, *client.Error) {
	token, fail := p.login.token(x)
	if fail != nil {
		return nil, fail
	}
	x.token = token
	// The bare token, as public clients send it, unless the deployment wants a scheme before it.
	r.header.Set("Authorization", strings.TrimLeft(p.o.AuthScheme+" "+token, " "))
	r.header.Set("User-Agent", gate.UserAgent)
	ctx, cancel := context.WithCancel(x.ctx)
	defer cancel()
	if r.method != http.MethodDelete { // which is sent when the connection is closed
		defer context.AfterFunc(p.ended, cancel)()
	}
	call := gate.Call{
		Method: r.method, URL: p.o.Endpoint, Header: r.header, Body: r.body,
		Class: x.call.Class, Lane: x.call.Lane,
		Mutation: x.call.Changes, Epoch: gate.AnyEpoch, // ids of documents never become stale
		Ready: r.ready,
	}
	if x.call.Long {
		call.MaxBody = maxLong
	}
	call.Into = func(status int, h http.Header) gate.Sink {
		to := &answer{id: r.id, stream: isStream(h)}
		switch {
		case x.call.Long && status == http.StatusOK:
			to.spool = p.o.Gate.NewSpool
		case x.call.Long:
			to.words = true
		}
		return to
	}
	reply, err := p.o.Gate.Do(ctx, call)
	if err == nil {
		reply.Body, x.long, err = reply.Sink.(*answer).end()
	}
	if err == nil {
		return reply, nil
	}
	fail = call.Fault(x.call.Op, x.call.Place, err)
	if fail.Kind == client.KindUnknown && fail.Hint != "" {
		fail.Hint = x.call.Look()
	}
	return nil, fail
}

func isStream(h http.Header) bool {
	media, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(media), "text/event-stream")
}

// read finds the result in the reply, or an error.
func (p *post) read(x *exchange, reply *gate.Reply, msg message) (json.RawMessage, *client.Error) {
	m, found := findAnswer(reply.Body, isStream(reply.Header), msg.id)
	switch {
	case reply.Status != http.StatusOK:
		return nil, p.refused(x, reply, m, msg)
	case !found && reply.IsPage():
		return nil, p.judge.Failure(x.call, Fault{Status: reply.Status, Page: true})
	case !found && msg.begins() && !isStream(reply.Header) && !cutOff(reply.Body),
		!found && !isStream(reply.Header) && json.Valid(reply.Body):
		// Something else answers, and its answer is complete.
		return nil, p.judge.Failure(x.call, Fault{Status: reply.Status, Other: true})
	case !found && len(bytes.TrimSpace(reply.Body)) == 0:
		return nil, p.judge.Unreadable(x.call, text.DocsNoAnswer, reply.Status)
	case !found:
		return nil, p.judge.Unreadable(x.call, text.DocsCut, reply.Status)
	case !lenient.IsNull(m.Error):
		return nil, p.judge.Failure(x.call, x.refusedBy(msg, m.Error))
	}
	return m.Result, nil
}

// refusedBy is the fault of an error of JSON-RPC. That of a first message may name the versions that the service speaks.
func (x *exchange) refusedBy(msg message, raw json.RawMessage) Fault {
	f := OfRPC(raw)
	if msg.begins() {
		x.refusal = &f
	}
	return f
}

func (p *post) refused(x *exchange, reply *gate.Reply, m rpcMessage, msg message) *client.Error {
	if reply.Status == http.StatusAccepted || reply.Status == http.StatusNoContent {
		if msg.begins() {
			return p.judge.Failure(x.call, Fault{Status: reply.Status, Other: true})
		}
		return p.judge.Unreadable(x.call, text.DocsNoAnswer, reply.Status)
	}
	f := Fault{}
	if !lenient.IsNull(m.Error) {
		f = x.refusedBy(msg, m.Error)
		f.Data = true
	} else if payload, failed := OfPayload(x.call, reply.Body); failed {
		f = payload
		f.Data = true
	} else if reply.IsPage() {
		f.Page = true
	} else {
		f.Words = string(reply.Body)
	}
	var beside struct {
		Trace lenient.String `json:"trace_id"`
	}
	if f.Trace == "" && lenient.Object(reply.Body, &beside) {
		f.Trace = string(beside.Trace)
	}
	f.Status = reply.Status
	f.After = gate.RetryAfter(reply.Header, p.o.Now())
	e := p.judge.Failure(x.call, f)
	// A server that has forgotten a session answers 404, some 400 or 410, and has
	// done nothing.
	words := strings.ToLower(f.Words)
	x.lost = (reply.Status == http.StatusNotFound || reply.Status == http.StatusGone) && !f.Page && !msg.begins() ||
		reply.Status == http.StatusBadRequest && strings.Contains(words, "session")
	return e
}

// cutOff: the body begins like an answer, and ends in the middle.
func cutOff(body []byte) bool {
	b := bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\ufeff")))
	return len(b) > 0 && (b[0] == '{' || b[0] == '[') && !json.Valid(b)
}
