package conn

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/clienttest"
	"aloft/client/docs/tool"
	"aloft/model/text"
)

func TestJudge(t *testing.T) {
	s := NewJudge("work", "https://docs.example/mcp", "")
	for _, c := range []struct {
		f           Fault
		read, write client.Kind
		server      string
	}{
		{Fault{code: CodeInvalid, Words: "bad"}, client.KindInvalid, client.KindInvalid, "bad"},
		{Fault{RPC: rpcInternal, Words: "call failed, type:business, code:400006, msg:token wrong, trace_id:abc-1"}, client.KindAuth, client.KindAuth, "token wrong"},
		{Fault{Words: "type:business, code:400012, msg:expired"}, client.KindAuth, client.KindAuth, "expired"},
		{Fault{Words: `code:400001, msg:no file with the id "x", trace_id:ab`}, client.KindNotFound, client.KindNotFound, `no file with the id "x"`},
		{Fault{code: codeNoRight}, client.KindInvalid, client.KindInvalid, ""},
		{Fault{code: codeInternal}, client.KindServer, client.KindUnknown, ""},
		{Fault{code: codeInternal, Words: "capacity limit: the disk is full"}, client.KindInvalid, client.KindInvalid, "capacity limit: the disk is full"},
		{Fault{Status: 507}, client.KindInvalid, client.KindInvalid, ""},
		{Fault{code: codeWrongType}, client.KindUnsupported, client.KindUnsupported, ""},
		{Fault{code: codeBusy}, client.KindServer, client.KindUnknown, ""},
		{Fault{code: codeBusyToo}, client.KindServer, client.KindUnknown, ""},
		{Fault{code: codePermission}, client.KindUnsupported, client.KindUnsupported, ""},
		{Fault{code: 400007, Words: "either of two"}, client.KindInvalid, client.KindInvalid, "either of two"},
		{Fault{Status: 401, Words: "Unauthorized"}, client.KindAuth, client.KindAuth, "Unauthorized"},
		{Fault{Status: 403, Words: "no permission"}, client.KindInvalid, client.KindInvalid, "no permission"},
		{Fault{Status: 403, Words: "token expired"}, client.KindAuth, client.KindAuth, "token expired"},
		{Fault{Status: 403, Page: true, Words: "<html>"}, client.KindInvalid, client.KindInvalid, ""},
		{Fault{Status: 429}, client.KindThrottled, client.KindThrottled, ""},
		{Fault{Status: 500, Words: "oops"}, client.KindServer, client.KindUnknown, "oops"},
		{Fault{Status: 302}, client.KindInvalid, client.KindUnknown, ""},
		{Fault{Status: 200, Page: true}, client.KindInvalid, client.KindUnknown, ""},
		{Fault{RPC: RPCMethod, Words: "Method not found"}, client.KindUnsupported, client.KindUnsupported, "Method not found"},
		{Fault{RPC: rpcParams, Words: `unknown tool "manage.x"`}, client.KindUnsupported, client.KindUnsupported, `unknown tool "manage.x"`},
		{Fault{RPC: rpcParams, Words: "title: wrong type"}, client.KindInvalid, client.KindInvalid, "title: wrong type"},
		{Fault{RPC: rpcInternal, Words: "oops"}, client.KindServer, client.KindUnknown, "oops"},
		{Fault{Words: "the request is too frequent"}, client.KindThrottled, client.KindThrottled, "the request is too frequent"},
		{Fault{Words: "文件不存在"}, client.KindNotFound, client.KindNotFound, "文件不存在"},
		{Fault{Words: "title already exists"}, client.KindConflict, client.KindConflict, "title already exists"},
		{Fault{Words: "no one knows"}, client.KindInvalid, client.KindInvalid, "no one knows"},
	} {
		for _, write := range []bool{false, true} {
			want := c.read
			if write {
				want = c.write
			}
			e := s.Failure(&tool.Call{Purpose: tool.Purpose{Op: "move"}, Tool: tool.Move, Changes: write}, c.f)
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
	e := s.Failure(&tool.Call{Purpose: tool.Purpose{Op: "list"}}, Fault{RPC: rpcInternal, Words: "type:business, code:400006, msg:token wrong, trace_id:abc-1"})
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
		f, failed := OfPayload(k, json.RawMessage(c.in))
		if failed != c.failed || failed && (f.Words != c.words || f.code != c.code) {
			t.Errorf("%s, task %v: %+v, %v", c.in, c.task, f, failed)
		}
	}
}

// A long answer is searched for an error, too; without one it is not decoded.
func TestFaultOfALongAnswer(t *testing.T) {
	long := strings.Repeat(`a \"code\" of \"error\" `, 4000)
	c := &tool.Call{Tool: tool.Content}
	if f, failed := OfPayload(c, json.RawMessage(`{"content":"`+long+`","err_msg":"no right"}`)); !failed || f.Words != "no right" {
		t.Errorf("%+v %v", f, failed)
	}
	whole := json.RawMessage(`{"content":"` + long + `","version":3}`)
	if f, failed := OfPayload(c, whole); failed {
		t.Errorf("%+v", f)
	}
	if n := testing.AllocsPerRun(3, func() { OfPayload(c, whole) }); n > 1 {
		t.Errorf("%v allocations: it was decoded, a text without an error", n)
	}
}

// FuzzRefusedEdit: whatever a service answers to an edit, it is an error that can
// be shown, and only after an HTTP status of a failure the outcome is unknown.
func FuzzRefusedEdit(f *testing.F) {
	for _, s := range []string{"version conflict", "stale", "code:400001, msg:版本冲突, trace_id:x", "internal error", "no permission", "document not found", "image not found", "range"} {
		f.Add(s, 0, 0)
		f.Add(s, 409, 400001)
	}
	j := NewJudge("x", "", "")
	f.Fuzz(func(t *testing.T, words string, status, code int) {
		c := tool.Purpose{Op: "edit"}.Write(tool.InsertText)
		c.Base = 3
		e := j.Failure(c, Fault{Status: status, code: code, Words: words})
		clienttest.Sound(t, e)
		if e.Kind == client.KindUnknown && e.Changed != client.ChangedMaybe || e.Kind == client.KindConflict && e.Changed != client.ChangedNothing {
			t.Errorf("%+v", e)
		}
		if status == http.StatusConflict && code == 0 && !otherType.MatchString(words) && !insideCode().MatchString(words) && e.Kind != client.KindConflict {
			t.Errorf("%q: %+v", words, e)
		}
		if e.Retry && e.Kind == client.KindUnknown {
			t.Errorf("%q would be sent again", words)
		}
	})
}

// A token that is refused before any was accepted may come with the wrong word before it: the
// setting to change is named.
func TestARefusedTokenNamesTheScheme(t *testing.T) {
	const login = "aloft account login work --docs"
	bearer, bare := "aloft config set accounts.work.docs.auth_scheme Bearer", "aloft config unset accounts.work.docs.auth_scheme"
	for _, c := range []struct {
		scheme   string
		answered bool
		f        Fault
		want     string // "" = nothing of a scheme
	}{
		{"", false, Fault{Status: 401, Words: "unauthorized"}, bearer},
		{"Bearer", false, Fault{Status: 401, Words: "unauthorized"}, bare},
		{"", true, Fault{Status: 401, Words: "unauthorized"}, ""},
		{"Bearer", true, Fault{code: codeToken, Words: "token is wrong"}, bare},
		{"", false, Fault{code: codeExpired, Words: "token has expired"}, ""},
		{"", false, Fault{Status: 403, Words: "token expired"}, ""},
	} {
		j := NewJudge("work", "https://docs.example/mcp", c.scheme)
		if c.answered {
			j.HasAnswered()
		}
		e := j.Failure(&tool.Call{Tool: tool.FolderList}, c.f)
		var say *text.Catalogue
		hint := say.Say(e.Hint, e.HintArgs...)
		if e.Kind != client.KindAuth || !strings.HasPrefix(hint, login) || !strings.HasSuffix(hint, c.want) || c.want == "" && hint != login {
			t.Errorf("%+v: %q", c, hint)
		}
	}
}
