package text

// The line and the panel of jobs.
const (
	JobMove       Text = "move %d -> %s"
	JobDelete     Text = "delete %d in %s"
	JobRename     Text = "rename %d in %s"
	JobMakeFolder Text = "make %d in %s"
	JobCalls      Text = "call %d/%d"
	JobLeft       Text = "left %s"
	JobMore       Text = "+%d more"

	JobIsWaiting     Text = "waiting"
	JobIsRunning     Text = "running"
	JobIsPaused      Text = "paused"
	JobIsSignedOut   Text = "needs login"
	JobIsInterrupted Text = "interrupted"
	JobIsDone        Text = "done"
	JobIsFailed      Text = "failed"
	JobIsCancelled   Text = "cancelled"

	Seconds Text = "%d s"
	Minutes Text = "%d min"
	Hours   Text = "%d h"

	JobsTitle Text = "Jobs"
	JobsNone  Text = "No jobs. Every change you make appears here."
	JobsCount Text = "%d {job|jobs}"

	JobErrors  Text = "%d {error|errors}"
	JobUnknown Text = "%d {outcome|outcomes} being verified"
)
