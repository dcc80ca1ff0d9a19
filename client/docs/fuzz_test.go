package docs

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"aloft/client/docs/lenient"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model"
)

// FuzzResult: whatever a tool answers, it is read without panic, and its error
// can be shown.
func FuzzResult(f *testing.F) {
	for _, s := range []string{list1, `{"error":"x"}`, `{"error":{"code":"400006"}}`, `{"spaces":[{"space_id":1}],"has_next":"1"}`,
		`{"file":{"file_id":9007199254740993,"create_time":"1700000000000"}}`, `{"progress":"100","file_id":5,"warnings":"w"}`, `{"list":{}}`, `[]`, `code:1, msg:, trace_id:`} {
		f.Add(s, true)
	}
	s := New(Options{Name: "x"})
	f.Fuzz(func(t *testing.T, in string, isError bool) {
		text, _ := json.Marshal(in)
		r, ok := readResult(json.RawMessage(`{"content":[{"type":"text","text":` + string(text) + `}],"isError":` + map[bool]string{true: "true", false: "false"}[isError] + `}`))
		if !ok {
			t.Fatal("a result is not read")
		}
		for _, c := range []*tool.Call{{Purpose: tool.Purpose{Op: "list"}}, {Purpose: tool.Purpose{Op: "move"}, Changes: true}, {Purpose: tool.Purpose{Op: "import"}, Task: "t"}} {
			if e := s.judge(c, r, r.payload()); e != nil {
				if msg := e.Error(); strings.ContainsAny(msg, "\n\x1b\x00") || e.Kind == "" || !utf8.ValidString(msg) {
					t.Errorf("%q", msg)
				}
			} else if isError {
				t.Error("an error is lost")
			}
		}
		var w wireEntry
		var n wireNode
		var k wireTask
		var l struct {
			List lenient.List[wireEntry] `json:"list"`
		}
		for _, v := range []any{&w, &n, &k, &l} {
			_ = lenient.Object([]byte(in), v)
		}
		for _, e := range []model.Entry{w.entry(s), n.entry(s, "s")} {
			if e.Name == "" || strings.Contains(e.Name, "\x00") {
				t.Errorf("the name is %q", e.Name)
			}
		}
	})
}

// FuzzStream: an answer that was put into an event stream is found in it.
func FuzzStream(f *testing.F) {
	f.Add("data: x\n\n", `{"a":1}`, "\n")
	f.Add(": c\r\nevent: ping\r\ndata: {\"method\":\"a\"}\r\n\r\n", `[1,2]`, "\r\n")
	f.Fuzz(func(t *testing.T, before, result, end string) {
		for _, data := range events([]byte(before)) {
			_, _ = pickAnswer(data, json.RawMessage("7"))
		}
		_, _ = findAnswer([]byte(before), false, json.RawMessage("7"))
		if end != "\n" && end != "\r\n" && end != "\r" || !json.Valid([]byte(result)) || strings.ContainsAny(result, "\r\n") || lenient.IsNull(json.RawMessage(result)) {
			return
		}
		body := `data: {"jsonrpc":"2.0","id":7,"result":` + result + `}` + end + end
		if m, ok := findAnswer([]byte(body), true, json.RawMessage("7")); !ok || string(m.Result) != strings.TrimSpace(result) {
			t.Errorf("%q gives %q, %v", body, m.Result, ok)
		}
	})
}

// FuzzLink: what survives leads to the web and nowhere else.
func FuzzLink(f *testing.F) {
	for _, s := range []string{"//docs.example/doc/a", "javascript:alert(1)", "https://aloft.local/doc/a", "https://docs.example/%2f/../x?y#z", "\x00", "https://[::1]/a/b"} {
		f.Add(s)
	}
	s := New(Options{})
	f.Fuzz(func(t *testing.T, in string) {
		out := s.link(in)
		if out != "" && !strings.HasPrefix(strings.ToLower(out), "https://") && !strings.HasPrefix(strings.ToLower(out), "http://") {
			t.Errorf("%q becomes %q", in, out)
		}
		if strings.ContainsAny(out, "\x00\x1b\n ") {
			t.Errorf("%q becomes %q", in, out)
		}
		if out != "" && s.link(out) == "" {
			t.Errorf("%q does not survive a second time", out)
		}
		kind, id := cutLink(in)
		_, _ = kindOf(kind), id
		_, _, _ = contentRange(in)
		_ = gate.RetryAfter(http.Header{"Retry-After": {in}}, s.now())
		_ = validator(http.Header{"Etag": {in}})
	})
}
