package docs

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"aloft/client"
	"aloft/client/docs/lenient"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// caller is all that this package needs of MCP.
type caller interface {
	call(x *exchange, name string, args map[string]any) (result, *client.Error)
	tools(x *exchange) ([]tool.Offer, *client.Error)
	close()
}

// exchange is one call on its way through the SDK to the gate and back. The SDK
// is not shown the caller's context: when that ended, the SDK would send a
// notification of its own, and forget an answer that the gate still waits for.
type exchange struct {
	ctx   context.Context
	call  *tool.Call
	class client.Class

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

// errClosed: the SDK has given up the session before the request left it.
var errClosed = errors.New("the session is closed")

// mcpCaller speaks MCP through the official SDK (facts/documents.md "The Go MCP
// SDK").
type mcpCaller struct {
	s       *Service
	session *mcp.ClientSession
}

// protocol is pinned: for a later one the SDK asks the server first what it can.
const protocol = "2025-06-18"

// dial shakes hands with the service.
func (s *Service) dial(x *exchange) (caller, *client.Error) {
	transport := &mcp.StreamableClientTransport{
		Endpoint: s.o.Endpoint,
		HTTPClient: &http.Client{
			Transport:     post{s},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		MaxRetries:           -1,
		DisableStandaloneSSE: true,
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "aloft", Version: "1"}, &mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	session, err := c.Connect(x.sdkContext(), transport, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		return nil, s.sdkError(x, err)
	}
	return &mcpCaller{s, session}, nil
}

func (m *mcpCaller) call(x *exchange, name string, args map[string]any) (result, *client.Error) {
	_, err := m.session.CallTool(x.sdkContext(), &mcp.CallToolParams{Name: name, Arguments: args})
	if x.fail == nil && x.raw != nil {
		// The answer is here, whatever the SDK thinks of content that it does not know.
		r, ok := readResult(x.raw)
		if ok {
			return r, nil
		}
		return result{}, m.s.unreadable(x.call, text.DocsCut, http.StatusOK)
	}
	if err == nil {
		err = errClosed
	}
	return result{}, m.s.sdkError(x, err)
}

// maxToolPages bounds a list that a broken service would never end.
const maxToolPages = 50

func (m *mcpCaller) tools(x *exchange) ([]tool.Offer, *client.Error) {
	var out []tool.Offer
	cursor := ""
	for range maxToolPages {
		x.raw, x.reached = nil, false
		_, err := m.session.ListTools(x.sdkContext(), &mcp.ListToolsParams{Cursor: cursor})
		if x.fail != nil || x.raw == nil {
			return nil, m.s.sdkError(x, err)
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
				out = append(out, tool.NewOffer(string(t.Name), t.Schema))
			}
		}
		if page.Next == "" || string(page.Next) == cursor {
			break
		}
		cursor = string(page.Next)
	}
	return out, nil
}

func (m *mcpCaller) close() { _ = m.session.Close() }

// sdkError says why the SDK has no answer: what the RoundTripper knows goes
// before the SDK's own words.
func (s *Service) sdkError(x *exchange, err error) *client.Error {
	switch {
	case x.fail != nil:
		return x.fail
	case !x.reached:
		e := client.Errorf(client.KindNetwork, x.call.Op, x.call.Place, text.DocsClosed)
		e.Retry, e.Err = true, errClosed
		return e
	}
	e := s.unreadable(x.call, text.DocsCut, http.StatusOK)
	e.Err = err
	return e
}
