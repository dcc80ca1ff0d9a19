package preview

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/kit"
)

// lines are the content of a file before it is drawn for a width.
type lines struct {
	all    []string
	clean  bool // ready for the terminal
	styled bool // clean, with SGR sequences
	flat   bool // not wrapped but scrolled sideways
}

const (
	// longLine is the length from which a line is split, so that wrapping one takes no time.
	longLine = 4 << 10
	// maxCell is the largest width of a table column.
	maxCell = 40
	// measured is how many rows decide the column widths of a table.
	measured = 500
	tabStop  = 4 // also passed to the command for colours
	// maxDyed is how many bytes all lines may have with the colours of the file.
	maxDyed = 4 << 20
)

// linesOf prepares the content. It may take milliseconds, so it must not run on the update loop.
func linesOf(p *client.FilePreview, ruler model.Ruler) lines {
	switch p.Form {
	case client.FormText:
		if text.HasSGR(p.Text, "") {
			return dyed(p.Text, ruler)
		}
		return lines{all: split(p.Text)}
	case client.FormMarkdown:
		return lines{all: split(p.Text)}
	case client.FormTable:
		return lines{all: table(p.Rows, ruler), clean: true, flat: true}
	case client.FormList:
		return lines{all: list(p.Items), clean: true, flat: true}
	case client.FormFacts:
	}
	return lines{}
}

// split splits a text at line ends and in lines that are too long.
func split(s string) []string {
	var out []string
	for line := range strings.SplitSeq(strings.TrimSuffix(s, "\n"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		for len(line) > longLine {
			head := text.SGRHead(line, longLine)
			out = append(out, head)
			line = line[len(head):]
		}
		out = append(out, line)
	}
	return out
}

// dyed returns the lines of a text that has colours of its own, such as the log of a build. If they would become too
// much, the text stays plain.
func dyed(s string, ruler model.Ruler) lines {
	out, state, size := split(s), "", 0
	for i := range out {
		out[i], state = kit.SpreadColoured(ruler, out[i], state, tabStop)
		if size += len(out[i]); size > maxDyed {
			return lines{all: split(text.StripSGR(s))}
		}
	}
	return lines{all: out, clean: true, styled: true}
}

// table aligns the cells of the rows.
func table(rows [][]string, ruler model.Ruler) []string {
	var widths []int
	for _, row := range rows[:min(len(rows), measured)] {
		if len(row) == 1 {
			continue // a heading
		}
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = min(maxCell, max(widths[i], ruler.Width(model.Clean(model.FirstBytes(c, 8*maxCell)))))
		}
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		var b strings.Builder
		for j, c := range row {
			c = model.Clean(model.FirstBytes(c, 8*maxCell))
			switch {
			case j == len(row)-1 && j >= len(widths), len(row) == 1:
				b.WriteString(c)
			case j >= len(widths):
				b.WriteString(c + "  ")
			case number(c):
				b.WriteString(ruler.FitRight(c, widths[j]) + "  ")
			default:
				b.WriteString(ruler.Fit(ruler.TruncateEnd(c, widths[j]), widths[j]) + "  ")
			}
		}
		out[i] = strings.TrimRight(b.String(), " ")
	}
	return out
}

// number reports whether a cell is right-aligned.
func number(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// list returns the entries of an archive with their sizes.
func list(items []client.PreviewItem) []string {
	out := make([]string, len(items))
	for i, it := range items {
		size := ""
		if !it.Folder && it.Size >= 0 {
			size = kit.Size(it.Size)
		}
		out[i] = model.Ruler{}.FitRight(size, 8) + "  " + model.CleanName(it.Name)
	}
	return out
}

// coloured returns the lines as the command coloured them. ok is false if they are not the same lines, for example
// after long ones were split.
func (l lines) coloured(by []string) (lines, bool) {
	if len(by) != len(l.all) {
		return l, false
	}
	return lines{all: by, clean: true, styled: true}, true
}

// sheet is the content for one width. Only visible rows are wrapped.
type sheet struct {
	lines lines
	width int
	ruler model.Ruler
	kept  map[int][]fileRow
	wide  int // of the widest line, 0 = not measured
}

// fileRow is a drawn row: plain and with its colours.
type fileRow struct{ plain, drawn string }

const maxRows = 2048

func (s *sheet) folded() kit.Folded {
	return kit.Folded{Lines: len(s.lines.all), Rows: func(i int) []string {
		return make([]string, len(s.rows(i))) // only their number matters
	}}
}

// plain returns a line without colours.
func (s *sheet) plain(i int) string {
	switch l := s.lines.all[i]; {
	case s.lines.styled:
		return ansi.Strip(l)
	case s.lines.clean:
		return l
	default:
		return kit.Spread(s.ruler, l, tabStop)
	}
}

// widest returns the width of the widest line, in cells.
func (s *sheet) widest() int {
	if s.wide == 0 {
		for i := range s.lines.all {
			s.wide = max(s.wide, s.ruler.Width(s.plain(i)))
		}
	}
	return s.wide
}

// rows returns the rows of a line, each at most as wide as the sheet; a flat line is whole.
func (s *sheet) rows(i int) []fileRow {
	if rows, ok := s.kept[i]; ok {
		return rows
	}
	rows := s.fold(i)
	kit.Keep(&s.kept, maxRows, i, rows)
	return rows
}

func (s *sheet) fold(i int) []fileRow {
	plain := s.plain(i)
	if s.lines.flat || s.ruler.Width(plain) <= s.width {
		one := fileRow{plain, plain}
		if s.lines.styled {
			one.drawn = s.lines.all[i]
		}
		return []fileRow{one}
	}
	wrap := ansi.Hardwrap
	if s.ruler.Wc {
		wrap = ansi.HardwrapWc
	}
	var out []fileRow
	at := 0
	for part := range strings.SplitSeq(wrap(plain, max(1, s.width), true), "\n") {
		r := fileRow{part, part}
		n := s.ruler.Width(part)
		if s.lines.styled {
			r.drawn = kit.Cut(s.lines.all[i], at, at+n, s.ruler) + ansi.ResetStyle
		}
		at += n
		out = append(out, r)
	}
	return out
}
