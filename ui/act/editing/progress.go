package editing

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/status"
)

// progress is what is being read, planned or applied for edits.
type progress struct {
	seq     int                // number of the current reading or planning
	cancel  context.CancelFunc // nil = none runs
	writing int                // edits that are being applied
	warned  bool               // quitting has warned of them
	doing   string             // what is being read, planned or made
}

// end reports whether the answer with that number is still wanted.
func (p *progress) end(seq int) bool {
	if p.cancel == nil || seq != p.seq {
		return false
	}
	return p.stop()
}

// stop cancels what is being read or planned, and reports whether there was
// something.
func (p *progress) stop() bool {
	if p.cancel == nil {
		return false
	}
	p.cancel()
	p.cancel = nil
	return true
}

// begin starts to read or plan for an edit; Esc cancels it.
func (a *Acts) begin() (context.Context, int) {
	a.work.stop()
	ctx, cancel := context.WithCancel(a.Ctx)
	a.work.seq++
	a.work.cancel, a.Asked = cancel, a.Now()
	return ctx, a.work.seq
}

// Cancel cancels what is being read or planned, and reports whether there was
// something.
func (a *Acts) Cancel() bool { return a.work.stop() }

// Awaits reports whether something is being read or planned for a question.
func (a *Acts) Awaits() bool { return a.work.cancel != nil }

// Doing says what is being read, planned or applied, "" = nothing is.
func (a *Acts) Doing() string {
	if a.work.writing == 0 && a.work.cancel == nil {
		return ""
	}
	return a.work.doing
}

// says shows what is being done, at once.
func (a *Acts) says(t text.Text, args ...any) tea.Cmd {
	a.work.doing = a.Env.Text.Say(t, args...)
	return a.Say(status.Info, a.work.doing)
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
