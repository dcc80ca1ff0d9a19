package text

// Inputs.
const (
	InputTooLong Text = "too long: %d {byte|bytes} of at most %d"
	PromptEmpty  Text = "nothing is typed yet"
)

// What dialogs have in common.
const (
	DlgCancel    Text = "Cancel"
	DlgClose     Text = "Close"
	DlgFoot      Text = "%s backs out"
	DlgLines     Text = "lines %d-%d of %d"
	DlgRow       Text = "%d/%d"
	DlgTypeWord  Text = "Type %q to confirm:"
	DlgWordWrong Text = "not %q yet; Esc keeps everything"
	DlgMore      Text = "… %[1]d more (%[2]s shows {it|all})"
)

// Plans.
const (
	MoveTitle     Text = "Move %d {entry|entries}"
	MoveYes       Text = "Move"
	RenameTitle   Text = "Rename %d {entry|entries}"
	RenameYes     Text = "Rename"
	MakeTitle     Text = "Make %d {folder|folders}"
	MakeYes       Text = "Make"
	PlanDryTitle  Text = "Dry run: %s"
	PlanDryRun    Text = "Dry run"
	PlanFrom      Text = "from"
	PlanTo        Text = "to"
	PlanItem      Text = "what"
	PlanPlan      Text = "plan"
	PlanNames     Text = "names"
	PlanCost      Text = "cost"
	PlanUndo      Text = "undo"
	PlanHereThere Text = " (%d here, %d elsewhere)"
	PlanIn        Text = "in %s"
	PlanArrow     Text = "->"
	PlanCalls     Text = "%d write {call|calls}"
	PlanLookups   Text = ", %d fresh {listing|listings}"
	PlanRequests  Text = "%d {request|requests}"
	PlanAtLeast   Text = ", at least %s s"
	PlanAllFree   Text = "all free"
	PlanFree      Text = "%d free"
	PlanTaken     Text = ", %d already {exists|exist} in the target"
	PlanLeft      Text = "%d {stays|stay} where {it is|they are}"
	PlanUndoYes   Text = "possible (by moving or renaming back)"
	PlanUndoBin   Text = "possible (from the recycle bin)"
	PlanUndoNo    Text = "not possible"
	DecideAsk     Text = "not decided"
	DecideSkip    Text = "skip"
	DecideName    Text = "as %s"
	WhyThere      Text = "is there already"
	WhyInside     Text = "goes with its folder"
	WhyExists     Text = "exists already"
	WhySameName   Text = "has that name already"
)

// Deleting.
const (
	DeleteTitle      Text = "Delete %d {entry|entries}"
	DeleteFinal      Text = "Delete %d {entry|entries} for good"
	DeleteYes        Text = "Delete"
	DeleteWord       Text = "delete"
	DeleteElsewhere  Text = "and %d selected elsewhere:"
	DeleteGoesBinOne Text = "It goes to the recycle bin, with all that is inside."
	DeleteGoesBin    Text = "All %d go to the recycle bin, with all that is inside."
	DeleteNotHere    Text = "%d {entry that is not|entries, none of them} in this folder:"
	DeleteLoose      Text = "%s (%s)"
	DeleteHere       Text = "%d {entry|entries} of this folder"
	DeleteHereThere  Text = "%d of this folder, and %d selected elsewhere"
	DeleteGoesFinal  Text = "Gone at once, with all that is inside. Nothing brings it back."
)

// Names that are taken.
const (
	ConflictTitle     Text = "Name exists (%d of %d)"
	ConflictIn        Text = "in"
	ConflictNew       Text = "new"
	ConflictOld       Text = "there"
	ConflictEntry     Text = "%s from %s"
	ConflictChanged   Text = "%s, changed %s"
	ConflictUnknown   Text = "something of that name"
	ConflictSkip      Text = "skip: leave it where it is"
	ConflictSkipAll   Text = "skip all names that are taken"
	ConflictRename    Text = "another name…"
	ConflictNumberAll Text = "give all a free name with a number"
	ConflictStop      Text = "stop here: this one and the rest stay"
	ConflictName      Text = "name"
	ConflictOther     Text = "another entry has that name there"
	ConflictSame      Text = "this is the name that is taken"
)

// Errors.
const (
	ErrorTitle   Text = "Something failed"
	ErrorRetry   Text = "try again"
	ErrorSkip    Text = "skip this one"
	ErrorLeave   Text = "leave it; the jobs panel keeps it"
	ErrorSkipAll Text = "skip all that fail"
	ErrorStop    Text = "stop; what is done stays done"
	ErrorCopyIt  Text = "%s copy"
	ErrorMore    Text = "%s details   %s copy"
	ErrorKind    Text = "kind"
	ErrorOp      Text = "action"
	ErrorPlace   Text = "place"
	ErrorStatus  Text = "status"
	ErrorCode    Text = "code"
	ErrorTrace   Text = "trace"
	ErrorCause   Text = "cause"
)

// Folders, themes, bookmarks, results, the recycle bin.
const (
	PickWait         Text = "loading…"
	PickFailed       Text = "cannot be listed"
	PickEmpty        Text = "no folders inside"
	PickPromise      Text = "%s: %s (%s)"
	PickOpenIt       Text = "%s opens %s"
	PickName         Text = "new folder:"
	PickMaking       Text = "making the folder…"
	ThemesTitle      Text = "Theme"
	ThemesNow        Text = "in use"
	BookmarksTitle   Text = "Bookmarks"
	BookmarksJump    Text = "Jump to: press a letter"
	BookmarksEmpty   Text = "No bookmarks yet. %s bookmarks this folder."
	BookmarksGone    Text = "no longer bookmarked: %s"
	BookmarksThere   Text = "this folder is bookmarked already"
	BookmarksAdded   Text = "bookmarked"
	BookmarksName    Text = "name:"
	BookmarksLetter  Text = "Press the letter that shall jump here."
	ResultsTitle     Text = "Search: %s"
	ResultsWait      Text = "Searching the whole source…"
	ResultsNone      Text = "Nothing found."
	ResultsMany      Text = "%d found"
	ResultsNowhere   Text = "the service does not say where"
	ResultsSomewhere Text = "the list does not say in which folder; %s asks the service"
	ResultsNoWay     Text = "the service does not say where this is, so there is no way to go there"
	BinTitle         Text = "Recycle bin of %s"
	BinWait          Text = "Loading…"
	BinEmpty         Text = "The recycle bin is empty."
	BinCount         Text = "%d {entry|entries}"
	BinRecovering    Text = "recovering %d…"
	BinPurging       Text = "deleting %d for good…"
	BinFinal         Text = "%d {entry|entries} will be gone for good. Nothing brings {it|them} back."
)

// Things to read.
const (
	InfoWait    Text = "Asking the service…"
	LogTitle    Text = "Messages"
	LogEmpty    Text = "No messages yet."
	LogMessage  Text = "message"
	ReportTitle Text = "%s, %s, %s"
	ReportItems Text = "%d {item|items}"
	ReportEmpty Text = "This job has no items."
)

// Jobs at the end and at the start, signing in, the welcome.
const (
	QuitTitle    Text = "%d {job is|jobs are} running"
	QuitEnded    Text = "All jobs have ended by now."
	QuitWait     Text = "wait, and quit when all have ended"
	QuitPause    Text = "pause and keep them, and quit now"
	QuitCancel   Text = "cancel them and quit; what is done stays done"
	ResumeTitle  Text = "%d {job was|jobs were} interrupted"
	ResumeWhy    Text = "What was under way is looked up first, so nothing is done twice."
	ResumeNotNow Text = "not now; the jobs panel keeps them"
	ResumeGo     Text = "go on"
	ResumeDrop   Text = "cancel them; what is done stays done"
	JobItems     Text = "%[2]s %[1]d {entry|entries}"
	JobIn        Text = " in %s"
	JobDone      Text = "%d/%d"
	JobsMore     Text = "… %d more"
	LoginTitle   Text = "The account %s needs a login"
	LoginDo      Text = "In another terminal, run:"
	LoginCommand Text = "aloft account login %s"
	LoginKeeps   Text = "Nothing is lost: jobs of this account stand still until then."
	LoginRetry   Text = "Try again"
	LoginLater   Text = "Later"
	WelcomeTitle Text = "Welcome to aloft"
	WelcomeWhere Text = "You are looking at %s."
	WelcomeOpen  Text = "%s opens"
	WelcomeTab   Text = "%s other pane"
	WelcomeMove  Text = "%s moves to the other pane"
	WelcomeAll   Text = "%s all actions"
	WelcomeHelp  Text = "%s help"
	WelcomeQuit  Text = "%s quits. Nothing is deleted without asking."
	WelcomeGo    Text = "Start"
)

// The palette and the help.
const (
	PaletteTitle Text = "All actions"
	PaletteNone  Text = "No action has such a name."
	HelpTitle    Text = "Keys: %s"
	PaletteTip   Text = "Type to find, Up/Down choose, Enter does it."
	HelpFind     Text = "%s search:"
	HelpNone     Text = "No key does that."
	HelpGlobal   Text = "everywhere"
	HelpPane     Text = "file pane"
	HelpJobs     Text = "jobs panel"
	HelpInput    Text = "typing"
	HelpDialog   Text = "this dialog"
)
