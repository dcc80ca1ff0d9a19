package conn

import (
	"cmp"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"aloft/client"
	"aloft/client/docs/fault"
	"aloft/client/docs/lenient"
	"aloft/model/text"
)

// session is an MCP session of the official SDK.
type session struct {
	p   *peer
	mcp *mcp.ClientSession
}

// dial begins with a handshake, as most services do: asked for later versions, the SDK would first ask each of them for
// what it has. A service that refuses the handshake is asked again, in the version that it names or in one without a
// handshake; one that knows neither is called without.
func (p *post) dial(x *exchange, version string) (*session, *client.Error) {
	s, fail := p.connect(x, version)
	first := x.refusal
	if first == nil || first.RPC != fault.RPCMethod && first.RPC != fault.RPCVersion && len(first.Speaks) == 0 {
		return s, fail
	}
	if version = spoken(first.Speaks); version == "" && len(first.Speaks) > 0 {
		return nil, p.foreign(x, first.Speaks)
	}
	s, later := p.connect(x, cmp.Or(version, stateless))
	switch {
	case later == nil || x.refusal == nil:
		return s, later
	case first.RPC != fault.RPCMethod:
		return nil, fail
	}
	x.hello = helloAnswer(handshake, "", "")
	return p.connect(x, handshake)
}

func (p *post) connect(x *exchange, version string) (*session, *client.Error) {
	x.fail, x.refusal, x.reached = nil, nil, false
	transport := &mcp.StreamableClientTransport{
		Endpoint: p.o.Endpoint,
		HTTPClient: &http.Client{
			Transport:     p,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		MaxRetries:           -1,
		DisableStandaloneSSE: true,
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "aloft", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	opened, err := c.Connect(x.sdkContext(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		return nil, p.sdkError(x, err)
	}
	return &session{p.peer, opened}, nil
}

func (s *session) callTool(x *exchange, name string, args map[string]any) (result, *client.Error) {
	_, err := s.mcp.CallTool(x.sdkContext(), &mcp.CallToolParams{Name: name, Arguments: args})
	switch {
	case x.fail == nil && x.long != nil:
		return result{long: x.long}, nil
	case x.fail == nil && x.raw != nil:
		// The answer has arrived, even if the SDK rejects content that it does not
		// know.
		r, ok := readResult(x.raw)
		if ok {
			return r, nil
		}
		return result{}, s.p.judge.Unreadable(x.call, text.DocsCut, http.StatusOK)
	}
	if err == nil {
		err = errClosed
	}
	return result{}, s.p.sdkError(x, err)
}

// told is what the service said of itself at the handshake; nil when it has begun a session,
// which belongs to this process.
func (s *session) told() *offered {
	said := s.mcp.InitializeResult()
	if s.mcp.ID() != "" || said == nil {
		return nil
	}
	o := &offered{Protocol: said.ProtocolVersion}
	if who := said.ServerInfo; who != nil {
		o.Server, o.Version = who.Name, who.Version
	}
	return o
}

// maxToolPages ends an endless list of a broken service.
const maxToolPages = 50

func (s *session) listTools(x *exchange) ([]toolOffer, *client.Error) {
	var out []toolOffer
	cursor := ""
	for range maxToolPages {
		x.raw, x.reached = nil, false
		_, err := s.mcp.ListTools(x.sdkContext(), &mcp.ListToolsParams{Cursor: cursor})
		if x.fail != nil || x.raw == nil {
			return nil, s.p.sdkError(x, err)
		}
		var page struct {
			Tools lenient.List[struct {
				Name   lenient.String  `json:"name"`
				Schema json.RawMessage `json:"inputSchema"`
			}] `json:"tools"`
			Next lenient.String `json:"nextCursor"`
		}
		_ = lenient.Object(x.raw, &page)
		for _, t := range page.Tools.Items {
			if t.Name != "" {
				out = append(out, toolOffer{string(t.Name), t.Schema})
			}
		}
		if page.Next == "" || string(page.Next) == cursor {
			break
		}
		cursor = string(page.Next)
	}
	return out, nil
}

func (s *session) end() { _ = s.mcp.Close() }

// sdkError: the error known to the RoundTripper goes before the SDK's own.
func (p *peer) sdkError(x *exchange, err error) *client.Error {
	switch {
	case x.fail != nil:
		return x.fail
	case !x.reached:
		e := client.Errorf(client.KindNetwork, x.call.Op, x.call.Place, text.DocsClosed)
		e.Retry, e.Err = true, errClosed
		return e
	}
	e := p.judge.Unreadable(x.call, text.DocsCut, http.StatusOK)
	e.Err = err
	return e
}
