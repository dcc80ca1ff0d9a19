package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/docs/conn"
	"aloft/client/docs/tool"
	"aloft/client/gate"
)

// rpcMessage is what a client sends.
type rpcMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// answerer is one scripted answer; nil = the ordinary one.
type answerer func(r *http.Request, m rpcMessage) (*http.Response, error)

// server is a scripted document service.
type server struct {
	mu      sync.Mutex
	began   time.Time                                      // the first request
	offer   string                                         // result of tools/list; "" = all tools of the specification
	session string                                         // issued at initialize
	hello   answerer                                       // to initialize; nil = the ordinary one
	has     string                                         // the versions without a handshake, of server/discover; "" = it has no such method
	meta    []string                                       // the version in each request after the first
	next    []answerer                                     // answers to the next calls of tools
	results map[string]string                              // payloads by tool
	handle  map[string]func(args map[string]string) string // payloads made from arguments
	seen    []string                                       // method or tool, with the time since began
	args    []map[string]string                            // of the calls of tools, raw
	tokens  []string
}

func newServer() *server { return &server{results: map[string]string{}} }

func (s *server) then(a ...answerer) { s.next = append(s.next, a...) }

func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var m rpcMessage
	_ = json.Unmarshal(body, &m)
	var p struct {
		Params struct {
			Name string                     `json:"name"`
			Args map[string]json.RawMessage `json:"arguments"`
			Meta struct {
				Version string `json:"io.modelcontextprotocol/protocolVersion"`
			} `json:"_meta"`
		} `json:"params"`
	}
	_ = json.Unmarshal(body, &p)
	s.mu.Lock()
	if len(s.tokens) == 0 {
		s.began = time.Now()
	}
	if m.Method != "initialize" && m.Method != "server/discover" {
		s.meta = append(s.meta, p.Params.Meta.Version+" "+r.Header.Get("Mcp-Protocol-Version"))
	}
	name := m.Method
	if name == "tools/call" {
		name = p.Params.Name
		a := map[string]string{}
		for k, v := range p.Params.Args {
			a[k] = string(v)
		}
		s.args = append(s.args, a)
	}
	if r.Method != http.MethodPost {
		name = r.Method
	}
	s.seen = append(s.seen, fmt.Sprintf("%s@%v", name, time.Since(s.began).Round(time.Second)))
	s.tokens = append(s.tokens, r.Header.Get("Authorization"))
	var own answerer
	if m.Method == "tools/call" && len(s.next) > 0 {
		own, s.next = s.next[0], s.next[1:]
	}
	payload := s.results[p.Params.Name]
	if h := s.handle[p.Params.Name]; h != nil && m.Method == "tools/call" {
		payload = h(s.args[len(s.args)-1])
	}
	s.mu.Unlock()
	switch {
	case own != nil:
		return own(r, m)
	case m.Method == "initialize" && s.hello != nil:
		return s.hello(r, m)
	case m.Method == "server/discover" && s.has == "":
		return rpcError(conn.RPCMethod, "Method not found")(r, m)
	case m.Method == "server/discover":
		return rpc(r, m, `{"resultType":"complete","supportedVersions":[`+s.has+`],"capabilities":{"tools":{}}}`), nil
	case m.Method == "initialize":
		resp := rpc(r, m, `{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}`)
		if s.session != "" {
			resp.Header.Set("Mcp-Session-Id", s.session)
		}
		return resp, nil
	case m.Method == "tools/list":
		offer := s.offer
		if offer == "" {
			offer = allTools()
		}
		return rpc(r, m, offer), nil
	case m.ID == nil:
		return respond(r, http.StatusAccepted, "", ""), nil
	case payload == "":
		payload = `{"trace_id":"t1"}`
	}
	return rpc(r, m, toolResult(payload)), nil
}

// calls returns what was seen, and clears it.
func (s *server) calls() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := strings.Join(s.seen, " ")
	s.seen = nil
	return out
}

func allTools() string {
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	for t := range tool.Count {
		if t > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":%q,"inputSchema":{"type":"object"}}`, t.Name())
	}
	b.WriteString(`]}`)
	return b.String()
}

func toolResult(payload string) string {
	text, _ := json.Marshal(payload)
	return `{"content":[{"type":"text","text":` + string(text) + `}],"structuredContent":` + payload + `}`
}

func respond(r *http.Request, status int, media, body string) *http.Response {
	h := http.Header{}
	if media != "" {
		h.Set("Content-Type", media)
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(bytes.NewReader([]byte(body))), ContentLength: int64(len(body)), Request: r}
}

func rpc(r *http.Request, m rpcMessage, result string) *http.Response {
	return respond(r, http.StatusOK, "application/json", `{"jsonrpc":"2.0","id":`+string(m.ID)+`,"result":`+result+`}`)
}

// status answers with an HTTP status.
func status(code int, body string, head ...string) answerer {
	return func(r *http.Request, _ rpcMessage) (*http.Response, error) {
		resp := respond(r, code, "text/plain", body)
		for i := 0; i+1 < len(head); i += 2 {
			resp.Header.Set(head[i], head[i+1])
		}
		return resp, nil
	}
}

// rpcError answers with an error of JSON-RPC.
func rpcError(code int, message string) answerer {
	return func(r *http.Request, m rpcMessage) (*http.Response, error) {
		return respond(r, http.StatusOK, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, m.ID, code, message)), nil
	}
}

// payload answers with the result of a tool.
func payload(p string) answerer {
	return func(r *http.Request, m rpcMessage) (*http.Response, error) { return rpc(r, m, toolResult(p)), nil }
}

// body answers 200 with exactly these bytes.
func body(media, b string) answerer {
	return func(r *http.Request, m rpcMessage) (*http.Response, error) {
		return respond(r, http.StatusOK, media, strings.ReplaceAll(b, "$ID", string(m.ID))), nil
	}
}

// lost: no answer comes.
func lost() answerer {
	return func(*http.Request, rpcMessage) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }
}

// bench is a service over a scripted server.
type bench struct {
	*Service
	*server
	tokens *clienttest.Jar
	gate   *gate.Gate
	wire   *struct{ http.RoundTripper }
}

func newBench(t testing.TB, gap time.Duration, change func(*Options)) *bench {
	t.Helper()
	b := &bench{server: newServer(), tokens: clienttest.NewJar("secret-token")}
	b.wire = &struct{ http.RoundTripper }{b.server}
	g, err := gate.Open(gate.Options{Dir: "/state", Name: "x", Gap: gap, Wire: gate.RoundTripperWire(b.wire), Host: clienttest.NewHost()})
	if err != nil {
		t.Fatal(err)
	}
	b.gate = g
	o := Options{Name: "work", Endpoint: "https://docs.example/mcp", DocURLBase: "https://docs.example", Gate: g, Tokens: b.tokens}
	if change != nil {
		change(&o)
	}
	b.Service = New(o)
	return b
}

// end closes everything; a bubble detects a goroutine that remains.
func (b *bench) end(t testing.TB) {
	t.Helper()
	if err := b.Service.Close(); err != nil {
		t.Error(err)
	}
	if err := b.gate.Close(); err != nil {
		t.Error(err)
	}
}

func kindOfErr(err error) client.Kind { return client.KindOf(err) }

// replaceWire connects the service to another server.
func replaceWire(b *bench, rt http.RoundTripper) { b.wire.RoundTripper = rt }
