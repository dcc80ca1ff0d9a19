package jobs

import (
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// positions are the flags that say where a job is to be put; one is given.
func positions() []string { return []string{"first", "last", "before", "after"} }

// orderCommand is order [ID].
func (cs *Commands) orderCommand() console.Command {
	unended := cs.completeJobs(func(s model.JobSnapshot) bool { return !s.State.Ended() })
	other := func(c *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		return unended(c, nil, prefix)
	}
	return console.Command{
		Use: "order [ID]", Short: "order the jobs", Long: `Jobs take turns. Ordered jobs run in their order, and before all jobs without
an order, also those of other processes. The order is kept until the jobs have
ended. Without ID, aloft lists the jobs that have not ended, in the order in
which they run.`, Words: unended, JSON: []any{jsonJob{}},
		Flags: []console.Flag{
			{Name: "first", Value: false, Help: "before all others"},
			{Name: "last", Value: false, Help: "after all others"},
			{Name: "before", Value: "", Help: "right before this job", Complete: other},
			{Name: "after", Value: "", Help: "right after this job", Complete: other},
		},
		Run: cs.order,
	}
}

// order puts the job where it is to go, and lists all that have not ended as they go.
func (cs *Commands) order(in console.Call) error {
	given := len(slices.DeleteFunc(positions(), func(f string) bool { return !in.Given(f) }))
	switch {
	case given > 1, given == 0 && len(in.Args) > 0:
		return in.Usage("say where the job goes with one of --first, --last, --before and --after")
	case given > 0 && len(in.Args) == 0:
		return in.Usage("name the job to move")
	}
	if len(in.Args) > 0 {
		s, err := cs.job(in.Args[0])
		if err != nil {
			return err
		}
		before, err := cs.before(s.ID, in)
		if err != nil {
			return err
		}
		if err := cs.jobs.Reorder(s.ID, before); err != nil {
			return err
		}
	}
	return cs.listAll(model.InOrder(cs.jobs.Jobs()), in.Format)
}

// before is the job that comes right after the position, "" = none.
func (cs *Commands) before(id string, in console.Call) (string, error) {
	all := slices.DeleteFunc(model.InOrder(cs.jobs.Jobs()), func(s model.JobSnapshot) bool { return s.ID == id })
	next := len(all)
	switch {
	case in.On("first"):
		next = 0
	case in.Text("before")+in.Text("after") != "":
		other, err := cs.job(in.Text("before") + in.Text("after"))
		if err != nil {
			return "", err
		}
		next = slices.IndexFunc(all, func(s model.JobSnapshot) bool { return s.ID == other.ID })
		switch {
		case other.ID == id:
			return id, nil
		case next < 0:
			return "", client.Errorf(client.KindConflict, "jobs", model.Place{}, text.JobsEnded, other.ID)
		case in.Text("after") != "":
			next++
		}
	}
	if next == len(all) {
		return "", nil
	}
	return all[next].ID, nil
}
