package themes

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
)

func profiles() []colorprofile.Profile {
	return []colorprofile.Profile{colorprofile.NoTTY, colorprofile.ASCII, colorprofile.ANSI, colorprofile.ANSI256, colorprofile.TrueColor}
}

func TestBundledThemesAreWhole(t *testing.T) {
	base, err := Load(Base)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Roles() {
		if _, ok := base.styles[name]; !ok {
			t.Errorf("the default theme does not say %s, so nothing falls back", name)
		}
	}
	gens := map[int]string{}
	for _, id := range Names() {
		th, err := Load(id)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if len(th.Warnings) > 0 {
			t.Errorf("%s: %v", id, th.Warnings)
		}
		if th.Pair != "" {
			if other, err := Load(th.Pair); err != nil || other.Mode == th.Mode || th.Mode == Any {
				t.Errorf("%s and %s are both %s: %v", id, th.Pair, th.Mode, err)
			}
		}
		for _, p := range profiles() {
			s := th.Styles(p)
			key := id + " " + p.String()
			if other, taken := gens[s.Gen]; taken || s.Gen == 0 { // or a drawn row of another theme would stay
				t.Errorf("%s and %s have one generation", key, other)
			}
			gens[s.Gen] = key
			if p == colorprofile.NoTTY {
				continue
			}
			// State is never shown by colour alone.
			if ground := s.RowCursor.GetBackground() != (lipgloss.NoColor{}); !s.RowCursor.GetReverse() && !ground {
				t.Errorf("%s: the cursor is neither reversed nor on a ground of its own", key)
			}
			if !s.PaneTitleFocus.GetReverse() || !s.DialogButtonFocus.GetReverse() {
				t.Errorf("%s: focus is not to be seen without colours", key)
			}
			if !s.RowSelected.GetBold() || !s.RowCut.GetItalic() || !s.StatusError.GetBold() {
				t.Errorf("%s: a state is shown by colour alone", key)
			}
			for _, g := range []Glyphs{s.Glyphs, s.ASCII().Glyphs} {
				signs := []string{g.Cursor, g.Selected, g.Differs, g.Copy, g.Cut, g.Failed, g.Stale}
				slices.Sort(signs)
				if len(slices.Compact(signs)) != 7 {
					t.Errorf("%s: two states have one sign", key)
				}
			}
		}
	}
}

func TestGlyphsAreOneCell(t *testing.T) {
	for _, g := range []Glyphs{UnicodeGlyphs(), ASCIIGlyphs()} {
		for name, s := range g.fields() {
			if model.Width(*s) != 1 || (model.Ruler{Wc: true}).Width(*s) != 1 {
				t.Errorf("%s = %q is not one cell wide", name, *s)
			}
		}
		for _, s := range g.Spinner {
			if model.Width(s) != 1 {
				t.Errorf("spinner %q", s)
			}
		}
	}
	ascii := ASCIIGlyphs()
	for name, s := range ascii.fields() {
		if (*s)[0] > 0x7e {
			t.Errorf("%s = %q is not ASCII", name, *s)
		}
	}
}

func TestWideGlyphsGiveWay(t *testing.T) {
	g, ascii := UnicodeGlyphs(), ASCIIGlyphs()
	g.narrow(&ascii, func(s string) int {
		if s == "─" || s == "…" {
			return 2
		}
		return 1
	})
	if g.Top != "-" || g.Bottom != "-" || g.Ellipsis != "~" || g.Left != "│" || g.Cursor != ">" {
		t.Errorf("%+v", g)
	}
}

func TestProfiles(t *testing.T) {
	th, err := Load("catppuccin-mocha")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p    colorprofile.Profile
		want string
	}{
		{colorprofile.NoTTY, "x"},
		{colorprofile.ASCII, "\x1b[1mx\x1b[m"},
		{colorprofile.ANSI, "\x1b[1;36mx\x1b[m"},
		{colorprofile.ANSI256, "\x1b[1;38;5;111mx\x1b[m"},
		{colorprofile.TrueColor, "\x1b[1;38;2;137;180;250mx\x1b[m"},
	} {
		if got := th.Styles(c.p).RowFolder.Render("x"); got != c.want {
			t.Errorf("%s: %q, want %q", c.p, got, c.want)
		}
	}
	if s := th.Styles(colorprofile.TrueColor); s.Background == nil || s.Foreground == nil {
		t.Error("the screen has no background of the theme")
	}
	if s := th.Styles(colorprofile.ANSI); s.Background != nil {
		t.Error("a terminal of 16 colours was given a background")
	}
}

func TestPairs(t *testing.T) {
	for id, want := range map[string][2]string{
		Default:              {"Aloft", "Aloft light"},
		Base:                 {"Terminal", "Terminal light"},
		"terminal-light":     {"Terminal", "Terminal light"},
		"gruvbox":            {"#282828", "#fbf1c7"},
		"catppuccin":         {"#1e1e2e", "#eff1f5"},
		"high-contrast":      {"#000000", "#ffffff"},
		"gruvbox-dark":       {"#282828", "#282828"}, // chosen, and with a background of its own
		"high-contrast-dark": {"#000000", "#000000"},
		"nord":               {"#2e3440", "#2e3440"},
		"mono":               {"Mono", "Mono"},
	} {
		th, err := Load(id)
		if err != nil {
			t.Fatal(err)
		}
		for i, ground := range []Mode{Dark, Light, Dark} {
			th = th.For(ground)
			got := th.Name
			if bg := th.palette["bg"]; strings.HasPrefix(bg, "#") {
				got = bg
			}
			if got != want[i%2] {
				t.Errorf("%s for %s is %s, want %s", id, ground, got, want[i%2])
			}
		}
	}
	if th, _ := Load("gruvbox"); th.ID != "gruvbox" || th.For(Light).ID != "gruvbox" || th.Name != "Gruvbox" {
		t.Errorf("a pair does not go by its own name: %+v", th)
	}
	if th, _ := Load("gruvbox"); th.Styles(colorprofile.TrueColor).Gen == th.For(Light).Styles(colorprofile.TrueColor).Gen {
		t.Error("both of a pair are of one generation")
	}
}

func write(t *testing.T, dir, id, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, id+".toml"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestOwnThemes(t *testing.T) {
	dir := t.TempDir()
	// A theme from before many of the roles.
	write(t, dir, "dusk", `
name = "Dusk"
mode = "dark"
fallback = "terminal"
markdown = "dark"

[palette]
bg = "default"; fg = "#d7dae0"
`)
	if _, err := Load("dusk", dir); err == nil || !strings.Contains(err.Error(), "dusk.toml, line 8") {
		t.Errorf("two keys on a line: %v", err)
	}
	write(t, dir, "dusk", `
name = "Dusk"
mode = "dark"
fallback = "terminal"
markdown = "dark"

[palette]
bg = "default"
fg = "#d7dae0"
accent = "#7aa2f7"
warn = 214
mine = "accent"

[palette16]
accent = "blue"

[style]
"pane.border" = { fg = "mine" }
"row.selected" = { fg = "warn", bold = true }
"row.sparkle" = { fg = "warn" }
"status.eror" = { fg = "warn" }

[glyph]
crumb = "/"
[glyph.ascii]
crumb = "\\"
`)
	th, err := Load("dusk", dir)
	if err != nil {
		t.Fatal(err)
	}
	s := th.Styles(colorprofile.TrueColor)
	for got, want := range map[string]string{
		s.PaneBorder.Render("x"):                             "\x1b[38;2;122;162;247mx\x1b[m",
		s.RowSelected.Render("x"):                            "\x1b[1;38;5;214mx\x1b[m",
		s.RowFolder.Render("x"):                              "\x1b[1;38;2;122;162;247mx\x1b[m", // falls back, with its own accent
		s.RowCursor.Render("x"):                              "\x1b[7mx\x1b[m",
		th.Styles(colorprofile.ANSI).RowFolder.Render("x"):   "\x1b[1;34mx\x1b[m",
		th.Styles(colorprofile.ANSI).RowSelected.Render("x"): "\x1b[1;33mx\x1b[m", // the base's, not the nearest to 214
		s.Glyphs.Crumb:                                       "/",
		s.ASCII().Glyphs.Crumb:                               "\\",
		s.Glyphs.Top:                                         "─",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	warned := errors.Join(th.Warnings...).Error()
	for _, want := range []string{"line 20: the key style.row.sparkle is not known", "line 21", "did you mean status.error?"} {
		if !strings.Contains(warned, want) {
			t.Errorf("no %q in %q", want, warned)
		}
	}
	// The user's own theme wins over a bundled one with its name.
	write(t, dir, "nord", "[palette]\nfg = \"red\"\n")
	if th, err = Load("nord", dir); err != nil || ansi.Strip(th.Styles(colorprofile.ANSI).RowText.Render("x")) == th.Styles(colorprofile.ANSI).RowText.Render("x") {
		t.Errorf("the bundled theme won: %v", err)
	}
	if names := Names(dir, "/nowhere"); names[0] != Default || !slices.Contains(names, "dusk") || !slices.Contains(names, "gruvbox-light") {
		t.Error(names)
	}
}

func TestBadThemes(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ content, want string }{
		"syntax":   {"name = \"x\n", "line 1: this is not TOML"},
		"colour":   {"\n[palette]\nfg = \"#12\"\n", "line 3: palette.fg = #12 is not a colour; write \"#rrggbb\""},
		"range":    {"[palette]\nfg = 256\n", "line 2: palette.fg = 256 is not a colour"},
		"float":    {"[palette]\nfg = 1.5\n", "line 2"},
		"name":     {"[style]\n\n\"row.text\" = { fg = \"acent\" }\n", "line 3: fg = acent is not a colour"},
		"alias":    {"[palette]\na = \"nothing\"\n", "line 2: a = nothing is not a colour"},
		"loop":     {"[palette]\na = \"b\"\nb = \"a\"\n", "colour a refers to itself"},
		"reserved": {"[palette]\nred = \"#ff0000\"\n", "line 2: red is a fixed colour"},
		"bool":     {"[style]\n\"row.cursor\" = { reverse = 1 }\n", "line 2: reverse must be true or false"},
		"table":    {"style = 3\n", "line 1: style must be a table"},
		"role":     {"[style]\n\"row.cursor\" = \"red\"\n", "line 2: the style row.cursor must be a table"},
		"mode":     {"mode = \"night\"\n", "line 1: mode = night is unknown"},
		"glyph":    {"[glyph]\ncrumb = \"=>\"\n", "line 2: the glyph crumb = \"=>\" must be exactly one cell wide"},
		"wide":     {"[glyph]\ncrumb = \"中\"\n", "one cell wide"},
		"picture":  {"[glyph]\ncrumb = \"❤️\"\n", "one cell wide"},
		"escape":   {"[glyph]\ncrumb = \"\\u001b\"\n", "one cell wide"},
		"ascii":    {"[glyph.ascii]\ncrumb = \"›\"\n", "one cell wide"},
		"pair":     {"dark = \"nord\"\nlight = \"nowhere\"\n", "there is no theme \"nowhere\""},
		"self":     {"fallback = \"self\"\n", "the theme's fallbacks loop back to self"},
		"lost":     {"fallback = \"nowhere\"\n", "there is no theme \"nowhere\""},
	} {
		write(t, dir, name, c.content)
		_, err := Load(name, dir)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), name+".toml") {
			t.Errorf("%s: no file in %v", name, err)
		}
	}
	for _, id := range []string{"nowhere", "", "../terminal", "a/b", ".hidden"} {
		if _, err := Load(id, dir); err == nil || !strings.Contains(err.Error(), "there is no theme") || !strings.Contains(err.Error(), "terminal") {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestSample(t *testing.T) {
	for _, id := range Names() {
		th, err := Load(id)
		if err != nil {
			t.Fatal(err)
		}
		s := th.Styles(colorprofile.TrueColor)
		lines := strings.Split(s.Sample(nil), "\n")
		for _, l := range lines[:11] {
			if ansi.StringWidth(l) != 36 {
				t.Errorf("%s: %q is %d wide", id, l, ansi.StringWidth(l))
			}
		}
		if w := ansi.StringWidth(s.Swatch(nil)); w > 100 {
			t.Errorf("%s: the swatch is %d wide", id, w)
		}
	}
	th, _ := Load(Default)
	if s := th.Styles(colorprofile.NoTTY).ASCII(); strings.ContainsFunc(s.Sample(nil)+s.Swatch(nil), func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) {
		t.Errorf("a plain sample is not plain: %q", s.Sample(nil))
	}
}
