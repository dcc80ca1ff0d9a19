package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/dialog"
)

// answer goes on with what a dialog has answered or asked for. mine is false
// for every other message.
func (a *App) answer(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.ConfirmAnswered:
		if t, ok := m.Tag.(replayTag); ok {
			if m.Yes {
				return a.replay(t.id), true
			}
			return nil, true
		}
	case dialog.QuitAnswered:
		return a.quitAnswered(m), true
	case dialog.CopyAsked:
		return a.Copy(m.Text), true
	case dialog.ThemePreviewed:
		return a.useTheme(m.Name), true
	case dialog.ThemeChosen:
		return a.useTheme(m.Name), true
	case dialog.WelcomeAnswered:
		return a.welcomed(), true
	case dialog.HelpAsked:
		return a.openHelp(m.Context), true
	case dialog.FormAnswered:
		if t, ok := m.Tag.(hookSaveTag); ok {
			return a.hookSaveAsked(t, m), true
		}
	}
	return a.hookAnswered(msg)
}

// welcome greets a new person.
func (a *App) welcome() tea.Cmd {
	if a.Keeper == nil || a.d.Settings.NoWelcome || !a.Keeper.FirstRun() {
		return nil
	}
	a.Greeting = dialog.NewWelcome(a.Env, a.d.Left.String())
	return a.Dialogs.Push(a.Greeting)
}

// greeted takes the welcome away for a key that means something else: whoever
// types does not read it.
func (a *App) greeted(k string) tea.Cmd {
	if a.Greeting == nil || a.Dialogs.Top() != a.Greeting || k == "enter" || k == "esc" {
		return nil
	}
	return a.Dialogs.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
}

func (a *App) welcomed() tea.Cmd {
	k := a.Keeper
	if k == nil {
		return nil
	}
	return a.Keep(func() error { return k.Welcomed() })
}
