package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"aloft/client/embedded/engine"
	"aloft/model/budget"
	"aloft/model/text"
)

// toolOutcome is what a call has led to: an answer as JSON, or else words, in a
// result that is an error or, when rpc is not 0, in a JSON-RPC error.
type toolOutcome struct {
	body    []byte
	text    string
	isError bool
	rpc     int64
}

// Codes of JSON-RPC.
const (
	rpcParams   = -32602
	rpcInternal = -32603
)

// asOffered gives tools the names that the switches want.
func asOffered(f *DocFaults, tools []docsTool) map[string]docsTool {
	missing := strings.Split(f.Missing, ",")
	out := map[string]docsTool{}
	for _, t := range tools {
		if slices.Contains(missing, t.name) {
			continue
		}
		name := t.name
		if f.Second && t.second != "" {
			name = t.second
		}
		if rest, ofDoc := strings.CutPrefix(name, "doc."); ofDoc && f.Bare {
			name = rest
		}
		if f.Underscore {
			name = strings.ReplaceAll(name, ".", "_")
		}
		out[name] = t
	}
	return out
}

// outcome runs a tool.
func (s *docsService) outcome(run *docsRun, t docsTool, raw []byte) toolOutcome {
	answer, err := s.callTool(run, t, raw)
	if err != nil {
		return s.carry(run, t, businessError(err))
	}
	if t.change {
		run.a.Applied = 1
	}
	if t.edit {
		answer["err_msg"] = ""
	}
	answer["trace_id"] = run.trace
	if read, nested := answer["read_result"].(object); nested {
		read["trace_id"] = run.trace
	}
	return toolOutcome{body: s.dress(answer)}
}

func (s *docsService) callTool(run *docsRun, t docsTool, raw []byte) (object, error) {
	f := s.faults
	args, err := readArgs(t.args, raw, f.Second)
	if err != nil {
		return nil, err
	}
	if run.call.dice.fail {
		run.a.Fault = "error"
		code := f.ErrorCode
		if code == 0 {
			code = docsInternal
		}
		return nil, refuse(code, "an error that is switched on; nothing was changed")
	}
	switch {
	case f.Error500 && t.change:
		run.a.Fault = "500"
		return nil, refuse(docsInternal, text.WireInternal)
	case f.Quota && t.change:
		run.a.Fault = "quota"
		return nil, refuse(docsQuota, text.WireQuota)
	}
	run.call.args = args
	// Imports that are due have landed before anybody looks.
	if err := s.transfers.settleTransfers(run.call.ctx); err != nil {
		return nil, err
	}
	return t.run(&run.call)
}

// carry puts a business error where it is to stand.
func (s *docsService) carry(run *docsRun, t docsTool, e docsError) toolOutcome {
	run.a.Code = e.code
	carrier := s.faults.Carrier
	switch {
	case run.a.Fault == "500":
		run.status, run.plain = e.status(), e.business(run.trace)
		return toolOutcome{text: e.message}
	case carrier == "any":
		carrier = carriers()[run.call.dice.carrier]
	case carrier == "" && (t.inPayload || t.edit):
		carrier = "payload"
	}
	switch carrier {
	case "http":
		run.status, run.plain = e.status(), e.message
		return toolOutcome{text: e.message}
	case "rpc":
		if e.code == docsBad {
			return toolOutcome{text: e.message, rpc: rpcParams}
		}
		return toolOutcome{text: e.message, rpc: rpcInternal}
	case "payload":
		key := "err_msg"
		if t.inPayload {
			key = "error"
		}
		answer := object{key: e.message, "trace_id": run.trace}
		if t.edit { // the whole response, with the versions as far as they were known
			answer["base_version"], answer["new_version"] = run.call.version, run.call.version
		}
		return toolOutcome{body: s.dress(answer)}
	case "tool":
		return toolOutcome{text: e.message, isError: true}
	}
	return toolOutcome{text: e.business(run.trace), rpc: rpcInternal}
}

// engineCode is the code for why the engine refused something.
func engineCode(k engine.Kind) int {
	if k == engine.KindStored {
		return docsInternal
	}
	return docsBad
}

// businessError turns a failure of the storage into an answer: its transaction
// was rolled back.
func businessError(err error) docsError {
	var e docsError
	if errors.As(err, &e) {
		return e
	}
	var engines *engine.Error
	if errors.As(err, &engines) {
		return docsError{engineCode(engines.Kind), engines.Say(nil)}
	}
	var over *budget.Over
	if errors.As(err, &over) && over.What != "" {
		errors.As(refuse(docsBad, "refused, and nothing was changed: %s", over.Error()), &e)
		return e
	}
	code, words, args := docsInternal, text.WireDocStorage, []any(nil)
	switch c := sqliteCode(err); {
	case isBusy(err), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, errClosed):
		code, words = docsTransient, text.WireBusy
	case c == sqlite3.SQLITE_FULL, noRoom(err):
		words = text.WireFull
	case c == sqlite3.SQLITE_READONLY, c == sqlite3.SQLITE_PERM:
		words = text.WireReadOnly
	default:
		words, args = text.WireStorage, []any{err.Error()}
	}
	errors.As(refuse(code, words, args...), &e)
	return e
}

// dress gives an answer the shape that the switches want, as JSON. Parts that are
// JSON already go in as they are: encoding/json would read millions of bytes again.
func (s *docsService) dress(answer object) []byte {
	f := s.faults
	var w pen
	w.raw("{")
	for i, key := range slices.Sorted(maps.Keys(answer)) {
		w.comma(i)
		w.text(key)
		w.raw(":")
		switch v := reshape(f, key, answer[key]).(type) {
		case rawJSON:
			w.b = append(w.b, v...)
		case string:
			w.text(v)
		default:
			var b bytes.Buffer
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(v); err != nil {
				panic(err) // only a value that the service itself built wrongly cannot be encoded
			}
			w.b = append(w.b, bytes.TrimRight(b.Bytes(), "\n")...)
		}
	}
	w.raw("}")
	return w.b
}

func reshape(f *DocFaults, key string, v any) any {
	switch v := v.(type) {
	case object:
		out := make(object, len(v))
		for k, inner := range v {
			out[k] = reshape(f, k, inner)
		}
		return out
	case []object:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = reshape(f, key, inner)
		}
		return out
	case stamp:
		n := int64(v)
		if !f.TimesMS {
			n /= 1000
		}
		return reshape(f, key, n)
	case int64:
		if f.IntStrings {
			return strconv.FormatInt(v, 10)
		}
	case int:
		return reshape(f, key, int64(v))
	case wireJSON:
		return v(f.IntStrings)
	case string:
		if rest, ours := strings.CutPrefix(v, docsHost); ours && f.BareURLs && strings.HasSuffix(key, "url") {
			return strings.TrimPrefix(docsHost, "https:") + rest
		}
	}
	return v
}
