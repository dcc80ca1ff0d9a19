package docs

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"aloft/client/docs/conn"
)

// The official SDK is the service: each generation, with sessions and without, as JSON and as a stream.
func TestServicesOfTheSDK(t *testing.T) {
	for name, c := range map[string]struct {
		options  mcp.StreamableHTTPOptions
		versions []string
		sent     string
	}{
		"JSON":             {options: mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}, sent: "2025-06-18"},
		"a stream":         {options: mcp.StreamableHTTPOptions{Stateless: true}, sent: "2025-06-18"},
		"sessions":         {sent: "2025-06-18"},
		"sessions of JSON": {options: mcp.StreamableHTTPOptions{JSONResponse: true}, sent: "2025-06-18"},
		"the oldest":       {versions: []string{"2024-11-05"}, sent: "2024-11-05"},
		"no handshake":     {options: mcp.StreamableHTTPOptions{Stateless: true}, sent: "2026-07-28"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, 0, nil)
			defer b.end(t)
			server := mcp.NewServer(&mcp.Implementation{Name: "sdk", Version: "1"}, &mcp.ServerOptions{SupportedProtocolVersions: c.versions})
			calls := 0
			server.AddTool(&mcp.Tool{Name: "manage.folder_list", InputSchema: json.RawMessage(`{"type":"object"}`)},
				func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					calls++
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: list1}}, StructuredContent: json.RawMessage(list1)}, nil
				})
			h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &c.options)
			var versions []string
			replaceWire(b, roundTripper(func(r *http.Request) (*http.Response, error) {
				if v := r.Header.Get("Mcp-Protocol-Version"); v != "" {
					versions = append(versions, v)
				}
				raw, _ := io.ReadAll(r.Body)
				r.Body = io.NopCloser(bytes.NewReader(raw))
				var m rpcMessage
				if _ = json.Unmarshal(raw, &m); m.Method == "initialize" && c.sent == "2026-07-28" {
					return rpcError(conn.RPCMethod, "method not found")(r, m)
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				return w.Result(), nil
			}))
			for range 2 {
				if l, err := listHome(t, b); err != nil || len(l.Entries) != 2 {
					t.Fatalf("%+v, %v", l, err)
				}
			}
			if calls != 2 || len(versions) == 0 || versions[len(versions)-1] != c.sent {
				t.Errorf("%d calls, in the versions %q, want %s", calls, versions, c.sent)
			}
		})
	}
}
