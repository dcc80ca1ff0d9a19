// Package lenient decodes JSON as services write it: numbers as strings, one value
// in place of a list, fields of an unexpected type. What cannot be decoded counts
// as missing.
package lenient

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"aloft/model"
)

// Int is a number that may come as a numeric string, or not at all. Live services send 64-bit
// integers as strings.
type Int struct {
	V  int64
	OK bool
}

// UnmarshalJSON never fails: a value that cannot be decoded counts as missing.
func (n *Int) UnmarshalJSON(b []byte) error {
	*n = ParseInt(strings.TrimSpace(string(bytes.Trim(bytes.TrimSpace(b), `"`))))
	return nil
}

func ParseInt(s string) Int {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return Int{i, true}
	}
	if s == "" || strings.ContainsAny(s, "xXnN_pP") { // hexadecimal, Inf and nan are not JSON numbers
		return Int{}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) || math.IsNaN(f) {
		return Int{}
	}
	return Int{int64(max(-1<<62, min(1<<62, f))), true}
}

func (n Int) Or(d int64) int64 {
	if n.OK {
		return n.V
	}
	return d
}

// Bool is a boolean that may come as a number or a string, or not at all.
type Bool struct{ V, OK bool }

func (f *Bool) UnmarshalJSON(b []byte) error {
	switch strings.ToLower(string(bytes.Trim(bytes.TrimSpace(b), `"`))) {
	case "true", "1":
		*f = Bool{true, true}
	case "false", "0":
		*f = Bool{false, true}
	default:
		*f = Bool{}
	}
	return nil
}

// String is a string that may come as a number, whose digits are all kept.
type String string

func (w *String) UnmarshalJSON(b []byte) error {
	var s string
	b = bytes.TrimSpace(b)
	switch {
	case len(b) > 1 && b[0] == '"' && bytes.IndexByte(b, '\\') < 0 && utf8.Valid(b): // nearly all
		*w = String(b[1 : len(b)-1])
	case json.Unmarshal(b, &s) == nil:
		*w = String(s)
	case len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9'):
		*w = String(b)
	default:
		*w = ""
	}
	return nil
}

// Strings is a list of strings; a single string is a list too.
type Strings []string

func (l *Strings) UnmarshalJSON(b []byte) error {
	*l = nil
	var many []String
	var one String
	if json.Unmarshal(b, &many) != nil {
		_ = one.UnmarshalJSON(b)
		many = []String{one}
	}
	for _, w := range many {
		if w != "" {
			*l = append(*l, string(w))
		}
	}
	return nil
}

// List skips invalid elements; Raw counts them, since offsets of pages do.
type List[T any] struct {
	Items []T
	Raw   int
	OK    bool
	Odd   bool // there is a value, and it is not a list
}

func (l *List[T]) UnmarshalJSON(b []byte) error {
	*l = List[T]{}
	var raws []json.RawMessage
	if json.Unmarshal(b, &raws) != nil {
		l.Odd = true
		return nil
	}
	l.OK, l.Raw = !bytes.Equal(bytes.TrimSpace(b), []byte("null")), len(raws)
	for _, raw := range raws {
		var v T
		if Object(raw, &v) {
			l.Items = append(l.Items, v)
		}
	}
	return nil
}

// stampSeconds: larger values are milliseconds, which live services send.
const stampSeconds = 100_000_000_000

func Time(n Int) time.Time {
	switch {
	case !n.OK:
		return time.Time{}
	case n.V > 0 && n.V <= stampSeconds:
		return time.Unix(n.V, 0)
	}
	return model.FromWire(n.V)
}

func Object(raw []byte, v any) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) > 0 && raw[0] == '{' && json.Unmarshal(raw, v) == nil
}

func IsNull(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || bytes.Equal(raw, []byte("null"))
}
