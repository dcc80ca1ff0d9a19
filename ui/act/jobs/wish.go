package jobs

import (
	"aloft/client"
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
}
