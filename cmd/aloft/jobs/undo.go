package jobs

import (
	"cmp"

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
