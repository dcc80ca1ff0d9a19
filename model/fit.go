package model

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Ruler measures and cuts text in terminal cells. The zero Ruler counts a grapheme
// cluster as one character and cuts with "…".
//
// Its Method must be the renderer's: terminals that have not confirmed mode 2027
// are drawn with ansi.WcWidth, which adds up the parts of a joined emoji. A row
// measured otherwise would push its neighbour aside.
type Ruler struct {
	Wc       bool   // measure rune by rune
	Ellipsis string // stands for what was cut; "" = "…"
}

// Width of the string in cells. The string must be Clean.
func Width(s string) int { return Ruler{}.Width(s) }

// Fit makes the string exactly as wide as asked: padded with spaces on the
// right, or truncated in the middle with the extension kept.
func Fit(s string, width int) string { return Ruler{}.Fit(s, width) }

// Pad fills a text up to a width; a longer one stays whole.
func Pad(s string, width int) string { return s + strings.Repeat(" ", max(0, width-Width(s))) }

// TruncateEnd cuts at the end: for sentences.
func TruncateEnd(s string, width int) string { return Ruler{}.TruncateEnd(s, width) }

func (r Ruler) method() ansi.Method {
	if r.Wc {
		return ansi.WcWidth
	}
	return ansi.GraphemeWidth
}

func (r Ruler) ellipsis() string {
	return cmp.Or(r.Ellipsis, "…")
}

// Width of the string in cells.
func (r Ruler) Width(s string) int {
	if plain(s) {
		return len(s)
	}
	w := 0
	m := r.method()
	for len(s) > 0 {
		c, cw := ansi.FirstGraphemeCluster(s, m)
		w += cw
		s = s[len(c):]
	}
	return w
}

// Apart is a drawn text whose width is the same on every terminal, where those differ that have
// not confirmed mode 2027: the parts of a joined emoji stand side by side, one that a selector
// (U+FE0F) asks for loses it, and a colour of the skin is two spaces. What the ruler has
// measured rune by rune stays as wide as it was.
func Apart(s string) string {
	if !strings.Contains(s, "\u200d") && !strings.Contains(s, "\ufe0f") && !strings.Contains(s, "\U0001f3fb"[:3]) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	before := ' '
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		char := s[:size]
		s = s[size:]
		next, _ := utf8.DecodeRuneInString(s)
		switch {
		case r == '\ufe0f', r == '\u200d' && emoji(next):
			continue // without a width
		case r >= 0x1f3fb && r <= 0x1f3ff && emoji(before):
			b.WriteString("  ")
		default:
			b.WriteString(char)
		}
		before = r
	}
	return b.String()
}

// plain reports whether every byte is one visible cell.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// Fit pads or truncates to exactly the width.
func (r Ruler) Fit(s string, width int) string {
	s = r.Truncate(s, width)
	return s + strings.Repeat(" ", max(0, width-r.Width(s)))
}

// FitRight pads on the left or truncates to exactly the width.
func (r Ruler) FitRight(s string, width int) string {
	s = r.Truncate(s, width)
	return strings.Repeat(" ", max(0, width-r.Width(s))) + s
}

// Truncate cuts in the middle. Of the room that is left beside the ellipsis
// and the extension, two thirds show the start and one third the end of the
// stem, since numbered files differ at the end.
func (r Ruler) Truncate(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if len(s) <= width && plain(s) {
		return s
	}
	cells := r.cells(s)
	if cells[len(cells)-1].at <= width {
		return s
	}
	dots := r.ellipsis()
	room := width - r.Width(dots)
	if room == 0 {
		return dots
	}
	if room < 0 {
		return r.head(s, width, "")
	}
	ext := 0
	if e := extension(s); e > 0 {
		if w := r.Width(s[len(s)-e:]); w <= width/2 {
			ext = w
		}
	}
	tail := r.tail(s, ext+(room-ext)/3)
	head := r.head(s, room-r.Width(tail), "")
	return head + dots + tail
}

// TruncateEnd cuts at the end.
func (r Ruler) TruncateEnd(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if r.Width(s) <= width {
		return s
	}
	return r.head(s, width, r.ellipsis())
}

// TruncateStart cuts at the start.
func (r Ruler) TruncateStart(s string, width int) string {
	if width <= 0 {
		return ""
	}
	if r.Width(s) <= width {
		return s
	}
	dots := r.ellipsis()
	if r.Width(dots) > width {
		return r.tail(s, width)
	}
	return dots + r.tail(s, width-r.Width(dots))
}

// cell is the end of a grapheme cluster: its byte offset, and the width of all that
// precedes it.
type cell struct{ end, at int }

func (r Ruler) cells(s string) []cell {
	out := make([]cell, 1, len(s)+1)
	m := r.method()
	end, at := 0, 0
	for end < len(s) {
		c, w := ansi.FirstGraphemeCluster(s[end:], m)
		end += len(c)
		at += w
		out = append(out, cell{end, at})
	}
	return out
}

// head is the longest start of s that leaves room for the ellipsis, and the
// ellipsis.
func (r Ruler) head(s string, width int, dots string) string {
	width -= r.Width(dots)
	if width < 0 {
		return ""
	}
	end := 0
	for _, c := range r.cells(s) {
		if c.at > width {
			break
		}
		end = c.end
	}
	return s[:end] + dots
}

// tail is the longest end of s that fits the width.
func (r Ruler) tail(s string, width int) string {
	cells := r.cells(s)
	all := cells[len(cells)-1].at
	for _, c := range cells {
		if all-c.at <= width {
			return s[c.end:]
		}
	}
	return ""
}

// extension is the length in bytes of the name's extension with its dot, including
// ".tar" before a compression suffix; 0 when there is none.
func extension(s string) int {
	dot := strings.LastIndexByte(s, '.')
	if dot <= 0 || dot == len(s)-1 || strings.ContainsRune(s[dot:], ' ') {
		return 0
	}
	if tar := strings.TrimSuffix(s[:dot], ".tar"); tar != "" && len(tar) < dot {
		dot = len(tar)
	}
	return len(s) - dot
}

// Extension of a file name with its dot, "" when there is none. The name of a
// dot file is no extension.
func Extension(name string) string { return name[len(name)-extension(name):] }

// MaxFileName is the longest name of a file, in bytes, on the usual file systems.
const MaxFileName = 255

// FileName is base and rest as one name. One that is longer than MaxFileName
// loses the end of its base.
func FileName(base, rest string) string {
	for base != "" && len(base)+len(rest) > MaxFileName {
		_, n := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-n]
	}
	return base + rest
}

// Wrap breaks a text into lines at blanks, between the signs of a language that has none, and within words that are
// too long. The text may have styles.
func (r Ruler) Wrap(s string, width int) []string {
	wrap := ansi.Wrap
	if r.Wc {
		wrap = ansi.WrapWc
	}
	marked, any := breakable(s)
	out := wrap(marked, max(1, width), "")
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

// Ended is a sentence with its full stop.
func Ended(s string) string {
	last, _ := utf8.DecodeLastRuneInString(s)
	switch {
	case s == "" || strings.ContainsRune(".!?…。！？", last):
		return s
	case isWide(last):
		return s + "。"
	}
	return s + "."
}

// Sentences are sentences, one after the other.
func Sentences(all ...string) string {
	out := ""
	for _, s := range all {
		switch {
		case s == "":
		case out == "":
			out = s
		default:
			out = GoesOn(Ended(out), s)
		}
	}
	return out
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
