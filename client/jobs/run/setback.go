package run

import (
	"time"

	"aloft/client/jobs/plan"
	"aloft/model"
)

// A job that is too small for an audit notices that the service was set back when it is
// resumed: a listing that it makes anyway shows what it has moved, long after it did. It
// pauses then, once, before it sends anything.

// resumed notes when the job went on with something done.
func (j *job) resumed() {
	if j.Counts().Done > 0 {
		j.trouble.since = time.Now()
	}
}

// sees looks at a listing of a lookup. late is how long listings may lag behind a change.
func (j *job) sees(l *model.Listing, late time.Duration) {
	if j.trouble.since.IsZero() || j.ToldSetBack || j.trouble.setBack != nil || j.Plan.Audited() || j.Plan.Op.Transfers() {
		return
	}
	before := l.ListedAt.Add(-late)
	if j.trouble.since.Before(before) {
		before = j.trouble.since // what was sent since is this process's own, and was seen to be done
	}
	if err := plan.SetBackIn(j.Progress, l, before); err != nil {
		j.trouble.setBack = err
	}
}
