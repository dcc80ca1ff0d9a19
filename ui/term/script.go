package term

import (
	"slices"
	"strconv"
	"strings"

	"aloft/model"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// LinearScript writes pages to a terminal. Its first line is where the cursor is.
type LinearScript struct {
	width, height int

	lines []string // of the last page
	now   string   // its last line
	field shown    // the text field in it, as it is shown
	turn  int      // of the text that was said last

	rows int  // of what was written last, at whose first row the cursor is; 0 = nothing yet
	lost bool // the terminal may have broken the lines anew
}

// shown is a text field in its row.
type shown struct {
	label, row string
	cursor     int
	on         bool
}

// Resize sets the size of the terminal.
func (s *LinearScript) Resize(width, height int) {
	s.lost = s.lost || s.rows > 0 && width != s.width
	s.width, s.height = width, height
}

// Forget lets the next page be said in full.
func (s *LinearScript) Forget() { s.lines, s.now, s.field, s.turn = nil, "", shown{}, 0 }

// End returns what leaves the terminal below all that was written.
func (s *LinearScript) End() string {
	out := s.below()
	s.rows = 0
	s.Forget()
	return out
}

// Next returns what is new in a page, for the terminal.
func (s *LinearScript) Next(v tea.View) string {
	if s.width == 0 || v.Content == waitSign {
		return ""
	}
	lines := strings.Split(v.Content, "\n")
	now := lines[len(lines)-1]
	lines = lines[:len(lines)-1]
	turn := 0
	lines, turn = turnOf(lines)
	news := s.audible(fresh(s.lines, lines), turn)
	field, was := s.fieldOf(now, v.Cursor), s.field
	same := now == s.now && field.on == was.on
	edits := field.on && was.on && field.label == was.label && (field.label != "" || field.row == was.row)
	news = slices.DeleteFunc(news, func(line string) bool { return line == s.now }) // it was said last
	if edits && field.row != was.row {
		news = slices.DeleteFunc(news, func(line string) bool { return strings.HasSuffix(line, asideSign) })
	}
	s.lines, s.now, s.field = lines, now, field
	switch {
	case edits && len(news) == 0 && !s.lost && s.rows > 0:
		return was.to(field)
	case same && len(news) == 0 && !(field.on && s.lost):
		return ""
	}
	if now != "" && !field.on && !same {
		news = append(news, now)
	}
	if len(news) == 0 && !field.on {
		return ""
	}
	return s.append(news, now == "", field)
}

// turnOf returns the lines of a page without the turn of its text, and that: 0 = none.
func turnOf(in []string) (lines []string, turn int) {
	lines = make([]string, len(in))
	for i, line := range in {
		said, of, text := strings.Cut(line, textSign)
		if lines[i] = said; text {
			turn, _ = strconv.Atoi(of)
			lines[i] += textSign
		}
	}
	return lines, turn
}

// audible returns the lines to say. Those of a text are said once for a turn, and not beside a match.
func (s *LinearScript) audible(news []string, turn int) []string {
	found := slices.ContainsFunc(news, func(line string) bool { return strings.Contains(line, foundSign) })
	quiet := found || turn < 0 || turn == s.turn
	if turn != 0 {
		s.turn = turn
	}
	return slices.DeleteFunc(news, func(line string) bool { return quiet && strings.HasSuffix(line, textSign) })
}

// append writes lines below what was written, and a field below them. The cursor goes to the last line, to the field,
// or, where the lines are a text, to the first.
func (s *LinearScript) append(said []string, text bool, field shown) string {
	var b strings.Builder
	b.WriteString(s.below())
	rows, last := 0, 0
	for i, line := range said {
		if i > 0 {
			b.WriteString("\r\n")
		}
		wrapped := s.wrap(line)
		b.WriteString(strings.Join(wrapped, "\r\n"))
		last = len(wrapped)
		rows += last
	}
	if s.rows = last; text && rows < s.height {
		s.rows = rows
	}
	if field.on {
		if len(said) > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(shown{}.to(field))
		s.rows = 1
		return b.String()
	}
	b.WriteString("\r")
	if s.rows > 1 {
		b.WriteString(ansi.CursorUp(s.rows - 1))
	}
	return b.String()
}

// below goes to the row below what was written.
func (s *LinearScript) below() string {
	down := s.rows - 1
	if s.lost {
		down, s.lost = s.height, false
	}
	switch {
	case s.rows == 0:
		return ""
	case down == 0:
		return "\r\n"
	}
	return ansi.CursorDown(down) + "\r\n"
}

// wrap breaks a line into rows.
func (s *LinearScript) wrap(line string) []string {
	line, _, _ = strings.Cut(strings.TrimSuffix(line, textSign), eventSign)
	return model.Ruler{Wc: true}.Wrap(line, s.width-1)
}

// fieldOf returns the text field of a page's last line as it fits the terminal.
func (s *LinearScript) fieldOf(now string, c *tea.Cursor) shown {
	label, value, typed := strings.Cut(now, fieldSign)
	if !typed || c == nil {
		return shown{}
	}
	row, at, room := label+value, ansi.StringWidthWc(label)+c.X, max(1, s.width-1)
	from := max(0, at-room+1)
	return shown{label: label, row: ansi.CutWc(row, from, from+room), cursor: at - from, on: true}
}

// to returns what turns a row into another: the part that differs, as a shell edits its line.
func (f shown) to(next shown) string {
	at := 0
	for at < len(f.row) && at < len(next.row) && f.row[at] == next.row[at] {
		at++
	}
	for at > 0 && at < len(next.row) && next.row[at]&0xc0 == 0x80 {
		at--
	}
	var b strings.Builder
	x := f.cursor
	if rest := next.row[at:]; rest != "" || len(f.row) > at {
		column := ansi.StringWidthWc(next.row[:at])
		b.WriteString(move(x, column))
		b.WriteString(rest)
		if x = ansi.StringWidthWc(next.row); ansi.StringWidthWc(f.row) > x {
			b.WriteString(ansi.EraseLineRight)
		}
	}
	b.WriteString(move(x, next.cursor))
	return b.String()
}

// move moves the cursor within its row.
func move(from, to int) string {
	switch {
	case to == from:
		return ""
	case to < from && from-to < 4:
		return strings.Repeat("\b", from-to)
	case to < from:
		return ansi.CursorBackward(from - to)
	}
	return ansi.CursorForward(to - from)
}

// fresh returns the lines of a page that are not in the one before, which has the others in the same order.
func fresh(before, lines []string) []string {
	if slices.Equal(before, lines) {
		return nil
	}
	// most[i][j] is the length of the longest common part of before[i:] and lines[j:].
	most := make([][]int, len(before)+1)
	for i := range most {
		most[i] = make([]int, len(lines)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for j := len(lines) - 1; j >= 0; j-- {
			if before[i] == lines[j] {
				most[i][j] = most[i+1][j+1] + 1
			} else {
				most[i][j] = max(most[i+1][j], most[i][j+1])
			}
		}
	}
	var out []string
	for i, j := 0, 0; j < len(lines); {
		switch {
		case i < len(before) && before[i] == lines[j]:
			i, j = i+1, j+1
		case i < len(before) && most[i+1][j] >= most[i][j+1]:
			i++
		default:
			out = append(out, lines[j])
			j++
		}
	}
	return out
}
