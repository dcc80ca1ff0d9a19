package admin

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/themes"
)

type jsonTheme struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Mode    string `json:"mode"`
	Current bool   `json:"current"`
	Path    string `json:"path,omitempty"`
}

func (cs *Commands) themeCommand() console.Command {
	return console.Group("theme", "list and show themes",
		console.Command{Use: "ls", Short: "list the themes", JSON: []any{jsonTheme{}}, Run: func(in console.Call) error { return cs.themeLs(in.Format) }},
		console.Command{
			Use: "show [NAME]", Short: "show a theme",
			Words: console.First(func() []string { _, _ = cs.session.Load(); return themes.Names(cs.session.ThemeDirs()...) }),
			Run:   func(in console.Call) error { return cs.themeShow(in.Or(cs.session.Config.UI.Theme)) },
		})
}

func (cs *Commands) themeLs(f console.Format) error {
	out := []jsonTheme{}
	for _, id := range themes.Names(cs.session.ThemeDirs()...) {
		t, err := themes.Load(id, cs.session.ThemeDirs()...)
		if err != nil {
			cs.con.Warn(err)
			continue
		}
		out = append(out, jsonTheme{id, t.Name, modes(t), id == cs.session.Config.UI.Theme, t.Path})
		if f.JSON {
			continue
		}
		mark := " "
		if id == cs.session.Config.UI.Theme {
			mark = "*"
		}
		if err := cs.con.Line(fmt.Sprintf("%s %-22s %-10s ", mark, model.Clean(id), modes(t)), cs.paint(t.Styles(cs.profile()).Swatch(cs.con.Catalogue))); err != nil {
			return err
		}
	}
	if f.JSON {
		return cs.con.Encode(out)
	}
	return nil
}

func (cs *Commands) themeShow(id string) error {
	t, err := themes.Load(id, cs.session.ThemeDirs()...)
	if err != nil {
		return err
	}
	var lines []string
	for _, m := range t.Modes() {
		lines = append(lines, model.Clean(t.Name)+" ("+string(m)+")", cs.paint(t.For(m).Styles(cs.profile()).Sample(cs.con.Catalogue)))
	}
	if err := cmp.Or(cs.con.Lines(lines), cs.con.Flush()); err != nil {
		return err
	}
	for _, s := range cs.themeFaults(t) {
		cs.con.WarnLine(s)
	}
	return nil
}

// themeFaults are what was not understood in a theme of the person's own, and what
// in it has too little contrast.
func (cs *Commands) themeFaults(t *themes.Theme) []string {
	if !filepath.IsAbs(t.Path) { // a bundled one
		return nil
	}
	out := model.Each(t.Warnings, cs.con.Explain)
	for _, m := range t.Modes() {
		for _, w := range t.For(m).Weak(colorprofile.TrueColor, themes.TextContrast) {
			out = append(out, cs.con.Say("%s: %s is hard to read on %s: contrast %.1f, at least %.1f is needed", model.Clean(t.Path), w.Role, m, w.Ratio, w.Need))
		}
	}
	return out
}

// modes of a theme in one word.
func modes(t *themes.Theme) string {
	return strings.Join(console.Words(t.Modes()), "+")
}

// profile is the colour profile of standard output.
func (cs *Commands) profile() colorprofile.Profile {
	return cs.con.Profile(cs.con.Stdout, cs.session.Flags.Color)
}

// paint removes all styling from a sample where the output takes none.
func (cs *Commands) paint(s string) string {
	if cs.profile() <= colorprofile.NoTTY {
		return ansi.Strip(s)
	}
	return s
}
