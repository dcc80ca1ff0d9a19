package text

import (
	"bytes"
	"encoding/json"
)

// IndentJSON indents one JSON value and writes it to the buffer. Order, numbers and
// escapes stay as they came. What is not JSON, and what indentation would make much
// larger, is written as it is: ten thousand nested brackets would be 200 MB, and
// ten megabytes of small numbers more than anybody reads.
func IndentJSON(b *bytes.Buffer, raw []byte) {
	raw = bytes.Trim(raw, " \t\r\n")
	n := indented(raw)
	if n > min(64<<10+8*len(raw), 1<<20+2*len(raw)) {
		b.Write(raw)
		return
	}
	b.Grow(max(n, 2*len(raw)) + 64)                 // twice is what Indent asks for, the rest for what follows
	if json.Indent(b, raw, "", jsonIndent) != nil { // and nothing was written
		b.Write(raw)
	}
}

const jsonIndent = "  "

// indented is an upper estimate, in bytes, of the indented value.
func indented(raw []byte) int {
	n, depth, inside := len(raw), 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{', c == '[':
			depth++
			n += 1 + depth*len(jsonIndent)
		case c == '}', c == ']':
			depth--
			n += 1 + max(depth, 0)*len(jsonIndent)
		case c == ',':
			n += 1 + depth*len(jsonIndent)
		case c == ':':
			n++
		}
	}
	return n
}
