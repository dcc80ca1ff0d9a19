package themes

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Every bundled theme, on dark, light and unknown backgrounds, on every profile
// with colours: text has at least 4.5:1 (high contrast: 7:1), frames 3:1.
func TestContrast(t *testing.T) {
	for _, id := range Names() {
		th, err := Load(id)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		need := TextContrast
		if strings.HasPrefix(id, "high-contrast") {
			need = 7
		}
		for _, th := range []*Theme{th, th.For(Light), th.For(Any)} {
			for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
				for _, w := range th.Weak(p, need) {
					t.Errorf("%s (%s) on %s: %s has %.2f:1, needs %.1f", id, th.Mode, p, w.Role, w.Ratio, w.Need)
				}
			}
		}
	}
}

// The formula itself: the pairs of the standard's own examples.
func TestRatio(t *testing.T) {
	grey := color.RGBA{0x77, 0x77, 0x77, 0xff}
	for _, c := range []struct {
		a, b color.Color
		want float64
	}{{color.Black, color.White, 21}, {color.White, color.White, 1}, {grey, color.White, 4.48}} {
		if got := ratio(c.a, c.b); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%v on %v: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// Where the terminal does not report its background, every role of the default
// theme is readable on black and on white, and does not use the 16 colours, whose
// shades are unknown.
func TestTheDefaultStandsOnAnyBackground(t *testing.T) {
	th, err := Load(Default)
	if err != nil {
		t.Fatal(err)
	}
	any := th.For(Any)
	if any.Mode != Any {
		t.Fatalf("for an unknown background it is %q, made for %s", any.ID, any.Mode)
	}
	for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
		for _, r := range roles() {
			s := any.styles[r.name]
			for _, light := range []bool{false, true} {
				if got := any.contrast(s, p, light); got < TextContrast {
					t.Errorf("%s on %s, light %v: %.2f:1", r.name, p, light, got)
				}
			}
			for _, name := range []string{s.fg, s.bg} {
				if _, basic := any.color(name, p).(ansi.BasicColor); basic && name != "" {
					t.Errorf("%s on %s has one of the 16 colours", r.name, p)
				}
			}
		}
	}
	if any.For(Dark).Mode != Dark {
		t.Error("there is no way back when the terminal answers")
	}
}

// On every grey that a terminal may have, the themes that leave the background to it are readable.
func TestAnyGreyBackground(t *testing.T) {
	for _, id := range []string{Default, Default + "-light", Base, Base + "-light", "mono"} {
		th, err := Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
			if th.Mode == Light && p == colorprofile.ANSI {
				continue // it was chosen, and no background of its own can be relied on
			}
			for v := 0; v < 256; v += 5 {
				grey := color.RGBA{uint8(v), uint8(v), uint8(v), 0xff}
				on, back := th.Over(grey, p), color.Color(grey)
				if own := on.color("bg", p); own != nil && p > colorprofile.ANSI {
					back = own
				}
				for _, r := range roles() {
					s, need := on.on(on.styles[r.name], p), TextContrast
					if r.use == forBorder {
						need = BorderContrast
					}
					if on.color(s.fg, p) == nil { // the terminal's own
						continue
					}
					if got := on.contrastOn(s, p, back, back); got < need {
						t.Errorf("%s on grey %d, %s: %s (%s) has %.2f:1", id, v, p, r.name, on.ID, got)
					}
				}
			}
		}
	}
}

// The kinds of entries are told apart by their colours in each theme that has colours of its own: none is nearer to
// another than the eye sees beside it, with 256 colours none is the same. With 16 colours the icons tell them.
func TestKindsDiffer(t *testing.T) {
	for _, id := range Names() {
		th, err := Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, th := range []*Theme{th, th.For(Light)} {
			if th.ID == "mono" || strings.HasPrefix(th.ID, Base) {
				continue // which have no colours, or the terminal's own
			}
			var kinds []role
			for _, r := range roles() {
				if r.use == forKind && r.name != "row.text" { // a text is as anything else
					kinds = append(kinds, r)
				}
			}
			for i, a := range kinds {
				for _, b := range kinds[:i] {
					for p, least := range map[colorprofile.Profile]float64{colorprofile.TrueColor: 0.07, colorprofile.ANSI256: 0.001} {
						x, y := th.color(th.styles[a.name].fg, p), th.color(th.styles[b.name].fg, p)
						if x == nil {
							x = th.front()
						}
						if y == nil {
							y = th.front()
						}
						if d := distance(x, y); d < least {
							t.Errorf("%s (%s), %s: %s and %s are %.3f apart", id, th.Mode, p, a.name, b.name, d)
						}
					}
				}
			}
		}
	}
}

func (t *Theme) front() color.Color {
	if t.Mode == Light {
		return color.Black
	}
	return color.White
}

// distance is how far two colours are apart in OKLab, where a hundredth is seen side by side.
func distance(a, b color.Color) float64 {
	lab := func(c color.Color) [3]float64 {
		v, w, u, _ := c.RGBA()
		lin := func(v uint32) float64 {
			f := float64(v) / 0xffff
			if f <= 0.04045 {
				return f / 12.92
			}
			return math.Pow((f+0.055)/1.055, 2.4)
		}
		r, g, b := lin(v), lin(w), lin(u)
		l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
		m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
		s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
		return [3]float64{0.2104542553*l + 0.7936177850*m - 0.0040720468*s, 1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
			0.0259040371*l + 0.7827717662*m - 0.8086757660*s}
	}
	x, y := lab(a), lab(b)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}
