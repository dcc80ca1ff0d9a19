package jobs

import (
	"cmp"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// undoCommand is undo [ID], or redo.
func (cs *Commands) undoCommand(redo bool) console.Command {
	row := console.Command{Use: "undo [ID]", Short: "undo a job; without ID the last one", Words: cs.completeJobs(undoable)}
	if redo {
		row = console.Command{Use: "redo", Short: "redo"}
	}
	return cs.run.Row(write.Audit|write.Conflict|write.Delete|write.Plan, row, func(in console.Call, w write.Flags) error {
		s, err := cs.toUndo(in.Args, redo)
		if err != nil {
			return err
		}
		w.Ask = len(in.Args) == 0 // the person has not seen which one it is
		what := text.Text("undo: %s")
		if redo {
			what = "redo: %s"
		}
		cs.con.Beside(cs.con.Say(what, cs.jobLine(s)))
		if !s.State.Ended() && w.Save == "" {
			if done, err := cs.cancelRest(s, w); done || err != nil {
				return err
			}
		}
		return cs.run.Run(client.Request{Undo: s.ID, Rule: w.Rule}, w)
	})
}

// toUndo is the job that was named, or the last one.
func (cs *Commands) toUndo(args []string, redo bool) (model.JobSnapshot, error) {
	if len(args) > 0 {
		s, err := cs.job(args[0])
		return s, cmp.Or(err, cs.lasts(s))
	}
	s, ok := model.LastUndo(cs.jobs.Jobs(), redo)
	if !ok {
		return s, client.Errorf(client.KindNotFound, "undo", model.Place{}, text.NothingToUndo).Hinted(text.Typed(text.CliHintJobs))
	}
	if !s.State.Ended() {
		return s, lasting(&client.Error{Kind: client.KindUnsupported, What: "the last job has not ended: %s", Args: []any{cs.jobLine(s)},
			Hint: "aloft undo %s cancels the rest and undoes its changes", HintArgs: []any{s.ID}})
	}
	return s, cs.lasts(s)
}

// lasts is the error of a job that cannot be taken back. The one before is not meant in its
// place.
func (cs *Commands) lasts(s model.JobSnapshot) error {
	if s.Undo != "no" {
		return nil
	}
	when := s.MadeAt.Local().Format(cs.con.Say(text.TimeFull))
	return lasting(&client.Error{Kind: client.KindUnsupported, What: "%s of %d {entry|entries} in %s at %s cannot be undone",
		Args: []any{string(s.Op), s.Done, s.From.String(), when}, Hint: "aloft undo ID undoes another job; aloft jobs lists them"})
}

func lasting(e *client.Error) error {
	e.Op, e.Changed = "undo", client.ChangedNothing
	return console.Exit(console.ExitLasting, e)
}

func undoable(s model.JobSnapshot) bool { return s.Done > 0 && s.Undo != "no" }

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
