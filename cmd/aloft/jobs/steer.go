package jobs

import (
	"time"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
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
	id, ended := s.ID, make(chan struct{})
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
	s, err = cs.jobs.Wait(cs.session.Context(), id)
	close(ended)
	if err != nil {
		return err
	}
	return cs.con.Line(cs.jobLine(s))
}
