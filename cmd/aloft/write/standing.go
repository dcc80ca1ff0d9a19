package write

import (
	"cmp"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// warnOfStanding warns once an hour of each job of the account that earlier
// commands left unfinished: whoever changes something there again may count on what
// it has not done.
func (run *Runner) warnOfStanding(p *model.Plan) {
	if p.Scheme == model.SchemeDisk {
		return
	}
	account := cmp.Or(p.Account, run.session.Config.Account)
	var left []model.JobSnapshot
	for _, s := range run.jobs.Recent() {
		if Stands(s) && !s.Mine && run.AccountOf(s) == account && run.session.HourlyAbout(s.ID) {
			left = append(left, s)
		}
	}
	if run.session.Config.Jobs.AutoResume {
		for _, s := range left {
			if s.State == model.JobInterrupted {
				run.session.GoOn(s.ID)
			}
		}
		return
	}
	e := client.Errorf(client.KindLocal, "jobs", model.Place{}, "%d {job of %[2]s waits|jobs of %[2]s wait} to be resumed", len(left), account)
	e.Hint = text.Typed(text.CliHintJobs)
	switch len(left) {
	case 0:
		return
	case 1:
		s := left[0]
		e.What, e.Args = "job %s (%s) is %s; %d of %d {item is|items are} done", []any{s.ID, run.con.Word(string(s.Op)), run.con.Word(string(s.State)), s.Done, s.Items}
		e.Hint, e.HintArgs = text.CliHintResume, []any{s.ID}
	}
	run.con.WarnLater(e)
}

// Stands reports whether the job can be resumed.
func Stands(s model.JobSnapshot) bool {
	return s.State == model.JobPaused || s.State == model.JobInterrupted || s.State == model.JobNeedsLogin
}
