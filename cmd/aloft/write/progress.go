package write

import (
	"strconv"

	"aloft/client/explain"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// progressOf shows how far a job is.
func (run *Runner) progressOf(s model.JobSnapshot) {
	if s.Op.Transfers() {
		bytes := console.Size(s.Bytes)
		if s.BytesAll > 0 {
			bytes = run.con.Say(text.CliUsedOf, bytes, console.Size(s.BytesAll))
		}
		if s.Rate > 0 {
			bytes = run.con.Say("%s, %s/s, %s left", bytes, console.Size(s.Rate), explain.Roughly(s.Left))
		}
		run.con.Progress("%s %s   %s   %s", string(s.Op), run.doneOf(s), bytes, model.Clean(s.Current))
		return
	}
	if a := s.Audit; a.State == model.AuditRunning {
		run.con.Progress("%s %s   %s   %s left", string(s.Op), run.doneOf(s), a.Say(run.con.Catalogue), explain.Roughly(s.Left))
		return
	}
	run.con.Progress("%s %s   call %d/%d   %s left", string(s.Op), run.doneOf(s), s.Calls, s.CallsAll, explain.Roughly(s.Left))
}

// doneOf is how many items are done, and how many of the others have failed.
func (run *Runner) doneOf(s model.JobSnapshot) string {
	done := strconv.Itoa(s.Done) + "/" + strconv.Itoa(s.Items)
	if s.Failed > 0 {
		done = run.con.Say("%s (%s)", done, run.con.Say(text.CliJobFailed, s.Failed, s.Rest()))
	}
	return done
}
