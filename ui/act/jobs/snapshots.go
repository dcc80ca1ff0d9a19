package jobs

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/jobs"
)

// work is what the screen knows of jobs.
type work struct {
	snaps   []model.JobSnapshot
	whole   bool // snaps must include those that ended long ago
	events  <-chan client.JobEvent
	owned   map[string]owned // jobs of this session, by id
	wishes  map[string]Wish  // of plans in a dialog, by plan id
	failed  map[string]bool  // ended with errors and not seen yet
	told    map[string]bool  // end already reported
	again   []Wish           // retries still to be planned
	ticking bool
	// reportAt is when the open report was last read.
	reportAt time.Time
}

// owned is a job started by this session, without its entries, which may be many.
type owned struct {
	origin dialog.Origin
	picker int // the Pick that waits for the new folder, 0 = none
	made   model.Place
	only   model.Item                                // the only item of its plan; zero = several or unknown
	policy model.Policy                              // set by its plan, "" = unknown
	told   func(id string, s model.JobState) tea.Cmd // may be nil
	synced model.Place                               // the folder that a sync changes; zero = not a sync
}

// own returns a job as this session remembers it.
func own(w Wish, p *model.Plan) owned {
	o := owned{origin: w.Origin, picker: w.Picker, told: w.told}
	if w.Req.Sync != nil {
		o.synced = w.Req.Target
	}
	if w.Picker != 0 && len(w.Req.Items) > 0 {
		o.made = w.Req.Items[0]
	}
	if len(p.Items) > 0 {
		o.policy = p.Items[0].Policy
	}
	if n := len(p.Items); n == 1 || n == 2 && p.Items[0].Op != p.Op && p.Items[0].Op.Row().FreesName() && w.Req.Sync == nil {
		o.only = p.Items[n-1] // the one before makes room for it
	}
	return o
}

// Refresh reads the engine's snapshots from memory.
func (a *Acts) Refresh() {
	if a.work.whole {
		a.work.snaps = a.Client.Jobs.Jobs()
		return
	}
	a.work.snaps = a.Client.Jobs.Recent()
}

// all includes jobs that ended long ago, which few sessions need.
func (a *Acts) all() []model.JobSnapshot {
	if !a.work.whole && a.Client.Jobs != nil {
		a.work.whole = true
		a.Refresh()
	}
	return a.work.snaps
}

func (w *work) find(id string) *model.JobSnapshot {
	for i := range w.snaps {
		if w.snaps[i].ID == id {
			return &w.snaps[i]
		}
	}
	return nil
}

// Running returns the running jobs of this process.
func (a *Acts) Running() []model.JobSnapshot {
	return a.work.those(func(j *model.JobSnapshot) bool { return j.Mine && jobs.Live(j.State) })
}

// has reports whether a job matches.
func (w *work) has(such func(*model.JobSnapshot) bool) bool {
	return slices.ContainsFunc(w.snaps, func(j model.JobSnapshot) bool { return such(&j) })
}

func (w *work) those(are func(*model.JobSnapshot) bool) []model.JobSnapshot {
	var out []model.JobSnapshot
	for i := range w.snaps {
		if are(&w.snaps[i]) {
			out = append(out, w.snaps[i])
		}
	}
	return out
}

// Counts returns how many jobs of all processes run by themselves, and how many are paused or need a login.
func (a *Acts) Counts() (live, paused int) {
	for i := range a.work.snaps {
		switch s := a.work.snaps[i].State; {
		case jobs.Live(s):
			live++
		case s == model.JobPaused || s == model.JobNeedsLogin:
			paused++
		}
	}
	return live, paused
}
