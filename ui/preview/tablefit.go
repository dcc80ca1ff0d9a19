package preview

import (
	"math"
	"strings"

	gansi "charm.land/glamour/v2/ansi"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	extast "github.com/yuin/goldmark/extension/ast"

	"aloft/model"
)

// tableFit lays out a table again that was drawn as wide as its texts are: glamour gives each column the same share,
// and breaks a number while its neighbour is half empty.
type tableFit struct {
	bars  []int // cells of the lines between the columns
	align []extast.Alignment
	bar   string
}

// fitTable returns the lines of a drawn table in at most width cells, if it is one.
func fitTable(lines []string, align []extast.Alignment, style *gansi.StyleTable, width int) []string {
	cross := *style.CenterSeparator
	at := -1
	for i, l := range lines {
		if s := strings.TrimSpace(ansi.Strip(l)); strings.Trim(s, "─-"+cross) == "" && strings.Contains(s, cross) {
			at = i
			break
		}
	}
	if at < 0 {
		return lines
	}
	t := tableFit{bar: *style.ColumnSeparator, align: align}
	x := 0
	for _, c := range ansi.Strip(lines[at]) {
		if string(c) == cross {
			t.bars = append(t.bars, x)
		}
		x++
	}
	rows := make([][]string, len(lines))
	for i, l := range lines {
		if i != at {
			rows[i] = t.cells(l)
		}
	}
	widths := columnWidths(rows, len(t.bars)+1, width-len(" ")-len(t.bars)*len(" | "))
	var out []string
	for i, row := range rows {
		if i == at {
			out = append(out, t.rule(lines[at], cross, widths))
			continue
		}
		out = append(out, t.row(row, widths)...)
	}
	return out
}

// cells cuts a line between the columns.
func (t *tableFit) cells(line string) []string {
	var out []string
	from := 0
	for _, to := range append(t.bars, ansi.StringWidth(line)) {
		cell := ansi.Cut(line, from, to)
		plain := ansi.Strip(cell)
		left := len(plain) - len(strings.TrimLeft(plain, " "))
		out = append(out, ansi.Cut(cell, left, ansi.StringWidth(strings.TrimRight(plain, " "))))
		from = to + 1
	}
	return out
}

func (t *tableFit) rule(was, cross string, widths []int) string {
	fill := ansi.Cut(ansi.Strip(was), 0, 1)
	var parts []string
	for i, w := range widths {
		n := w + 2
		if i == len(widths)-1 {
			n--
		}
		parts = append(parts, strings.Repeat(fill, n))
	}
	return strings.Join(parts, cross)
}

// row wraps the cells of a row.
func (t *tableFit) row(cells []string, widths []int) []string {
	wrapped := make([][]string, len(cells))
	height := 1
	for i, c := range cells {
		wrapped[i] = model.WrapBy(lipgloss.Wrap, c, widths[i])
		height = max(height, len(wrapped[i]))
	}
	out := make([]string, height)
	for y := range out {
		for i, w := range widths {
			s := ""
			if y < len(wrapped[i]) {
				s = wrapped[i][y]
			}
			free := max(0, w-ansi.StringWidth(s))
			left := 0
			if i < len(t.align) {
				switch t.align[i] {
				case extast.AlignRight:
					left = free
				case extast.AlignCenter:
					left = free / 2
				}
			}
			if i > 0 {
				out[y] += t.bar
			}
			out[y] += " " + strings.Repeat(" ", left) + s + strings.Repeat(" ", free-left)
			if i < len(widths)-1 {
				out[y] += " "
			}
		}
		out[y] = trimEnd(out[y])
	}
	return out
}

// columnWidths shares the room among n columns. Each gets its longest word first, as long as that is not more than its
// share of the room; what is left makes the columns lower that wrap most.
func columnWidths(rows [][]string, n, room int) []int {
	whole, word := make([]int, n), make([]int, n)
	for _, row := range rows {
		for i, c := range row {
			whole[i] = max(whole[i], ansi.StringWidth(c))
			for w := range strings.FieldsSeq(ansi.Strip(c)) {
				word[i] = max(word[i], longestPiece(w))
			}
		}
	}
	total := func(w []int, most int) (sum int) {
		for _, n := range w {
			sum += max(1, min(n, most))
		}
		return sum
	}
	if total(whole, math.MaxInt) <= room {
		return whole
	}
	most := room
	for most > 1 && total(word, most) > room {
		most--
	}
	out := make([]int, n)
	for i := range out {
		out[i] = max(1, min(word[i], most))
		room -= out[i]
	}
	for ; room > 0; room-- {
		best := -1
		for i := range out {
			if out[i] < whole[i] && (best < 0 || whole[i]*out[best] > whole[best]*out[i]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		out[best]++
	}
	return out
}

// longestPiece is the width of the longest part of a word that is not broken: wide characters stand alone.
func longestPiece(word string) int {
	longest, run := 0, 0
	for _, c := range word {
		w := model.Width(string(c))
		if w > 1 {
			run = 0
		}
		run += w
		longest = max(longest, run)
		if w > 1 {
			run = 0
		}
	}
	return longest
}
