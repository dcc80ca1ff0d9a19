package second

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// when is a time in an answer; large is a number past 2^53.
type when int64

// reply sends a JSON-RPC answer, as JSON or as an event stream.
func (s *Server) reply(w http.ResponseWriter, id json.RawMessage, result any, fault object) {
	if id == nil {
		id = json.RawMessage("null")
	}
	out := object{"jsonrpc": "2.0", "id": id}
	if fault != nil {
		out["error"] = fault
	} else {
		out["result"] = result
	}
	body, err := json.Marshal(out)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if s.stream {
		w.Header().Set("Content-Type", "text/event-stream")
		// A comment and a notification come first, and the message is spread over
		// several lines, all of which the format allows.
		_, _ = fmt.Fprint(w, ": hello\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"working\"}}\n\n")
		var lines bytes.Buffer
		_ = json.Indent(&lines, body, "", " ")
		_, _ = fmt.Fprintf(w, "event: message\nid: 1\ndata: %s\n\n", strings.ReplaceAll(lines.String(), "\n", "\ndata: "))
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(body)
}

// answer sends a tool's answer, as text, in structured form, or both. The
// structured form has gone through a decoder that has only floats.
func (s *Server) answer(w http.ResponseWriter, id json.RawMessage, out object) {
	text, err := json.Marshal(s.shape(out))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	result := object{"content": []object{}}
	if s.opt.Content != StructuredOnly {
		result["content"] = []object{{"type": "text", "text": string(text)}}
	}
	if s.opt.Content != TextOnly {
		var lossy object
		_ = json.Unmarshal(text, &lossy)
		result["structuredContent"] = floats(lossy)
	}
	s.reply(w, id, result, nil)
}

// refuse sends a business error in the carrier that is set.
func (s *Server) refuse(w http.ResponseWriter, id json.RawMessage, f *failure) {
	trace := s.id("trace-")
	if s.opt.Words {
		f.msg = fmt.Sprintf("operation failed, reference %s", trace)
	}
	if f.edit != nil && s.opt.Carrier == InRPC && !s.opt.EditsRPC {
		s.answer(w, id, object{"base_version": f.edit["base_version"], "new_version": f.edit["new_version"], "err_msg": f.msg, "trace_id": trace})
		return
	}
	line := fmt.Sprintf("type:business, code:%d, msg:%s, trace_id:%s", f.code, f.msg, trace)
	switch s.opt.Carrier {
	case InPayload:
		s.answer(w, id, object{"error": fmt.Sprintf("code:%d, msg:%s", f.code, f.msg), "trace_id": trace})
	case InErrMsg:
		s.answer(w, id, object{"err_msg": f.msg, "code": f.code, "trace_id": trace})
	case InIsError:
		s.reply(w, id, object{"isError": true, "content": []object{{"type": "text", "text": line}}}, nil)
	case InStatus:
		http.Error(w, line, http.StatusForbidden)
	case InCode:
		s.reply(w, id, nil, object{"code": -32602, "message": f.msg, "data": object{"trace_id": trace}})
	default:
		s.reply(w, id, nil, object{"code": -32603, "message": "call failed: " + line})
	}
}

// shape converts integers and times to the form that is set.
func (s *Server) shape(v any) any {
	switch v := v.(type) {
	case object:
		out := object{}
		for k, x := range v {
			out[k] = s.shape(x)
		}
		return out
	case []object:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = s.shape(x)
		}
		return out
	case when:
		if s.opt.Millis {
			return strconv.FormatInt(int64(v)*1000+7, 10)
		}
		return s.shape(int64(v))
	case int:
		return s.shape(int64(v))
	case int64:
		if s.opt.IntsText {
			return strconv.FormatInt(v, 10)
		}
	}
	return v
}

// float is encoded like a number of a decoder that has only floats.
type float float64

func (f float) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(strings.Replace(strconv.FormatFloat(float64(f), 'e', 6, 64), "e+00", "", 1))
	return b.Bytes(), nil
}

// floats removes the digits behind the seventh of integers, as those past 2^53 lose
// theirs.
func floats(v any) any {
	switch v := v.(type) {
	case object:
		for k, x := range v {
			v[k] = floats(x)
		}
	case []any:
		for i, x := range v {
			v[i] = floats(x)
		}
	case float64:
		return float(v)
	}
	return v
}

// link is the URL of a document in a browser.
func (s *Server) link(n *node) string {
	if n.folder {
		return ""
	}
	id := n.id
	if s.opt.OddLinks {
		id = "L" + id
	}
	return s.address("/" + pathOf(n.kind) + "/" + id)
}

// address is a URL of this service as an answer has it.
func (s *Server) address(path string) string {
	if s.opt.Relative {
		return strings.TrimPrefix(s.base, "http:") + path
	}
	return s.base + path
}

func pathOf(kind string) string {
	if kind == "smartcanvas" {
		return "aio"
	}
	return kind
}
