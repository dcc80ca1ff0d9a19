package panes

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
	"aloft/ui/status"
)

// newTab opens a tab with the current folder.
func (a *Going) newTab() tea.Cmd {
	cmd, full := a.Pane().NewTab()
	if full {
		n, _ := a.Pane().Tabs()
		return a.Note.SayText(status.Warn, "a pane has at most %d {tab|tabs}; %s closes one", n, a.Env.Keys.Key(keys.CloseTab))
	}
	return cmd
}

// stepTab shows the next or previous tab.
func (a *Going) stepTab(by int) func() tea.Cmd {
	return func() tea.Cmd { return a.Pane().StepTab(by) }
}

func (a *Going) oneTab() string {
	if n, _ := a.Pane().Tabs(); n > 1 {
		return ""
	}
	return a.Env.Text.Say("there is only one tab; %s opens another", a.Env.Keys.Key(keys.NewTab))
}
