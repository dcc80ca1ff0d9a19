package jobs

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// List are the commands beside jobs.
func (cs *Commands) List() []*cobra.Command {
	say := cs.con.Say
	undo := cs.undoCommand(false, say("take back what the last job has done, or the one with that ID"))
	undo.Long = say("Only what the job itself has done is taken back, and only where it is as the job left it; all else is named and stays. An undo is a job as well: redo takes it back.")
	return []*cobra.Command{undo, cs.undoCommand(true, say("take back the last undo"))}
}

// undoCommand is undo [ID], or redo.
func (cs *Commands) undoCommand(redo bool, short string) *cobra.Command {
	var w write.Flags
	c := &cobra.Command{Short: short, Args: console.WantArgs(0, 1), ValidArgsFunction: cs.completeJobs(undoable)}
	if c.Use = "undo [ID]"; redo {
		c.Use, c.Args, c.ValidArgsFunction = "redo", console.WantArgs(0, 0), nil
	}
	c.RunE = cs.session.Needs(func(c *cobra.Command, args []string) error {
		rule, err := w.Rule(c)
		if err != nil {
			return err
		}
		s, err := cs.toUndo(args, redo)
		if err != nil {
			return err
		}
		w.Ask = len(args) == 0 // the person has not seen which one it is
		what := text.Text("takes back: %s")
		if redo {
			what = "does again what this took back: %s"
		}
		cs.con.Beside(cs.con.Say(what, cs.jobLine(s)))
		if !s.State.Ended() && w.Save == "" {
			if done, err := cs.cancelRest(s, w); done || err != nil {
				return err
			}
		}
		return cs.run.Run(client.Request{Undo: s.ID, Rule: rule}, w)
	})
	cs.run.WriteFlags(c, &w)
	cs.run.AuditFlag(c, &w)
	cs.run.ConflictFlag(c, &w)
	cs.run.DeleteFlags(c, &w)
	return c
}

// toUndo is the job that was named, or the last one.
func (cs *Commands) toUndo(args []string, redo bool) (model.JobSnapshot, error) {
	if len(args) > 0 {
		return cs.job(args[0])
	}
	if err := cs.jobs.Ready(); err != nil {
		return model.JobSnapshot{}, err
	}
	s, ok := model.LastUndo(cs.jobs.Jobs(), redo)
	if !ok {
		e := client.Errorf(client.KindNotFound, "undo", model.Place{}, text.NothingToUndo)
		e.Hint = text.CliHintJobs
		return s, e
	}
	return s, nil
}

func undoable(s model.JobSnapshot) bool { return s.Done > 0 && s.Undo != "no" }
