package jobs

import (
	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/write"
	"aloft/model"
	"aloft/model/text"
)

// runSaved runs a plan that --dry-run=FILE has saved.
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
