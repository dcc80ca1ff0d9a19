package write

import (
	"strconv"
	"strings"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// confirm asks before something is deleted, or changed. Without a terminal to ask on,
// nothing is done.
func (run *Runner) confirm(plan *model.Plan, w Flags) error {
	much, err := run.braked(plan, w)
	switch {
	case err != nil:
		return err
	case much == "" && (w.Yes || w.Replaces || modeOf(&plan.Items[0]) == client.DeleteRecord):
		return nil
	case w.Yes:
		return console.UsageError("nothing was done: %s; --yes alone does not delete so many", hintMaxDelete, much)
	}
	going, why := asked(plan), text.CliDestroys
	if len(going) > 0 && !going[0].Op.Row().Destroys() {
		why = "this changes what is there"
	}
	if err := run.con.NeedsAnswer(run.con.Say(why)); err != nil {
		return err
	}
	if note := plan.Originals(); note != "" {
		run.con.Beside(run.con.Say(note))
	}
	if len(going) == 0 {
		return nil
	}
	const most = 10
	for _, it := range going[:min(len(going), most)] {
		run.con.Beside("  " + Label(it) + console.Slash(model.Entry{Kind: it.Kind}))
	}
	if len(going) > most {
		run.con.Beside("  " + run.con.Say("and %d more", len(going)-most))
	}
	d := deletionOf(modeOf(going[0]))
	if !going[0].Op.Row().Destroys() {
		d = deletion{ask: "Change %d {entry|entries}? [y/N]", yes: []string{"y", "yes"}}
	}
	ask, yes := run.con.Say(d.ask, len(going)), d.yes
	if much != "" {
		run.con.Beside(run.con.Say(d.goes, len(going)) + ": " + much)
		ask, yes = run.con.Say("Type %d to do it:", len(going)), []string{strconv.Itoa(len(going))}
	}
	answer, err := run.con.Ask(run.session.Context(), ask)
	if err != nil {
		return err
	}
	for _, y := range yes {
		if strings.EqualFold(answer, y) {
			return nil
		}
	}
	return console.Exit(console.ExitFailed, client.Errorf(client.KindLocal, string(plan.Op), model.Place{}, text.CliNotDone))
}

const hintMaxDelete text.Text = "say how many may go: --max-delete N"

// braked says why so much is not deleted just so, "" where it is; an error is what
// --max-delete forbids.
func (run *Runner) braked(plan *model.Plan, w Flags) (much string, err error) {
	n := len(doomed(plan))
	switch {
	case n == 0 || modeOf(&plan.Items[0]) == client.DeleteRecord: // nothing is lost
		return "", nil
	case w.MaxDelete >= 0 && n > w.MaxDelete:
		return "", console.UsageError("nothing was done: %d {entry|entries} would go, and --max-delete is %d", "", n, w.MaxDelete)
	case w.MaxDelete >= 0:
		return "", nil
	}
	if x, over := run.session.Config.Jobs.Brake.StopsPlan(plan); over {
		much = x.Say(run.con.Catalogue)
	}
	return much, nil
}

// goers are the items that something will be done to.
func goers(plan *model.Plan) (all []*model.Item) {
	for i := range plan.Items {
		if plan.Items[i].Goes() {
			all = append(all, &plan.Items[i])
		}
	}
	return all
}

// doomed are the items that destroy an entry.
func doomed(plan *model.Plan) (all []*model.Item) {
	for i := range plan.Items {
		if plan.Deletes(i) {
			all = append(all, &plan.Items[i])
		}
	}
	return all
}

// asked are the items that a person is asked about: what is destroyed, or all where nothing
// is.
func asked(plan *model.Plan) []*model.Item {
	if all := doomed(plan); len(all) > 0 {
		return all
	}
	return goers(plan)
}

// modeOf is how an item is deleted; all of one plan are in the same way.
func modeOf(it *model.Item) client.DeleteMode {
	if it.Op == model.OpPurge {
		return client.DeleteForever
	}
	return client.DeleteMode(it.Mode)
}

// deletion is what is said about a mode of deleting: what will become of the entries, what
// became of them, and the question before it with its answers. What cannot be undone needs
// more than one key.
type deletion struct {
	goes, gone, ask text.Text
	yes             []string
}

var deletions = map[client.DeleteMode]deletion{
	client.DeleteToBin: {
		goes: "%d {entry goes|entries go} to the recycle bin", gone: "%d {entry is|entries are} in the recycle bin",
		ask: "Move %d {entry|entries} to the recycle bin? [y/N]", yes: []string{"y", "yes"},
	},
	client.DeleteRecord: { // nothing is lost, so nobody is asked
		goes: "%d {document goes|documents go} off the recent list", gone: "%d {document is|documents are} off the recent list",
	},
	client.DeleteNode: {
		goes: "%d {page goes|pages go} for good; the pages under {it move|them move} up",
		gone: "%d {page is|pages are} gone; the pages under {it|them} have moved up",
		ask:  "Delete %d {page|pages} for good? The pages under {it move up to its parent|them move up to their parents}. Type yes:", yes: []string{"yes"},
	},
	client.DeleteTree: {
		goes: "%d {page goes|pages go} for good with all pages under {it|them}", gone: "%d {page is|pages are} gone with all pages under {it|them}",
		ask: "Delete %d {page|pages} and all pages under {it|them} for good? Type yes:", yes: []string{"yes"},
	},
	client.DeleteForever: {
		goes: "%d {entry goes|entries go} for good", gone: "%d {entry is|entries are} gone",
		ask: "Delete %d {entry|entries} for good? Type yes:", yes: []string{"yes"},
	},
}

// deletionOf is the row of a mode; of an unknown one nothing is promised.
func deletionOf(mode client.DeleteMode) deletion {
	if d, ok := deletions[mode]; ok {
		return d
	}
	return deletions[client.DeleteForever]
}
