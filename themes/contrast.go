package themes

import (
	"cmp"
	"image/color"
	"maps"
	"math"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// The least contrast of text and frames, as defined by WCAG.
const (
	TextContrast   = 4.5
	BorderContrast = 3.0
)

// Weak is a role with too little contrast.
type Weak struct {
	Role        string
	Ratio, Need float64
}

// Weak finds the roles of a theme whose contrast on a profile is below the minimum;
// text is that of text, TextContrast or more. What the theme leaves to the terminal
// is taken as black and white, for any background both ways round, and the 16
// colours as those of xterm.
func (t *Theme) Weak(p colorprofile.Profile, text float64) []Weak {
	border := BorderContrast
	if text > TextContrast {
		border = text
	}
	var out []Weak
	for _, r := range roles() {
		need := text
		if r.use == forBorder {
			need = border
		}
		got := math.Inf(1)
		for _, s := range t.worn(r, p) {
			got = min(got, t.contrast(s, p, t.Mode == Light))
			if t.Mode == Any {
				got = min(got, t.contrast(s, p, true))
			}
		}
		if got < need {
			out = append(out, Weak{r.name, got, need})
		}
	}
	return out
}

// worn are the styles a role is drawn in: the kind of an entry also on the grounds of the cursor.
func (t *Theme) worn(r role, p colorprofile.Profile) []style {
	out := []style{t.styles[r.name]}
	for _, cursor := range []string{"row.cursor", "row.cursor.unfocused"} {
		if s := t.on(t.styles[cursor], p); r.use == forKind && t.color(s.bg, p) != nil {
			out = append(out, style{fg: out[0].fg, bg: s.bg})
		}
	}
	return out
}

func (t *Theme) contrast(s style, p colorprofile.Profile, light bool) float64 {
	if light {
		return t.contrastOn(s, p, color.White, color.Black)
	}
	return t.contrastOn(s, p, color.Black, color.White)
}

// contrastOn is the contrast where the terminal's own colours are these.
func (t *Theme) contrastOn(s style, p colorprofile.Profile, back, front color.Color) float64 {
	s = t.on(s, p)
	pick := func(said, name string, standard color.Color) color.Color {
		said = cmp.Or(said, name)
		if c := t.color(said, p); c != nil {
			return c
		}
		return standard
	}
	return ratio(pick(s.fg, "fg", front), pick(s.bg, "bg", back))
}

// Over is the theme for a terminal with that background. Where its colours are too weak, it brings a background of its
// own, or with 16 colours does without any.
func (t *Theme) Over(back color.Color, p colorprofile.Profile) *Theme {
	whole := t
	if t.Mode != Light { // which somebody has chosen by its name
		if luminance(back) > middle {
			t = t.For(Light)
		} else {
			t = t.For(Dark)
		}
	}
	switch {
	case t.color("bg", p) != nil || !t.weakOver(back, p) || whole.Mode == Light && p <= colorprofile.ANSI:
		return t
	case p <= colorprofile.ANSI || t.palette["ground"] == "":
		return whole.For(Any)
	}
	s := *t
	s.palette = maps.Clone(t.palette)
	s.palette["bg"] = "ground"
	return &s
}

// middle is the luminance on which black and white have the same contrast.
const middle = 0.179

// weakOver reports whether a colour of the theme is too weak on a background. What the terminal itself chooses for text
// is its user's affair.
func (t *Theme) weakOver(back color.Color, p colorprofile.Profile) bool {
	for _, r := range roles() {
		need, s := TextContrast, t.on(t.styles[r.name], p)
		if r.use == forBorder {
			need = BorderContrast
		}
		if t.color(s.fg, p) != nil && t.contrastOn(s, p, back, back) < need {
			return true
		}
	}
	return false
}

func ratio(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of WCAG for sRGB, from 0 to 1.
func luminance(c color.Color) float64 {
	if i, ok := c.(ansi.BasicColor); ok && int(i) < len(xterm16) {
		n := xterm16[i]
		c = color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 0xff}
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

// xterm16 are xterm's own 16 colours.
var xterm16 = [...]uint32{0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff}
