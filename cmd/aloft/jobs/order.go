package jobs

import (
	"slices"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
	"aloft/model/text"
)

// position is where a job is to be put; one of the fields is set.
type position struct {
	first, last   bool
	before, after string
}

// orderCommand is order [ID].
func (cs *Commands) orderCommand(f *console.Format) *cobra.Command {
	say := cs.con.Say
	var p position
	unended := func(s model.JobSnapshot) bool { return !s.State.Ended() }
	c := &cobra.Command{
		Use: "order [ID]", Short: say("order the jobs"),
		Long: say(`Jobs take turns. One that was put in an order goes before those behind it, and before
all that were not put in one, also those of other processes. The order is kept until the
jobs have ended. Without ID the jobs that have not ended are listed as they go.`),
		Args: console.WantArgs(0, 1), ValidArgsFunction: cs.completeJobs(unended),
	}
	c.RunE = cs.session.Needs(func(c *cobra.Command, args []string) error {
		given := 0
		for _, name := range []string{"first", "last", "before", "after"} {
			if c.Flags().Changed(name) {
				given++
			}
		}
		switch {
		case given > 1, given == 0 && len(args) > 0:
			return console.UsageErrorFor(c, "one of --first, --last, --before and --after says where the job goes")
		case given > 0 && len(args) == 0:
			return console.UsageErrorFor(c, "the job that is to be put there must be named")
		}
		return cs.order(args, p, *f)
	})
	c.Flags().BoolVar(&p.first, "first", false, say("before all others"))
	c.Flags().BoolVar(&p.last, "last", false, say("after all others"))
	c.Flags().StringVar(&p.before, "before", "", say("right before this job"))
	c.Flags().StringVar(&p.after, "after", "", say("right after this job"))
	for _, name := range []string{"before", "after"} {
		_ = c.RegisterFlagCompletionFunc(name, func(c *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
			return cs.completeJobs(unended)(c, nil, prefix)
		})
	}
	return c
}

// order puts the job where it is to go, and lists all that have not ended as they go.
func (cs *Commands) order(args []string, p position, f console.Format) error {
	if err := cs.jobs.Ready(); err != nil {
		return err
	}
	if len(args) > 0 {
		s, err := cs.job(args[0])
		if err != nil {
			return err
		}
		before, err := cs.before(s.ID, p)
		if err != nil {
			return err
		}
		if err := cs.jobs.Reorder(s.ID, before); err != nil {
			return err
		}
	}
	return cs.listAll(model.InOrder(cs.jobs.Jobs()), f)
}

// before is the job that comes right after the position, "" = none.
func (cs *Commands) before(id string, p position) (string, error) {
	all := slices.DeleteFunc(model.InOrder(cs.jobs.Jobs()), func(s model.JobSnapshot) bool { return s.ID == id })
	next := len(all)
	switch {
	case p.first:
		next = 0
	case p.before+p.after != "":
		other, err := cs.job(p.before + p.after)
		if err != nil {
			return "", err
		}
		next = slices.IndexFunc(all, func(s model.JobSnapshot) bool { return s.ID == other.ID })
		switch {
		case other.ID == id:
			return id, nil
		case next < 0:
			return "", client.Errorf(client.KindConflict, "jobs", model.Place{}, text.JobsEnded, other.ID)
		case p.after != "":
			next++
		}
	}
	if next == len(all) {
		return "", nil
	}
	return all[next].ID, nil
}
