package conn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/docs/fault"
	"aloft/client/docs/lenient"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// post is the RoundTripper of the SDK. An answer that is not a success becomes an
// error here: passed on to the SDK, it would close the SDK's session for all calls
// on it.
type post struct {
	*peer
	login *login
	ended context.Context // ended when the connection is closed
}

// farewell is how long the end of a session may wait for a slot of the gate.
const farewell = 200 * time.Millisecond

func (p *post) RoundTrip(req *http.Request) (*http.Response, error) {
	var body []byte
	if req.Body != nil {
		var err error
		body, err = io.ReadAll(req.Body)
		_ = req.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	x, _ := req.Context().Value(exchangeKey{}).(*exchange)
	switch {
	case req.Method == http.MethodDelete:
		return p.bye(req)
	case req.Method != http.MethodPost || x == nil:
		return response(req, http.StatusMethodNotAllowed, nil), nil
	}
	var msg rpcMessage
	if !lenient.Object(body, &msg) {
		return nil, errors.New("no JSON-RPC message")
	}
	if !msg.wantsAnswer() {
		return p.notify(req, x, body)
	}
	if msg.begins() && x.hello != nil {
		return response(req, http.StatusOK, rpcAnswer(msg.ID, x.hello)), nil
	}
	if msg.begins() && x.fail != nil {
		return nil, x.fail // the SDK tries the other generation
	}
	x.reached = true
	var ready func() error
	if msg.Method == methodCall && (x.call.Changes || x.call.Once) {
		ready = client.Sending(x.ctx)
	}
	reply, fail := p.send(req, x, body, msg.ID, ready)
	if fail != nil {
		x.fail = fail
		return nil, fail
	}
	x.reply = reply
	answer, fail := p.read(x, reply, msg)
	if fail != nil {
		x.fail = fail
		return nil, fail
	}
	resp := response(req, http.StatusOK, answer)
	if id := reply.Header.Get(sessionHeader); id != "" {
		resp.Header.Set(sessionHeader, id)
	}
	return resp, nil
}

// notify: only a service with sessions needs a message without an answer; for
// others it would only take a slot, for which a person waits.
func (p *post) notify(req *http.Request, x *exchange, body []byte) (*http.Response, error) {
	if req.Header.Get(sessionHeader) != "" {
		_, _ = p.send(req, x, body, nil, nil)
	}
	return response(req, http.StatusAccepted, nil), nil
}

// bye ends the session if that is possible at once: a person who quits does not
// wait.
func (p *post) bye(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), farewell)
	defer cancel()
	x := &exchange{ctx: ctx, call: &tool.Call{Purpose: tool.Purpose{Op: "close"}}}
	_, _ = p.send(req, x, nil, nil, nil)
	return response(req, http.StatusNoContent, nil), nil
}

// send sends the message through the gate; ready is called right before it is sent.
func (p *post) send(req *http.Request, x *exchange, body []byte, id json.RawMessage, ready func() error) (*gate.Reply, *client.Error) {
	token, fail := p.login.token(x)
	if fail != nil {
		return nil, fail
	}
	x.token = token
	h := req.Header.Clone()
	// The bare token, as public clients send it, unless the deployment wants a scheme before it.
	h.Set("Authorization", strings.TrimLeft(p.o.AuthScheme+" "+token, " "))
	h.Set("User-Agent", gate.UserAgent)
	ctx, cancel := context.WithCancel(x.ctx)
	defer cancel()
	if req.Method != http.MethodDelete { // which is sent when the connection is closed
		defer context.AfterFunc(p.ended, cancel)()
	}
	call := gate.Call{
		Method: req.Method, URL: req.URL.String(), Header: h, Body: body,
		Class: x.call.Class, Lane: x.call.Lane,
		Mutation: x.call.Changes, Epoch: gate.AnyEpoch, // ids of documents never become stale
		Ready: ready,
	}
	if x.call.Long {
		call.MaxBody = maxLong
	}
	call.Into = func(status int, h http.Header) gate.Sink {
		to := &answer{id: id, stream: isStream(h)}
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

// read makes one plain JSON-RPC answer of the reply, or an error.
func (p *post) read(x *exchange, reply *gate.Reply, msg rpcMessage) ([]byte, *client.Error) {
	if x.long != nil {
		return rpcAnswer(msg.ID, json.RawMessage(`{"content":[]}`)), nil
	}
	m, found := findAnswer(reply.Body, isStream(reply.Header), msg.ID)
	switch {
	case reply.Status != http.StatusOK:
		return nil, p.refused(x, reply, m, msg)
	case !found && reply.IsPage():
		return nil, p.judge.Failure(x.call, fault.Fault{Status: reply.Status, Page: true})
	case !found && msg.begins() && !isStream(reply.Header) && !cutOff(reply.Body),
		!found && !isStream(reply.Header) && json.Valid(reply.Body):
		// Something else answers, and its answer is complete.
		return nil, p.judge.Failure(x.call, fault.Fault{Status: reply.Status, Other: true})
	case !found && len(bytes.TrimSpace(reply.Body)) == 0:
		return nil, p.judge.Unreadable(x.call, text.DocsNoAnswer, reply.Status)
	case !found:
		return nil, p.judge.Unreadable(x.call, text.DocsCut, reply.Status)
	case !lenient.IsNull(m.Error):
		return nil, p.judge.Failure(x.call, x.refusedBy(msg, m.Error))
	}
	if msg.begins() {
		var said struct {
			One  lenient.Strings `json:"protocolVersion"`
			Many lenient.Strings `json:"supportedVersions"`
		}
		lenient.Object(m.Result, &said)
		if has := append(said.One, said.Many...); len(has) > 0 && spoken(has) == "" {
			return nil, p.foreign(x, has[:min(len(has), 10)])
		}
	}
	x.raw = m.Result
	if msg.Method == methodCall {
		// Decoded from x.raw: the SDK's own decoding of a long document takes as
		// long again.
		return rpcAnswer(msg.ID, json.RawMessage(`{"content":[]}`)), nil
	}
	return rpcAnswer(msg.ID, m.Result), nil
}

// refusedBy is the fault of an error of JSON-RPC. That of a first message may name the versions that the service speaks.
func (x *exchange) refusedBy(msg rpcMessage, raw json.RawMessage) fault.Fault {
	f := fault.OfRPC(raw)
	if msg.begins() {
		x.refusal = &f
	}
	return f
}

func (p *post) refused(x *exchange, reply *gate.Reply, m rpcMessage, msg rpcMessage) *client.Error {
	if reply.Status == http.StatusAccepted || reply.Status == http.StatusNoContent {
		if msg.begins() {
			return p.judge.Failure(x.call, fault.Fault{Status: reply.Status, Other: true})
		}
		return p.judge.Unreadable(x.call, text.DocsNoAnswer, reply.Status)
	}
	f := fault.Fault{}
	if !lenient.IsNull(m.Error) {
		f = x.refusedBy(msg, m.Error)
		f.Data = true
	} else if payload, failed := fault.OfPayload(x.call, reply.Body); failed {
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

func response(req *http.Request, status int, body []byte) *http.Response {
	h := http.Header{"Content-Length": {strconv.Itoa(len(body))}}
	if len(body) > 0 {
		h.Set("Content-Type", "application/json")
	}
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: h, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)), Request: req,
	}
}
