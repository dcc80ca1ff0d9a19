// Package kit has shared parts of the screen: cutting and overlaying drawn lines, the cache of drawn rows,
// and QR codes, two rows of the code in a line.
package kit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

// Splice lays the box over the base lines with its upper left corner at x, y and returns new lines. Every line of the
// box must be boxWidth cells wide. Lines outside the base are dropped.
func Splice(base, box []string, x, y, boxWidth int, r model.Ruler) []string {
	out := make([]string, len(base))
	copy(out, base)
	for i, line := range box {
		if at := y + i; at >= 0 && at < len(out) {
			out[at] = spliceLine(out[at], line, x, boxWidth, r)
		}
	}
	return out
}

func spliceLine(base, box string, x, boxWidth int, r model.Ruler) string {
	width := ansi.StringWidth
	if r.Wc {
		width = ansi.StringWidthWc
	}
	full := width(base)
	var b strings.Builder
	b.Grow(len(base) + len(box) + 16)
	left := Cut(base, 0, x, r)
	b.WriteString(left)
	// A wide character across the edge leaves an empty cell.
	pad(&b, x-width(left))
	b.WriteString(box)
	if end := x + boxWidth; end < full {
		right := Cut(base, end, full, r)
		if width(right) > full-end { // a wide character across this edge
			right = Cut(base, end+1, full, r)
		}
		pad(&b, full-end-width(right))
		b.WriteString(right)
	}
	return b.String()
}

// Cut returns a part of a line, in cells. The library's CutWc (0.11.9) keeps the left part instead of dropping it,
// and its TruncateWc does not cut a line whose clusters, such as joined emoji, make it short enough: spaces make it
// long enough.
func Cut(s string, left, right int, r model.Ruler) string {
	if !r.Wc {
		return ansi.Cut(s, left, right)
	}
	if ansi.StringWidthWc(s) > right {
		s = ansi.TruncateWc(s+strings.Repeat(" ", right+1), right, "")
	}
	return ansi.TruncateLeftWc(s, left, "")
}

func pad(b *strings.Builder, n int) {
	if n > 0 {
		b.WriteString(strings.Repeat(" ", n))
	}
}
