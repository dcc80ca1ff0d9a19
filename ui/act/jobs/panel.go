package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// didMsg: something that was asked of the engine is done, or not.
type didMsg struct{ err error }

// did shows the result of what was asked of the engine.
func (a *Acts) did(m didMsg) tea.Cmd {
	a.work.refresh(a.client.Jobs)
	a.Panel.Set(a.work.snaps)
	if m.err != nil {
		return a.note.Fail(m.err)
	}
	return a.tick()
}

// TogglePanel shows the jobs and gives them the keys, or hides them, whatever has the
// keys.
func (a *Acts) TogglePanel() {
	if a.screen.Lower == a.Panel {
		a.screen.CloseLower()
		return
	}
	a.OpenPanel()
}

// OpenPanel shows the jobs and gives them the keys.
func (a *Acts) OpenPanel() {
	opens := a.screen.Lower != a.Panel
	clear(a.work.failed) // the person sees them now
	a.Panel.Set(a.work.all(a.client.Jobs))
	if opens {
		a.Panel.Do(keys.Top.In(keys.InJobs)) // what was done last
	}
	a.screen.OpenLower(a.Panel)
}
