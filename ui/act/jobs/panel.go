package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// didMsg says that the engine has done a request or why not.
type didMsg struct{ err error }

// did shows the result of a request to the engine.
func (a *Acts) did(m didMsg) tea.Cmd {
	a.Refresh()
	a.Panel.Set(a.work.snaps)
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return a.tick()
}

// TogglePanel shows and focuses the jobs, or hides them, whatever has the focus.
func (a *Acts) TogglePanel() {
	if a.Lower == a.lower {
		a.CloseLower()
		return
	}
	a.OpenPanel()
}

// OpenPanel shows and focuses the jobs.
func (a *Acts) OpenPanel() {
	opens := a.Lower != a.lower
	clear(a.work.failed) // they are seen now
	a.Panel.Set(a.all())
	if opens {
		a.Panel.Do(keys.Top.In(keys.InJobs)) // the latest job
	}
	a.OpenLower(a.lower)
}
