package model

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shown stands in a cleaned text for what may not reach a terminal.
const Shown = '\uFFFD'

// Clean makes a foreign string safe for one line of a terminal: control
// characters (C0, DEL, C1), line and paragraph separators, bidirectional
// controls, invisible format characters and broken UTF-8 become a visible
// sign. The zero-width joiner stays, since emoji need it.
func Clean(s string) string {
	if !needsCleaning(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unsafe(r) {
			return Shown
		}
		return r
	}, strings.ToValidUTF8(s, string(Shown)))
}

func needsCleaning(s string) bool {
	if !utf8.ValidString(s) {
		return true
	}
	for _, r := range s {
		if unsafe(r) {
			return true
		}
	}
	return false
}

func unsafe(r rune) bool {
	if r < 0x80 {
		return r < 0x20 || r == 0x7f
	}
	if r < 0xa0 {
		return true
	}
	switch r {
	case '\u200d': // zero-width joiner
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.Is(unicode.Cf, r)
}
