package keys

import "aloft/model/text"

// Actions of every dialog without a text field.
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

// Actions of the permission dialog.
const (
	ShareRead Action = "permission.read"
	ShareEdit Action = "permission.edit"
)

// Actions of dialogs with buttons and of single kinds of dialogs.
const (
	BtnNext Action = "buttons.next"
	BtnPrev Action = "buttons.previous"

	ConfirmYes Action = "confirm.yes"
	ConfirmNo  Action = "confirm.no"
	ConfirmAll Action = "confirm.view-all"

	PlanFull       Action = "plan.full"
	PlanDryRun     Action = "plan.dry-run"
	PlanPaused     Action = "plan.paused"
	PlanFilter     Action = "plan.filter"
	PlanSkip       Action = "plan.skip"
	PlanSkipAll    Action = "plan.skip-all"
	PlanName       Action = "plan.rename"
	PlanNumberAll  Action = "plan.number-all"
	PlanCycle      Action = "plan.cycle"
	PlanReplace    Action = "plan.replace"
	PlanReplaceAll Action = "plan.replace-all"
	PlanNewerAll   Action = "plan.newer-all"
	PlanMerge      Action = "plan.merge"

	ConflictSkip       Action = "conflict.skip"
	ConflictSkipAll    Action = "conflict.skip-all"
	ConflictRename     Action = "conflict.rename"
	ConflictNumberAll  Action = "conflict.number-all"
	ConflictStop       Action = "conflict.stop"
	ConflictReplace    Action = "conflict.replace"
	ConflictReplaceAll Action = "conflict.replace-all"
	ConflictNewerAll   Action = "conflict.newer-all"
	ConflictMerge      Action = "conflict.merge"

	ErrorRetry   Action = "error.retry"
	ErrorSkip    Action = "error.skip"
	ErrorSkipAll Action = "error.skip-all"
	ErrorStop    Action = "error.stop"
	ErrorDetails Action = "error.details"
	ErrorCopy    Action = "error.copy"

	QuitGoOn   Action = "quit.go-on"
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

	HelpSearch Action = "help.search"
	HelpNext   Action = "help.next-column"
	HelpPrev   Action = "help.previous-column"

	SettingsNext   Action = "settings.next"
	SettingsPrev   Action = "settings.previous"
	SettingsReset  Action = "settings.reset"
	SettingsFilter Action = "settings.filter"
)

const (
	keyDoReplace    text.Text = "replace: the old file goes to the bin"
	keyDoReplaceAll text.Text = "replace all files"
	keyDoNewerAll   text.Text = "replace older files, skip the rest"
	keyDoMerge      text.Text = "merge the folders"
)

// dialogDocs is the registry of dialogs.
func dialogDocs() []Doc {
	return []Doc{
		// dialog
		{DlgAccept, "accept the focused choice", "ok", text.KeyGroupDialog, Keys{"enter"}},
		{DlgCancel, text.KeyShortBack, text.KeyShortBack, text.KeyGroupDialog, Keys{"esc or q"}},
		{DlgDown, text.KeyDoDown, "", text.KeyGroupDialog, Keys{"j or down"}},
		{DlgUp, text.KeyDoUp, "", text.KeyGroupDialog, Keys{"k or up"}},
		{DlgPageDown, text.KeyDoAPageDown, "", text.KeyGroupDialog, Keys{"pgdown or ctrl+f or ctrl+d"}},
		{DlgPageUp, text.KeyDoAPageUp, "", text.KeyGroupDialog, Keys{"pgup or ctrl+b or ctrl+u"}},
		{DlgTop, text.KeyDoToTheTop, "", text.KeyGroupDialog, Keys{"home"}},
		{DlgBottom, text.KeyDoToTheEnd, "", text.KeyGroupDialog, Keys{"end or G"}},
		{DlgHelp, "help for this dialog", "", text.KeyGroupDialog, Keys{"? or f1"}},
		// buttons
		{BtnNext, text.KeyDoNextChoice, "", text.KeyGroupDialog, Keys{"tab or right"}},
		{BtnPrev, text.KeyDoPreviousChoice, "", text.KeyGroupDialog, Keys{"shift+tab or left"}},
		// confirm
		{ConfirmYes, "yes", "yes", text.KeyGroupConfirm, Keys{"y", "y", "none"}},
		{ConfirmNo, "no", "no", text.KeyGroupConfirm, Keys{"n"}},
		{ConfirmAll, "view all", "view all", text.KeyGroupConfirm, Keys{"v"}},
		// plan
		{PlanFull, "full plan", "full plan", text.KeyGroupPlan, Keys{"p"}},
		{PlanDryRun, "dry run only", "dry run only", text.KeyGroupPlan, Keys{"d"}},
		{PlanSkip, "skip", text.KeyShortSkip, text.KeyGroupPlan, Keys{"s"}},
		{PlanSkipAll, "skip all", text.KeyShortSkipAll, text.KeyGroupPlan, Keys{"S"}},
		{PlanFilter, "filter", text.KeyShortFilter, text.KeyGroupPlan, Keys{"/"}},
		{PlanName, text.KeyDoAnotherName, "another name", text.KeyGroupPlan, Keys{"r"}},
		{PlanNumberAll, text.KeyDoRenameAllWithANumber, text.KeyShortNumberAll, text.KeyGroupPlan, Keys{"R"}},
		{PlanReplace, keyDoReplace, "replace", text.KeyGroupPlan, Keys{"o"}},
		{PlanReplaceAll, keyDoReplaceAll, "replace all", text.KeyGroupPlan, Keys{"O"}},
		{PlanNewerAll, keyDoNewerAll, "newer wins", text.KeyGroupPlan, Keys{"N"}},
		{PlanMerge, keyDoMerge, "merge", text.KeyGroupPlan, Keys{"m"}},
		{PlanCycle, "skip, number or replace", "", text.KeyGroupPlan, Keys{"space"}},
		{PlanPaused, "start paused", "start paused", text.KeyGroupPlan, Keys{"P"}},
		// conflict
		{ConflictSkip, text.KeyDoSkip, text.KeyShortSkip, text.KeyGroupConflict, Keys{"s"}},
		{ConflictSkipAll, text.KeyDoSkipAll, text.KeyShortSkipAll, text.KeyGroupConflict, Keys{"S"}},
		{ConflictRename, text.KeyDoAnotherName, text.KeyShortRename, text.KeyGroupConflict, Keys{"r"}},
		{ConflictNumberAll, text.KeyDoRenameAllWithANumber, text.KeyShortNumberAll, text.KeyGroupConflict, Keys{"R"}},
		{ConflictStop, "stop after this item", text.KeyShortStop, text.KeyGroupConflict, Keys{"a"}},
		{ConflictReplace, keyDoReplace, "replace", text.KeyGroupConflict, Keys{"o"}},
		{ConflictReplaceAll, keyDoReplaceAll, "replace all", text.KeyGroupConflict, Keys{"O"}},
		{ConflictNewerAll, keyDoNewerAll, "newer wins", text.KeyGroupConflict, Keys{"N"}},
		{ConflictMerge, keyDoMerge, "merge", text.KeyGroupConflict, Keys{"m"}},
		// error
		{ErrorRetry, "retry", text.KeyShortRetry, text.KeyGroupError, Keys{"r"}},
		{ErrorSkip, text.KeyDoSkip, text.KeyShortSkip, text.KeyGroupError, Keys{"s"}},
		{ErrorSkipAll, text.KeyDoSkipAll, text.KeyShortSkipAll, text.KeyGroupError, Keys{"S"}},
		{ErrorStop, "stop", text.KeyShortStop, text.KeyGroupError, Keys{"a"}},
		{ErrorDetails, "details", text.KeyShortDetails, text.KeyGroupError, Keys{"v"}},
		{ErrorCopy, "copy the message", text.KeyShortCopy, text.KeyGroupError, Keys{"Y"}},
		// quit
		{QuitGoOn, "quit, and let them go on in the background", "background", text.KeyGroupQuit, Keys{"b"}},
		{QuitWait, "wait for the jobs", "wait", text.KeyGroupQuit, Keys{"w"}},
		{QuitPause, "pause and quit", "pause and quit", text.KeyGroupQuit, Keys{"p"}},
		{QuitCancel, "cancel and quit", "cancel and quit", text.KeyGroupQuit, Keys{"x", "x", "f8"}},
		// resume
		{ResumeGo, "go on", "go on", text.KeyGroupInterruptedJobs, Keys{"r"}},
		{ResumeLater, "later", "later", text.KeyGroupInterruptedJobs, Keys{"l"}},
		{ResumeDrop, "cancel", text.KeyShortCancel, text.KeyGroupInterruptedJobs, Keys{"x", "x", "f8"}},
		// view
		{ViewCopy, "copy this row", "copy this row", text.KeyGroupDialog, Keys{"Y or y"}},
		// pick
		{PickOpen, "open the folder", "open", text.KeyGroupPickAFolder, Keys{"l or right"}},
		{PickParent, text.KeyDoParentFolder, "parent", text.KeyGroupPickAFolder, Keys{"h or left or backspace"}},
		{PickNew, "new folder", "new folder", text.KeyGroupPickAFolder, Keys{"a or f7"}},
		// bookmarks
		{MarkAdd, text.KeyDoBookmarkThisFolder, "add", text.KeyGroupBookmarks, Keys{"a or B"}},
		{MarkDelete, "delete the bookmark", text.KeyShortDelete, text.KeyGroupBookmarks, Keys{"d or delete", "d or delete", "delete or f8"}},
		{MarkRename, "rename the bookmark", text.KeyShortRename, text.KeyGroupBookmarks, Keys{"r or f2"}},
		{MarkLetter, "assign a letter", "letter", text.KeyGroupBookmarks, Keys{"'"}},
		// permission
		{ShareRead, "everyone with the link can read", text.KeyShortRead, text.KeyGroupPermission, Keys{"r"}},
		{ShareEdit, "everyone with the link can edit", "edit", text.KeyGroupPermission, Keys{"e", "e", "f4"}},
		// help
		{HelpSearch, "search the help", text.KeyShortSearch, "help", Keys{"/"}},
		{HelpNext, "next column", "", "help", Keys{"right or l"}},
		{HelpPrev, "previous column", "", "help", Keys{"left or h"}},
		// settings
		{SettingsNext, "next value", "next", text.KeyGroupSettings, Keys{"space or right or l"}},
		{SettingsPrev, "previous word", "", text.KeyGroupSettings, Keys{"left or h"}},
		{SettingsReset, "remove from the file and use the default", "default", text.KeyGroupSettings, Keys{"d or delete", "d or delete", "delete or f8"}},
		{SettingsFilter, "filter", text.KeyShortFilter, text.KeyGroupSettings, Keys{"/"}},
	}
}
