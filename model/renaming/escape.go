package renaming

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"aloft/model"
)

// Escape writes a name so that it fits into one line and shows all that is in it: a
// backslash is doubled, and in a name with characters that nobody sees these are
// written as \n, \t, \xHH (a byte) or \uHHHH.
func Escape(name string) string {
	seen := model.Clean(name) == name
	if seen && !strings.Contains(name, `\`) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, name[i])
		case seen || unicode.IsPrint(r):
			b.WriteString(name[i : i+n])
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}

// Unescape reads what Escape has written; ok is false when a backslash says
// nothing.
func Unescape(s string) (name string, ok bool) {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, `\`)
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		if after == "" {
			return "", false
		}
		digits := 0
		switch after[0] {
		case '\\':
			b.WriteByte('\\')
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'x':
			digits = 2
		case 'u':
			digits = 4
		case 'U':
			digits = 8
		default:
			return "", false
		}
		if len(after) < 1+digits {
			return "", false
		}
		if digits > 0 {
			n, err := strconv.ParseUint(after[1:1+digits], 16, 32)
			switch {
			case err != nil, digits > 2 && !utf8.ValidRune(rune(n)):
				return "", false
			case digits == 2:
				b.WriteByte(byte(n))
			default:
				b.WriteRune(rune(n))
			}
		}
		s = after[1+digits:]
	}
}
