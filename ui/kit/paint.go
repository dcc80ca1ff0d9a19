package kit

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Paint applies a style to unstyled text without lipgloss's measuring and aligning: it takes the sequences only once.
type Paint struct{ open, end string }

// NewPaint extracts a style's sequences.
func NewPaint(s lipgloss.Style) Paint {
	drawn := s.Render("x")
	i := strings.IndexByte(drawn, 'x')
	if i < 0 {
		return Paint{}
	}
	return Paint{open: drawn[:i], end: drawn[i+1:]}
}

// On applies the style to the text.
func (p Paint) On(s string) string {
	if p.open == "" || s == "" {
		return s
	}
	return p.open + s + p.end
}
