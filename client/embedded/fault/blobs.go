package fault

import "time"

// Blobs are the fault switches of imports, exports and their bytes.
type Blobs struct {
	Task      Span          // how long an import or export takes at least
	TaskFail  Rate          // an import or export fails and makes nothing
	TaskStuck Rate          // an import or export does its work but never reports its end
	TaskID    string        // async_import answers "other": another task_id than pre_import, which becomes invalid; "none": no task_id
	LinkLife  time.Duration // how long signed links are valid; default 30 min, 6 h on the drive
	CutUp     Rate          // the connection breaks in the middle of an upload
	CutDown   Rate          // the connection breaks in the middle of a download
	NoRange   bool          // downloads always begin at the first byte
	PutStatus string        // status of an upload's answer: "200" (default), "201", "204", "mixed"
	MaxSize   int64         // largest import in bytes; default 2 GiB
}

// RollTask draws for an import or export that starts now: whether it fails, whether
// it never reports its end, and how long it takes at least.
func (c *Chance) RollTask(f *Blobs) (fail, stuck bool, least time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fail = c.hit("task-fail", f.TaskFail, true)
	stuck = c.hit("task-stuck", f.TaskStuck, true)
	return fail, stuck, c.span(f.Task, Span{})
}
