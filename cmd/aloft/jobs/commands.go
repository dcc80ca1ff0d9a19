package jobs

import (
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// Command is jobs with all below it.
func (cs *Commands) Command() console.Command {
	list := func(in console.Call) error { return cs.listAll(cs.jobs.Jobs(), in.Format) }
	all := func(model.JobSnapshot) bool { return true }
	every := func(help text.Text) []console.Flag {
		return []console.Flag{{Name: "all", Value: false, Help: help}}
	}
	return cs.open(console.Command{Use: "jobs", Short: "show and control jobs", JSON: []any{jsonJob{}}, Run: list, Below: []console.Command{
		{Use: "ls", Short: "list the jobs", JSON: []any{jsonJob{}}, Run: list},
		{Use: "show ID", Short: "show a job with all its items", Words: cs.completeJobs(all), JSON: []any{jsonDetails{}}, Run: cs.show},
		cs.run.Row(write.Audit|write.Delete|write.Plan, console.Command{
			Use: "run FILE", Short: "run a saved plan", Long: `FILE comes from --dry-run=FILE of any command that changes something. aloft
first compares each planned change with the current state. If an entry has
changed, its target is gone or its new name is taken, aloft reports that change
and skips it (exit 3). The others run as planned. Each plan runs once.`,
		}, cs.runSaved),
		cs.orderCommand(),
		{
			Use: "resume [ID]", Short: "resume a paused or interrupted job", Long: "Without ID, aloft resumes the job that can be resumed, if there is only one.",
			Words: cs.completeJobs(write.Stands), JSON: []any{write.Result{}}, Flags: every("all paused or interrupted jobs"), Run: cs.resume,
		},
		{
			Use: "pause ID", Short: "pause a job after its current batch", Args: console.WantArgs(0, 1), Words: cs.completeJobs(going),
			Flags: every("all running or waiting jobs, in any process"), Run: cs.pause,
		},
		{
			Use: "cancel ID", Short: "cancel a job; changes already made stay", Words: cs.completeJobs(func(s model.JobSnapshot) bool { return write.Stands(s) || going(s) }),
			Run: func(in console.Call) error { return cs.onJob(in.Args[0], cs.jobs.Cancel) },
		},
		cs.run.Row(write.Audit|write.Conflict|write.Delete|write.Plan, console.Command{
			Use: "retry ID", Short: "retry what failed", Long: "Plans the failed items again and runs them as another job. Items that may already have been created are left out, so that nothing is created twice.", Words: cs.completeJobs(failed),
		}, cs.retry),
		cs.undoCommand(false),
		{Use: "clear", Short: "remove the jobs that have ended from the list", Long: "Their changes stay, but can no longer be undone.", Run: cs.clear},
		{
			Use: "report ID", Short: "save the report of the job", Words: cs.completeJobs(all), JSON: []any{jsonDetails{}},
			Flags: []console.Flag{{Name: "output", Short: "o", Value: console.Path("-"), Help: "the file to write, which must not exist; - is standard output"}},
			Run:   cs.report,
		},
		cs.goOnCommand(),
	}})
}

// List are the commands beside jobs.
func (cs *Commands) List() []console.Command {
	undo := cs.undoCommand(false)
	undo.Long = "Undoes the changes of the job, except those that somebody has changed since. Those stay and are listed. Without ID it undoes the last job. If that cannot be undone, nothing is done (exit 7). An undo is a job, too: redo reverses it."
	return []console.Command{cs.open(undo), cs.open(cs.undoCommand(true))}
}

// open makes a command, and those below it, say why the jobs cannot be opened.
func (cs *Commands) open(r console.Command) console.Command {
	for i := range r.Below {
		r.Below[i] = cs.open(r.Below[i])
	}
	run := r.Run
	r.Run = func(in console.Call) error {
		if err := cs.jobs.Ready(); err != nil {
			return err
		}
		return run(in)
	}
	return r
}
