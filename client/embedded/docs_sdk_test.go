package embedded

import (
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"aloft/client/clienttest/fault"
	"aloft/client/embedded/docs"
)

// The official SDK is the client: each generation, with sessions and without, as JSON and as a stream.
func TestClientsOfTheSDK(t *testing.T) {
	for name, c := range map[string]struct {
		faults  fault.Docs
		version string
	}{
		"JSON":         {version: "2025-06-18"},
		"a stream":     {faults: fault.Docs{SSE: fault.Rate{Every: 1}}, version: "2025-11-25"},
		"sessions":     {faults: fault.Docs{Sessions: true}, version: "2025-06-18"},
		"the oldest":   {version: "2024-11-05"},
		"no handshake": {version: "2026-07-28"},
	} {
		t.Run(name, func(t *testing.T) {
			d := openDesk(t, c.faults)
			client := mcp.NewClient(&mcp.Implementation{Name: "sdk", Version: "1"}, nil)
			at := &mcp.StreamableClientTransport{Endpoint: "http://aloft.local" + DocsPath, HTTPClient: &http.Client{Transport: withToken{d}}, MaxRetries: -1}
			s, err := client.Connect(t.Context(), at, &mcp.ClientSessionOptions{ProtocolVersion: c.version})
			if err != nil {
				t.Fatal(err)
			}
			if got := s.InitializeResult(); got.ProtocolVersion != c.version || got.Capabilities.Tools == nil {
				t.Errorf("it speaks %+v", got)
			}
			tools, err := s.ListTools(t.Context(), nil)
			if err != nil || len(tools.Tools) != len(docs.Tools()) {
				t.Fatalf("%+v, %v", tools, err)
			}
			made, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "manage.create_file", Arguments: object{"title": "a <b> & c", "file_type": "doc"}})
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "manage.folder_list", Arguments: object{}})
			if err != nil || r.IsError || len(r.Content) != 1 {
				t.Fatalf("%+v, %v", r, err)
			}
			list := r.StructuredContent.(map[string]any)["list"].([]any)
			if one := list[0].(map[string]any); len(list) != 1 || one["title"] != "a <b> & c" || one["id"] != made.StructuredContent.(map[string]any)["file_id"] {
				t.Errorf("it lists %v", list)
			}
			if r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "manage.none", Arguments: object{}}); err == nil {
				t.Errorf("a tool that is not there: %+v", r)
			}
			if err := s.Ping(t.Context(), nil); err != nil && c.version < "2026" {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// withToken sends the token along.
type withToken struct{ d *desk }

func (w withToken) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", w.d.token)
	return w.d.s.Transport().RoundTrip(r)
}
