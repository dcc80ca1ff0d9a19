package second

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const version = "2025-06-18"

// message is a JSON-RPC request or notification.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// rpc handles one message of the protocol.
func (s *Server) rpc(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method {
	case http.MethodPost:
	case http.MethodDelete: // the client ends its session
		delete(s.sessions, r.Header.Get("Mcp-Session-Id"))
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		w.Header().Set("Allow", "POST, DELETE")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	if typ, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); typ != "application/json" {
		s.breach("a message with Content-Type %q", r.Header.Get("Content-Type"))
	}
	if a := r.Header.Get("Accept"); !strings.Contains(a, "application/json") || !strings.Contains(a, "text/event-stream") {
		s.breach("a message that accepts %q only", a)
	}
	if !s.authorized(r) {
		s.seen = append(s.seen, Request{Method: "unauthorized", At: s.now(), Failed: true})
		http.Error(w, "unauthorized", http.StatusUnauthorized)
		return
	}
	if rest := s.last.Add(s.opt.Gap).Sub(s.now()); s.opt.Gap > 0 && rest > 0 {
		s.soon++
		s.seen = append(s.seen, Request{Method: "too soon", At: s.now(), Failed: true})
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(rest.Seconds()))))
		http.Error(w, "too many requests", http.StatusTooManyRequests)
		return
	}
	s.last = s.now()
	body, err := io.ReadAll(io.LimitReader(r.Body, 16<<20))
	if err != nil {
		return
	}
	var m message
	if err := json.Unmarshal(body, &m); err != nil || m.Version != "2.0" || m.Method == "" {
		s.breach("no JSON-RPC message: %.80q", body)
		s.reply(w, nil, nil, object{"code": -32700, "message": "parse error"})
		return
	}
	if !s.session(w, r, m.Method) {
		return
	}
	s.old = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") != s.token
	s.stream = s.opt.SSE
	s.dispatch(w, r, m)
}

// authorized checks the token: bare, or after its scheme.
func (s *Server) authorized(r *http.Request) bool {
	got := r.Header.Values("Authorization")
	if len(got) != 1 || got[0] == "" {
		s.breach("%d Authorization headers", len(got))
		return false
	}
	token, bearer := strings.CutPrefix(got[0], "Bearer ")
	if bearer != s.opt.Bearer {
		s.breach("the token comes with Bearer: %v", bearer)
		return false
	}
	return strings.HasPrefix(token, "token-")
}

// session requires the client's session id.
func (s *Server) session(w http.ResponseWriter, r *http.Request, method string) bool {
	if v := r.Header.Get("Mcp-Protocol-Version"); v != "" && v != version {
		s.breach("%s speaks version %q", method, v)
	}
	if !s.opt.Sessions || method == "initialize" {
		return true
	}
	id := r.Header.Get("Mcp-Session-Id")
	switch {
	case id == "":
		s.breach("%s without the session id", method)
		http.Error(w, "Mcp-Session-Id is missing", http.StatusBadRequest)
		return false
	case !s.sessions[id]:
		s.seen = append(s.seen, Request{Method: "closed session", At: s.now(), Failed: true})
		http.Error(w, "session not found", http.StatusNotFound)
		return false
	}
	return true
}

func (s *Server) dispatch(w http.ResponseWriter, r *http.Request, m message) {
	note := func(tool string, in object, failed bool) {
		s.seen = append(s.seen, Request{Method: m.Method, Tool: tool, Args: in, At: s.now(), Failed: failed})
	}
	if m.Method == "tools/call" {
		s.call(w, r, m, note)
		return
	}
	note("", nil, false)
	switch m.Method {
	case "initialize":
		var p struct {
			Version string          `json:"protocolVersion"`
			Client  json.RawMessage `json:"clientInfo"`
		}
		if json.Unmarshal(m.Params, &p) != nil || p.Version == "" || p.Client == nil {
			s.breach("initialize without version or clientInfo")
		}
		if s.opt.Sessions {
			id := s.id("session-")
			s.sessions[id] = true
			w.Header().Set("Mcp-Session-Id", id)
		}
		s.reply(w, m.ID, object{
			"protocolVersion": version, "capabilities": object{"tools": object{}},
			"serverInfo": object{"name": "second", "version": "1"},
		}, nil)
	case "notifications/initialized", "notifications/cancelled":
		w.WriteHeader(http.StatusAccepted)
	case "ping":
		s.reply(w, m.ID, object{}, nil)
	case "tools/list":
		if s.opt.NoList {
			s.reply(w, m.ID, nil, object{"code": -32601, "message": "method not found"})
			return
		}
		s.list(w, m)
	default:
		s.reply(w, m.ID, nil, object{"code": -32601, "message": "method not found"})
	}
}

// list returns the tools, in two pages.
func (s *Server) list(w http.ResponseWriter, m message) {
	var p struct {
		Cursor string `json:"cursor"`
	}
	_ = json.Unmarshal(m.Params, &p)
	all := s.crowd()
	for _, t := range s.offered() {
		all = append(all, object{"name": s.wire(t.name), "description": t.says, "inputSchema": t.schema(s.spelling())})
	}
	half := len(all) / 2
	if p.Cursor == "" {
		s.reply(w, m.ID, object{"tools": all[:half], "nextCursor": "second half"}, nil)
		return
	}
	s.reply(w, m.ID, object{"tools": all[half:]}, nil)
}

// wire is the name of a tool in this service.
func (s *Server) wire(name string) string {
	if s.opt.Renamed && name == "doc.find_and_replace" {
		name += "_text"
	}
	if s.opt.UndoName && name == "doc.revert_revision" {
		name = "doc.undo_ai_edit"
	}
	switch {
	case s.opt.Underscore:
		return strings.ReplaceAll(name, ".", "_")
	case s.opt.Bare:
		return strings.TrimPrefix(strings.TrimPrefix(name, "manage."), "doc.")
	}
	return name
}

// call calls a tool, or fails as planned.
func (s *Server) call(w http.ResponseWriter, r *http.Request, m message, note func(string, object, bool)) {
	var p struct {
		Name string          `json:"name"`
		Args json.RawMessage `json:"arguments"`
	}
	in := object{}
	err := json.Unmarshal(m.Params, &p)
	if err == nil && len(p.Args) > 0 {
		d := json.NewDecoder(bytes.NewReader(p.Args))
		d.UseNumber()
		err = d.Decode(&in)
	}
	table := s.offered()
	i := slices.IndexFunc(table, func(t tool) bool { return s.wire(t.name) == p.Name })
	if err != nil || i < 0 {
		note(p.Name, in, true)
		if !s.opt.NoList || !(tool{name: p.Name}).newer() { // without a list, a call shows it
			s.breach("a call of %q (%v)", p.Name, err)
		}
		s.reply(w, m.ID, nil, object{"code": -32602, "message": fmt.Sprintf("unknown tool %q", p.Name)})
		return
	}
	t := table[i]
	s.stream = s.opt.SSE || s.opt.SSEQueries && t.reads()
	s.meanwhile(r, t.name)
	fault, spoilt := s.take(t.name)
	if spoilt && fault == NoSession {
		clear(s.sessions)
		note(t.name, in, true)
		http.Error(w, "session not found", http.StatusNotFound)
		return
	}
	after := spoilt && (fault == LostAfter || fault == Unclear || fault == CutAfter)
	if spoilt && !after {
		note(t.name, in, true)
		if bad := fault.business(); bad != nil {
			s.refuse(w, m.ID, bad)
			return
		}
		fault.spoil(w)
		return
	}
	out, bad := s.run(t, in)
	note(t.name, in, bad != nil)
	switch {
	case after:
		fault.spoil(w)
	case bad != nil:
		s.refuse(w, m.ID, bad)
	default:
		out["trace_id"] = s.id("trace-")
		s.answer(w, m.ID, out)
	}
}

// run checks the arguments and runs the tool. Tasks make progress with every call
// of any tool.
func (s *Server) run(t tool, in object) (object, *failure) {
	if s.old {
		return nil, Expired.business()
	}
	got, wrong := check(t.args, s.spelling(), in)
	if wrong != "" {
		s.breach("%s: %s", t.name, wrong)
		return nil, fail(400001, "invalid parameters: "+wrong)
	}
	s.proceed()
	return t.run(s, got)
}
