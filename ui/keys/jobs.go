package keys

import "aloft/model/text"

// Actions of the jobs panel.
const (
	JobDetails  Action = "jobs.details"
	JobPause    Action = "jobs.pause"
	JobPauseAll Action = "jobs.pause-all"
	JobCancel   Action = "jobs.cancel"
	JobClear    Action = "jobs.clear"
	JobRetry    Action = "jobs.retry"
	JobRetryAll Action = "jobs.retry-all"
	JobSave     Action = "jobs.save"
	JobFilter   Action = "jobs.filter"
	JobUndo     Action = "jobs.undo"
	JobLater    Action = "jobs.later"
	JobEarlier  Action = "jobs.earlier"
)

// jobDocs is the registry of the jobs panel.
func jobDocs() []Doc {
	list := moves(InJobs, text.KeyGroupMovingAbout, "first entry", "last entry", false, false)
	for i := range list {
		list[i].Keys[1] = list[i].Keys[2] // letters with Ctrl and Alt are for lists of files
	}
	return append(list, []Doc{
		{JobDetails, "items of the job", text.KeyShortDetails, text.KeyGroupJobs, Keys{"enter or l or right", "enter or f3", "enter or right"}},
		{JobPause, "pause or resume", text.KeyShortPause, text.KeyGroupJobs, Keys{"p", "f5", "space"}},
		{JobPauseAll, "pause all; resume all if none is running", "pause all", text.KeyGroupJobs, Keys{"P", "shift+f5", "shift+f5"}},
		{JobLater, "move down in the queue", "later", text.KeyGroupJobs, Keys{"J", "shift+down", "shift+down"}},
		{JobEarlier, "move up in the queue", "earlier", text.KeyGroupJobs, Keys{"K", "shift+up", "shift+up"}},
		{JobCancel, "cancel", text.KeyShortCancel, text.KeyGroupJobs, Keys{"x", "f8 or delete", "f8 or delete"}},
		{JobRetry, "retry what failed", text.KeyShortRetry, text.KeyGroupJobs, Keys{"r", "f7", "f7"}},
		{JobRetryAll, "retry all jobs", "", text.KeyGroupJobs, Keys{"R", "shift+f7", "shift+f7"}},
		{JobUndo, "undo", text.KeyShortUndo, text.KeyGroupJobs, Keys{"u", "ctrl+x u", "u"}},
		{JobSave, "save the report of the job", text.KeyShortSave, text.KeyGroupJobs, Keys{"e", "ctrl+x e", "e"}},
		{JobFilter, "filter", text.KeyShortFilter, text.KeyGroupFinding, Keys{"/", "ctrl+x /", "/ or ctrl+f"}},
		{JobClear, "clear what has ended", text.KeyShortClear, text.KeyGroupJobs, Keys{"c", "f6", "f6"}},
	}...)
}
