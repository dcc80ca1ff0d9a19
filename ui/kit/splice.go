// Package kit has what the parts of the screen share: cutting and overlaying drawn
// lines, and the cache of drawn rows.
package kit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

// Splice lays the box over the base lines with its upper left corner at x, y, and
// returns new lines; the base is not changed. Every line of the box must be
// boxWidth cells wide. Lines that fall outside the base are left out.
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
	cut, width := ansi.Cut, ansi.StringWidth
	if r.Wc {
		cut, width = cutWc, ansi.StringWidthWc
	}
	full := width(base)
	var b strings.Builder
	b.Grow(len(base) + len(box) + 16)
	left := cut(base, 0, x)
	b.WriteString(left)
	// A wide character across the edge leaves a cell empty.
	pad(&b, x-width(left))
	b.WriteString(box)
	if end := x + boxWidth; end < full {
		right := cut(base, end, full)
		if width(right) > full-end { // a wide character across this edge
			right = cut(base, end+1, full)
		}
		pad(&b, full-end-width(right))
		b.WriteString(right)
	}
	return b.String()
}

// cutWc is ansi.Cut for terminals that count code points. The library's own
// CutWc (0.11.9) keeps the left part where it should drop it.
func cutWc(s string, left, right int) string {
	return ansi.TruncateLeftWc(ansi.TruncateWc(s, right, ""), left, "")
}

func pad(b *strings.Builder, n int) {
	if n > 0 {
		b.WriteString(strings.Repeat(" ", n))
	}
}
