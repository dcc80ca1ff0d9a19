package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"aloft/themes"
	"aloft/ui/term"
)

func newLook(d Deps, getenv func(string) string) look {
	pictures := d.Settings.Pictures
	if d.Settings.Plain {
		pictures = "off"
	}
	return look{
		theme: d.Theme, dirs: d.ThemeDirs, ground: d.Session.Ground, told: d.Session.Ground, profile: colorprofile.ANSI, ascii: d.Settings.Plain || !term.UTF8(getenv),
		pictures: term.NewPictures(pictures, getenv, d.Machine.CellSize),
	}
}

// answerWait is how long the first frame waits for the terminal's background, and lateMsg says that it is over.
const answerWait = 25 * time.Millisecond

type lateMsg struct{}

// background handles the terminal's answer, which is requested once. It reports whether the answer changes anything.
// Colours for any background stay when it is late: the screen is not drawn twice, and the next start knows the answer.
func (l *look) background(m tea.BackgroundColorMsg) bool {
	l.told = m.String()
	if l.ground == l.told || l.late && l.ground == "" && l.themeNow().Mode == themes.Any {
		return false
	}
	l.ground = l.told
	return true
}

// themeNow returns the theme for the terminal's background. A light theme chosen by its own name stays.
func (l *look) themeNow() *themes.Theme {
	switch {
	case l.ground != "":
		return l.theme.Over(lipgloss.Color(l.ground), l.profile)
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
