package themes

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Every bundled theme on every profile: text of at least 4.5:1 (high contrast:
// 7:1), frames of 3:1. What a theme leaves to the terminal is taken as black and
// white, the 16 colours as those of xterm.
func TestContrast(t *testing.T) {
	for _, id := range Names() {
		th, err := Load(id)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		text, border := 4.5, 3.0
		if strings.HasPrefix(id, "high-contrast") {
			text, border = 7, 7
		}
		for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
			for _, r := range roles() {
				need := text
				if r.use == forBorder {
					need = border
				}
				if got := th.contrast(r, p); got < need {
					t.Errorf("%s on %s: %s has %.2f:1, needs %.1f", id, p, r.name, got, need)
				}
			}
		}
	}
}

func (t *Theme) contrast(r role, p colorprofile.Profile) float64 {
	s := t.styles[r.name]
	back, text := color.Color(color.Black), color.Color(color.White)
	if t.Mode == Light {
		back, text = text, back
	}
	pick := func(said, name string, standard color.Color) color.Color {
		if said == "" {
			said = name
		}
		if c := t.color(said, p); c != nil {
			return c
		}
		return standard
	}
	return ratio(pick(s.fg, "fg", text), pick(s.bg, "bg", back))
}

func ratio(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	if i, ok := c.(ansi.BasicColor); ok {
		c = xterm(int(i))
	}
	r, g, b, _ := c.RGBA()
	lin := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(r) + 0.7152*lin(g) + 0.0722*lin(b)
}

// xterm's own 16 colours.
func xterm(i int) color.Color {
	rgb := []uint32{0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
		0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff}[i]
	return color.RGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 0xff}
}
