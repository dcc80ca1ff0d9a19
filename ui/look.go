package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/themes"
	"aloft/ui/dialog"
	"aloft/ui/help"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// background follows the terminal's answer, which was asked for once.
func (a *App) background(m tea.BackgroundColorMsg) tea.Cmd {
	a.quit.answered = true
	if a.quit.waiting {
		return tea.Quit
	}
	ground := themes.Light
	if m.IsDark() {
		ground = themes.Dark
	}
	if ground != a.ground {
		a.ground = ground
		a.restyle()
	}
	return nil
}

// chooseTheme lets a theme be chosen.
func (a *App) chooseTheme() tea.Cmd {
	return a.Dialogs.Push(dialog.NewThemes(a.Env, themes.Names(a.d.ThemeDirs...), a.theme.ID))
}

// themeNow is the theme for the terminal's background. Who has chosen a light
// theme by its own name gets it, whatever the terminal says of itself.
func (a *App) themeNow() *themes.Theme {
	if a.theme.Mode == themes.Light {
		return a.theme
	}
	return a.theme.For(a.ground)
}

// useTheme shows another theme; a broken one leaves the old one.
func (a *App) useTheme(name string) tea.Cmd {
	t, err := themes.Load(name, a.d.ThemeDirs...)
	if err != nil {
		return a.Fail(err)
	}
	a.theme = t
	a.restyle()
	return nil
}

func (a *App) openHelp(c keys.Context) tea.Cmd { return a.Dialogs.Push(help.New(a.Env, c)) }

// otherName names the pane that is not shown.
func (a *App) otherName() string {
	at := a.Other().Place()
	name := at.Base()
	if name == "" {
		name = pane.Root(at)
	}
	return a.Env.Text.Say("Tab: %s", a.Env.Ruler.Truncate(model.Clean(name), 20))
}
