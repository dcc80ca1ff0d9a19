package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
)

// Wish is what was asked for, kept with plan and job so that their effects go to
// the pane and the paths that they were started from.
type Wish struct {
	Origin dialog.Origin
	Req    client.Request
	Picker int  // the Pick that waits for the folder, 0 = none
	Show   bool // the plan is shown, whatever it is
	Asked  bool // the person has said yes: the plan is shown where it is not all that was asked
	// Told, when set, is called when the job has begun and when it has ended; with "" when
	// there is none after all.
	Told func(id string, s model.JobState) tea.Cmd
}

func (w *Wish) told(id string, s model.JobState) tea.Cmd {
	if w.Told == nil {
		return nil
	}
	return w.Told(id, s)
}
