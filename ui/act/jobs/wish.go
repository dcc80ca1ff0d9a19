package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
)

// Wish is a request, kept with plan and job so that their effects go to the pane and the paths it came from.
type Wish struct {
	Origin dialog.Origin
	Req    client.Request
	Picker int  // the Pick that waits for the folder, 0 = none
	Show   bool // always show the plan
	Asked  bool // already confirmed: the plan is shown only if it differs from the request
	// Told, if set, is called at the start and the end of the job, or with "" if there is none after all.
	Told func(id string, s model.JobState) tea.Cmd
}

func (w *Wish) told(id string, s model.JobState) tea.Cmd {
	if w.Told == nil {
		return nil
	}
	return w.Told(id, s)
}
