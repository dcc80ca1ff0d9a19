package preview

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/kit"
)

// char is a drawn character.
type char struct {
	text string
	unit int // of the source, or one of those below
	wide int
	look look
}

const (
	around  = -1 // it is drawn around the text: a bullet, a bar, an address
	deleted = -2 // deleted text is not in the document
	asides  = -3 // nor is a comment
)

// look is how a character is drawn: a role of the theme, and attributes.
type look uint8

const (
	inBody look = iota
	inMeta
	inAddress
	inCode
	inGone
	inHeading      // and two levels below it
	role      look = 7

	bold   look = 8
	italic look = 16
	struck look = 32
)

// looks are the styles of a theme, each made when it is first used.
type looks struct {
	roles [role + 1]lipgloss.Style
	made  map[look]kit.Paint
}

func newLooks(st *themes.Styles) *looks {
	return &looks{made: map[look]kit.Paint{}, roles: [...]lipgloss.Style{
		st.PreviewBody, st.PreviewMeta, st.PreviewMeta.Underline(true), st.PreviewCode, st.StatusError.Strikethrough(true),
		st.PreviewHeading1.Bold(true), st.PreviewHeading2.Bold(true), st.PreviewHeading3.Bold(true),
	}}
}

func (l *looks) paint(k look) kit.Paint {
	p, ok := l.made[k]
	if !ok {
		s := l.roles[k&role]
		if k&bold != 0 {
			s = s.Bold(true)
		}
		if k&italic != 0 {
			s = s.Italic(true)
		}
		if k&struck != 0 {
			s = s.Strikethrough(true)
		}
		p = kit.NewPaint(s)
		l.made[k] = p
	}
	return p
}

// span is a run of characters in a drawn line that are text of the document, or deleted from it.
type span struct {
	from, to int // cells
	unit     int // of the first one
	each     int // cells of each one; 0 = all show the same unit
}

// draw returns a row of characters in styles, without spaces at its end, and where its text is from.
func (l *looks) draw(row []char) (string, []span) {
	for len(row) > 0 && row[len(row)-1].text == " " {
		row = row[:len(row)-1]
	}
	var out, run strings.Builder
	var spans []span
	cell := 0
	for i, c := range row {
		run.WriteString(c.text)
		if i == len(row)-1 || row[i+1].look != c.look {
			out.WriteString(l.paint(c.look).On(run.String()))
			run.Reset()
		}
		if c.unit != around {
			spans = joined(spans, span{cell, cell + c.wide, c.unit, c.wide})
		}
		cell += c.wide
	}
	return out.String(), spans
}

// joined adds a character to the spans before it.
func joined(spans []span, c span) []span {
	if n := len(spans); n > 0 && spans[n-1].to == c.from {
		s := &spans[n-1]
		switch {
		case s.unit == c.unit && (s.each == 0 || s.to-s.from == s.each):
			s.to, s.each = c.to, 0
			return spans
		case s.each > 0 && s.each == c.each && s.unit >= 0 && c.unit == s.unit+(c.from-s.from)/s.each:
			s.to = c.to
			return spans
		}
	}
	return append(spans, c)
}

// line is a line before it is wrapped.
type line struct {
	chars []char
	next  []char // what the rows below the first one begin with, in place of as many characters
	table bool   // a row of one
	fill  look   // of the cells behind its rows
	empty bool   // only the sign of an item
}

// rows wraps a line.
func (l *line) rows(room int, ruler model.Ruler) [][]char {
	at := width(l.next)
	if width(l.chars) <= room {
		return [][]char{l.chars}
	}
	if at > room/2 {
		return wrap(l.chars, room, ruler)
	}
	out := wrap(l.chars[len(l.next):], room-at, ruler)
	for i, begin := 0, l.chars[:len(l.next)]; i < len(out); i, begin = i+1, l.next {
		out[i] = slices.Concat(begin, out[i])
	}
	return out
}

// wrap breaks characters into rows. Those that end a line begin another row.
func wrap(chars []char, room int, ruler model.Ruler) (out [][]char) {
	for _, part := range splitChars(chars) {
		plain := textOf(part)
		at, i, byI := 0, 0, 0 // bytes of plain that were read; the next character, and the bytes before it
		for _, row := range ruler.Wrap(plain, room) {
			begin := at + max(0, strings.Index(plain[at:], row)) // the spaces before it are dropped
			for at = begin + len(row); i < len(part) && byI < begin; i++ {
				byI += len(part[i].text)
			}
			from := i
			for ; i < len(part) && byI < at; i++ {
				byI += len(part[i].text)
			}
			out = append(out, part[from:i:i])
		}
	}
	return out
}

// splitChars splits characters at line ends.
func splitChars(chars []char) (out [][]char) {
	from := 0
	for i := range chars {
		if chars[i].text == "\n" {
			out = append(out, chars[from:i:i])
			from = i + 1
		}
	}
	return append(out, chars[from:])
}

func width(chars []char) (n int) {
	for i := range chars {
		n += chars[i].wide
	}
	return n
}

func textOf(chars []char) string {
	var b strings.Builder
	for i := range chars {
		b.WriteString(chars[i].text)
	}
	return b.String()
}

// firstChar returns the first character of a text and its cells.
func firstChar(s string, ruler model.Ruler) (string, int) {
	if s[0] >= ' ' && s[0] < 0x7f && (len(s) == 1 || s[1] < 0x80) {
		return s[:1], 1
	}
	method := ansi.GraphemeWidth
	if ruler.Wc {
		method = ansi.WcWidth
	}
	return ansi.FirstGraphemeCluster(s, method)
}
