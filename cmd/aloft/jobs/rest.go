package jobs

import (
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

// cancelRest cancels what is left of a job that is to be taken back, after a question;
// done: that was all, since nothing is to be changed now.
func (cs *Commands) cancelRest(s model.JobSnapshot, w write.Flags) (done bool, err error) {
	cs.con.Beside(cs.con.Say("the job has not ended, so its rest is cancelled first; %d of %d {item is|items are} done", s.Done, s.Items))
	if w.DryRun {
		return true, cs.done(s, w)
	}
	if !w.Yes {
		if err := cs.con.NeedsAnswer(cs.con.Say("this cancels the rest of the job and undoes its changes")); err != nil {
			return false, err
		}
		if err := cs.con.Agree(cs.session.Context(), "undo", cs.con.Say("Cancel the rest of the job and undo its changes? [y/N]")); err != nil {
			return false, err
		}
	}
	if err := cs.jobs.Cancel(s.ID); err != nil && !client.Is(err, client.KindConflict) { // it has ended meanwhile
		return false, err
	}
	_, err = cs.standsStill(s.ID)
	return false, err
}

// done lists what the job has done so far.
func (cs *Commands) done(s model.JobSnapshot, w write.Flags) error {
	items, err := cs.jobs.Report(s.ID)
	if err != nil {
		return err
	}
	for i := range items {
		if items[i].State != model.ItemDone {
			continue
		}
		if w.AsJSON() {
			err = cs.con.Encode(write.ToResult(items[i], s.ID))
		} else {
			err = cs.con.Line(strings.Join(items[i].Lines(cs.con.Catalogue), "\n"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
