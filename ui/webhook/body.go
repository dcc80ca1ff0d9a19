package webhook

import (
	"encoding/json"
	"strings"
)

const (
	// maxBody is how many bytes of a body are shown. All of it can be copied and saved.
	maxBody = 1 << 20
	// maxIndent is the deepest indentation of a body. Without it, a body of brackets alone would become thousands of
	// times as long.
	maxIndent = 24
)

// indented formats a body for reading: JSON with a line per member, in its own order and with its own numbers,
// everything else as it is, long lines in pieces. cut is the number of bytes dropped at its end.
func indented(body []byte) (lines []string, cut int) {
	shown := string(body[:min(len(body), maxBody)])
	if json.Valid(body) {
		lines, used := indentJSON(shown)
		return lines, len(body) - used
	}
	cutLines(shown, func(line string, _ int) { lines = append(lines, line) })
	return lines, len(body) - len(shown)
}

// indentJSON indents valid JSON or the beginning of it. It reads used bytes and stops when the lines are several
// times the limit.
func indentJSON(s string) (out []string, used int) {
	var b strings.Builder
	depth, size := 0, 0
	flush := func() {
		if b.Len() > 0 {
			size += b.Len()
			cutLines(b.String(), func(line string, _ int) { out = append(out, line) })
			b.Reset()
		}
	}
	put := func(part string) {
		if b.Len() == 0 {
			b.WriteString(strings.Repeat("  ", min(depth, maxIndent)))
		}
		b.WriteString(part)
	}
	for i := 0; i < len(s); i++ {
		if size > 4*maxBody {
			return out, i
		}
		switch c := s[i]; c {
		case ' ', '\t', '\r', '\n':
		case '{', '[':
			put(s[i : i+1])
			next := i + 1
			for next < len(s) && strings.IndexByte(" \t\r\n", s[next]) >= 0 {
				next++
			}
			if next < len(s) && (s[next] == '}' || s[next] == ']') { // empty
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
	return out, len(s)
}
