package themes

import (
	"errors"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

	"aloft/model"
)

// Whatever a file holds, it becomes a theme that draws in every depth of colour, or
// one clean line that says where it is wrong.
func FuzzTheme(f *testing.F) {
	for _, s := range []string{
		"name = \"x\"\nmode = \"dark\"\n[palette]\na = \"#fff\"\n[style.cursor]\nfg = \"a\"\nbold = true\n", "pair = \"nord\"", "[style]\ntext = \"red\"\n",
		"[palette]\na = \"b\"\nb = \"a\"\n", "[glyph]\ntick = \"x\"\n[glyph.ascii]\ntick = \"\\u001b\"\n", "mode = 1", "[palette256]\nx = 300\n[palette16]\ny = \"bright\"\n", "a = [[[", "\xff", "dark = \"\"\nfallback = \"x\"\nmarkdown = \"y\"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		theme, err := read("x", "x.toml", data)
		if err != nil {
			var e *Error
			if s := err.Error(); !errors.As(err, &e) || e.Line < 0 || model.Clean(s) != s || strings.Contains(s, "%!") {
				t.Errorf("%q", err)
			}
			return
		}
		for _, p := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor} {
			s := theme.Styles(p)
			for _, g := range s.Glyphs.fields() {
				if model.Clean(*g) != *g {
					t.Errorf("the glyph %q", *g)
				}
			}
			_ = theme.Weak(p, 4.5)
		}
	})
}
