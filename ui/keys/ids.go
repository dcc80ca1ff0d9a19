package keys

import "strings"

// Action is what a key can be bound to. Its value is "context.name", the
// words of keys.toml.
type Action string

// Context is where the action works.
func (a Action) Context() Context {
	c, _, _ := strings.Cut(string(a), ".")
	return Context(c)
}

// None is the action of a key that is not bound.
const None Action = ""

// What works everywhere where nothing is being typed.
const (
	Help       Action = "global.help"
	Palette    Action = "global.palette"
	OtherPane  Action = "global.other-pane"
	NextPanel  Action = "global.next-panel"
	FocusLeft  Action = "global.focus-left"
	FocusRight Action = "global.focus-right"
	FocusJobs  Action = "global.focus-jobs"
	JobsPanel  Action = "global.jobs-panel"
	Refresh    Action = "global.refresh"
	Redraw     Action = "global.redraw"
	Back       Action = "global.back"
	Suspend    Action = "global.suspend"
	Quit       Action = "global.quit"
	Zoom       Action = "global.zoom"
	Split      Action = "global.split"
	Sync       Action = "global.sync"
	Swap       Action = "global.swap"
	Log        Action = "global.log"
	Theme      Action = "global.theme"
	Mouse      Action = "global.mouse"
	DryRun     Action = "global.dry-run"
	Preview    Action = "global.preview"
)

// What works in a file pane.
const (
	Down         Action = "pane.down"
	Up           Action = "pane.up"
	Parent       Action = "pane.parent"
	Open         Action = "pane.open"
	Top          Action = "pane.top"
	Bottom       Action = "pane.bottom"
	HalfDown     Action = "pane.half-down"
	HalfUp       Action = "pane.half-up"
	PageDown     Action = "pane.page-down"
	PageUp       Action = "pane.page-up"
	HistoryBack  Action = "pane.history-back"
	HistoryNext  Action = "pane.history-forward"
	GoHome       Action = "pane.go-home"
	GoDrive      Action = "pane.go-drive"
	GoDisk       Action = "pane.go-disk"
	GoDocs       Action = "pane.go-docs"
	GoSpaces     Action = "pane.go-spaces"
	GoRecent     Action = "pane.go-recent"
	GoPlace      Action = "pane.go-place"
	GoPrevious   Action = "pane.go-previous"
	OpenOther    Action = "pane.open-other"
	SameOther    Action = "pane.same-other"
	GoBin        Action = "pane.go-bin"
	Toggle       Action = "pane.toggle"
	ExtendDown   Action = "pane.extend-down"
	ExtendUp     Action = "pane.extend-up"
	Range        Action = "pane.range"
	SelectAll    Action = "pane.select-all"
	Invert       Action = "pane.invert"
	SelectGlob   Action = "pane.select-pattern"
	UnselectGlob Action = "pane.unselect-pattern"
	Cut          Action = "pane.cut"
	Paste        Action = "pane.paste"
	DropMarks    Action = "pane.drop-marks"
	Move         Action = "pane.move"
	MovePick     Action = "pane.move-pick"
	Rename       Action = "pane.rename"
	NewFolder    Action = "pane.new-folder"
	Delete       Action = "pane.delete"
	DeleteTree   Action = "pane.delete-tree"
	New          Action = "pane.new"
	Import       Action = "pane.import"
	Export       Action = "pane.export"
	Permission   Action = "pane.permission"
	Filter       Action = "pane.filter"
	Find         Action = "pane.find"
	FindNext     Action = "pane.find-next"
	FindPrev     Action = "pane.find-previous"
	Search       Action = "pane.search"
	Sort         Action = "pane.sort"
	Bookmarks    Action = "pane.bookmarks"
	BookmarkAdd  Action = "pane.bookmark-add"
	BookmarkJump Action = "pane.bookmark-jump"
	Info         Action = "pane.info"
	Link         Action = "pane.link"
	CopyName     Action = "pane.copy-name"
	CopyID       Action = "pane.copy-id"
	CopyLink     Action = "pane.copy-link"
	CopyPath     Action = "pane.copy-path"

	// A drive cannot copy; the keys say so.
	Copy     Action = "pane.copy"
	CopyPick Action = "pane.copy-pick"
	MarkCopy Action = "pane.mark-copy"
)

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

// What works in every dialog that is not typed into.
const (
	DlgCancel   Action = "dialog.cancel"
	DlgAccept   Action = "dialog.accept"
	DlgDown     Action = "dialog.down"
	DlgUp       Action = "dialog.up"
	DlgPageDown Action = "dialog.page-down"
	DlgPageUp   Action = "dialog.page-up"
	DlgTop      Action = "dialog.top"
	DlgBottom   Action = "dialog.bottom"
	DlgHelp     Action = "dialog.help"
)

// What works in a list of documents that were found or used lately.
const (
	HitInfo   Action = "results.info"
	HitLink   Action = "results.link"
	HitExport Action = "results.export"
	HitCopy   Action = "results.copy"
	HitShare  Action = "results.permission"
	HitDelete Action = "results.delete"

	RecentOrder  Action = "recent.order"
	RecentNext   Action = "recent.next-page"
	RecentPrev   Action = "recent.previous-page"
	RecentRemove Action = "recent.remove"
)

// What works in the dialog of a permission.
const (
	ShareRead Action = "permission.read"
	ShareEdit Action = "permission.edit"
)

// What works in dialogs with buttons, and in single kinds of dialogs.
const (
	BtnNext Action = "buttons.next"
	BtnPrev Action = "buttons.previous"

	ConfirmYes Action = "confirm.yes"
	ConfirmNo  Action = "confirm.no"
	ConfirmAll Action = "confirm.view-all"

	PlanFull      Action = "plan.full"
	PlanDryRun    Action = "plan.dry-run"
	PlanSkip      Action = "plan.skip"
	PlanSkipAll   Action = "plan.skip-all"
	PlanName      Action = "plan.rename"
	PlanNumberAll Action = "plan.number-all"
	PlanCycle     Action = "plan.cycle"

	ConflictSkip      Action = "conflict.skip"
	ConflictSkipAll   Action = "conflict.skip-all"
	ConflictRename    Action = "conflict.rename"
	ConflictNumberAll Action = "conflict.number-all"
	ConflictStop      Action = "conflict.stop"

	ErrorRetry   Action = "error.retry"
	ErrorSkip    Action = "error.skip"
	ErrorSkipAll Action = "error.skip-all"
	ErrorStop    Action = "error.stop"
	ErrorDetails Action = "error.details"
	ErrorCopy    Action = "error.copy"

	QuitWait   Action = "quit.wait"
	QuitPause  Action = "quit.pause"
	QuitCancel Action = "quit.cancel-jobs"

	ResumeGo    Action = "resume.resume"
	ResumeLater Action = "resume.later"
	ResumeDrop  Action = "resume.cancel-jobs"

	ViewCopy Action = "view.copy"

	PickOpen   Action = "pick.open"
	PickParent Action = "pick.parent"
	PickNew    Action = "pick.new-folder"

	MarkAdd    Action = "bookmarks.add"
	MarkDelete Action = "bookmarks.delete"
	MarkRename Action = "bookmarks.rename"
	MarkLetter Action = "bookmarks.letter"

	BinToggle  Action = "bin.toggle"
	BinAll     Action = "bin.select-all"
	BinRecover Action = "bin.recover"
	BinPurge   Action = "bin.purge"

	HelpSearch Action = "help.search"
)

// What works in every input.
const (
	InAccept     Action = "input.accept"
	InCancel     Action = "input.cancel"
	InLeft       Action = "input.left"
	InRight      Action = "input.right"
	InWordLeft   Action = "input.word-left"
	InWordRight  Action = "input.word-right"
	InStart      Action = "input.start"
	InEnd        Action = "input.end"
	InBackspace  Action = "input.delete-left"
	InDelete     Action = "input.delete-right"
	InKillWord   Action = "input.delete-word"
	InKillNext   Action = "input.delete-next-word"
	InKillStart  Action = "input.delete-to-start"
	InKillEnd    Action = "input.delete-to-end"
	InHistPrev   Action = "input.history-previous"
	InHistNext   Action = "input.history-next"
	InComplete   Action = "input.complete"
	InUncomplete Action = "input.complete-back"
	InPageDown   Action = "input.page-down"
	InPageUp     Action = "input.page-up"
)
