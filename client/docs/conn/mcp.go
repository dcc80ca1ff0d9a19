package conn

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/docs/tool"
	"aloft/client/lenient"
	"aloft/model/text"
)

// session is what the first message has settled.
type session struct {
	*post
	version string // of MCP
	id      string // "" = the service keeps no sessions
	service named
	last    atomic.Int64 // id of the last message
}

// named is how a program calls itself.
type named struct {
	Name    lenient.String `json:"name"`
	Version lenient.String `json:"version"`
}

// dial begins with a handshake, as most services do. A service that refuses it is asked again, in the version that it
// names or in one without a handshake; one that knows neither is called without.
func (p *post) dial(x *exchange) (*session, *client.Error) {
	s, fail := p.begin(x, handshake)
	first := x.refusal
	if first == nil || first.RPC != RPCMethod && first.RPC != RPCVersion && len(first.Speaks) == 0 {
		return s, fail
	}
	version := spoken(first.Speaks)
	if version == "" && len(first.Speaks) > 0 {
		return nil, p.foreign(x, first.Speaks)
	}
	s, later := p.begin(x, cmp.Or(version, stateless))
	switch {
	case later == nil || x.refusal == nil:
		return s, later
	case first.RPC != RPCMethod:
		return nil, fail
	}
	return &session{post: p, version: handshake}, nil
}

// begin sends the first message, in the form of a version.
func (p *post) begin(x *exchange, version string) (*session, *client.Error) {
	s := &session{post: p, version: version}
	m := message{method: methodDiscover}
	if version < stateless {
		m = message{method: methodHello, params: object{"protocolVersion": version, "capabilities": object{}, "clientInfo": itself}}
	}
	x.refusal = nil
	raw, fail := s.ask(x, m)
	if fail != nil {
		return nil, fail
	}
	var said struct {
		One     lenient.Strings `json:"protocolVersion"`
		Many    lenient.Strings `json:"supportedVersions"`
		Service named           `json:"serverInfo"`
		Meta    struct {
			Service named `json:"io.modelcontextprotocol/serverInfo"`
		} `json:"_meta"`
	}
	lenient.Object(raw, &said)
	has := append(said.One, said.Many...)
	switch s.version = spoken(has); {
	case len(has) == 0:
		return nil, p.judge.Unreadable(x.call, text.DocsCut, http.StatusOK)
	case s.version == "":
		return nil, p.foreign(x, has[:min(len(has), 10)])
	case m.method == methodDiscover && s.version < stateless:
		return p.begin(x, s.version)
	}
	s.id, s.service = x.reply.Header.Get(sessionHeader), cmp.Or(said.Service, said.Meta.Service)
	if s.id != "" {
		// Only a service with sessions needs this; for others it would only take a slot, for which a person waits.
		_, _ = s.post.send(x, s.request(x, message{method: "notifications/initialized"}))
	}
	return s, nil
}

// itself is how aloft calls itself.
var itself = named{"aloft", "1"}

// foreign is the error of a service that speaks other versions only.
func (p *peer) foreign(x *exchange, has []string) *client.Error {
	e := client.Errorf(client.KindUnsupported, x.call.Op, x.call.Place, "the document service speaks MCP %s, and aloft speaks %s",
		strings.Join(has, ", "), strings.Join(versions, ", "))
	e.Hint = "use a newer aloft, or another endpoint of the service"
	return e
}

// request is the HTTP request of a message. Since 2026-07-28 each says what the handshake has said before.
func (s *session) request(x *exchange, m message) request {
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if m.method != methodHello {
		h.Set("Mcp-Protocol-Version", s.version)
	}
	if s.id != "" {
		h.Set(sessionHeader, s.id)
	}
	params := m.params
	if s.version >= stateless {
		h.Set("Mcp-Method", m.method)
		if m.name != "" {
			h.Set("Mcp-Name", m.name)
		}
		params = maps.Clone(params)
		if params == nil {
			params = object{}
		}
		params["_meta"] = object{
			"io.modelcontextprotocol/protocolVersion":    s.version,
			"io.modelcontextprotocol/clientInfo":         itself,
			"io.modelcontextprotocol/clientCapabilities": object{},
		}
	}
	body := object{"jsonrpc": "2.0", "method": m.method}
	if params != nil {
		body["params"] = params
	}
	if m.id != nil {
		body["id"] = m.id
	}
	var out bytes.Buffer
	to := json.NewEncoder(&out)
	to.SetEscapeHTML(false)
	_ = to.Encode(body) // of strings, numbers and lists
	return request{method: http.MethodPost, header: h, body: out.Bytes(), id: m.id}
}

// ask sends a message and returns the result of the answer; nil when it is in x.long.
func (s *session) ask(x *exchange, m message) (json.RawMessage, *client.Error) {
	m.id = json.RawMessage(strconv.FormatInt(s.last.Add(1), 10))
	r := s.request(x, m)
	if m.method == methodCall && (x.call.Changes || x.call.Once) {
		r.ready = client.Sending(x.ctx)
	}
	x.reply, x.long = nil, nil
	reply, fail := s.post.send(x, r)
	if fail != nil {
		return nil, fail
	}
	x.reply = reply
	if x.long != nil {
		return nil, nil
	}
	return s.post.read(x, reply, m)
}

func (s *session) callTool(x *exchange, name string, args map[string]any) (result, *client.Error) {
	raw, fail := s.ask(x, message{method: methodCall, name: name, params: object{"name": name, "arguments": args}})
	if fail != nil || x.long != nil {
		return result{long: x.long}, fail
	}
	r, ok := readResult(raw)
	if !ok {
		return result{}, s.judge.Unreadable(x.call, text.DocsCut, http.StatusOK)
	}
	return r, nil
}

// told is what the service said of itself in the first message; nil when it has begun a session,
// which belongs to this process.
func (s *session) told() *offered {
	if s.id != "" {
		return nil
	}
	return &offered{Protocol: s.version, Server: string(s.service.Name), Version: string(s.service.Version)}
}

// maxToolPages ends an endless list of a broken service.
const maxToolPages = 50

func (s *session) listTools(x *exchange) ([]toolOffer, *client.Error) {
	var out []toolOffer
	var params object
	for range maxToolPages {
		raw, fail := s.ask(x, message{method: methodList, params: params})
		if fail != nil {
			return nil, fail
		}
		var page struct {
			Tools lenient.List[struct {
				Name   lenient.String  `json:"name"`
				Schema json.RawMessage `json:"inputSchema"`
			}] `json:"tools"`
			Next lenient.String `json:"nextCursor"`
		}
		_ = lenient.Object(raw, &page)
		for _, t := range page.Tools.Items {
			if t.Name != "" {
				out = append(out, toolOffer{string(t.Name), t.Schema})
			}
		}
		if page.Next == "" || params["cursor"] == page.Next {
			break
		}
		params = object{"cursor": page.Next}
	}
	return out, nil
}

// farewell is how long the end of a session may wait for a slot of the gate.
const farewell = 200 * time.Millisecond

// end ends the session if that is possible at once: a person who quits does not
// wait.
func (s *session) end() {
	if s.id == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	x := &exchange{ctx: ctx, call: &tool.Call{Purpose: tool.Purpose{Op: "close"}}}
	r := s.request(x, message{})
	r.method, r.body = http.MethodDelete, nil
	_, _ = s.post.send(x, r)
}
