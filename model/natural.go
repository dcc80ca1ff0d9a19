package model

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold makes texts comparable regardless of case and of how accents are composed.
// Folding goes character by character, so what is contained in a normalised text is
// contained in its folded form. NUL becomes \x01, so that it can separate folded
// names.
func fold(s string) string {
	for i := range len(s) {
		if c := s[i]; c == 0 || c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return string(appendFold(make([]byte, 0, len(s)+8), s))
		}
	}
	return s
}

// appendFold appends the folded form.
func appendFold(dst []byte, s string) []byte {
	start := len(dst)
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			dst = dst[:start]
			for _, r := range nfc(s) {
				dst = utf8.AppendRune(dst, foldRune(r))
			}
			return dst
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c == 0:
			c = 1
		}
		dst = append(dst, c)
	}
	return dst
}

// nfc composes accents.
func nfc(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return norm.NFC.String(s)
		}
	}
	return s
}

// NameForm is what all forms of a name have in common: its accents may be composed or
// not, and its letters of either case where a file system ignores that.
func NameForm(name string, anyCase bool) string {
	if name = nfc(name); anyCase {
		return strings.ToLower(name)
	}
	return name
}

// foldRune maps all forms of a letter to one.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return max(r, 1)
	}
	if r >= 0x2e80 && r < 0xa000 { // CJK has no case, and is common
		return r
	}
	if r >= 0xff01 && r <= 0xff5e { // full-width forms of ASCII
		return foldRune(r - 0xfee0)
	}
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	return unicode.ToLower(least)
}

// appendNatural appends a key whose byte order is the natural order of names:
// letters without their case, and a run of digits as a number of any length.
// It takes the folded name.
func appendNatural[T string | []byte](key []byte, f T) []byte {
	for i := 0; i < len(f); {
		if c := f[i]; c < '0' || c > '9' {
			key = append(key, c)
			i++
			continue
		}
		end := i
		for end < len(f) && f[end] >= '0' && f[end] <= '9' {
			end++
		}
		from := i
		for from < end-1 && f[from] == '0' {
			from++
		}
		key = append(key, '0')
		n := end - from
		for ; n >= 255; n -= 255 {
			key = append(key, 255)
		}
		key = append(key, byte(n))
		key = append(key, f[from:end]...)
		i = end
	}
	return key
}

// AppendNatural appends the key of a name.
func AppendNatural(key []byte, name string) []byte { return appendNatural(key, fold(name)) }

// CompareNatural compares two names in natural order. Names that differ only in
// case or leading zeros are ordered by their bytes, so the order is total.
func CompareNatural(a, b string) int {
	if c := bytes.Compare(AppendNatural(nil, a), AppendNatural(nil, b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}
