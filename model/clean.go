package model

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Shown stands in a cleaned text for what may not reach a terminal.
const Shown = '\uFFFD'

// marksInARow is how many combining marks one character may carry. Scripts in use
// need fewer; a taller stack of them overwrites other rows.
const marksInARow = 8

// Clean makes a foreign string safe for one line of a terminal, with every
// character of it visible. Control characters (C0, DEL, C1), line and paragraph
// separators, bidirectional controls, invisible format characters, tags, letters
// that look like nothing, combining marks without a letter and broken UTF-8 become
// a replacement character. Joiners and variation selectors stay only where they do
// their work: in emoji, and in the scripts that need them.
func Clean(s string) string {
	if visible(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	last, marks := rune(0), 0
	for i, r := range s { // a broken byte comes as RuneError, which is Shown
		switch {
		case r >= 0x20 && r < 0x7f:
			marks = 0
		case joins(r):
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
			if !mayJoin(last, r, next) {
				r = Shown
			}
		case hidden(r):
			r, marks = Shown, 0
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; last == 0 || marks > marksInARow {
				r = Shown
			}
		default:
			marks = 0
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

// CleanFile is a name without the characters that hide it or order it otherwise, each
// an underscore. Marks of direction, soft hyphens, flags and combining marks stay: a disk
// holds them, and names have them for a reason.
func CleanFile(name string) string {
	if visible(name) {
		return name
	}
	all, clean := []rune(name), []rune(Clean(name))
	for i, r := range all {
		if clean[i] != r && !inNames(r) && !inFlag(all, i) {
			all[i] = '_'
		}
	}
	return string(all)
}

func inNames(r rune) bool {
	switch r {
	case 0x200e, 0x200f, 0x061c, 0xad: // marks of direction, soft hyphen
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me) && !hidden(r) && !joins(r)
}

// inFlag reports whether a tag is one of those between a black flag and the last tag,
// which make it the flag of a region.
func inFlag(all []rune, i int) bool {
	const flag, cancel = 0x1f3f4, 0xe007f
	tag := func(r rune) bool { return r >= 0xe0020 && r < cancel }
	from, to := i, i
	for from > 0 && tag(all[from-1]) {
		from--
	}
	for to < len(all) && tag(all[to]) {
		to++
	}
	return from > 0 && all[from-1] == flag && to > from && to < len(all) && all[to] == cancel
}

// CleanName is Clean for a name; an empty name becomes visible, too.
func CleanName(name string) string {
	if name == "" {
		return string(Shown)
	}
	return Clean(name)
}

// visible reports whether there is certainly nothing to clean.
func visible(s string) bool {
	for _, r := range s {
		switch {
		case r >= 0x20 && r < 0x7f:
		case r >= 0x2e80 && r < 0xa000 && r != 0x3164: // CJK, the most frequent others
			if r >= 0x302a && r <= 0x302f || r == 0x3099 || r == 0x309a {
				return false // tone and sound marks
			}
		default:
			return false
		}
	}
	return true
}

// hidden reports whether a character controls something or shows nothing: two
// names that differ in it look the same.
func hidden(r rune) bool {
	switch r {
	case 0x034f, // combining grapheme joiner
		0x115f, 0x1160, // Hangul fillers
		0x17b4, 0x17b5, // Khmer inherent vowels
		0x180e,         // Mongolian vowel separator
		0x2028, 0x2029, // line and paragraph separator
		0x2800,         // empty Braille pattern
		0x3164, 0xffa0: // Hangul fillers
		return true
	}
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0:
	case r >= 0x2060 && r <= 0x206f, r >= 0xfff0 && r <= 0xfffb: // some are not assigned yet
	case r >= 0xe0000 && r <= 0xe0fff: // tags; the selectors among them join
	case r&0xfffe == 0xfffe, r >= 0xfdd0 && r <= 0xfdef: // no characters at all
	default:
		return unicode.Is(unicode.Cf, r)
	}
	return true
}

// joins reports whether a character only changes its neighbours.
func joins(r rune) bool {
	switch {
	case r == 0x200c, r == 0x200d: // zero-width non-joiner and joiner
	case r >= 0x180b && r <= 0x180d, r == 0x180f: // Mongolian selectors
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef: // selectors
	default:
		return false
	}
	return true
}

// mayJoin reports whether a joiner or selector does something between two
// characters.
func mayJoin(last, r, next rune) bool {
	switch {
	case r == 0x200c:
		return complexScript(last) && complexScript(next)
	case r == 0x200d:
		return (emoji(last) || last == 0xfe0f) && emoji(next) || complexScript(last) && complexScript(next)
	case r < 0x1810:
		return unicode.Is(unicode.Mongolian, last)
	case r == 0xfe0e || r == 0xfe0f:
		return emoji(last) || next == 0x20e3 && strings.ContainsRune("0123456789#*", last)
	}
	return unicode.Is(unicode.Han, last)
}

// emoji reports whether a character can be drawn as a picture.
func emoji(r rune) bool {
	switch {
	case r >= 0x1f000 && r <= 0x1faff, r >= 0x2190 && r <= 0x21ff, r >= 0x2300 && r <= 0x23ff,
		r >= 0x2460 && r <= 0x24ff, r >= 0x25a0 && r <= 0x27bf, r >= 0x2900 && r <= 0x297f,
		r >= 0x2b00 && r <= 0x2bff:
		return true
	}
	return strings.ContainsRune("©®‼⁉™ℹ〰〽㊗㊙", r)
}

// complexScript reports whether a letter or mark is of a script whose letters
// change with their neighbours.
func complexScript(r rune) bool {
	return r >= 0x600 && unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mandaic,
		unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
		unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
		unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Mongolian, unicode.Javanese,
		unicode.Balinese) && unicode.In(r, unicode.L, unicode.M) && !joins(r) && !hidden(r)
}

// CleanLines is Clean for a text of many lines: line ends and tabs stay.
func CleanLines(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		cells := strings.Split(l, "\t")
		for j, c := range cells {
			cells[j] = Clean(c)
		}
		lines[i] = strings.Join(cells, "\t")
	}
	return strings.Join(lines, "\n")
}

// OneLine is a text with one space wherever there was any white space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// NotUTF8 is the offset of the first byte that is not UTF-8, -1 = there is none.
func NotUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for at := 0; ; {
		r, n := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && n < 2 {
			return at
		}
		at += n
	}
}

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
