package conn

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"aloft/client/docs/tool"
	"aloft/client/lenient"
	"aloft/model/lazy"
)

// Business codes, as public clients show them. Other codes have had several meanings: for those the
// service's message decides.
const (
	CodeInvalid    = 400001
	codeNoRight    = 400005
	codeToken      = 400006
	codeInternal   = 400010
	codeExpired    = 400012
	codeWrongType  = 400016
	codeBusy       = 10012
	codeBusyToo    = 10328
	codePermission = 60007 // tool not permitted
)

const (
	rpcParse    = -32700
	rpcRequest  = -32600
	RPCMethod   = -32601
	rpcParams   = -32602
	rpcInternal = -32603
	RPCVersion  = -32022 // unsupported version of the protocol
)

// Fault is a failure as reported in one of its five carriers.
type Fault struct {
	Status int    // HTTP, 0 = 200
	RPC    int    // JSON-RPC code, 0 = none
	code   int    // business code, 0 = none
	Words  string // the service's message, raw
	Trace  string
	After  time.Duration
	Page   bool     // a web page instead of data
	Other  bool     // complete, but not an answer to the call
	Speaks []string // versions of the protocol that the service names
	Data   bool     // beside the status there was data with the reason
}

// A business error inside another one: "…, code:400006, msg:…, trace_id:…".
var (
	insideCode  = lazy.Regexp(`(?i)\b(?:code|errcode|ret)["']?\s*[:=]\s*["']?(-?\d{3,9})\b`)
	insideMsg   = lazy.Regexp(`(?is)\bmsg["']?\s*[:=]\s*(.*?)\s*(?:,\s*["']?trace_?id\b.*)?$`)
	insideTrace = lazy.Regexp(`(?i)\btrace_?id["']?\s*[:=]\s*["']?([\w.:-]+)`)
)

func (f Fault) open() Fault {
	if m := insideCode().FindStringSubmatch(f.Words); m != nil {
		// A number that repeats the status is not a business code.
		if n, err := strconv.Atoi(m[1]); err == nil && f.code == 0 && n != f.Status {
			f.code = n
		}
		if m := insideMsg().FindStringSubmatch(f.Words); m != nil && m[1] != "" {
			f.Words = m[1]
		}
	}
	return f
}

// tellsNoFault: a long answer has no error, so that its megabytes need not be
// decoded to find none.
func tellsNoFault(payload json.RawMessage) bool {
	const long = 64 << 10
	if len(payload) < long {
		return false
	}
	return !slices.ContainsFunc([]string{`"error"`, `"err_msg"`, `"code"`}, func(key string) bool {
		return bytes.Contains(payload, []byte(key))
	})
}

// OfPayload finds a tool's own error. The error of a task belongs to the task,
// unless it is about the call.
func OfPayload(c *tool.Call, payload json.RawMessage) (f Fault, failed bool) {
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
	f.Trace = string(p.Trace)
	var w lenient.String
	_ = w.UnmarshalJSON(p.Error)
	f.Words = string(w)
	var in struct {
		Code    lenient.Int    `json:"code"`
		Message lenient.String `json:"message"`
		Msg     lenient.String `json:"msg"`
	}
	if lenient.Object(p.Error, &in) {
		f.code = int(in.Code.Or(0))
		f.Words = string(in.Message)
		f.Words = cmp.Or(f.Words, string(in.Msg))
		if f.Words == "" && f.code != 0 {
			f.Words = string(p.Error)
		}
	}
	f.Words = cmp.Or(f.Words, string(p.ErrMsg))
	if f.Words == "" && f.code == 0 && p.Code.Or(0) >= 1000 { // a code without a message, only if it is an error code
		f.code, f.Words = int(p.Code.V), string(p.Msg)
	}
	if f.Words == "" && f.code == 0 {
		return f, false
	}
	if f.code == 0 && p.Code.Or(0) >= 1000 {
		f.code = int(p.Code.V)
	}
	if c.Task != "" {
		o := f.open()
		switch o.code {
		case codeToken, codeExpired, codeNoRight, CodeInvalid, codeInternal, codeBusy, codeBusyToo, codePermission:
		default:
			return f, o.code == 0 && hear(o.Words).often
		}
	}
	return f, true
}

func OfRPC(raw json.RawMessage) Fault {
	var e struct {
		Code    lenient.Int     `json:"code"`
		Message lenient.String  `json:"message"`
		Data    json.RawMessage `json:"data"`
	}
	if !lenient.Object(raw, &e) {
		_ = e.Message.UnmarshalJSON(raw) // of a service whose error is not an object
	}
	f := Fault{Words: string(e.Message)}
	if n := e.Code.Or(rpcInternal); n < 0 {
		f.RPC = int(max(n, -1<<31))
	} else {
		f.RPC, f.code = rpcInternal, int(min(n, 1<<31-1))
	}
	var data struct {
		Trace lenient.String  `json:"trace_id"`
		Code  lenient.Int     `json:"code"`
		Msg   lenient.String  `json:"msg"`
		Has   lenient.Strings `json:"supported"`
	}
	if lenient.Object(e.Data, &data) {
		f.Speaks = data.Has[:min(len(data.Has), 10)]
		f.Trace = string(data.Trace)
		f.code = cmp.Or(f.code, int(data.Code.Or(0)))
		f.Words = cmp.Or(f.Words, string(data.Msg))
	}
	return f
}
