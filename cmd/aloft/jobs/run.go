package jobs

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// runCommand runs a plan that --dry-run=FILE has saved.
func (cs *Commands) runCommand() console.Command {
	return cs.run.Row(write.Audit|write.Delete|write.Plan, console.Command{
		Use: "run FILE", Short: "run a saved plan", Long: `FILE comes from --dry-run=FILE of any command that changes something. aloft
first compares each planned change with the current state. If an entry has
changed, its target is gone or its new name is taken, aloft reports that change
and skips it (exit 3). The others run as planned. Each plan runs once.`,
	}, cs.runSaved)
}

func (cs *Commands) runSaved(in console.Call, w write.Flags) error {
	path := in.Args[0]
	plan, err := cs.run.Saved(path)
	if err != nil {
		return err
	}
	for _, s := range cs.jobs.Jobs() {
		if s.ID == plan.ID {
			return client.Errorf(client.KindConflict, "jobs", model.Place{}, "the plan in %s was run already, as job %s; nothing was done", path, s.ID).
				Hinted(text.Typed("aloft jobs show %s"), s.ID)
		}
	}
	return cs.run.Run(client.Request{Saved: plan}, w)
}
