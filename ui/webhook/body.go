package webhook

import (
	"encoding/json"
	"strings"
)

const (
	// mostBody is how much of a body is shown; all of it can be copied and saved.
	mostBody = 1 << 20
	// mostIndent is how deep a body is indented; deeper parts go no further to the
	// right, since a body of brackets alone would be thousands of times as long.
	mostIndent = 24
)

// indented takes a body apart for reading: JSON with a line for each member, in
// its own order and with its own numbers, everything else as it is. cut is how
// many bytes are left out at its end.
func indented(body []byte) (lines []string, cut int) {
	if len(body) > mostBody {
		cut = len(body) - mostBody
		body = body[:mostBody]
	}
	if cut > 0 || !json.Valid(body) {
		s := string(body)
		cutLines(s, func(line string, _ int) { lines = append(lines, line) })
		return lines, cut
	}
	return indentJSON(string(body)), 0
}

// indentJSON indents valid JSON.
func indentJSON(s string) []string {
	var out []string
	var b strings.Builder
	depth := 0
	flush := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	put := func(part string) {
		if b.Len() == 0 {
			b.WriteString(strings.Repeat("  ", min(depth, mostIndent)))
		}
		b.WriteString(part)
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			put(s[i : i+1])
			next := i + 1
			for next < len(s) && strings.IndexByte(" \t\r\n", s[next]) >= 0 {
				next++
			}
			if next < len(s) && (s[next] == '}' || s[next] == ']') { // nothing in it
				put(s[next : next+1])
				i = next
				continue
			}
			flush()
			depth++
		case '}', ']':
			flush()
			depth--
			put(s[i : i+1])
		case ',':
			put(",")
			flush()
		case ':':
			put(": ")
		case '"':
			end := i + 1
			for end < len(s) && s[end] != '"' {
				if s[end] == '\\' {
					end++
				}
				end++
			}
			put(s[i:min(end+1, len(s))])
			i = end
		default:
			end := i
			for end < len(s) && strings.IndexByte(" \t\r\n,]}", s[end]) < 0 {
				end++
			}
			put(s[i:end])
			i = end - 1
		}
	}
	flush()
	return out
}
