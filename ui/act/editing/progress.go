package editing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/status"
)

// progress is what is read, planned or applied for edits.
type progress struct {
	act.Awaited        // the read or plan
	writing     int    // number of edits being applied
	warned      bool   // quitting has warned about them
	doing       string // description of the work
}

// Cancel cancels the read or plan and reports whether there was one.
func (a *Acts) Cancel() bool { return a.work.Cancel() }

// Awaits reports whether a question waits for a read or a plan.
func (a *Acts) Awaits() bool { return a.work.Number() != 0 }

// Doing describes the current work, or returns "".
func (a *Acts) Doing() string {
	if a.work.writing == 0 && !a.Awaits() {
		return ""
	}
	return a.work.doing
}

// says shows the current work at once.
func (a *Acts) says(t text.Text, args ...any) tea.Cmd {
	a.work.doing = a.Env.Text.Say(t, args...)
	return a.Note.Say(status.Info, a.work.doing)
}

// WarnsOfLeaving reports whether a document is being changed and quitting has not warned yet.
func (a *Acts) WarnsOfLeaving() bool {
	if a.work.writing == 0 || a.work.warned {
		return false
	}
	a.work.warned = true
	return true
}
