package editing

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/status"
)

// progress is what is being read, planned or made for edits.
type progress struct {
	seq     int                // of what is being read or planned
	cancel  context.CancelFunc // nil = nothing is
	writing int                // edits that are being made
	warned  bool               // of quitting meanwhile
	doing   string             // what is being read, planned or made
}

// end reports whether the answer of that number is still wanted.
func (p *progress) end(seq int) bool {
	if p.cancel == nil || seq != p.seq {
		return false
	}
	return p.stop()
}

// stop ends what is being read or planned, and reports whether there was something.
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

// Cancel ends what is being read or planned, and reports whether there was something.
func (a *Acts) Cancel() bool { return a.work.stop() }

// Awaits reports whether something is being read or planned for a question.
func (a *Acts) Awaits() bool { return a.work.cancel != nil }

// Doing says what is being read, planned or made, as long as it is; "" = nothing is.
func (a *Acts) Doing() string {
	if a.work.writing == 0 && a.work.cancel == nil {
		return ""
	}
	return a.work.doing
}

// says what is done, at once.
func (a *Acts) says(t text.Text, args ...any) tea.Cmd {
	a.work.doing = a.Env.Text.Say(t, args...)
	return a.Say(status.Info, a.work.doing)
}

// WarnsOfLeaving reports whether a document is being changed, which was not said yet to
// who wants to quit.
func (a *Acts) WarnsOfLeaving() bool {
	if a.work.writing == 0 || a.work.warned {
		return false
	}
	a.work.warned = true
	return true
}
