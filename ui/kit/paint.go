package kit

import (
	"strings"

	"charm.land/lipgloss/v2"

	"aloft/themes"
)

// Paint applies a style to unstyled text without lipgloss's measuring and aligning: it takes the sequences only once.
type Paint struct {
	open, end string
	bare      bool // blanks look the same without it
}

// NewPaint extracts a style's sequences.
func NewPaint(s lipgloss.Style) Paint {
	drawn := s.Render("x")
	i := strings.IndexByte(drawn, 'x')
	if i < 0 {
		return Paint{}
	}
	bare := !themes.Ground(s) && !s.GetUnderline() && !s.GetReverse() && !s.GetStrikethrough()
	return Paint{drawn[:i], drawn[i+1:], bare}
}

// On applies the style to the text. The blanks behind it need none: cells that stay blank are not sent again.
func (p Paint) On(s string) string {
	if p.open == "" || s == "" {
		return s
	}
	blanks := ""
	if p.bare {
		n := len(strings.TrimRight(s, " "))
		s, blanks = s[:n], s[n:]
	}
	if s == "" {
		return blanks
	}
	return p.open + s + p.end + blanks
}
