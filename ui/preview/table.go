package preview

import (
	"math"
	"slices"
	"strconv"
	"strings"

	extast "github.com/yuin/goldmark/extension/ast"

	"aloft/model"
)

// minColumn is the least readable width of a table column, in cells. Below it, words are broken several times.
const minColumn = 8

// drawTable draws a table, or where its rows are wanted one by one or have too many columns for the width, a line per
// cell.
func (d *drawing) drawTable(t *extast.Table) {
	room := d.on.width - width(d.lead)
	d.table = !d.on.records && len(t.Alignments)*minColumn <= room
	var rows [][][]char
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		var row [][]char
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			d.count++
			d.inlines(c, inBody, false)
			row = append(row, d.take())
		}
		rows = append(rows, row)
	}
	if !d.table {
		d.records(rows)
		return
	}
	plain := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			plain[i] = append(plain[i], textOf(cell))
		}
	}
	bar := d.chars(" "+d.glyphs.bar+" ", inBody)
	widths := columnWidths(plain, len(t.Alignments), room-1-len(bar)*(len(t.Alignments)-1))
	for i, row := range rows {
		d.row(row, widths, t.Alignments, bar)
		if i > 0 {
			continue
		}
		for i, w := range widths {
			if i > 0 {
				d.around(d.glyphs.fill+d.glyphs.cross, inBody)
			}
			d.around(strings.Repeat(d.glyphs.fill, w+1), inBody)
		}
		d.flow()
	}
	d.table = false
	for i, n := range d.notes {
		if i == 0 {
			d.part()
		}
		d.around("["+strconv.Itoa(i+1)+"]: "+n.words+" ", bold)
		d.around(model.Clean(n.address), inAddress)
		d.flow()
	}
	d.notes = nil
}

// row draws a row of a table, with its cells wrapped.
func (d *drawing) row(cells [][]char, widths []int, align []extast.Alignment, bar []char) {
	wrapped, height := make([][][]char, len(cells)), 1
	for i, c := range cells {
		wrapped[i] = wrap(c, widths[i], d.ruler)
		height = max(height, len(wrapped[i]))
	}
	for y := range height {
		out := d.blanks(1)
		for i, w := range widths {
			var s []char
			if i < len(cells) && y < len(wrapped[i]) {
				s = wrapped[i][y]
			}
			free := max(0, w-width(s))
			left := 0
			switch align[i] {
			case extast.AlignRight:
				left = free
			case extast.AlignCenter:
				left = free / 2
			case extast.AlignLeft, extast.AlignNone:
			}
			if i > 0 {
				out = append(out, bar...)
			}
			out = slices.Concat(out, d.blanks(left), s, d.blanks(free-left))
		}
		d.line(out, 0)
	}
}

// records draws the rows of a table one by one.
func (d *drawing) records(rows [][][]char) {
	for _, row := range rows[1:] {
		for i, cell := range row {
			if len(cell) == 0 {
				continue
			}
			if head := textOf(rows[0][i]); head != "" {
				d.around(head, bold)
				d.around(": ", inBody)
			}
			d.out = append(d.out, cell...)
			d.flow()
		}
		d.part()
	}
}

// columnWidths shares the room among n columns. Each gets its longest word first, as long as that is not more than its
// share of the room; what is left makes the columns lower that wrap most.
func columnWidths(rows [][]string, n, room int) []int {
	whole, word := make([]int, n), make([]int, n)
	for _, row := range rows {
		for i, c := range row {
			whole[i] = max(whole[i], model.Width(c))
			for w := range strings.FieldsSeq(c) {
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
