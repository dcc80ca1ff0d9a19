package model

import "unicode/utf8"

// FirstBytes gives at most so many bytes of a text: whole characters of it.
func FirstBytes(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}
