package docs

import (
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"aloft/client/embedded/tool"
	"aloft/model/text"
)

// serveTools makes the servers of the tool protocol, when first needed.
func (s *Service) serveTools() {
	s.serving.Do(func() {
		f := s.faults
		s.offered = asOffered(f, s.tools())
		server := mcp.NewServer(&mcp.Implementation{Name: "aloft", Version: "1"}, &mcp.ServerOptions{Capabilities: &mcp.ServerCapabilities{}})
		var c *text.Catalogue
		for name, t := range s.offered {
			server.AddTool(&mcp.Tool{Name: name, Description: c.Say(t.Help), InputSchema: tool.Schema(t.Args, f.Second)}, s.toolHandler(t))
		}
		pick := func(*http.Request) *mcp.Server { return server }
		s.asJSON = mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxToolBody})
		s.asSSE = mcp.NewStreamableHTTPHandler(pick, &mcp.StreamableHTTPOptions{Stateless: true, MaxRequestBodyBytes: maxToolBody})
	})
}

// tools are all tools, by the names of the specification.
func (s *Service) tools() []tool.Tool {
	return slices.Concat(s.folderTools(), s.fileTools(), s.moveTools(), s.spaceTools(), s.transfers.Tools(), s.word.Tools())
}

// Tools are all tools, as Service has them; these cannot be run.
func Tools() []tool.Tool { return new(Service).tools() }
