package jobs

import (
	"github.com/spf13/cobra"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// Command is jobs with all below it.
func (cs *Commands) Command() *cobra.Command {
	say := cs.con.Say
	var f console.Format
	list := func(*cobra.Command, []string) error { return cs.list(f) }
	ls := &cobra.Command{Use: "ls", Short: say("list the jobs"), Args: console.WantArgs(0, 0), RunE: cs.session.Needs(list)}
	show := &cobra.Command{
		Use: "show ID", Short: say("show a job with all its items"),
		Args: console.WantArgs(1, 1), ValidArgsFunction: cs.completeJobs(func(model.JobSnapshot) bool { return true }),
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error { return cs.show(args[0], f) }),
	}
	var w write.Flags
	every := false
	resume := &cobra.Command{
		Use: "resume [ID]", Short: say("resume a paused or interrupted job"), Long: say("Without ID it is the job that can be resumed, if there is only one."),
		Args: console.WantArgs(0, 1), ValidArgsFunction: cs.completeJobs(write.Stands),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			w.Format = f
			if every && len(args) > 0 {
				return named(c, args, every)
			}
			if every {
				return cs.resumeAll(w)
			}
			if len(args) == 0 {
				id, err := cs.standing()
				if err != nil {
					return err
				}
				args = []string{id}
			}
			return cs.resume(args[0], w)
		}),
	}
	pause := &cobra.Command{
		Use: "pause ID", Short: say("pause a job after the batch under way"), Args: console.WantArgs(0, 1), ValidArgsFunction: cs.completeJobs(going),
		RunE: cs.session.Needs(func(c *cobra.Command, args []string) error {
			if err := named(c, args, every); err != nil {
				return err
			}
			if every {
				return cs.pauseAll()
			}
			return cs.onJob(args[0], cs.jobs.Pause)
		}),
	}
	cs.everyFlag(resume, &every, say("all that are paused or interrupted"))
	cs.everyFlag(pause, &every, say("all that run or wait, in whichever process"))
	cancel := &cobra.Command{
		Use: "cancel ID", Short: say("end a job; what is done stays done"), Args: console.WantArgs(1, 1),
		ValidArgsFunction: cs.completeJobs(func(s model.JobSnapshot) bool { return write.Stands(s) || going(s) }),
		RunE:              cs.session.Needs(func(_ *cobra.Command, args []string) error { return cs.onJob(args[0], cs.jobs.Cancel) }),
	}
	order := cs.orderCommand(&f)
	c := cs.con.Group("jobs", "show and control jobs", ls, show, cs.runCommand(), order, resume, pause, cancel, cs.retryCommand(),
		cs.undoCommand(false, say("take back a job; without ID the last one")), cs.clearCommand(), cs.reportCommand(), cs.goOnCommand())
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return console.UsageErrorFor(c, text.CliNoSuchSub, c.CommandPath(), args[0])
		}
		return cs.session.Needs(list)(c, args)
	}
	for _, s := range []*cobra.Command{c, ls, order} {
		cs.con.FormatFlags(s, &f, false, jsonJob{})
	}
	cs.con.FormatFlags(show, &f, false, jsonDetails{})
	cs.con.FormatFlags(resume, &f, false, write.Result{})
	return c
}
