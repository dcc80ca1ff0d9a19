package themes

import (
	"image/color"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// names16 are the words for the 16 colours of every terminal, in their order.
var names16 = [...]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
	"bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white"}

const defaultColor = "default"

// literal reads a colour that is no name of a palette; nil is the terminal's
// own colour.
func literal(v string) (c color.Color, ok bool) {
	if v == defaultColor {
		return nil, true
	}
	if i := slices.Index(names16[:], v); i >= 0 {
		return ansi.BasicColor(i), true
	}
	if n, err := strconv.Atoi(v); err == nil {
		switch {
		case n >= 0 && n < 16:
			return ansi.BasicColor(n), true
		case n >= 16 && n < 256:
			return ansi.IndexedColor(n), true
		}
		return nil, false
	}
	if hex, found := strings.CutPrefix(v, "#"); found && len(hex) == 6 {
		if n, err := strconv.ParseUint(hex, 16, 32); err == nil {
			return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 0xff}, true
		}
	}
	return nil, false
}

// palette gives names to colours. A value is a literal or another name.
type palette map[string]string

// color resolves a name or a literal on a profile; nil is the terminal's own
// colour.
func (t *Theme) color(v string, p colorprofile.Profile) color.Color {
	for range len(t.palette) + 2 { // longer than any chain without a loop
		if c, ok := literal(v); ok {
			if c == nil {
				return nil
			}
			return p.Convert(c)
		}
		v = t.lookup(v, p)
	}
	return nil
}

// lookup resolves a name by one step. Terminals with few colours may have values of
// their own.
func (t *Theme) lookup(name string, p colorprofile.Profile) string {
	if p == colorprofile.ANSI {
		if v, ok := t.palette16[name]; ok {
			return v
		}
	}
	if p <= colorprofile.ANSI256 {
		if v, ok := t.palette256[name]; ok {
			return v
		}
	}
	if v, ok := t.palette[name]; ok {
		return v
	}
	return defaultColor
}

// style is what a theme sets for a role.
type style struct {
	fg, bg                                          string // "" = not set
	bold, faint, italic, underline, reverse, strike bool
	// instead is what there is in place of the background on a terminal without such a colour, or nil.
	instead *style
}

// on returns the style that a terminal can show.
func (t *Theme) on(s style, p colorprofile.Profile) style {
	if s.instead != nil && (p <= colorprofile.ASCII || t.color(s.bg, p) == nil) {
		return *s.instead
	}
	return s
}

func (t *Theme) lipgloss(s style, p colorprofile.Profile) lipgloss.Style {
	out := lipgloss.NewStyle()
	if p <= colorprofile.NoTTY {
		return out
	}
	s = t.on(s, p)
	if p > colorprofile.ASCII {
		if c := t.color(s.fg, p); s.fg != "" && c != nil {
			out = out.Foreground(c)
		}
		if c := t.color(s.bg, p); s.bg != "" && c != nil {
			out = out.Background(c)
		}
	}
	// Only what is on is set, so that a layer does not reset what is below.
	if s.bold {
		out = out.Bold(true)
	}
	if s.faint {
		out = out.Faint(true)
	}
	if s.italic {
		out = out.Italic(true)
	}
	if s.underline {
		out = out.Underline(true)
	}
	if s.reverse {
		out = out.Reverse(true)
	}
	if s.strike {
		out = out.Strikethrough(true)
	}
	return out
}
