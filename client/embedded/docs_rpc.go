package embedded

import (
	"encoding/json"
	"io"
	"net/http"

	"aloft/model/text"
)

// serveTools makes the server of the tool protocol, when first needed.
func (s *Service) serveTools() {
	s.docs.serving.Do(func() {
		s.docs.changes = map[string]bool{}
		for name, t := range s.o.Faults.Docs.offered() {
			s.docs.changes[name] = t.change
		}
		s.docs.asJSON = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.rpc(w, r, "", "application/json") })
		s.docs.asSSE = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.rpc(w, r, "event: message\ndata: ", "text/event-stream")
		})
	})
}

// rpc answers one message by hand.
func (s *Service) rpc(w http.ResponseWriter, r *http.Request, before, kind string) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
			Version   string          `json:"protocolVersion"`
		} `json:"params"`
	}
	body, _ := io.ReadAll(r.Body)
	if r.Method != http.MethodPost || json.Unmarshal(body, &m) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if len(m.ID) == 0 {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	f, out := &s.o.Faults.Docs, object{"jsonrpc": "2.0", "id": m.ID}
	var c *text.Catalogue
	switch m.Method {
	case "initialize":
		out["result"] = object{"protocolVersion": m.Params.Version, "capabilities": object{"tools": object{}}, "serverInfo": object{"name": "aloft", "version": "1"}}
	case "ping":
		out["result"] = object{}
	case "tools/list":
		list := []object{}
		for name, t := range f.offered() {
			list = append(list, object{"name": name, "description": c.Say(t.help), "inputSchema": schema(t.args, f.Second)})
		}
		out["result"] = object{"tools": list}
	case "tools/call":
		t, there := f.offered()[m.Params.Name]
		if !there {
			out["error"] = object{"code": rpcParams, "message": "unknown tool " + m.Params.Name}
			break
		}
		switch o := s.outcome(r.Context().Value(docsRunKey{}).(*docsRun), t, m.Params.Arguments); {
		case o.rpc != 0:
			out["error"] = object{"code": o.rpc, "message": o.text}
		case o.body == nil:
			out["result"] = object{"isError": o.isError, "content": []object{{"type": "text", "text": o.text}}}
		default:
			out["result"] = object{"content": []object{{"type": "text", "text": string(o.body)}}, "structuredContent": json.RawMessage(o.body)}
		}
	default:
		out["error"] = object{"code": -32601, "message": "no such method"}
	}
	b, _ := json.Marshal(out)
	w.Header().Set("Content-Type", kind)
	_, _ = io.WriteString(w, before+string(b)+"\n\n")
}
