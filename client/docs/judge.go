package docs

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/docs/lenient"
	"aloft/client/docs/tool"
	"aloft/client/gate"
	"aloft/model/text"
)

// Business codes (facts/documents.md "Errors"). Other codes have had several
// meanings: there the service's words must do.
const (
	codeInvalid    = 400001
	codeNoRight    = 400005
	codeToken      = 400006
	codeInternal   = 400010
	codeExpired    = 400012
	codeWrongType  = 400016
	codeBusy       = 10012
	codeBusyToo    = 10328
	codePermission = 60007 // tool not permitted
)

// Codes of JSON-RPC.
const (
	rpcParse    = -32700
	rpcRequest  = -32600
	rpcMethod   = -32601
	rpcParams   = -32602
	rpcInternal = -32603
)

// fault is a failure as one of its five carriers told it.
type fault struct {
	status int    // HTTP, 0 = 200
	rpc    int    // JSON-RPC code, 0 = none
	code   int    // business code, 0 = none
	words  string // the service's own, raw
	trace  string
	after  time.Duration
	page   bool // a web page instead of data
	other  bool // whole, and no answer to the call
	data   bool // beside the status there was data that tells why
}

// A business error inside another one: "…, code:400006, msg:…, trace_id:…".
var (
	insideCode  = regexp.MustCompile(`(?i)\b(?:code|errcode|ret)["']?\s*[:=]\s*["']?(-?\d{3,9})\b`)
	insideMsg   = regexp.MustCompile(`(?is)\bmsg["']?\s*[:=]\s*(.*?)\s*(?:,\s*["']?trace_?id\b.*)?$`)
	insideTrace = regexp.MustCompile(`(?i)\btrace_?id["']?\s*[:=]\s*["']?([\w.:-]+)`)
)

// open finds the business error inside the words.
func (f fault) open() fault {
	if m := insideCode.FindStringSubmatch(f.words); m != nil {
		// One that repeats the status is none of the business.
		if n, err := strconv.Atoi(m[1]); err == nil && f.code == 0 && n != f.status {
			f.code = n
		}
		if m := insideMsg.FindStringSubmatch(f.words); m != nil && m[1] != "" {
			f.words = m[1]
		}
	}
	return f
}

// failure makes the one error out of a fault: by code first, then by status,
// then by the service's words.
func (s *Service) failure(c *tool.Call, f fault) *client.Error {
	if m := insideTrace.FindStringSubmatch(f.words); m != nil && f.trace == "" {
		f.trace = m[1]
	}
	f = f.open()
	e := &client.Error{Op: c.Op, Place: c.Place, Status: f.status, Code: f.code, Trace: f.trace, After: f.after,
		Changed: client.Unchanged(c.Changes || c.Once)}
	if !f.page {
		e.Server = gate.Shorten(f.words)
	}
	if e.Code == 0 {
		e.Code = f.rpc
	}
	say := func(k client.Kind, what text.Text, args ...any) *client.Error {
		e.Kind, e.What, e.Args = k, what, args
		return e
	}
	failed := func(retry bool) *client.Error {
		e.Hint, e.Retry = text.DocsLater, retry
		say(client.KindServer, "the document service failed.")
		if f.status >= 400 {
			e.What, e.Args = "the document service failed (HTTP %d).", []any{f.status}
		}
		if c.Changes { // it may have been done before the failure
			e.Kind, e.Changed, e.Retry, e.Hint = client.KindUnknown, client.ChangedMaybe, false, c.Look()
		}
		return e
	}
	is := hear(f.words)
	if c.Tool.OfWord() {
		if own := s.refusedWord(c, e, f); own != nil {
			return own
		}
		is = is.ofWord(f.words)
	}
	switch {
	case f.code == codeToken, f.code == codeExpired:
		return s.noLogin(e)
	case f.status == http.StatusTooManyRequests, is.often:
		e.Hint, e.Retry = "aloft waits longer between requests now; try again in a moment", true
		return say(client.KindThrottled, "the document service asks to slow down.")
	case f.code == codeNoRight:
		e.Hint = text.DocsNoRightHint
		return say(client.KindInvalid, text.DocsNoRight)
	case f.code == codeInvalid && is.gone:
		return say(client.KindNotFound, text.DocsGone)
	case f.code == codeInvalid:
		return say(client.KindInvalid, text.DocsRefusedCode, f.code)
	case f.code == codeWrongType:
		return say(client.KindUnsupported, "the document service has no way to do that with a document of this type.")
	case f.code == codePermission:
		return say(client.KindUnsupported, "the document service does not permit %s to this account.", c.Tool.Name())
	case is.full, f.status == http.StatusInsufficientStorage:
		e.Hint = text.DocsFullHint
		return say(client.KindInvalid, text.DocsRefused)
	case f.code == codeBusy, f.code == codeBusyToo, f.code == codeInternal:
		return failed(true)

	case f.status == http.StatusUnauthorized, f.status == http.StatusForbidden && is.token:
		return s.noLogin(e)
	case f.status >= 300 && f.status < 400:
		return s.notService(c, e, "%s sends on to another address (HTTP %d) instead of answering: wrong endpoint?", f.status)
	case f.status == http.StatusForbidden && !f.page:
		e.Hint = text.DocsNoRightHint
		return say(client.KindInvalid, text.DocsNoRight)
	case f.status >= 500 && f.data && f.words != "" && !is.vague:
		// It was decided on and not done: a 5xx of the business tells why.
		return say(client.KindInvalid, text.DocsRefused)
	case f.status >= 500, f.status == http.StatusRequestTimeout:
		return failed(f.status != http.StatusNotImplemented)
	case f.page:
		return s.notService(c, e, "%s answers with a web page (HTTP %d) instead of data: wrong endpoint, a proxy, or a login page.", f.status)
	case f.other:
		return s.notService(c, e, text.DocsNoService, f.status)
	case f.status >= 400 && f.rpc == 0 && f.code == 0 && (c.Op == tool.OpConnect || f.status == http.StatusNotFound):
		// Of the endpoint or of the session, never of a document: what is believed
		// to be gone counts as deleted.
		return s.notService(c, e, text.DocsNoService, f.status)

	case f.rpc == rpcMethod, f.rpc != 0 && is.tool:
		return say(client.KindUnsupported, text.DocsToolGone, c.Tool.Name())
	case is.token:
		return s.noLogin(e)
	case is.right:
		e.Hint = text.DocsNoRightHint
		return say(client.KindInvalid, text.DocsNoRight)
	case is.gone:
		return say(client.KindNotFound, text.DocsGone)
	case is.taken:
		return say(client.KindConflict, "the title is taken there.")
	case is.failed, f.rpc == rpcInternal && f.code == 0, f.rpc == rpcParse && c.Changes:
		return failed(true)
	case f.code != 0:
		return say(client.KindInvalid, text.DocsRefusedCode, f.code)
	case f.status >= 400:
		return say(client.KindInvalid, text.DocsRefusedStatus, f.status)
	}
	return say(client.KindInvalid, text.DocsRefused)
}

// noLogin says that nobody is signed in.
func (s *Service) noLogin(e *client.Error) *client.Error {
	e.Kind, e.What, e.Args = client.KindAuth, "the document service does not accept the token.", nil
	e.Hint, e.HintArgs = text.DocsLoginHint, []any{s.o.Name}
	return e
}

// notService: something else than a document service answers at this address.
func (s *Service) notService(c *tool.Call, e *client.Error, what text.Text, status int) *client.Error {
	e.Kind, e.What, e.Args = client.KindInvalid, what, []any{s.o.Endpoint, status}
	e.Hint, e.HintArgs = "check endpoint with 'aloft config show --origin', then 'aloft account login %s --docs'", []any{s.o.Name}
	switch {
	case c.Changes && status < 400: // what refuses a request has not passed it on
		e.Kind, e.Changed = client.KindUnknown, client.ChangedMaybe
	case !c.Changes && s.known.Load() && status != http.StatusNotFound && status != http.StatusMethodNotAllowed:
		// A service has answered there: something came between for a moment.
		e.Kind, e.Retry = client.KindServer, true
	}
	return e
}

// unreadable: the answer is broken or none.
func (s *Service) unreadable(c *tool.Call, what text.Text, status int) *client.Error {
	e := client.Errorf(client.KindServer, c.Op, c.Place, what)
	if what != text.DocsCut {
		e.Args = []any{status}
	}
	e.Status, e.Retry, e.Hint = status, true, text.DocsLater
	if c.Changes {
		e.Kind, e.What, e.Args = client.KindUnknown, "the document service's answer to the change cannot be read (HTTP %d).", []any{status}
		e.Changed, e.Retry, e.Hint = client.ChangedMaybe, false, c.Look()
	}
	return e
}

// noSuch: "no file with the id …".
var noSuch = regexp.MustCompile(`\bno (?:file|folder|document|node|page|space|task) (?:with|has|of|called)\b`)

// heard is what the words of a service say in plain language.
type heard struct {
	token, right, often, gone, taken, full, failed, tool bool
	vague                                                bool // it may be a failure, after which anything may have happened
}

func hear(words string) heard {
	w := strings.ToLower(words)
	has := func(parts ...string) bool { return gate.Says(w, parts...) }
	var h heard
	h.tool = has("unknown tool", "tool not found", "no such tool") || has("tool") && has("not found", "does not exist", "not supported")
	h.token = has("unauthorized", "unauthenticated", "not logged in") ||
		has("token", "credential", "登录") && has("invalid", "expire", "wrong", "missing", "required", "reject", "过期", "失效", "无效")
	h.right = has("permission", "forbidden", "no right", "not allowed", "access denied", "no auth", "无权限", "没有权限")
	h.often = gate.SaysTooOften(w)
	h.full = has("quota", "capacity", "no space left", "not enough space", "storage is full", "容量", "空间不足", "配额")
	h.gone = has("not found", "not exist", "no such", "has been deleted", "was deleted", "不存在", "已删除") || noSuch.MatchString(w)
	h.taken = has("already exist", "duplicate", "is taken", "已存在", "重名")
	h.failed = has("internal error", "internal server", "timeout", "timed out", "system error", "system busy", "try again", "temporarily", "unavailable", "系统繁忙")
	h.vague = gate.SaysFailure(w)
	return h
}

// tellsNoFault says of a long answer that nothing in it can speak of an error, so
// that the megabytes of a document are not decoded once more to find none.
func tellsNoFault(payload json.RawMessage) bool {
	const long = 64 << 10
	if len(payload) < long {
		return false
	}
	for _, key := range []string{`"error"`, `"err_msg"`, `"code"`} {
		if bytes.Contains(payload, []byte(key)) {
			return false
		}
	}
	return true
}

// payloadFault reads the error in a tool's own answer, if there is one. The
// error of a task is the task's, unless it speaks of the call itself.
func payloadFault(c *tool.Call, payload json.RawMessage) (f fault, failed bool) {
	var p struct {
		Error  json.RawMessage `json:"error"`
		ErrMsg lenient.String  `json:"err_msg"`
		Code   lenient.Int     `json:"code"`
		Msg    lenient.String  `json:"msg"`
		Trace  lenient.String  `json:"trace_id"`
	}
	if tellsNoFault(payload) || !lenient.Object(payload, &p) {
		return f, false
	}
	f.trace = string(p.Trace)
	var w lenient.String
	_ = w.UnmarshalJSON(p.Error)
	f.words = string(w)
	var in struct {
		Code    lenient.Int    `json:"code"`
		Message lenient.String `json:"message"`
		Msg     lenient.String `json:"msg"`
	}
	if lenient.Object(p.Error, &in) {
		f.code = int(in.Code.Or(0))
		f.words = string(in.Message)
		if f.words == "" {
			f.words = string(in.Msg)
		}
		if f.words == "" && f.code != 0 {
			f.words = string(p.Error)
		}
	}
	if f.words == "" {
		f.words = string(p.ErrMsg)
	}
	if f.words == "" && f.code == 0 && p.Code.Or(0) >= 1000 { // a code without an error, only if it is one
		f.code, f.words = int(p.Code.V), string(p.Msg)
	}
	if f.words == "" && f.code == 0 {
		return f, false
	}
	if f.code == 0 && p.Code.Or(0) >= 1000 {
		f.code = int(p.Code.V)
	}
	if c.Task != "" {
		o := f.open()
		switch o.code {
		case codeToken, codeExpired, codeNoRight, codeInvalid, codeInternal, codeBusy, codeBusyToo, codePermission:
		default:
			return f, o.code == 0 && hear(o.words).often
		}
	}
	return f, true
}
