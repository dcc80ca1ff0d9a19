package conn

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"aloft/client/lenient"
)

type rpcMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// answers: an error may come without an id, when the server could not read the call.
func (m rpcMessage) answers(id json.RawMessage) bool {
	switch {
	case m.Method != "":
		return false
	case !lenient.IsNull(m.Error) && lenient.IsNull(m.ID):
		return true
	case lenient.IsNull(m.Error) && lenient.IsNull(m.Result):
		return false
	}
	return sameID(m.ID, id)
}

// sameID: a server may return a number as a string.
func sameID(a, b json.RawMessage) bool {
	trim := func(r json.RawMessage) string { return strings.Trim(string(bytes.TrimSpace(r)), `"`) }
	return trim(a) == trim(b)
}

// findAnswer finds the answer in one message, an array of them, or an event stream
// with other messages of the server before it.
func findAnswer(body []byte, stream bool, id json.RawMessage) (rpcMessage, bool) {
	if !stream {
		return pickAnswer(body, id)
	}
	for _, data := range events(body) {
		if m, ok := pickAnswer(data, id); ok {
			return m, true
		}
	}
	return rpcMessage{}, false
}

func pickAnswer(data []byte, id json.RawMessage) (rpcMessage, bool) {
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	var many []rpcMessage
	if len(data) > 0 && data[0] == '[' {
		if json.Unmarshal(data, &many) != nil {
			return rpcMessage{}, false
		}
	} else {
		var m rpcMessage
		if !lenient.Object(data, &m) {
			return rpcMessage{}, false
		}
		many = append(many, m)
	}
	for _, m := range many {
		if m.answers(id) {
			return m, true
		}
	}
	return rpcMessage{}, false
}

// events joins the data lines of each event. One that is cut off counts too: its
// JSON shows whether it is complete.
func events(body []byte) [][]byte {
	var out [][]byte
	var data []byte
	name, some := "", false
	flush := func() {
		if some && (name == "" || name == "message") {
			out = append(out, data)
		}
		data, name, some = nil, "", false
	}
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	for len(body) > 0 {
		var line []byte
		line, body = cutLine(body)
		if len(line) == 0 {
			flush()
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "data":
			if some {
				data = append(data, '\n')
			}
			data, some = append(data, value...), true
		case "event":
			name = string(value)
		}
	}
	flush()
	return out
}

func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexAny(b, "\r\n")
	if i < 0 {
		return b, nil
	}
	line, rest = b[:i], b[i+1:]
	if b[i] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return line, rest
}

type result struct {
	long       *long    // instead of what follows
	parts      []string // the text contents
	structured json.RawMessage
	isError    bool
}

func readResult(raw json.RawMessage) (result, bool) {
	var wire struct {
		Content    json.RawMessage `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		IsError    lenient.Bool    `json:"isError"`
	}
	if !lenient.Object(raw, &wire) {
		return result{}, false
	}
	r := result{structured: wire.Structured, isError: wire.IsError.V}
	// All at once; if that fails, element by element, so that an odd one is only
	// skipped itself.
	var plain []struct{ Type, Text string }
	if json.Unmarshal(wire.Content, &plain) != nil {
		var each lenient.List[struct{ Type, Text lenient.String }]
		_ = each.UnmarshalJSON(wire.Content)
		plain = plain[:0]
		for _, c := range each.Items {
			plain = append(plain, struct{ Type, Text string }{string(c.Type), string(c.Text)})
		}
	}
	for _, c := range plain {
		if c.Type == "text" && c.Text != "" {
			r.parts = append(r.parts, c.Text)
		}
	}
	return r, true
}

// payload is the JSON object of the answer: the text is preferred to the structured
// form, which may have lost digits. nil = there is none.
func (r result) payload() json.RawMessage {
	if r.long != nil {
		return r.long.small
	}
	for i := range len(r.parts) + 1 {
		raw := []byte(r.structured)
		if i < len(r.parts) {
			raw = []byte(r.parts[i])
		}
		raw = bytes.TrimSpace(bytes.TrimPrefix(raw, []byte("\ufeff")))
		if len(raw) > 0 && raw[0] == '{' && json.Valid(raw) {
			return raw
		}
	}
	return nil
}

func (r result) text() string { return strings.Join(r.parts, "\n") }

const sessionHeader = "Mcp-Session-Id"

// Versions of MCP: the one to begin with, which live services speak, and the first without a handshake.
const (
	handshake = "2025-06-18"
	stateless = "2026-07-28"
)

// versions of MCP that aloft speaks, the newest first.
var versions = []string{stateless, "2025-11-25", handshake, "2025-03-26", "2024-11-05"}

// spoken returns the newest of some versions that aloft speaks, or "".
func spoken(of []string) string {
	i := slices.IndexFunc(versions, func(v string) bool { return slices.Contains(of, v) })
	if i < 0 {
		return ""
	}
	return versions[i]
}

const (
	methodHello    = "initialize"
	methodDiscover = "server/discover"
	methodList     = "tools/list"
	methodCall     = "tools/call"
)

// object is a JSON object that is sent.
type object map[string]any

// message is what is sent to a service.
type message struct {
	method string
	name   string // of the tool
	params object
	id     json.RawMessage // nil = nothing answers it
}

// begins: it is the first message of a connection.
func (m message) begins() bool { return m.method == methodHello || m.method == methodDiscover }
