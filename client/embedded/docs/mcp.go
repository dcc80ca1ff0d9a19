package docs

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"

	"aloft/client/embedded/pages"
)

// protocols of MCP, the newest first. Since stateless there is no handshake, and each message says its version.
var protocols = []string{stateless, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

const (
	stateless     = "2026-07-28"
	metaVersion   = "io.modelcontextprotocol/protocolVersion"
	headerVersion = "Mcp-Protocol-Version"
)

// Codes of JSON-RPC and MCP.
const (
	rpcMethod   = -32601
	rpcParams   = -32602
	rpcInternal = -32603
	rpcHeader   = -32020
	rpcVersion  = -32022
)

// message is a message of JSON-RPC.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	params  struct {
		Name      string                     `json:"name"`
		Arguments json.RawMessage            `json:"arguments"`
		Version   string                     `json:"protocolVersion"`
		Cursor    string                     `json:"cursor"`
		Meta      map[string]json.RawMessage `json:"_meta"`
	}
}

// readMessage reports whether it is a message at all. Wrong parameters are found out by who takes them.
func readMessage(body []byte) (m message, ok bool) {
	ok = json.Unmarshal(body, &m) == nil && m.Version == "2.0"
	_ = json.Unmarshal(m.Params, &m.params)
	if string(m.ID) == "null" {
		m.ID = nil
	}
	return m, ok
}

// reply is the answer to a message: JSON, or words outside the tool protocol.
type reply struct {
	status  int
	words   string
	head    []byte        // the JSON, or what comes before the payload of a tool
	payload pages.RawJSON // nil = none
}

// say answers outside the tool protocol.
func say(status int, words string, args ...any) *reply {
	return &reply{status: status, words: fmt.Sprintf(words, args...)}
}

// answer makes a reply in JSON-RPC.
func (m *message) answer(status int, key string, value any) *reply {
	head, err := json.Marshal(pages.Object{"jsonrpc": "2.0", "id": m.ID, key: value})
	if err != nil {
		panic(err) // only a value that the service itself built wrongly cannot be encoded
	}
	return &reply{status: status, head: head}
}

func (m *message) fail(status, code int, words string, args ...any) *reply {
	return m.answer(status, "error", pages.Object{"code": code, "message": fmt.Sprintf(words, args...)})
}

// later reports whether it is in a version without a handshake.
func (m *message) later() bool { return m.params.Meta[metaVersion] != nil }

// result answers with a result; since stateless that says who answers.
func (m *message) result(value pages.Object) *reply {
	if m.later() {
		value["resultType"] = "complete"
		if m.Method == "tools/list" || m.Method == "server/discover" {
			value["ttlMs"], value["cacheScope"] = 0, "public"
		}
		value["_meta"] = pages.Object{"io.modelcontextprotocol/serverInfo": itself}
	}
	return m.answer(http.StatusOK, "result", value)
}

var (
	itself = pages.Object{"name": "aloft", "version": "1"}
	able   = pages.Object{"tools": pages.Object{}}
)

// respond answers a message, nil for one that has no answer.
func (s *Service) respond(r *http.Request, run *exchange, m *message, ok bool) *reply {
	switch {
	case r.Method != http.MethodPost:
		return say(http.StatusMethodNotAllowed, "Method Not Allowed")
	case !isJSON(r.Header):
		return say(http.StatusUnsupportedMediaType, "Content-Type must be application/json")
	case !ok:
		return say(http.StatusBadRequest, "the body is no message of JSON-RPC 2.0")
	}
	if refused := m.check(r.Header); refused != nil {
		return refused
	}
	switch {
	case len(m.ID) == 0:
		return &reply{status: http.StatusAccepted}
	case m.Method == "initialize":
		version := m.params.Version
		if i := slices.Index(protocols, version); i < 1 {
			version = protocols[1]
		}
		return m.result(pages.Object{"protocolVersion": version, "capabilities": able, "serverInfo": itself})
	case m.Method == "server/discover" && m.later():
		return m.result(pages.Object{"supportedVersions": protocols, "capabilities": able})
	case m.Method == "ping":
		return m.result(pages.Object{})
	case m.Method == "tools/list" && m.params.Cursor != "":
		return m.fail(http.StatusOK, rpcParams, "there is one page of tools, and no cursor")
	case m.Method == "tools/list":
		return m.result(pages.Object{"tools": s.listed})
	case m.Method == "tools/call":
		return s.call(run, m)
	case m.Method == "":
		return &reply{status: http.StatusAccepted} // an answer: nothing was asked
	}
	status := http.StatusOK
	if m.later() {
		status = http.StatusNotFound
	}
	return m.fail(status, rpcMethod, "method not found: %q", m.Method)
}

func isJSON(h http.Header) bool {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && media == "application/json"
}

// check refuses a version that is not spoken, and a message whose header says something else.
func (m *message) check(h http.Header) *reply {
	var version string
	_ = json.Unmarshal(m.params.Meta[metaVersion], &version)
	switch head := h.Get(headerVersion); {
	case head != "" && !slices.Contains(protocols, head) && head < stateless:
		return say(http.StatusBadRequest, "unsupported protocol version; supported are %s", strings.Join(protocols, ", "))
	case head < stateless && !m.later():
		return nil
	case head >= stateless && !m.later():
		return m.fail(http.StatusBadRequest, rpcParams, "_meta has no %s", metaVersion)
	case head != version:
		return m.fail(http.StatusBadRequest, rpcHeader, "%s is %q, and %s is %q", headerVersion, head, metaVersion, version)
	case version < stateless || !slices.Contains(protocols, version):
		return m.answer(http.StatusBadRequest, "error", pages.Object{"code": rpcVersion, "message": "unsupported protocol version",
			"data": pages.Object{"supported": protocols, "requested": version}})
	case h.Get("Mcp-Method") != m.Method:
		return m.fail(http.StatusBadRequest, rpcHeader, "Mcp-Method is %q, and the method %q", h.Get("Mcp-Method"), m.Method)
	case m.Method == "tools/call" && h.Get("Mcp-Name") != m.params.Name:
		return m.fail(http.StatusBadRequest, rpcHeader, "Mcp-Name is %q, and the tool %q", h.Get("Mcp-Name"), m.params.Name)
	}
	return nil
}

// call runs a tool and shapes its answer.
func (s *Service) call(run *exchange, m *message) *reply {
	t, offered := s.offered[m.params.Name]
	if !offered {
		return m.fail(http.StatusOK, rpcParams, "unknown tool %q", m.params.Name)
	}
	o := s.outcome(run, t, m.params.Arguments)
	switch {
	case o.rpc != 0:
		return m.fail(http.StatusOK, o.rpc, "%s", o.text)
	case o.body == nil:
		return m.result(pages.Object{"content": []pages.Object{{"type": "text", "text": o.text}}, "isError": o.isError})
	}
	a := m.result(pages.Object{})
	a.payload = o.body
	a.head = bytes.TrimSuffix(a.head, []byte("}}"))
	if !bytes.HasSuffix(a.head, []byte("{")) {
		a.head = append(a.head, ',')
	}
	a.head = append(a.head, `"content":[{"type":"text","text":"`...)
	return a
}

// write writes the JSON, piece by piece: of a long answer memory holds the payload once and not three times. It is
// there twice, as live services answer: as text and as structuredContent.
func (a *reply) write(to io.Writer) error {
	const piece = 32 << 10
	w := bufio.NewWriterSize(to, piece)
	_, _ = w.Write(a.head)
	if a.payload != nil {
		var e pages.Encoder
		for _, long := range a.payload {
			for part := range slices.Chunk(long, piece) {
				e.B = e.B[:0]
				_, _ = e.Write(part)
				if _, err := w.Write(e.B); err != nil {
					return err
				}
			}
		}
		_, _ = w.WriteString(`"}],"structuredContent":`)
		for _, long := range a.payload {
			_, _ = w.Write(long)
		}
		_, _ = w.WriteString("}}")
	}
	return w.Flush()
}
