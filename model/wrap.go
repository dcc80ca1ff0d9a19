package model

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Wrap breaks a text into lines at blanks, between the signs of a language that has none, and within words that are
// too long. The text may have styles.
func (r Ruler) Wrap(s string, width int) []string {
	wrap := ansi.Wrap
	if r.Wc {
		wrap = ansi.WrapWc
	}
	return WrapBy(wrap, s, max(1, width))
}

// WrapBy is Wrap by another function than that of package ansi.
func WrapBy(wrap func(s string, width int, breakpoints string) string, s string, width int) []string {
	marked, any := breakable(s)
	out := wrap(marked, width, "")
	if any {
		out = strings.ReplaceAll(out, mayBreak, "")
	}
	return strings.Split(out, "\n")
}

// Pieces are the parts of a word between which a line may end.
func Pieces(word string) []string {
	marked, _ := breakable(word)
	return strings.Split(marked, mayBreak)
}

// mayBreak is a space without a width (NEL), which no clean text has: where it stands, a line may end.
const mayBreak = "\u0085"

// breakable marks where a line may end between two signs without a blank, and whether there is such a place.
func breakable(s string) (string, bool) {
	if !hasWide(s) {
		return s, false
	}
	var b strings.Builder
	before, any := rune(0), false
	for i := 0; i < len(s); {
		if s[i] == '\x1b' { // a style: it ends with a letter
			n := strings.IndexFunc(s[i:], func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }) + 1
			n = max(n, 1)
			b.WriteString(s[i : i+n])
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if before != 0 && (isWide(before) || isWide(r)) && !strings.ContainsRune(opening, before) && !strings.ContainsRune(closing, r) {
			b.WriteString(mayBreak)
			any = true
		}
		b.WriteString(s[i : i+n])
		before = r
		i += n
	}
	return b.String(), any
}

// What no line begins with, and what none ends with.
const (
	closing = " ,.;:?!)]}%\u00a0，。、；：？！）】》」』〉”’…—～％·\t\n\u200d\ufe0f"
	opening = " ([{（【《「『〈“‘\u00a0\t\n\u200d"
)

// hasWide reports whether a text may have wide signs: all of them begin with such a byte.
func hasWide(s string) bool {
	for i := range len(s) {
		if s[i] >= 0xe2 && s[i] < 0xf0 {
			return true
		}
	}
	return false
}

// isWide reports whether a sign is of a script without blanks between words, or its punctuation.
func isWide(r rune) bool {
	return r >= 0x2e80 && r < 0xa4d0 || r >= 0xf900 && r < 0xfb00 || r >= 0xfe30 && r < 0xfe50 || r >= 0xff00 && r < 0xff66 || r >= 0x20000 && r < 0x40000
}

// GoesOn is a text with the line that it goes on in: with a blank between, unless both are of a script without blanks.
func GoesOn(text, line string) string {
	last, _ := utf8.DecodeLastRuneInString(text)
	next, _ := utf8.DecodeRuneInString(line)
	if isWide(last) && isWide(next) {
		return text + line
	}
	return text + " " + line
}
