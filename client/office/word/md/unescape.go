package md

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// unescapeText resolves backslashes and entities in one pass, so that an escaped
// ampersand begins no entity.
func unescapeText(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && util.IsPunct(s[i+1]):
			i++
			b.WriteByte(s[i])
		case c == '&':
			if r, n := entity(s[i:]); n > 0 {
				b.WriteString(r)
				i += n - 1
				continue
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// entity reads one at the start of s; n is 0 when there is none.
func entity(s string) (r string, n int) {
	end := strings.IndexByte(s[:min(len(s), 41)], ';')
	if end < 2 || s[0] != '&' {
		return "", 0
	}
	name := s[1:end]
	if name[0] != '#' {
		if e, ok := util.LookUpHTML5EntityByName(name); ok {
			return string(e.Characters), end + 1
		}
		return "", 0
	}
	digits, base := name[1:], 10
	if strings.HasPrefix(strings.ToLower(digits), "x") {
		digits, base = digits[1:], 16
	}
	if len(digits) == 0 || len(digits) > 7 {
		return "", 0
	}
	v, err := strconv.ParseUint(digits, base, 32)
	if err != nil {
		return "", 0
	}
	if v == 0 || !utf8.ValidRune(rune(v)) {
		v = utf8.RuneError
	}
	return string(rune(v)), end + 1
}

// noText is a zero-width space: the text of an empty item.
const noText = "\u200b"
