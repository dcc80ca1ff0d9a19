package text

// What actions ask and say.
const (
	NewFolderTitle Text = "New folder"
	NameLabel      Text = "name: "
	InPlace        Text = "in %s"
	RenameOne      Text = "several are selected; rename works on one: Esc drops the selection"

	PickTitle Text = "Move %d {entry|entries} to…"
	MoveHere  Text = "Move here"

	NothingToDo     Text = "nothing to do"
	NothingSelected Text = "nothing is selected, and there is no entry under the cursor"
	NothingMarked   Text = "nothing is marked to be moved; %s marks"
	NothingToCopy   Text = "there is nothing to copy here"
	NothingToRetry  Text = "nothing in this job has failed"
	OtherSource     Text = "entries of %s cannot be moved to %s"
	OtherSourceCopy Text = "entries of %s cannot be moved to %s; %s copies them"
	IntoItself      Text = "%s cannot be moved into itself"
	AlreadyThere    Text = "it is in %s already; go to another folder in the other pane first"
	CutMarked       Text = "%d {entry|entries} marked to be moved; %s puts {it|them} into the folder you are in then"
	MessageMore     Text = "(%s: all of it)" // the key of the messages so far
	DryRunDone      Text = "dry run: %d {item|items}, nothing was changed"
	Skipped         Text = "%s was left where it is"

	Planning   Text = "planning… Esc cancels"
	TooEarly   Text = "%s came too early and was dropped: the answer is not there yet; %s cancels"
	Cancelled  Text = "cancelled"
	PlanningAt Text = "planning: listed %s (folder %d of %d), Esc cancels"

	DidMakeFolder     Text = "made %s"
	DidMakeFolderMany Text = "made %d {folder|folders}"
	DidRename         Text = "renamed %s to %s"
	DidRenameMany     Text = "renamed %d"
	DidMove           Text = "moved %s to %s"
	DidMoveMany       Text = "moved %d to %s"
	DidDelete         Text = "deleted %s"
	DidDeleteMany     Text = "deleted %d"
	CancelledAfter    Text = "cancelled: %d of %d {was|were} done and stay done"
	FailedTitle       Text = "%d {item|items} failed: %s"

	JobHasEnded   Text = "this job has ended"
	ResumeKept    Text = "interrupted jobs are kept; %s shows them"
	PausedKept    Text = "%d {job is|jobs are} paused; %s shows {it|them}"
	QuitsWhenDone Text = "aloft quits when the jobs have ended"

	GoTitle       Text = "Go to"
	GoLabel       Text = "place: "
	GoHelp        Text = "for example drive:/Work, disk:/tmp or ../Photos; Tab completes"
	SyncMissing   Text = "the other pane has no folder %s"
	SelectTitle   Text = "Select by pattern"
	UnselectTitle Text = "Unselect by pattern"
	PatternLabel  Text = "pattern: "
	PatternHelp   Text = "* any text, ? one character; without them: names that hold the text"
	Matched       Text = "%d {entry|entries} selected by the pattern"
	Unmatched     Text = "%d {entry|entries} taken out of the selection"

	OrderTitle   Text = "Order"
	OrderBy      Text = "by %s"
	OrderReverse Text = "reverse"
	OrderFolders Text = "folders first"

	SearchTitle Text = "Search %s"
	HitNowhere  Text = "the service does not say where %s is"

	Recovered Text = "recovered %d"
	Purged    Text = "deleted %d for good"

	BookmarkThere Text = "%s is a bookmark already"
	BookmarkAdded Text = "bookmarked %s; %s lists the bookmarks"
	NoMemory      Text = "this session keeps no bookmarks"
	NotKept       Text = "could not be remembered: %s"

	Copied     Text = "copied: %s"
	CopiedTmux Text = "copied, if tmux allows it (set-clipboard on): %s"
)
