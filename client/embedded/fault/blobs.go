package fault

import (
	"slices"
	"time"

	"aloft/model/text"
)

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

// blobFaults are the words for `aloft serve --fault`.
func blobFaults() []fault {
	rate := func(name string, help text.Text, at func(*Faults) *Rate) fault {
		return fault{name, help, wantsRate, func(f *Faults, v string) bool { return parseRate(v, at(f)) }}
	}
	word := func(name string, help text.Text, wants string, at func(*Faults) *string, words ...string) fault {
		return fault{name, help, wants, func(f *Faults, v string) bool { *at(f) = v; return slices.Contains(words, v) }}
	}
	return []fault{
		{"doc-task", "how long imports and exports take at least, 2s or 1s-5s", wantsSpan, func(f *Faults, v string) bool { return parseSpan(v, &f.Blobs.Task) }},
		rate("doc-task-fail", "share of imports and exports that fail and make nothing", func(f *Faults) *Rate { return &f.Blobs.TaskFail }),
		rate("doc-task-stuck", "share of imports and exports that never report their end", func(f *Faults) *Rate { return &f.Blobs.TaskStuck }),
		word("import-id", "async_import answers another task_id than pre_import (other), or none", "other or none", func(f *Faults) *string { return &f.Blobs.TaskID }, "other", "none"),
		{"link-life", "how long upload and download links are good; 30m by default, 6h for those of the drive", wantsTime, func(f *Faults, v string) bool { return parseTime(v, 0, &f.Blobs.LinkLife) }},
		rate("cut-upload", "share of uploads that break in the middle", func(f *Faults) *Rate { return &f.Blobs.CutUp }),
		rate("cut-download", "share of downloads that break in the middle", func(f *Faults) *Rate { return &f.Blobs.CutDown }),
		{"no-range", "downloads always begin at the first byte", wantsFlag, func(f *Faults, v string) bool { f.Blobs.NoRange = true; return v == "" }},
		word("upload-status", "what an upload answers: 200 (default), 201, 204 or mixed", "200, 201, 204 or mixed", func(f *Faults) *string { return &f.Blobs.PutStatus }, "200", "201", "204", "mixed"),
	}
}
