package config

import (
	"bytes"
	"iter"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// place is where a value stands in the file.
type place struct {
	path     []string
	table    []string // of the header above it
	line     int      // byte offset of its line
	from, to int      // of the value, in bytes
	end      int      // byte offset of the line after it
	inline   bool     // within { }
}

// placesOf are all values of a valid file, in its order.
func placesOf(data []byte) []place {
	var out []place
	var p unstable.Parser
	p.Reset(data)
	var table []string
	for p.NextExpression() {
		switch n := p.Expression(); n.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, _ = keyOf(&p, n.Key(), nil)
		case unstable.KeyValue:
			out = placeOf(data, n, table, table, false, out)
		}
	}
	return out
}

func placeOf(data []byte, n *unstable.Node, table, within []string, inline bool, out []place) []place {
	at := place{path: slices.Clone(within), table: table, inline: inline}
	for key := n.Key(); key.Next(); {
		k := key.Node()
		at.path = append(at.path, string(k.Data))
		at.from = int(k.Raw.Offset + k.Raw.Length)
	}
	at.line = bytes.LastIndexByte(data[:at.from], '\n') + 1
	at.from += bytes.IndexByte(data[at.from:], '=') + 1
	for data[at.from] == ' ' || data[at.from] == '\t' {
		at.from++
	}
	at.to = endOfValue(data, at.from)
	at.end = nextLine(data, at.to)
	out = append(out, at)
	if v := n.Value(); v.Kind == unstable.InlineTable {
		for it := v.Children(); it.Next(); {
			out = placeOf(data, it.Node(), table, at.path, true, out)
		}
	}
	return out
}

// nextLine is where the line after an offset begins, or the end of the file.
func nextLine(data []byte, at int) int {
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(data)
}

// endOfValue is where the value that begins at an offset of a valid file ends.
func endOfValue(data []byte, at int) int {
	depth := 0
	for at < len(data) {
		switch c := data[at]; c {
		case '"', '\'':
			at = endOfText(data, at)
			if depth == 0 {
				return at
			}
			continue
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth < 0 {
				return at // of the table or list around a bare value
			}
			if depth == 0 {
				return at + 1
			}
		case '#':
			if depth == 0 {
				return len(bytes.TrimRight(data[:at], " \t"))
			}
			at = nextLine(data, at)
			continue
		case ',', '\n', '\r':
			if depth == 0 {
				return len(bytes.TrimRight(data[:at], " \t"))
			}
		}
		at++
	}
	return at
}

// endOfText is where the quoted text that begins at an offset ends.
func endOfText(data []byte, at int) int {
	quote := data[at : at+1]
	if three := bytes.Repeat(quote, 3); bytes.HasPrefix(data[at:], three) {
		quote = three
	}
	for at += len(quote); at < len(data); at++ {
		if bytes.HasPrefix(data[at:], quote) {
			at += len(quote)
			for len(quote) == 3 && at < len(data) && data[at] == quote[0] { // its last letters
				at++
			}
			return at
		}
		if data[at] == '\\' && quote[0] == '"' {
			at++
		}
	}
	return at
}

// change sets a value in a valid file, or takes it out with literal "". Everything else
// stays as it is: of the ways to write it the first is taken with which the file says
// that and nothing else. ok is false when there is none.
func change(data []byte, path []string, literal string) (out []byte, ok bool) {
	want, ok := decoded(data)
	if !ok || !put(want, path, literal) {
		return nil, false
	}
	prune(want)
	for try := range ways(data, path, literal) {
		if got, valid := decoded(try); valid {
			if prune(got); reflect.DeepEqual(got, want) {
				return try, true
			}
		}
	}
	return nil, false
}

func decoded(data []byte) (map[string]any, bool) {
	tree := map[string]any{}
	return tree, toml.Unmarshal(data, &tree) == nil
}

// put sets a value in a decoded file, or takes it out.
func put(tree map[string]any, path []string, literal string) bool {
	last := len(path) - 1
	for _, key := range path[:last] {
		sub, ok := tree[key].(map[string]any)
		if !ok {
			if tree[key] != nil {
				return false
			}
			sub = map[string]any{}
			tree[key] = sub
		}
		tree = sub
	}
	if literal == "" {
		delete(tree, path[last])
		return true
	}
	v, ok := decoded([]byte("x = " + literal))
	tree[path[last]] = v["x"]
	return ok
}

// prune takes out tables without a value: a header alone says nothing.
func prune(tree map[string]any) {
	for key, v := range tree {
		if sub, ok := v.(map[string]any); ok {
			if prune(sub); len(sub) == 0 {
				delete(tree, key)
			}
		}
	}
}

// ways are the files that may have the value, the best first.
func ways(data []byte, path []string, literal string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		all := placesOf(data)
		if i := slices.IndexFunc(all, func(p place) bool { return slices.Equal(p.path, path) }); i >= 0 {
			if at := all[i]; literal != "" {
				yield(splice(data, at.from, at.to, literal))
			} else if !at.inline {
				yield(cut(data, at))
			}
			return
		}
		if literal == "" {
			yield(data)
			return
		}
		f := adding{data: data, nl: "\n", all: all, table: path[:len(path)-1], key: path[len(path)-1:], literal: literal}
		if bytes.Contains(data, []byte("\r\n")) {
			f.nl = "\r\n"
		}
		for _, way := range []func() []byte{f.belowSample, f.belowOthers, f.belowHeader, f.uncommented, f.above, f.atEnd} {
			if out := way(); out != nil && !yield(out) {
				return
			}
		}
	}
}

func splice(data []byte, from, to int, s string) []byte {
	return slices.Concat(data[:from], []byte(s), data[to:])
}

// cut takes a value and its key out; what is said behind it stays.
func cut(data []byte, at place) []byte {
	rest := data[at.to:at.end]
	if i := bytes.IndexByte(rest, '#'); i >= 0 {
		return splice(data, at.line, at.to+i, "")
	}
	return splice(data, at.line, at.end, "")
}

// adding is a new line of a file.
type adding struct {
	data       []byte
	nl         string
	all        []place
	table, key []string
	literal    string
}

// line sets a key below an offset where a line begins.
func (f *adding) line(at int, key []string) []byte {
	s := printPath(key) + " = " + f.literal + f.nl
	if at > 0 && f.data[at-1] != '\n' {
		s = f.nl + s
	}
	return splice(f.data, at, at, s)
}

// extent is the part of the file that belongs to the table: what is between its header,
// which is nil above all tables, and the next one.
func (f *adding) extent() (header *entry, from, to int) {
	var starts []int
	for at := 0; at < len(f.data); at = nextLine(f.data, at) {
		starts = append(starts, at)
	}
	to = len(f.data)
	for _, h := range heads(f.data) {
		if header != nil || len(f.table) == 0 {
			return header, from, starts[h.line-1]
		}
		if slices.Equal(h.path, f.table) {
			header, from = &h, nextLine(f.data, starts[h.line-1])
		}
	}
	return header, from, to
}

// sampleLine is below the line of the sample with the key, and what continues it; -1
// where there is none.
func (f *adding) sampleLine(from, to int) int {
	is := regexp.MustCompile(`^#\s*` + regexp.QuoteMeta(f.key[0]) + `\s*=`)
	for at := from; at < to; at = nextLine(f.data, at) {
		if !is.Match(f.data[at:nextLine(f.data, at)]) {
			continue
		}
		for at = nextLine(f.data, at); at < to && sampleMore().Match(bytes.TrimRight(f.data[at:nextLine(f.data, at)], "\r\n")); {
			at = nextLine(f.data, at)
		}
		return at
	}
	return -1
}

// belowSample puts it below its line of the sample, in its table.
func (f *adding) belowSample() []byte {
	header, from, to := f.extent()
	at := f.sampleLine(from, to)
	if at < 0 || header == nil && len(f.table) > 0 {
		return nil
	}
	return f.line(at, f.key)
}

// belowOthers puts it below the last value of its table, written as that is.
func (f *adding) belowOthers() []byte {
	for _, p := range slices.Backward(f.all) {
		if !p.inline && slices.Equal(p.path[:len(p.path)-1], f.table) {
			return f.line(p.end, slices.Concat(f.table[len(p.table):], f.key))
		}
	}
	return nil
}

// belowHeader puts it at the beginning of its table.
func (f *adding) belowHeader() []byte {
	if header, from, _ := f.extent(); header != nil {
		return f.line(from, f.key)
	}
	return nil
}

// uncommented puts it below its line of the sample, and makes the table of the sample
// above that one.
func (f *adding) uncommented() []byte {
	is := regexp.MustCompile(`^#\s*\[` + regexp.QuoteMeta(printPath(f.table)) + `\]`)
	for at := 0; at < len(f.data); at = nextLine(f.data, at) {
		m := is.Find(f.data[at:nextLine(f.data, at)])
		if m == nil {
			continue
		}
		from := nextLine(f.data, at)
		to := from
		for to < len(f.data) && !regexp.MustCompile(`^#?\s*\[`).Match(f.data[to:]) {
			to = nextLine(f.data, to)
		}
		if i := f.sampleLine(from, to); i >= 0 {
			from = i
		}
		return splice(f.line(from, f.key), at, at+len(m), "["+printPath(f.table)+"]")
	}
	return nil
}

// above puts it above all tables.
func (f *adding) above() []byte {
	if len(f.table) > 0 {
		return nil
	}
	return f.line(0, f.key)
}

// atEnd makes a new table at the end of the file.
func (f *adding) atEnd() []byte {
	if len(f.table) == 0 {
		return nil
	}
	s := "[" + printPath(f.table) + "]" + f.nl + printPath(f.key) + " = " + f.literal + f.nl
	if len(f.data) > 0 {
		s = f.nl + s
	}
	if n := len(f.data); n > 0 && !strings.HasSuffix(string(f.data), "\n") {
		s = f.nl + s
	}
	return splice(f.data, len(f.data), len(f.data), s)
}
