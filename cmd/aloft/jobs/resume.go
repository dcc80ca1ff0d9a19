package jobs

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

func (cs *Commands) resume(in console.Call) error {
	w, id := write.Flags{Format: in.Format}, ""
	var err error
	switch {
	case len(in.Args) == 0 && in.On("all"):
		return cs.resumeAll(w)
	case in.On("all"):
		return named(in)
	case len(in.Args) > 0:
		id = in.Args[0]
	default:
		if id, err = cs.standing(); err != nil {
			return err
		}
	}
	s, err := cs.job(id)
	if err != nil {
		return err
	}
	if s.State == model.JobCancelled {
		return cancelledJob(s)
	}
	if s.State.Ended() && !s.Damaged {
		return cs.run.Results(s, w)
	}
	if err := cs.jobs.Resume(s.ID); err != nil {
		return err
	}
	s, err = cs.run.Follow(s.ID)
	if err != nil {
		return err
	}
	return cs.run.Results(s, w)
}

// standing is the only job that can be resumed.
func (cs *Commands) standing() (string, error) {
	ids := model.Each(model.Only(cs.jobs.Jobs(), write.Stands), func(s model.JobSnapshot) string { return s.ID })
	if len(ids) == 1 {
		return ids[0], nil
	}
	e := client.Errorf(client.KindNotFound, "jobs", model.Place{}, "no job can be resumed")
	if len(ids) > 1 {
		e.Kind, e.What, e.Args = client.KindInvalid, "%d {job|jobs} can be resumed; name one: %s", []any{len(ids), strings.Join(ids, ", ")}
		return "", console.Exit(console.ExitUsage, e)
	}
	return "", e
}

// cancelledJob: a cancelled job cannot be resumed.
func cancelledJob(s model.JobSnapshot) error {
	e := client.Errorf(client.KindLocal, "jobs", model.Place{}, "the job %s was cancelled and cannot be resumed; its changes stay (%d of %d {item|items})", s.ID, s.Done, s.Items)
	e.Hint, e.HintArgs = "aloft jobs show %s shows the outcome of each item", []any{s.ID}
	return console.Exit(console.ExitFailed, e)
}
