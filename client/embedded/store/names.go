package store

import (
	"encoding/binary"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"aloft/model/text"
)

// maxName is the longest name in bytes.
const maxName = 255

// Check returns why a name is refused, or "". Legal names pass even if some file system or terminal cannot handle
// them: spaces at the ends, backslashes, colons, quotes, any script.
func Check(name string) string {
	switch {
	case name == "":
		return "file_name is empty"
	case len(name) > maxName:
		return text.Wire("file_name is %d {byte|bytes} long, at most 255", len(name))
	case !utf8.ValidString(name):
		return "file_name is not valid UTF-8"
	case name == "." || name == "..":
		return "file_name may not be . or .."
	case strings.Contains(name, "/"):
		return "file_name holds a /"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "file_name holds a control character"
	}
	return ""
}

// Fold makes names comparable in a search: compatibility forms (wide and narrow
// letters) are equal, and so are cases.
func Fold(name string) string {
	if ascii(name) {
		return strings.ToLower(name)
	}
	return strings.Map(func(r rune) rune {
		return unicode.ToLower(unicode.ToUpper(r))
	}, norm.NFKC.String(name))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// SortKey makes keys that sort names in natural order when compared byte by byte:
// ignoring case, and numbers by value. A run of digits becomes a zero, its length
// without leading zeros, and those digits.
func SortKey(name string) []byte {
	s := Fold(name)
	key := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); {
		if s[i] < '0' || s[i] > '9' {
			key = append(key, s[i])
			i++
			continue
		}
		end := i
		for end < len(s) && s[end] >= '0' && s[end] <= '9' {
			end++
		}
		digits := strings.TrimLeft(s[i:end], "0")
		key = append(key, '0')
		key = binary.BigEndian.AppendUint16(key, uint16(len(digits)))
		key = append(key, digits...)
		i = end
	}
	return key
}

// Numbered is a name with " (n)" before its extension, cut to fit.
func Numbered(name string, n int, folder bool) string {
	ext := ""
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && !folder && len(name)-dot <= 16 {
		name, ext = name[:dot], name[dot:]
	}
	tail := " (" + strconv.Itoa(n) + ")" + ext
	for len(name)+len(tail) > maxName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name + tail
}
