// Package jobs is the commands that show and control jobs.
package jobs

import (
	"strings"

	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// Commands show and control jobs.
type Commands struct {
	con     *console.Console
	session *session.Session
	run     *write.Runner
	jobs    Store
}

// Store is the jobs of all accounts; Ready says why they cannot be opened.
type Store interface {
	client.Jobs
	Ready() error
}

// New takes the store of the jobs.
func New(con *console.Console, s *session.Session, run *write.Runner, jobs Store) *Commands {
	return &Commands{con: con, session: s, run: run, jobs: jobs}
}

// Command is jobs with all below it.
func (cs *Commands) Command() *cobra.Command {
	say := cs.con.Say
	var f console.Format
	list := func(*cobra.Command, []string) error { return cs.list(f) }
	ls := &cobra.Command{Use: "ls", Short: say("list the jobs, the newest first"), Args: console.WantArgs(0, 0), RunE: cs.session.Needs(list)}
	show := &cobra.Command{
		Use: "show ID", Short: say("show a job with all its items"),
		Args: console.WantArgs(1, 1), ValidArgsFunction: cs.completeJobs(func(model.JobSnapshot) bool { return true }),
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error { return cs.show(args[0], f) }),
	}
	var w write.Flags
	resume := &cobra.Command{
		Use: "resume [ID]", Short: say("resume a paused or interrupted job"), Long: say("Without ID it is the job that can be resumed, if there is only one."),
		Args: console.WantArgs(0, 1), ValidArgsFunction: cs.completeJobs(write.Stands),
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error {
			w.Format = f
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
		Use: "pause ID", Short: say("pause a job after the batch under way"), Args: console.WantArgs(1, 1), ValidArgsFunction: cs.completeJobs(going),
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error { return cs.onJob(args[0], cs.jobs.Pause) }),
	}
	cancel := &cobra.Command{
		Use: "cancel ID", Short: say("end a job; what is done stays done"), Args: console.WantArgs(1, 1),
		ValidArgsFunction: cs.completeJobs(func(s model.JobSnapshot) bool { return write.Stands(s) || going(s) }),
		RunE:              cs.session.Needs(func(_ *cobra.Command, args []string) error { return cs.onJob(args[0], cs.jobs.Cancel) }),
	}
	c := cs.con.Group("jobs", "show and control jobs", ls, show, cs.runCommand(), resume, pause, cancel, cs.retryCommand(),
		cs.undoCommand(false, say("take back what a job has done; without ID the last one")), cs.clearCommand(), cs.reportCommand(), cs.goOnCommand())
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return console.UsageErrorFor(c, text.CliNoSuchSub, c.CommandPath(), args[0])
		}
		return cs.session.Needs(list)(c, args)
	}
	for _, s := range []*cobra.Command{c, ls, show, resume} {
		cs.con.FormatFlags(s, &f, false)
	}
	return c
}

// job finds a job by its id or by a unique prefix.
func (cs *Commands) job(id string) (model.JobSnapshot, error) {
	if err := cs.jobs.Ready(); err != nil {
		return model.JobSnapshot{}, err
	}
	var found []model.JobSnapshot
	for _, s := range cs.jobs.Jobs() {
		if s.ID == id {
			return s, nil
		}
		if id != "" && strings.HasPrefix(s.ID, id) {
			found = append(found, s)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := client.Errorf(client.KindNotFound, "jobs", model.Place{}, "there is no job %s", id)
	if len(found) > 1 {
		e.What, e.Args = "%s matches %d {job|jobs}", []any{id, len(found)}
	}
	e.Hint = text.CliHintJobs
	return model.JobSnapshot{}, e
}

// going: the job can be paused.
func going(s model.JobSnapshot) bool {
	return s.State == model.JobWaiting || s.State == model.JobRunning
}

// completeJobs completes the jobs that the command applies to.
func (cs *Commands) completeJobs(fits func(model.JobSnapshot) bool) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var out []string
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		if _, err := cs.session.Load(); err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		for _, s := range cs.jobs.Jobs() {
			if fits(s) {
				out = append(out, s.ID+"\t"+string(s.Op)+" "+string(s.State))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
}
