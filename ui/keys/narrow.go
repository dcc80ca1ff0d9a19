package keys

import "unicode/utf8"

// Narrow is the press that a key of an input method stands for: such a key arrives full-width,
// or as the punctuation mark of the language on that key. ok is false for every other press.
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
