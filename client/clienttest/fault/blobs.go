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
