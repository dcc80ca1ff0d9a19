package docs

import (
	"encoding/json"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/docs/lenient"
	"aloft/client/docs/tool"
	"aloft/model"
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

// The text goes before the structured form, whose numbers have lost digits on
// some ways; what stands only there is read whole.
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

func TestJudge(t *testing.T) {
	s := New(Options{Name: "work", Endpoint: "https://docs.example/mcp"})
	defer s.Close()
	for _, c := range []struct {
		f           fault
		read, write client.Kind
		server      string
	}{
		{fault{code: codeInvalid, words: "bad"}, client.KindInvalid, client.KindInvalid, "bad"},
		{fault{rpc: rpcInternal, words: "call failed, type:business, code:400006, msg:token wrong, trace_id:abc-1"}, client.KindAuth, client.KindAuth, "token wrong"},
		{fault{words: "type:business, code:400012, msg:expired"}, client.KindAuth, client.KindAuth, "expired"},
		{fault{words: `code:400001, msg:no file with the id "x", trace_id:ab`}, client.KindNotFound, client.KindNotFound, `no file with the id "x"`},
		{fault{code: codeNoRight}, client.KindInvalid, client.KindInvalid, ""},
		{fault{code: codeInternal}, client.KindServer, client.KindUnknown, ""},
		{fault{code: codeInternal, words: "capacity limit: the disk is full"}, client.KindInvalid, client.KindInvalid, "capacity limit: the disk is full"},
		{fault{status: 507}, client.KindInvalid, client.KindInvalid, ""},
		{fault{code: codeWrongType}, client.KindUnsupported, client.KindUnsupported, ""},
		{fault{code: codeBusy}, client.KindServer, client.KindUnknown, ""},
		{fault{code: codeBusyToo}, client.KindServer, client.KindUnknown, ""},
		{fault{code: codePermission}, client.KindUnsupported, client.KindUnsupported, ""},
		{fault{code: 400007, words: "either of two"}, client.KindInvalid, client.KindInvalid, "either of two"},
		{fault{status: 401, words: "Unauthorized"}, client.KindAuth, client.KindAuth, "Unauthorized"},
		{fault{status: 403, words: "no permission"}, client.KindInvalid, client.KindInvalid, "no permission"},
		{fault{status: 403, words: "token expired"}, client.KindAuth, client.KindAuth, "token expired"},
		{fault{status: 403, page: true, words: "<html>"}, client.KindInvalid, client.KindInvalid, ""},
		{fault{status: 429}, client.KindThrottled, client.KindThrottled, ""},
		{fault{status: 500, words: "oops"}, client.KindServer, client.KindUnknown, "oops"},
		{fault{status: 302}, client.KindInvalid, client.KindUnknown, ""},
		{fault{status: 200, page: true}, client.KindInvalid, client.KindUnknown, ""},
		{fault{rpc: rpcMethod, words: "Method not found"}, client.KindUnsupported, client.KindUnsupported, "Method not found"},
		{fault{rpc: rpcParams, words: `unknown tool "manage.x"`}, client.KindUnsupported, client.KindUnsupported, `unknown tool "manage.x"`},
		{fault{rpc: rpcParams, words: "title: wrong type"}, client.KindInvalid, client.KindInvalid, "title: wrong type"},
		{fault{rpc: rpcInternal, words: "oops"}, client.KindServer, client.KindUnknown, "oops"},
		{fault{words: "the request is too frequent"}, client.KindThrottled, client.KindThrottled, "the request is too frequent"},
		{fault{words: "文件不存在"}, client.KindNotFound, client.KindNotFound, "文件不存在"},
		{fault{words: "title already exists"}, client.KindConflict, client.KindConflict, "title already exists"},
		{fault{words: "no one knows"}, client.KindInvalid, client.KindInvalid, "no one knows"},
	} {
		for _, write := range []bool{false, true} {
			want := c.read
			if write {
				want = c.write
			}
			e := s.failure(&tool.Call{Purpose: tool.Purpose{Op: "move"}, Tool: tool.Move, Changes: write}, c.f)
			if e.Kind != want || e.Server != c.server || e.What == "" || strings.Contains(e.Error(), "%!") {
				t.Errorf("%+v, write %v: %s, %q, %v; want %s", c.f, write, e.Kind, e.Server, e, want)
			}
			if write && e.Retry && e.Kind != client.KindThrottled {
				t.Errorf("%+v: a change would be sent again", c.f)
			}
			if e.Kind == client.KindUnknown && e.Changed <= client.ChangedNothing {
				t.Errorf("%+v: does not say that something may have changed", c.f)
			}
		}
	}
	e := s.failure(&tool.Call{Purpose: tool.Purpose{Op: "list"}}, fault{rpc: rpcInternal, words: "type:business, code:400006, msg:token wrong, trace_id:abc-1"})
	if e.Trace != "abc-1" || e.Code != codeToken {
		t.Errorf("%+v", e)
	}
}

func TestPayloadFault(t *testing.T) {
	for _, c := range []struct {
		in           string
		task, failed bool // task: it is about one
		words        string
		code         int
	}{
		{`{"trace_id":"t"}`, false, false, "", 0},
		{`{"error":"","err_msg":"","code":0}`, false, false, "", 0},
		{`{"error":null}`, false, false, "", 0},
		{`{"error":"bad"}`, false, true, "bad", 0},
		{`{"err_msg":"bad"}`, false, true, "bad", 0},
		{`{"error":{"code":400001,"message":"bad"}}`, false, true, "bad", 400001},
		{`{"error":{"code":"400001","msg":"bad"}}`, false, true, "bad", 400001},
		{`{"code":400006,"msg":"token"}`, false, true, "token", 400006},
		{`{"code":400006,"error":"token"}`, false, true, "token", 400006},
		{`{"error":"the file is broken"}`, true, false, "", 0},
		{`{"error":"code:400012, msg:expired"}`, true, true, "code:400012, msg:expired", 0},
		{`{"error":"too frequent"}`, true, true, "too frequent", 0},
		{`not json`, false, false, "", 0},
	} {
		k := &tool.Call{}
		if c.task {
			k.Task = "t"
		}
		f, failed := payloadFault(k, json.RawMessage(c.in))
		if failed != c.failed || failed && (f.words != c.words || f.code != c.code) {
			t.Errorf("%s, task %v: %+v, %v", c.in, c.task, f, failed)
		}
	}
}

func TestKinds(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	for link, want := range map[string]model.Kind{
		"https://docs.example/doc/abc": model.KindDoc, "//docs.example/sheet/abc": model.KindSheet, "https://x.example/a/b/slide/abc?x=1": model.KindSlide,
		"https://docs.example/aio/abc": model.KindSmartCanvas, "https://docs.example/pdf/abc": model.KindFile, "https://docs.example/form/x#y": model.KindForm,
		"https://docs.example/mind/x": model.KindMind, "https://docs.example/flowchart/x": model.KindFlowchart, "https://docs.example/smartsheet/x/": model.KindSmartSheet,
		"https://docs.example/odd/x": model.KindOther, "https://docs.example/": model.KindOther, "": model.KindOther, "%zz": model.KindOther,
	} {
		if got := kindOfLink(link); got != want {
			t.Errorf("%q is %s, want %s", link, got, want)
		}
	}
	for in, want := range map[string]string{
		"//docs.example/doc/a": "https://docs.example/doc/a", "http://docs.example/doc/a": "http://docs.example/doc/a",
		"javascript:alert(1)": "", "file:///etc/passwd": "", "https://docs.aloft.local/doc/a": "", "https://ALOFT.local/doc/a": "", "/doc/a": "", "": "", "https://": "",
		"https://notaloft.local.example/doc/a": "https://notaloft.local.example/doc/a",
	} {
		if got := s.link(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"a": "a", "": "(untitled)", "a\x00\x00b": "a\ufffd\ufffdb"} {
		if got := nameOf(in); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}
