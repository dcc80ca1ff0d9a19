package editing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/status"
)

// progress is what is being read, planned or applied for edits.
type progress struct {
	act.Awaited        // what is being read or planned
	writing     int    // edits that are being applied
	warned      bool   // quitting has warned of them
	doing       string // what is being read, planned or made
}

// Cancel cancels what is being read or planned, and reports whether there was
// something.
func (a *Acts) Cancel() bool { return a.work.Cancel() }

// Awaits reports whether something is being read or planned for a question.
func (a *Acts) Awaits() bool { return a.work.Number() != 0 }

// Doing says what is being read, planned or applied, "" = nothing is.
func (a *Acts) Doing() string {
	if a.work.writing == 0 && !a.Awaits() {
		return ""
	}
	return a.work.doing
}

// says shows what is being done, at once.
func (a *Acts) says(t text.Text, args ...any) tea.Cmd {
	a.work.doing = a.env.Text.Say(t, args...)
	return a.note.Say(status.Info, a.work.doing)
}

// WarnsOfLeaving reports whether a document is being changed and whoever quits was
// not warned yet.
func (a *Acts) WarnsOfLeaving() bool {
	if a.work.writing == 0 || a.work.warned {
		return false
	}
	a.work.warned = true
	return true
}
