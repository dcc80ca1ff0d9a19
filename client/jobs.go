package client

import (
	"context"

	"aloft/model"
)

// Jobs is the only way to change anything: a Request becomes a Plan, a Plan becomes
// a job. Package jobs implements it.
type Jobs interface {
	// Plan makes a plan by listing only. It never changes anything.
	Plan(ctx context.Context, r Request) (*model.Plan, error)
	// Start journals the plan and runs it. No item may be undecided. Its items belong to
	// the job from then on: a large plan is in memory once.
	Start(ctx context.Context, p *model.Plan) (id string, err error)
	// Jobs returns all jobs of the store, the newest first, without I/O.
	Jobs() []model.JobSnapshot
	// Recent returns those that have not ended, or not long ago: without reading what
	// is known of all others.
	Recent() []model.JobSnapshot
	// Report lists the items of a job with their states.
	Report(id string) ([]model.ItemReport, error)
	// Wait blocks until the job has ended or is paused (also: needs login).
	Wait(ctx context.Context, id string) (model.JobSnapshot, error)
	Pause(id string) error
	Resume(id string) error // also after a crash, once the last intents are verified
	Cancel(id string) error
	// Reorder puts a job that has not ended before another one, or with "" after all: it
	// has its turns before them, in whichever processes they run.
	Reorder(id, before string) error
	// Forget removes an ended job's record.
	Forget(id string) error
	// Events reports changes, in order and without blocking the engine. The channel
	// is closed with the engine.
	Events() <-chan JobEvent
}

// JobEvent is an event of a job. Fresh listings that a job makes anyway are passed
// on, so that panes are updated at no cost.
type JobEvent struct {
	Job     string
	State   model.JobState // set when it changed, or another process has come further
	Listing *model.Listing // a fresh, whole listing of a folder
	// Touched are the folders whose content the job has changed.
	Touched []model.Place
}

// Request asks for a plan.
type Request struct {
	Op    model.Op
	Items []model.Place // what to move, rename, delete, …; what to make, with its name
	// Undo takes back what the job with this id has done: Op, Items and the rest are not
	// looked at, only Rule, Class, NoAudit and Progress. What cannot be taken back, or is
	// something newer, is in the plan's Refused.
	Undo string
	// Saved is a plan of an earlier time: what is still as it was is planned again
	// unchanged, the rest is in the plan's Refused. Only Class, NoAudit and Progress are
	// looked at.
	Saved   *model.Plan
	Retries string        // the job whose failures it does again, "" = none
	Targets []model.Place // OpMove: one for each item, instead of Target
	// Enter: with Targets, a new name that a folder has in the target means into that
	// folder, and a target that is the item's own folder is a rename.
	Enter    bool
	Target   model.Place    // OpMove, OpCopy and transfers: the folder to go to; OpRecover, OpPurge: the source
	Bin      []BinEntry     // OpRecover, OpPurge: the entries, instead of Items
	NewNames []string       // OpRename: one for each item; OpMove, OpCopy and transfers: the same, "" = unchanged, or nil
	New      *model.New     // OpCreate: what the items will be
	Policy   model.Policy   // OpShare, OpAttributes
	Policies []model.Policy // the same: one for each item, instead of Policy
	Format   string         // OpExport: one of model.Format…
	Mode     DeleteMode     // OpDelete, and a Sync that deletes; "" = the source's default
	Rule     model.ConflictRule
	Parents  bool // OpMakeFolder: make missing parents, accept existing folders
	Class    Class
	Roots    []model.Place // of the disk, where files are read there: no link leads out of them; none: links are followed
	NoAudit  bool          // leave the audit out that a bulk job has at its end
	// Partial: items that cannot be planned are left out and listed in the plan's
	// Refused; otherwise one of them fails the whole request.
	Partial bool
	// Sync, when set, makes Target hold what the only item, a folder, holds: OpUpload and
	// OpDownload.
	Sync *Sync
	// Progress, when set, is called while the plan is made. It must not block.
	Progress func(PlanProgress)
}

// Sync is how a folder is made like another one. Rule is about files that differ; with
// model.ConflictReplace the old one goes to the recycle bin, and on a file system of the disk
// that has none it stays under a name with a number. Where one side has a file and the other
// one a folder, both stay. Mode is about what only the target has.
type Sync struct {
	Delete bool            // what only the target has
	By     model.Comparing // "" = model.ByTime
	// Exclude are patterns of what stays as it is on both sides, see Excluding.
	Exclude []string
}

// PlanProgress is the progress of planning.
type PlanProgress struct {
	Listing model.Place // the folder being listed
	Folders int         // folders listed so far
	Of      int         // folders to list, as far as known
	Found   int         // items found so far
	Items   int         // items requested
}
