package write

import (
	"aloft/client"
	"aloft/client/explain"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// confirm asks before something is deleted, or changed. Without a terminal to ask on,
// nothing is done.
func (run *Runner) confirm(plan *model.Plan, w Flags) error {
	read := explain.Of(run.con.Catalogue, plan)
	much, err := run.braked(read, w)
	switch {
	case err != nil:
		return err
	case much == "" && (w.Yes || read.Replaces() || read.Mode() == client.DeleteRecord):
		return nil
	case w.Yes:
		return console.UsageError("nothing was done: %s; --yes alone is not enough for so many", hintMaxDelete, much)
	}
	why := text.CliDestroys
	if len(read.Deleted) == 0 {
		why = "this changes entries"
	}
	if err := run.con.NeedsAnswer(run.con.Say(why)); err != nil {
		return err
	}
	if note := read.Originals(); note != "" {
		run.con.Beside(note)
	}
	going, ask, yes := read.Ask(much)
	if len(going) == 0 {
		return nil
	}
	const most = 10
	for _, it := range going[:min(len(going), most)] {
		run.con.Beside("  " + it.Label() + console.Slash(model.Entry{Kind: it.Kind}))
	}
	if len(going) > most {
		run.con.Beside("  " + run.con.Say("and %d more", len(going)-most))
	}
	if much != "" {
		run.con.Beside(read.Goes(len(read.Deleted)))
		run.con.Beside(much)
	}
	return run.con.Agree(run.session.Context(), string(plan.Op), ask, yes...)
}

const hintMaxDelete text.Text = "set how many may be deleted: --max-delete N"

// braked says why so much is not deleted just so, "" where it is; an error is what
// --max-delete forbids.
func (run *Runner) braked(read explain.Reading, w Flags) (much string, err error) {
	n := len(read.Deleted)
	switch {
	case w.MaxDelete < 0:
		return read.Much(run.session.Config.Jobs.Brake), nil
	case n > w.MaxDelete && read.Mode() != client.DeleteRecord: // nothing is lost by that one
		return "", console.UsageError("nothing was done: this would delete %d {entry|entries}, and --max-delete is %d", "", n, w.MaxDelete)
	}
	return "", nil
}
