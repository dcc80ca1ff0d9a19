package keys

import "aloft/model/text"

// What works in the jobs panel.
const (
	JobDown     Action = "jobs.down"
	JobUp       Action = "jobs.up"
	JobTop      Action = "jobs.top"
	JobBottom   Action = "jobs.bottom"
	JobPageDown Action = "jobs.page-down"
	JobPageUp   Action = "jobs.page-up"
	JobDetails  Action = "jobs.details"
	JobPause    Action = "jobs.pause"
	JobPauseAll Action = "jobs.pause-all"
	JobCancel   Action = "jobs.cancel"
	JobClear    Action = "jobs.clear"
	JobRetry    Action = "jobs.retry"
)

// jobDocs is the part of the registry that works in the jobs panel.
func jobDocs() []Doc {
	return []Doc{
		{JobDown, text.KeyDoDown, "", text.KeyGroupMovingAbout, Keys{"j or down", "down", "down"}},
		{JobUp, text.KeyDoUp, "", text.KeyGroupMovingAbout, Keys{"k or up", "up", "up"}},
		{JobTop, "first job", "", text.KeyGroupMovingAbout, Keys{"g g or home", "home", "home"}},
		{JobBottom, "last job", "", text.KeyGroupMovingAbout, Keys{"G or end", "end", "end"}},
		{JobPageDown, text.KeyDoAPageDown, "", text.KeyGroupMovingAbout, Keys{"pgdown or ctrl+f or ctrl+d", "pgdown", "pgdown"}},
		{JobPageUp, text.KeyDoAPageUp, "", text.KeyGroupMovingAbout, Keys{"pgup or ctrl+b or ctrl+u", "pgup", "pgup"}},
		{JobDetails, "items of the job", text.KeyShortDetails, text.KeyGroupJobs, Keys{"enter or l or right", "enter or f3", "enter or right"}},
		{JobPause, "pause or resume", text.KeyShortPause, text.KeyGroupJobs, Keys{"p", "f5", "space"}},
		{JobPauseAll, "pause all", "pause all", text.KeyGroupJobs, Keys{"P", "shift+f5", "shift+f5"}},
		{JobCancel, "cancel the job", text.KeyShortCancel, text.KeyGroupJobs, Keys{"x", "f8 or delete", "f8 or delete"}},
		{JobRetry, "try again what failed", text.KeyShortRetry, text.KeyGroupJobs, Keys{"r", "f7", "f7"}},
		{JobClear, "clear the jobs that have ended", text.KeyShortClear, text.KeyGroupJobs, Keys{"c", "f6", "f6"}},
	}
}
