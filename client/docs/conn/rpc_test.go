package conn

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"aloft/client/docs/tool"
	"aloft/client/lenient"
)

func TestFindAnswer(t *testing.T) {
	const good = `{"jsonrpc":"2.0","id":7,"result":{"a":1}}`
	for name, c := range map[string]struct {
		body   string
		stream bool
		want   string // the result or the error, "" = none
	}{
		"plain":                {good, false, `{"a":1}`},
		"with a mark":          {"\ufeff" + good, false, `{"a":1}`},
		"id as a string":       {`{"id":"7","result":2}`, false, `2`},
		"another id":           {`{"id":8,"result":2}`, false, ``},
		"an error without id":  {`{"id":null,"error":{"code":-32700}}`, false, `{"code":-32700}`},
		"no result":            {`{"id":7}`, false, ``},
		"a request":            {`{"id":7,"method":"ping"}`, false, ``},
		"an array":             {`[{"method":"x"},` + good + `]`, false, `{"a":1}`},
		"cut":                  {good[:20], false, ``},
		"empty":                {``, false, ``},
		"a stream":             {"event: message\ndata: " + good + "\n\n", true, `{"a":1}`},
		"a stream, \\r\\n":     {"data: " + good + "\r\n\r\n", true, `{"a":1}`},
		"data in two lines":    {"data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":7,\"result\":3}\n\n", true, `3`},
		"others before it":     {": hello\nid: 1\ndata:\n\ndata: {\"method\":\"notifications/progress\"}\n\ndata: " + good + "\n\n", true, `{"a":1}`},
		"of another kind":      {"event: ping\ndata: " + good + "\n\n", true, ``},
		"without the last end": {"data: " + good, true, `{"a":1}`},
		"a stream, cut":        {"data: " + good[:20], true, ``},
	} {
		m, ok := findAnswer([]byte(c.body), c.stream, json.RawMessage("7"))
		got := string(m.Result)
		if !lenient.IsNull(m.Error) {
			got = string(m.Error)
		}
		if ok != (c.want != "") || got != c.want {
			t.Errorf("%s: %q, %v; want %q", name, got, ok, c.want)
		}
	}
}

// The text is preferred to the structured form, whose numbers may have lost digits;
// what is only there is read whole.
func TestPayload(t *testing.T) {
	for in, want := range map[string]string{
		`{"content":[{"type":"text","text":"{\"n\":9007199254740993}"}],"structuredContent":{"n":9007199254740992}}`: `{"n":9007199254740993}`,
		`{"content":[],"structuredContent":{"n":9007199254740993}}`:                                                  `{"n":9007199254740993}`,
		`{"content":[{"type":"text","text":"done"},{"type":"text","text":"{\"n\":1}"}]}`:                             `{"n":1}`,
		`{"content":[{"type":"text","text":"done"}],"structuredContent":{"n":2}}`:                                    `{"n":2}`,
		`{"content":[{"type":"hologram","data":{}},{"type":"text","text":"{}"}]}`:                                    `{}`,
		`{"content":[{"type":"text","text":"[1]"}]}`:                                                                 ``,
		`{"content":null}`: ``,
	} {
		r, ok := readResult(json.RawMessage(in))
		if got := string(r.payload()); !ok || got != want {
			t.Errorf("%s gives %q, want %q", in, got, want)
		}
	}
}

// FuzzStream: an answer in an event stream is found.
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

// FuzzResult: whatever a tool answers, it is decoded without panic, and its error
// can be shown.
func FuzzResult(f *testing.F) {
	for _, s := range []string{`{"list":[{"id":"9007199254740993","title":"A","is_folder":true}],"finish":true}`, `{"error":"x"}`, `{"error":{"code":"400006"}}`, `{"spaces":[{"space_id":1}],"has_next":"1"}`,
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
			if e := s.judged(c, r, r.payload()); e != nil {
				if msg := e.Error(); strings.ContainsAny(msg, "\n\x1b\x00") || e.Kind == "" || !utf8.ValidString(msg) {
					t.Errorf("%q", msg)
				}
			} else if isError {
				t.Error("an error is lost")
			}
		}
	})
}

// Old polls are deleted with the next answer.
func TestPaceForgets(t *testing.T) {
	var p pace
	from := time.Unix(1e9, 0)
	p.asked("old", time.Second, from)
	p.asked("new", time.Second, from.Add(2*time.Second))
	if len(p.last) != 1 || p.last["new"].IsZero() {
		t.Errorf("%v are remembered", p.last)
	}
}
