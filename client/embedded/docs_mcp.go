package embedded

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"aloft/model/text"
)

// serveTools makes the servers of the tool protocol, when first needed.
func (s *Service) serveTools() {
	s.docs.serving.Do(func() {
		f := &s.o.Faults.Docs
		server := mcp.NewServer(&mcp.Implementation{Name: "aloft", Version: "1"}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}})
		s.docs.changes, s.docs.edits = map[string]bool{}, map[string]bool{}
		var c *text.Catalogue
		for name, t := range f.offered() {
			s.docs.changes[name], s.docs.edits[name] = t.change, t.edit
			server.AddTool(&mcp.Tool{Name: name, Description: c.Say(t.help), InputSchema: schema(t.args, f.Second)}, s.toolHandler(t))
		}
		pick := func(*http.Request) *mcp.Server { return server }
		s.docs.asJSON = mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxToolBody})
		s.docs.asSSE = mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{Stateless: true, MaxRequestBodyBytes: maxToolBody})
	})
}

// toolHandler runs a tool and dresses its answer. It is a raw handler: those
// with Go types lose digits of whole numbers beyond 2^53.
func (s *Service) toolHandler(t docsTool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		run, ours := ctx.Value(docsRunKey{}).(*docsRun)
		if !ours {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: string(text.WireDocStorage)}
		}
		o := s.outcome(run, t, req.Params.Arguments)
		switch {
		case o.rpc != 0:
			return nil, &jsonrpc.Error{Code: o.rpc, Message: o.text}
		case o.body == nil:
			return &mcp.CallToolResult{IsError: o.isError, Content: []mcp.Content{&mcp.TextContent{Text: o.text}}}, nil
		}
		// Twice, as facts/documents.md "Transport" shows it.
		return &mcp.CallToolResult{
			Content:           []mcp.Content{&mcp.TextContent{Text: string(o.body)}},
			StructuredContent: json.RawMessage(o.body),
		}, nil
	}
}
