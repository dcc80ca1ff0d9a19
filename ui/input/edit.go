package input

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// line is raw text with a cursor at a grapheme boundary. An edit can join clusters, so after every change the cursor
// moves on to the next boundary.
type line struct {
	s      string
	cursor int // byte offset
}

// next returns the end of the cluster at the boundary i.
func next(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	c, _ := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
	if len(c) == 0 {
		return len(s)
	}
	return i + len(c)
}

// starts returns the boundaries of s: 0 and the end of each cluster.
func starts(s string) []int {
	out := []int{0}
	for i := 0; i < len(s); {
		i = next(s, i)
		out = append(out, i)
	}
	return out
}

// snap returns the first boundary at or after i.
func snap(s string, i int) int {
	at := 0
	for at < i && at < len(s) {
		at = next(s, at)
	}
	return at
}

func (l *line) set(s string, cursor int) {
	l.s = s
	if cursor < 0 || cursor > len(s) {
		cursor = len(s)
	}
	l.cursor = snap(s, cursor)
}

// insert inserts text before the cursor.
func (l *line) insert(t string) { l.set(l.s[:l.cursor]+t+l.s[l.cursor:], l.cursor+len(t)) }

// cut removes the bytes from a to b and leaves the cursor at a.
func (l *line) cut(a, b int) { l.set(l.s[:a]+l.s[b:], a) }

// left returns the boundary before the cursor.
func (l *line) left() int {
	before := 0
	for i := 0; i < l.cursor; i = next(l.s, i) {
		before = i
	}
	return before
}

// wordLeft returns the start of the word before the cursor.
func (l *line) wordLeft() int {
	at := starts(l.s[:l.cursor])
	i := len(at) - 1
	for i > 0 && !l.word(at[i-1]) {
		i--
	}
	for i > 0 && l.word(at[i-1]) {
		i--
	}
	return at[i]
}

// wordRight returns the end of the word after the cursor.
func (l *line) wordRight() int {
	i := l.cursor
	for i < len(l.s) && !l.word(i) {
		i = next(l.s, i)
	}
	for i < len(l.s) && l.word(i) {
		i = next(l.s, i)
	}
	return i
}

// word reports whether the cluster at i belongs to a word.
func (l *line) word(i int) bool {
	r, _ := utf8.DecodeRuneInString(l.s[i:])
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

// typed cleans pasted or typed text for a line: line breaks and tabs become one space between words, other control
// characters are dropped.
func typed(s string) string {
	s = strings.ToValidUTF8(s, "")
	if strings.IndexFunc(s, unicode.IsControl) < 0 && !strings.ContainsAny(s, "\u2028\u2029") {
		return s
	}
	s = strings.TrimRight(s, "\r\n\u2028\u2029")
	var b strings.Builder
	gap := false
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
			gap = true
			continue
		case unicode.IsControl(r):
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}

// common returns the longest common prefix of whole clusters.
func common(items []string) string {
	if len(items) == 0 {
		return ""
	}
	first := items[0]
	n := len(first)
	for _, it := range items[1:] {
		i := 0
		for i < n && i < len(it) && first[i] == it[i] {
			i++
		}
		n = i
	}
	at := starts(first)
	i, found := slices.BinarySearch(at, n)
	if !found {
		i--
	}
	return first[:at[i]]
}
