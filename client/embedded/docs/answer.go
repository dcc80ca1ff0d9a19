package docs

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
	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/system/sqlite"
	"aloft/model/budget"
	"aloft/model/text"
)

// outcome is the result of a call: JSON, or an error message, in an error result or, if rpc is not 0, in a JSON-RPC
// error.
type outcome struct {
	body    pages.RawJSON
	text    string
	isError bool
	rpc     int
}

// asOffered gives tools the names that a lab sets.
func asOffered(f *flow.Lab, tools []pages.Tool) map[string]pages.Tool {
	missing := strings.Split(f.Missing, ",")
	out := map[string]pages.Tool{}
	for _, t := range tools {
		if slices.Contains(missing, t.Name) {
			continue
		}
		name := t.Name
		if f.Second && t.Second != "" {
			name = t.Second
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
func (s *Service) outcome(run *exchange, t pages.Tool, raw []byte) outcome {
	answer, err := s.callTool(run, t, raw)
	if err != nil {
		return s.carry(run, t, businessError(err))
	}
	if t.Change {
		run.call.Trial.Applied = 1
	}
	if t.Edit {
		answer["err_msg"] = ""
	}
	answer["trace_id"] = run.trace
	if read, nested := answer["read_result"].(pages.Object); nested {
		read["trace_id"] = run.trace
	}
	return outcome{body: s.dress(answer)}
}

func (s *Service) callTool(run *exchange, t pages.Tool, raw []byte) (pages.Object, error) {
	args, err := pages.ReadArgs(t.Args, raw, s.lab.Second)
	if err != nil {
		return nil, err
	}
	if refused := run.call.Trial.Refuse; refused != nil {
		return nil, refused
	}
	run.call.Name, run.call.Args = t.Name, args
	// Due imports arrive before anything is read.
	if err := s.transfers.Settle(run.call.Ctx); err != nil {
		return nil, err
	}
	return t.Run(&run.call)
}

// carry puts a business error into the field that the specification shows, or a lab sets.
func (s *Service) carry(run *exchange, t pages.Tool, e pages.Error) outcome {
	run.call.Trial.Code = e.Code
	carrier := run.call.Trial.Carrier
	if carrier == "" && (t.InPayload || t.Edit) {
		carrier = "payload"
	}
	switch carrier {
	case "http":
		run.status, run.plain = e.Status(), e.Message
		return outcome{text: e.Message}
	case "rpc":
		if e.Code == pages.Bad {
			return outcome{text: e.Message, rpc: rpcParams}
		}
		return outcome{text: e.Message, rpc: rpcInternal}
	case "payload":
		key := "err_msg"
		if t.InPayload {
			key = "error"
		}
		answer := pages.Object{key: e.Message, "trace_id": run.trace}
		if t.Edit { // the whole response, with the known versions
			answer["base_version"], answer["new_version"] = run.call.Version, run.call.Version
		}
		return outcome{body: s.dress(answer)}
	case "tool":
		return outcome{text: e.Message, isError: true}
	}
	return outcome{text: e.Business(run.trace), rpc: rpcInternal}
}

// engineCode is the code of an error of the engine.
func engineCode(k engine.Kind) int {
	if k == engine.KindStored {
		return pages.Internal
	}
	return pages.Bad
}

// businessError turns a storage error into an answer. Its transaction was rolled back.
func businessError(err error) pages.Error {
	var e pages.Error
	if errors.As(err, &e) {
		return e
	}
	if engines, ok := errors.AsType[*engine.Error](err); ok {
		return pages.Error{Code: engineCode(engines.Kind), Message: engines.Error()}
	}
	if over, ok := errors.AsType[*budget.Over](err); ok && over.What != "" {
		errors.As(pages.Refuse(pages.Bad, "refused, and nothing was changed: %s", over.Error()), &e)
		return e
	}
	code, words, args := pages.Internal, text.WireInternal, []any(nil)
	switch c := sqlite.Code(err); {
	case sqlite.IsBusy(err), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, store.ErrClosed):
		code, words = pages.Transient, text.WireBusy
	case c == sqlite3.SQLITE_FULL, sqlite.NoRoom(err):
		words = text.WireFull
	case c == sqlite3.SQLITE_READONLY, c == sqlite3.SQLITE_PERM:
		words = text.WireReadOnly
	default:
		words, args = text.WireStorage, []any{err.Error()}
	}
	errors.As(pages.Refuse(code, words, args...), &e)
	return e
}

// dress gives an answer its shape, as JSON. It copies parts that are already JSON, since
// encoding/json would read millions of bytes again.
func (s *Service) dress(answer pages.Object) pages.RawJSON {
	var w pages.Encoder
	w.Raw("{")
	for i, key := range slices.Sorted(maps.Keys(answer)) {
		w.Comma(i)
		w.Text(key)
		w.Raw(":")
		switch v := reshape(s.lab, key, answer[key]).(type) {
		case pages.RawJSON:
			w.Join(v)
		case string:
			w.Text(v)
		default:
			var b bytes.Buffer
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(v); err != nil {
				panic(err) // only a value that the service itself built wrongly cannot be encoded
			}
			w.B = append(w.B, bytes.TrimRight(b.Bytes(), "\n")...)
		}
	}
	w.Raw("}")
	return w.JSON()
}

func reshape(f *flow.Lab, key string, v any) any {
	switch v := v.(type) {
	case pages.Object:
		out := make(pages.Object, len(v))
		for k, inner := range v {
			out[k] = reshape(f, k, inner)
		}
		return out
	case []pages.Object:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = reshape(f, key, inner)
		}
		return out
	case pages.Stamp:
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
	case pages.WireJSON:
		return v(f.IntStrings)
	case string:
		if rest, ours := strings.CutPrefix(v, pages.DocsHost); ours && f.BareURLs && strings.HasSuffix(key, "url") {
			return strings.TrimPrefix(pages.DocsHost, "https:") + rest
		}
	}
	return v
}
