package jobs

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

// failed: there is something to try again.
func failed(s model.JobSnapshot) bool {
	return s.State.Ended() && s.Failed+s.Unknown > 0 && s.Retried == ""
}

func (cs *Commands) retry(in console.Call, w write.Flags) error {
	s, err := cs.job(in.Args[0])
	if err != nil {
		return err
	}
	if !s.State.Ended() {
		return client.Errorf(client.KindConflict, "jobs", model.Place{}, "job %s has not ended", s.ID).
			Hinted("wait for it or cancel it, then retry what failed")
	}
	items, err := cs.jobs.Report(s.ID)
	if err != nil {
		return err
	}
	again, left := client.Again(&s, items)
	if left > 0 {
		cs.con.WarnLine(cs.con.Say("%d {entry|entries} may or may not have been created; aloft jobs show %s says where to look", left, s.ID))
	}
	switch {
	case len(again) == 0 && left > 0:
		return console.Exit(console.ExitFailed, nil)
	case len(again) == 0:
		return client.Errorf(client.KindNotFound, "jobs", model.Place{}, "nothing in this job has failed")
	}
	var worst error
	for _, r := range again {
		r.Rule = w.Rule
		if err := cs.run.Run(r, w); err != nil {
			if len(again) == 1 || cs.session.Stop.Happened() {
				return err
			}
			cs.con.Warn(err)
			worst = console.Exit(console.ExitSome, nil)
		}
	}
	if worst == nil && left > 0 {
		return console.Exit(console.ExitSome, nil)
	}
	return worst
}
