package jobs

import (
	"time"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

// onJob controls a job and waits until it has ended or paused, in whichever process
// it runs.
func (cs *Commands) onJob(what string, f func(string) error) error {
	s, err := cs.job(what)
	if err != nil {
		return err
	}
	if err := f(s.ID); err != nil {
		return err
	}
	if s, err = cs.standsStill(s.ID); err != nil {
		return err
	}
	return cs.con.Line(cs.jobLine(s))
}

// standsStill waits until the job has ended or paused, and says what keeps it.
func (cs *Commands) standsStill(id string) (model.JobSnapshot, error) {
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		tick := time.NewTicker(console.ProgressEvery)
		defer tick.Stop()
		var b write.Blocked
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
				if s, err := cs.job(id); err == nil {
					cs.run.SayBlocked(&b, s)
				}
			}
		}
	}()
	return cs.jobs.Wait(cs.session.Context(), id)
}
