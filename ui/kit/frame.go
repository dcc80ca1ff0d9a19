package kit

import (
	"strings"

	"aloft/model"
	"aloft/themes"
)

// Borders is the frame style of lists.
type Borders int

const (
	Thin  Borders = iota // lines above and below
	Boxed                // also at the sides
	Bare                 // none
)

// BordersOf reads the setting.
func BordersOf(s string) Borders {
	switch s {
	case "full":
		return Boxed
	case "none":
		return Bare
	}
	return Thin
}

// Side returns the width of a side in cells.
func (b Borders) Side() int {
	if b == Boxed {
		return 1
	}
	return 0
}

// Frame draws the lines around a list, and between two of them.
type Frame struct {
	Borders
	Glyphs *themes.Glyphs
	Ruler  model.Ruler
	Paint  Paint
}

// Edge has the characters of an upper or lower line: its ends, its middle, and the joint with a line between two
// columns.
type Edge struct{ Lead, Fill, Cross, End string }

// Edge returns the characters of the upper or the lower line.
func (f Frame) Edge(low bool) Edge {
	g := f.Glyphs
	line, lead, end, cross := g.Top, g.TopLeft, g.TopRight, "┬"
	if low {
		line, lead, end, cross = g.Bottom, g.BottomLeft, g.BottomRight, "┴"
	}
	if g.Left != "│" || g.Top != "─" {
		cross = line
	}
	switch f.Borders {
	case Bare:
		return Edge{" ", " ", " ", " "}
	case Boxed:
		return Edge{lead, line, cross, end}
	}
	return Edge{line, line, cross, line}
}

// Columns are the parts of a line over two columns.
func (e Edge) Columns() (left, right Edge) {
	left, right = e, e
	left.End, right.Lead = "", e.Cross
	return left, right
}

// Sides returns the characters at the sides and between two columns.
func (f Frame) Sides() (left, right, mid string) {
	g := f.Glyphs
	switch f.Borders {
	case Bare:
		return "", "", " "
	case Boxed:
		left, right = f.Paint.On(g.Left), f.Paint.On(g.Right)
	}
	return left, right, f.Paint.On(g.Left)
}

// Rule draws a line with words at its left or right.
func (f Frame) Rule(width int, e Edge, words string, paint Paint, right bool) string {
	if right && e.End == "" { // separate the words from the line between the columns
		e.End = e.Fill
	}
	room := width - f.Ruler.Width(e.Lead) - f.Ruler.Width(e.End)
	if words != "" {
		words = " " + f.Ruler.TruncateEnd(words, max(0, room-3)) + " "
	}
	return f.Line(width, e, paint.On(words), f.Ruler.Width(words), right)
}

// Line is Rule with drawn words of that many cells.
func (f Frame) Line(width int, e Edge, words string, used int, right bool) string {
	rest := strings.Repeat(e.Fill, max(0, width-f.Ruler.Width(e.Lead)-f.Ruler.Width(e.End)-used))
	if right {
		return f.Paint.On(e.Lead+rest) + words + f.Paint.On(e.End)
	}
	return f.Paint.On(e.Lead) + words + f.Paint.On(rest+e.End)
}
