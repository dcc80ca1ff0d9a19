package keys

import "unicode/utf8"

// Narrow returns the press meant by a key of an input method, which arrives full-width or as the language's
// punctuation mark. ok is false for other presses.
func Narrow(press string) (narrow string, ok bool) {
	r, size := utf8.DecodeRuneInString(press)
	if size != len(press) {
		return "", false
	}
	switch {
	case r >= '！' && r <= '～':
		return string(r - '！' + '!'), true
	case r == '\u3000':
		return "space", true
	}
	switch r {
	case '‘', '’':
		return "'", true
	case '。':
		return ".", true
	case '【', '「':
		return "[", true
	case '】', '」':
		return "]", true
	}
	return "", false
}
