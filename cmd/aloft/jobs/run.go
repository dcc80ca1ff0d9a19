package jobs

import (
	"github.com/spf13/cobra"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
)

// runCommand runs a plan that --dry-run=FILE has saved.
func (cs *Commands) runCommand() *cobra.Command {
	var w write.Flags
	c := &cobra.Command{
		Use: "run FILE", Short: cs.con.Say("run a saved plan, exactly"),
		Long: cs.con.Say(`FILE is from --dry-run=FILE of any command that changes something. Every part is
compared with what is there now. One whose entry has changed, whose target is gone or
whose new name is taken is named before anything is sent, and left out (exit 3); the
others are done as the plan says. Each plan can be run once.`),
		Args: console.WantArgs(1, 1),
		RunE: cs.session.Needs(func(_ *cobra.Command, args []string) error { return cs.runSaved(args[0], w) }),
	}
	cs.run.WriteFlags(c, &w)
	cs.run.AuditFlag(c, &w)
	cs.run.DeleteFlags(c, &w)
	return c
}

func (cs *Commands) runSaved(path string, w write.Flags) error {
	if err := cs.jobs.Ready(); err != nil {
		return err
	}
	plan, err := cs.run.Saved(path)
	if err != nil {
		return err
	}
	for _, s := range cs.jobs.Jobs() {
		if s.ID == plan.ID {
			e := client.Errorf(client.KindConflict, "jobs", model.Place{}, "the plan in %s was run already, as job %s; nothing was done", path, s.ID)
			e.Hint, e.HintArgs = "aloft jobs show %s", []any{s.ID}
			return e
		}
	}
	return cs.run.Run(client.Request{Saved: plan}, w)
}
