package going

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
	"aloft/ui/status"
)

// newTab opens a tab with the folder that is shown.
func (a *Acts) newTab() tea.Cmd {
	cmd, full := a.Pane().NewTab()
	if full {
		n, _ := a.Pane().Tabs()
		return a.SayText(status.Warn, "a pane has at most %d {tab|tabs}; %s closes one", n, a.Env.Keys.Key(keys.CloseTab))
	}
	return cmd
}

// closeTab closes the tab that shows.
func (a *Acts) closeTab() tea.Cmd { return a.Pane().CloseTab() }

// stepTab shows the next tab, or the one before.
func (a *Acts) stepTab(by int) func() tea.Cmd {
	return func() tea.Cmd { return a.Pane().StepTab(by) }
}

func (a *Acts) oneTab() string {
	if n, _ := a.Pane().Tabs(); n > 1 {
		return ""
	}
	return a.Env.Text.Say("there is one tab only; %s opens another", a.Env.Keys.Key(keys.NewTab))
}
