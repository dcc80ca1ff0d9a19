package jobs

import (
	"errors"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// named: either one job is, or --all is given.
func named(in console.Call) error {
	if in.On("all") == (len(in.Args) > 0) {
		return in.Usage("give a job ID or --all")
	}
	return nil
}

// every does something with all jobs that fit, and returns those that it worked for.
func (cs *Commands) every(fits func(model.JobSnapshot) bool, do func(string) error) (ids []string, err error) {
	var errs []error
	some := false
	for _, s := range cs.jobs.Jobs() {
		if !fits(s) {
			continue
		}
		some = true
		if err := do(s.ID); err != nil {
			errs = append(errs, err)
			continue
		}
		ids = append(ids, s.ID)
	}
	if !some {
		cs.con.Beside(cs.con.Say(text.NothingToDo))
	}
	return ids, errors.Join(errs...)
}

func (cs *Commands) pause(in console.Call) error {
	if err := named(in); err != nil {
		return err
	}
	if in.On("all") {
		return cs.pauseAll()
	}
	return cs.onJob(in.Args[0], cs.jobs.Pause)
}

// pauseAll returns when all jobs stand, in whichever processes they run.
func (cs *Commands) pauseAll() error {
	ids, err := cs.every(going, cs.jobs.Pause)
	for _, id := range ids {
		s, waited := cs.jobs.Wait(cs.session.Context(), id)
		if waited == nil {
			waited = cs.con.Line(cs.jobLine(s))
		}
		err = errors.Join(err, waited)
	}
	return err
}

// resumeAll follows the jobs one after the other; an interrupt pauses all of them.
func (cs *Commands) resumeAll(w write.Flags) error {
	ids, err := cs.every(write.Stands, cs.jobs.Resume)
	for _, id := range ids {
		if cs.session.Stop.Happened() {
			err = errors.Join(err, cs.jobs.Pause(id))
		}
		s, followed := cs.run.Follow(id)
		if followed == nil {
			followed = cs.run.Results(s, w)
		}
		if len(ids) > 1 && followed != nil && !cs.session.Stop.Happened() {
			cs.con.Warn(followed)
			followed = console.Exit(console.ExitSome, nil)
		}
		if followed != nil {
			err = followed
		}
	}
	return err
}

// clear forgets as many as it can.
func (cs *Commands) clear(console.Call) error {
	n, first := 0, error(nil)
	for _, s := range cs.jobs.Jobs() {
		if !s.State.Ended() {
			continue
		}
		if err := cs.jobs.Forget(s.ID); err == nil {
			n++
		} else if first == nil {
			first = err
		}
	}
	if err := cs.con.Line(cs.con.Say("%d {job was|jobs were} removed from the list", n)); err != nil {
		return err
	}
	return first
}
