package webhook

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// look is the style of a line of a leaf.
type look int

const (
	asText look = iota
	asHead      // heading
	asMeta      // explanation
	asBad       // failure
	asOK
	asAsks // waits for a person
)

// leafLine is a line of text before it is wrapped. Its text is raw.
type leafLine struct {
	text  string
	look  look
	label int  // bytes at its start with a column of their own
	prose bool // wrapped at spaces
	// program says that a program printed the line, so its colours show. state are the styles of the lines before it.
	program bool
	state   string
}

// leaf is a text for one width. Only visible lines are cleaned and wrapped, so it may be of any length.
type leaf struct {
	lines []leafLine
	width int
	ruler model.Ruler
	kept  map[int][]string
}

const (
	maxKept = 2048
	// longLine is the length from which a line is split.
	longLine = 4 << 10
	tabStop  = 8
)

func newLeaf(lines []leafLine, width int, ruler model.Ruler) *leaf {
	return &leaf{lines: lines, width: max(1, width), ruler: ruler, kept: map[int][]string{}}
}

// fits reports whether it was made for that width.
func (l *leaf) fits(width int, ruler model.Ruler) bool {
	return l != nil && l.width == max(1, width) && l.ruler == ruler
}

// rows returns the rows of a line: clean, each at most as wide as the leaf.
func (l *leaf) rows(i int) []string {
	if rows, ok := l.kept[i]; ok {
		return rows
	}
	if len(l.kept) >= maxKept {
		clear(l.kept)
	}
	line := &l.lines[i]
	if line.program && text.HasSGR(line.text, line.state) {
		rows := l.colouredRows(line)
		l.kept[i] = rows
		return rows
	}
	label := model.Clean(line.text[:line.label])
	s := kit.Spread(l.ruler, line.text[line.label:], tabStop)
	width := l.width - l.ruler.Width(label)
	if width < 8 && label != "" { // no room for a column
		s, label, width = label+s, "", l.width
	}
	rows := l.wrap(s, max(1, width), line.prose)
	if label != "" {
		indent := strings.Repeat(" ", l.ruler.Width(label))
		for i := range rows {
			if i == 0 {
				rows[i] = label + rows[i]
			} else {
				rows[i] = indent + rows[i]
			}
		}
	}
	l.kept[i] = rows
	return rows
}

// colouredRows returns the rows of a program's output. Each row sets its colours and resets them at its end.
func (l *leaf) colouredRows(line *leafLine) []string {
	whole, _ := kit.SpreadColoured(l.ruler, line.text, line.state, tabStop)
	rows, state := l.wrap(strings.TrimSuffix(whole, text.Reset), l.width, false), line.state
	for i, row := range rows {
		row = strings.TrimPrefix(row, state) // the first row already has it
		rows[i], state = text.SGRLine(row, state, func(s string) string { return s })
	}
	return rows
}

func (l *leaf) wrap(s string, width int, prose bool) []string {
	if len(s) <= width {
		return []string{s} // no character is wider than its bytes
	}
	switch {
	case prose:
		return l.ruler.Wrap(s, width)
	case l.ruler.Wc:
		s = ansi.HardwrapWc(s, width, true)
	default:
		s = ansi.Hardwrap(s, width, true)
	}
	return strings.Split(s, "\n")
}

func (l *leaf) folded() kit.Folded { return kit.Folded{Lines: len(l.lines), Rows: l.rows} }

func (l *leaf) step(at kit.Spot, by int) kit.Spot { return l.folded().Step(at, by) }
func (l *leaf) last(n int) kit.Spot               { return l.folded().Last(n) }
func (l *leaf) clamp(at kit.Spot, n int) kit.Spot { return l.folded().Clamp(at, n) }

// rowOf returns the first row of a line that shows a text.
func (l *leaf) rowOf(i int, want needle) kit.Spot {
	for row, s := range l.rows(i) {
		if at, _ := want.in(ansi.Strip(s)); at >= 0 {
			return kit.Spot{Line: i, Row: row}
		}
	}
	return kit.Spot{Line: i}
}

// needle is a text to search for: case-sensitive if it has a capital letter, else ignoring the case of Latin letters.
type needle struct {
	text string
	fold bool
}

func newNeedle(s string) needle {
	capital := strings.IndexFunc(s, func(r rune) bool { return r >= 'A' && r <= 'Z' }) >= 0
	small := strings.IndexFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' }) >= 0
	return needle{text: s, fold: small && !capital}
}

// in returns the first match in another text, or -1.
func (n needle) in(s string) (from, to int) {
	if n.text == "" {
		return -1, -1
	}
	if n.fold {
		b := []byte(s)
		lowerBytes(b)
		s = string(b)
	}
	i := strings.Index(s, n.text)
	return i, i + len(n.text)
}

// lowerBytes lowers A to Z and keeps every length.
func lowerBytes(b []byte) {
	for i, c := range b {
		if c-'A' < 26 {
			b[i] = c + 'a' - 'A'
		}
	}
}

// cutLines splits a raw text at line feeds, at carriage returns, as of a progress bar, and in lines that are too
// long. Each comes with its offset in the text.
func cutLines(data string, line func(s string, at int)) {
	for at := 0; at < len(data); {
		rest := data[at:]
		near := rest[:min(len(rest), longLine+1)]
		end := strings.IndexAny(near, "\r\n")
		switch {
		case end < 0 && len(rest) > longLine:
			end = longLine
			for n := 0; end > 0 && rest[end]&0xc0 == 0x80 && n < 4; n++ {
				end--
			}
			line(rest[:end], at)
			at += end
			continue
		case end < 0:
			line(rest, at)
			return
		}
		line(rest[:end], at)
		if strings.HasPrefix(rest[end:], "\r\n") {
			end++
		}
		at += end + 1
	}
}
