package ui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"aloft/themes"
	"aloft/ui/picture"
	"aloft/ui/term"
)

func newLook(d Deps, getenv func(string) string) look {
	pictures := d.Settings.Pictures
	if d.Settings.Plain {
		pictures = "off"
	}
	return look{
		theme: d.Theme, dirs: d.ThemeDirs, profile: colorprofile.ANSI, ascii: d.Settings.Plain || !term.UTF8(getenv),
		pictures: picture.New(pictures, getenv, d.Machine.CellSize),
	}
}

// background handles the terminal's answer, which is requested once. It reports whether the answer changes anything.
func (l *look) background(m tea.BackgroundColorMsg) bool {
	was := l.ground
	l.ground = m.Color
	return was == nil || m.Color != was
}

// themeNow returns the theme for the terminal's background. A light theme chosen by its own name stays.
func (l *look) themeNow() *themes.Theme {
	switch {
	case l.ground != nil:
		return l.theme.Over(l.ground, l.profile)
	case l.theme.Mode == themes.Light:
		return l.theme
	}
	return l.theme.For(themes.Any)
}

// styles returns the theme's styles on this terminal.
func (l *look) styles() *themes.Styles {
	l.pictures.SetColours(l.profile > colorprofile.ASCII, !l.ascii && l.profile >= colorprofile.ANSI256)
	st := l.themeNow().Styles(l.profile)
	if l.ascii {
		st = st.ASCII()
	}
	return st
}
