// Package themes has the themes of the program: palettes and roles in TOML files,
// bundled or the user's own, and the styles made of them for a terminal.
//
// A theme file has a [palette] that names colours, with [palette256] and
// [palette16] for terminals with fewer colours, a [style] that says for each role
// which of the names and attributes it has, and a [glyph] for the symbols, with
// [glyph.ascii]. Whatever it leaves out comes from its fallback theme: a file that
// has only a palette is a whole theme, and a file older than a role stays one.
// Where the fallback says "accent", the accent of the file itself is meant. A file
// with dark = "ID" and light = "ID" names two themes, one of which is chosen by the
// terminal's background.
package themes

import (
	"embed"
	"errors"
	"hash/fnv"
	"image/color"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/text"
)

//go:embed *.toml
var bundled embed.FS

// Default is the theme of a user who has chosen none. Base fits any terminal; what a theme leaves out comes from it.
const (
	Default = "aloft"
	Base    = "terminal"
)

// Mode is the background a theme is made for.
type Mode string

const (
	Dark  Mode = "dark"
	Light Mode = "light"
	Any   Mode = "any" // has no colours of its own
)

// Theme is one theme as its file describes it.
type Theme struct {
	ID   string // file name without .toml: what the configuration says
	Name string
	Mode Mode
	Pair string // id of its counterpart for the other mode, "" when there is none
	Path string // the file it came from
	// Warnings are keys of the file that were not understood.
	Warnings []error

	counterpart *Theme
	neutral     *Theme // for an unknown background
	any         string // its id
	dark, light string // of a pair: the ids
	fallback    string
	markdown    string

	palette, palette256, palette16 palette
	styles                         map[string]style
	glyphs, asciiGlyphs            map[string]string
	used                           map[string][]string // the key that uses a colour's name first
	lineOf                         func(name string) int
}

// Load finds a theme by its id. The first dir that has ID.toml wins, then the
// bundled ones.
func Load(id string, dirs ...string) (*Theme, error) {
	t, err := load(id, dirs, nil)
	if err != nil {
		return nil, err
	}
	if t.dark != "" && t.light != "" { // a file that only names two others
		return loadPair(t, dirs)
	}
	if t.color("bg", colorprofile.TrueColor) != nil {
		return t, nil
	}
	if t.Pair != "" && t.Pair != id {
		if t.counterpart, err = t.other(t.Pair, dirs, nil); err != nil {
			return nil, err
		}
	}
	if t.any != "" && t.any != id {
		if t.neutral, err = t.other(t.any, dirs, nil); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// loadPair gives the dark theme of a pair with the light one as its counterpart.
// Both have the pair's id, which is what the configuration says.
func loadPair(pair *Theme, dirs []string) (*Theme, error) {
	dark, err := pair.other(pair.dark, dirs, []string{pair.ID})
	if err != nil {
		return nil, err
	}
	if dark.counterpart, err = pair.other(pair.light, dirs, []string{pair.ID}); err != nil {
		return nil, err
	}
	for _, t := range []*Theme{dark, dark.counterpart} {
		t.ID, t.Name = pair.ID, pair.Name
	}
	dark.Warnings = append(pair.Warnings, dark.Warnings...)
	return dark, nil
}

// For is the theme for a dark or a light background, or for an unknown one: Any.
// Only two kinds of themes change with it: pairs, and those that leave the
// background to the terminal. Any other brings its own, and somebody has chosen it.
func (t *Theme) For(m Mode) *Theme {
	to := t.counterpart
	if m == Any {
		to = t.neutral
	}
	if to == nil || t.Mode == m || to.Mode != m {
		return t
	}
	s := *to
	s.counterpart = t
	return &s
}

// Modes are the backgrounds the theme has colours for: both for a pair.
func (t *Theme) Modes() []Mode {
	if t.For(Light).Mode == Light && t.For(Dark).Mode == Dark {
		return []Mode{Light, Dark}
	}
	return []Mode{t.Mode}
}

// load reads a theme and fills it from its fallbacks; path are the themes that fall
// back on it.
func load(id string, dirs, path []string) (*Theme, error) {
	data, file, err := find(id, dirs)
	if err != nil {
		return nil, err
	}
	t, err := read(id, file, data)
	if err != nil {
		return nil, err
	}
	if slices.Contains(path, id) {
		return nil, &Error{File: file, What: "the theme's fallbacks loop back to %s", Args: []any{id}}
	}
	if t.fallback == "" {
		if id == Base {
			return t, t.check()
		}
		t.fallback = Base
		if t.Mode == Light {
			t.fallback = Base + "-light"
		}
	}
	base, err := t.other(t.fallback, dirs, append(path, id))
	if err != nil {
		return nil, err
	}
	t.over(base)
	return t, t.check()
}

// other loads a theme that this one names.
func (t *Theme) other(id string, dirs, path []string) (*Theme, error) {
	o, err := load(id, dirs, path)
	if e, ok := errors.AsType[*Error](err); ok && e.What == text.ThemeUnknown && e.File == "" {
		e.File = t.Path
	}
	return o, err
}

// over fills what the theme leaves out from another.
func (t *Theme) over(base *Theme) {
	for name, v := range base.palette256 {
		if t.palette[name] == "" && t.palette256[name] == "" {
			t.palette256[name] = v
		}
	}
	// The nearest of 16 colours is seldom readable. What the theme does not choose
	// for them the base does.
	for name := range base.palette {
		if t.palette16[name] != "" {
			continue
		}
		if own := t.palette[name]; own == "" || strings.HasPrefix(own, "#") || indexed(own) {
			t.palette16[name] = base.lookup(name, colorprofile.ANSI)
		}
	}
	fill(t.palette, base.palette)
	fill(t.styles, base.styles)
	fill(t.glyphs, base.glyphs)
	fill(t.asciiGlyphs, base.asciiGlyphs)
	if t.markdown == "" && t.Mode == base.Mode {
		t.markdown = base.markdown
	}
}

// indexed reports whether a colour needs a 256-colour terminal.
func indexed(v string) bool {
	c, _ := literal(v)
	_, is := c.(ansi.IndexedColor)
	return is
}

func fill[K comparable, V any](m, from map[K]V) {
	for k, v := range from {
		if _, said := m[k]; !said {
			m[k] = v
		}
	}
}

// check finds names of colours that are undefined or circular.
func (t *Theme) check() error {
	for _, p := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI} {
		for _, name := range slices.Sorted(maps.Keys(t.palette)) {
			if err := t.checkName(name, name, p); err != nil {
				return err
			}
		}
		for _, role := range slices.Sorted(maps.Keys(t.styles)) {
			s := t.styles[role]
			if err := errors.Join(t.checkName("fg", s.fg, p), t.checkName("bg", s.bg, p)); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkName follows the name of a colour; key is where it is used.
func (t *Theme) checkName(key, name string, p colorprofile.Profile) error {
	if name == "" {
		return nil
	}
	v := name
	for range len(t.palette) + 2 {
		if _, ok := literal(v); ok {
			return nil
		}
		next := t.lookup(v, p)
		if _, known := t.palette[v]; !known && next == defaultColor {
			return &Error{File: t.Path, Line: t.lineOf(v), What: text.ThemeColor, Args: []any{key, v}}
		}
		v = next
	}
	return &Error{File: t.Path, What: "colour %s refers to itself", Args: []any{name}}
}

// find gives a theme file's content and its name.
func find(id string, dirs []string) (data []byte, file string, err error) {
	if id != "" && id == filepath.Base(id) && !strings.HasPrefix(id, ".") {
		for _, dir := range dirs {
			file = filepath.Join(dir, id+".toml")
			data, err = os.ReadFile(file)
			if err == nil {
				return data, file, nil
			}
			if !errors.Is(err, fs.ErrNotExist) {
				return nil, "", &Error{File: file, What: "the theme cannot be read: %s", Args: []any{err}}
			}
		}
		if data, err = bundled.ReadFile(id + ".toml"); err == nil {
			return data, "themes/" + id + ".toml", nil
		}
	}
	return nil, "", &Error{What: text.ThemeUnknown, Args: []any{id, strings.Join(Names(dirs...), ", ")}}
}

// Names are the ids of all themes: the default one, then the others.
func Names(dirs ...string) []string {
	seen := map[string]bool{}
	take := func(entries []fs.DirEntry) {
		for _, e := range entries {
			if id, ok := strings.CutSuffix(e.Name(), ".toml"); ok && !e.IsDir() && !strings.HasPrefix(id, ".") {
				seen[id] = true
			}
		}
	}
	own, _ := bundled.ReadDir(".") // cannot fail: it is part of the program
	take(own)
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir) // a dir that is not there has no themes
		take(entries)
	}
	delete(seen, Default)
	return append([]string{Default}, slices.Sorted(maps.Keys(seen))...)
}

// Styles are the theme's styles on a profile.
func (t *Theme) Styles(p colorprofile.Profile) *Styles {
	s := &Styles{Dark: t.Mode != Light, Markdown: t.markdown, Glyphs: UnicodeGlyphs()}
	if s.Markdown == "" {
		s.Markdown = "dark"
		if t.Mode == Light {
			s.Markdown = "light"
		}
	}
	s.QR = lipgloss.NewStyle().Foreground(lipgloss.Color("#000000")).Background(lipgloss.Color("#ffffff"))
	if p <= colorprofile.ASCII {
		s.Markdown = "notty"
		s.QR, s.QROnDark = lipgloss.NewStyle(), s.Dark
	}
	h := fnv.New32a()
	h.Write([]byte{byte(p)})
	h.Write([]byte(t.ID))
	for _, r := range roles() {
		*r.at(s) = t.lipgloss(t.styles[r.name], p)
		h.Write([]byte(r.at(s).Render("x")))
	}
	if p > colorprofile.ANSI {
		s.Background, s.Foreground = t.color("bg", p), t.color("fg", p)
	}
	s.Glyphs.take(t.glyphs)
	s.ascii = ASCIIGlyphs()
	s.ascii.take(t.asciiGlyphs)
	s.Glyphs.narrow(&s.ascii, model.Width)
	for _, c := range []color.Color{s.Background, s.Foreground} {
		if c != nil {
			r, g, b, _ := c.RGBA()
			h.Write([]byte{byte(r), byte(g), byte(b)})
		}
	}
	for _, name := range sortedKeys(t.glyphs) {
		h.Write([]byte(name + t.glyphs[name]))
	}
	s.Gen = int(h.Sum32()) | 1
	return s
}
