package docs

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
)

// num is a number that may come as a numeric string, or not at all: 64-bit
// integers are sent as strings (facts/documents.md "Transport").
type num struct {
	v  int64
	ok bool
}

// UnmarshalJSON never fails: an odd value is one that was not told.
func (n *num) UnmarshalJSON(b []byte) error {
	*n = parseNum(strings.TrimSpace(string(bytes.Trim(bytes.TrimSpace(b), `"`))))
	return nil
}

func parseNum(s string) num {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return num{i, true}
	}
	if s == "" || strings.ContainsAny(s, "xXnN_pP") { // hexadecimal, Inf and nan are no JSON numbers
		return num{}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) || math.IsNaN(f) {
		return num{}
	}
	return num{int64(max(-1<<62, min(1<<62, f))), true}
}

func (n num) or(d int64) int64 {
	if n.ok {
		return n.v
	}
	return d
}

// flag is a boolean that may come as a number or a string, or not at all.
type flag struct{ v, ok bool }

// UnmarshalJSON never fails.
func (f *flag) UnmarshalJSON(b []byte) error {
	switch strings.ToLower(string(bytes.Trim(bytes.TrimSpace(b), `"`))) {
	case "true", "1":
		*f = flag{true, true}
	case "false", "0":
		*f = flag{false, true}
	default:
		*f = flag{}
	}
	return nil
}

// word is a string that may come as a number, whose digits are all kept.
type word string

// UnmarshalJSON never fails.
func (w *word) UnmarshalJSON(b []byte) error {
	var s string
	b = bytes.TrimSpace(b)
	switch {
	case json.Unmarshal(b, &s) == nil:
		*w = word(s)
	case len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9'):
		*w = word(b)
	default:
		*w = ""
	}
	return nil
}

// words is a list of strings; one string alone is a list too.
type words []string

// UnmarshalJSON never fails.
func (l *words) UnmarshalJSON(b []byte) error {
	*l = nil
	var many []word
	var one word
	if json.Unmarshal(b, &many) != nil {
		_ = one.UnmarshalJSON(b)
		many = []word{one}
	}
	for _, w := range many {
		if w != "" {
			*l = append(*l, string(w))
		}
	}
	return nil
}

// list is an array whose broken elements are left out; raw counts them too,
// since offsets of pages count what was received.
type list[T any] struct {
	items []T
	raw   int
	ok    bool
	odd   bool // there is something, and it is no list
}

// UnmarshalJSON never fails.
func (l *list[T]) UnmarshalJSON(b []byte) error {
	*l = list[T]{}
	var raws []json.RawMessage
	if json.Unmarshal(b, &raws) != nil {
		l.odd = true
		return nil
	}
	l.ok, l.raw = !bytes.Equal(bytes.TrimSpace(b), []byte("null")), len(raws)
	for _, raw := range raws {
		var v T
		if object(raw, &v) {
			l.items = append(l.items, v)
		}
	}
	return nil
}

// stampSeconds is the largest value that is read as seconds; what is above it
// is milliseconds (facts/documents.md "Transport").
const stampSeconds = 100_000_000_000

// stamp reads a time; 0 is not told.
func stamp(n num) time.Time {
	const last = 253402300799999 // the year 9999 ends
	switch {
	case !n.ok || n.v <= 0 || n.v > last:
		return time.Time{}
	case n.v <= stampSeconds:
		return time.Unix(n.v, 0)
	}
	return time.UnixMilli(n.v)
}

// object reads raw into v if it is a JSON object.
func object(raw []byte, v any) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) > 0 && raw[0] == '{' && json.Unmarshal(raw, v) == nil
}
