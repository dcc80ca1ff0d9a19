package paste

import (
	"strconv"
	"strings"
)

// words are the arguments of a command line.
func words(s string) []string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	if cmdLine(s) {
		return cmdWords(s)
	}
	w, _ := bashWords(s)
	return w
}

func openQuote(s string) bool {
	_, open := bashWords(s)
	return open
}

// cmdLine: it was copied for cmd, where a caret escapes.
func cmdLine(s string) bool {
	return strings.Contains(s, `^"`) || strings.Contains(s, "^\n") || strings.Contains(s, "^\r\n") || strings.HasSuffix(strings.TrimRight(s, " \r\n"), " ^")
}

// cmdWords: cmd takes the carets away, and the program's runtime splits what is left.
// Inside plain quotes a caret stays.
func cmdWords(s string) (out []string) {
	carets := strings.Contains(s, `^"`)
	var line strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '^' && i+1 < len(s) && (carets || s[i+1] == '\n') {
			if i++; s[i] != '\n' {
				line.WriteByte(s[i])
			} else if i+1 < len(s) && s[i+1] == '\n' { // a line break in a value
				i++
				line.WriteByte('\n')
			} else {
				line.WriteByte(' ')
			}
			continue
		}
		line.WriteByte(s[i])
	}
	s = line.String()
	var word []byte
	in, quoted := false, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			n := len(s[i:]) - len(strings.TrimLeft(s[i:], `\`))
			i += n - 1
			if i+1 < len(s) && s[i+1] == '"' {
				word = append(word, strings.Repeat(`\`, n/2)...)
				if n%2 == 1 {
					i++
					word = append(word, '"')
				}
			} else {
				word = append(word, strings.Repeat(`\`, n)...)
			}
			in = true
		case c == '"' && quoted && i+1 < len(s) && s[i+1] == '"':
			i++
			word = append(word, '"')
		case c == '"':
			in, quoted = true, !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\n'):
			if in {
				out, word, in = append(out, string(word)), nil, false
			}
		default:
			in, word = true, append(word, c)
		}
	}
	if in {
		out = append(out, string(word))
	}
	return out
}

// bashWords splits as a POSIX shell does, with the $'…' of bash; open: a quote or a
// backslash at the end wants more.
func bashWords(s string) (out []string, open bool) {
	var word []byte
	in := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\n':
			if in {
				out, word, in = append(out, string(word)), nil, false
			}
		case '\\':
			if i++; i == len(s) {
				return out, true
			}
			if s[i] != '\n' {
				in, word = true, append(word, s[i])
			}
		case '\'':
			end := strings.IndexByte(s[i+1:], '\'')
			if end < 0 {
				return out, true
			}
			in, word = true, append(word, s[i+1:i+1+end]...)
			i += 1 + end
		case '"':
			in = true
			for i++; i < len(s) && s[i] != '"'; i++ {
				if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\"\\$`\n", s[i+1]) >= 0 {
					if i++; s[i] == '\n' {
						continue
					}
				}
				word = append(word, s[i])
			}
			if i == len(s) {
				return out, true
			}
		case '$':
			if in = true; i+1 == len(s) || s[i+1] != '\'' {
				word = append(word, c)
				continue
			}
			n, closed := 0, false
			word, n, closed = ansiC(word, s[i+2:])
			if i += 1 + n; !closed {
				return out, true
			}
		default:
			in, word = true, append(word, c)
		}
	}
	if in {
		out = append(out, string(word))
	}
	return out, false
}

// ansiC reads what stands in $'…', up to the closing quote; n is its length with that.
func ansiC(word []byte, s string) (_ []byte, n int, closed bool) {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\'':
			return word, i + 1, true
		case s[i] != '\\' || i+1 == len(s):
			word = append(word, s[i])
			continue
		}
		i++
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[i]]
		hex := 0
		for hex < digits && i+1+hex < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[i+1+hex]) >= 0 {
			hex++
		}
		switch v, _ := strconv.ParseUint(s[i+1:i+1+hex], 16, 32); {
		case hex > 0 && digits == 2:
			word = append(word, byte(v))
		case hex > 0:
			word = append(word, string(rune(v))...)
		case s[i] == 'n':
			word = append(word, '\n')
		case s[i] == 'r':
			word = append(word, '\r')
		case s[i] == 't':
			word = append(word, '\t')
		default:
			word = append(word, s[i])
		}
		i += hex
	}
	return word, len(s), false
}
