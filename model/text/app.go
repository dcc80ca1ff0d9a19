package text

// The screen as a whole.
const (
	TermDumb Text = "this terminal (TERM) cannot show the screen → use the plain commands, for example: aloft ls drive:/"
	TermNone Text = "the screen needs a terminal for input and output → use the plain commands, for example: aloft ls drive:/"
	Crashed  Text = "aloft broke and stopped; running jobs are kept and can be resumed (%s)"
)

// The lines around the panes.
const (
	AppName         Text = "aloft"
	HeaderSignedOut Text = "signed out"
	HeaderJobs      Text = "jobs %d"
	HeaderPaused    Text = "%d paused"
	HeaderFailed    Text = "%d failed"
	HeaderQuitting  Text = "quits when done"
	HeaderHelp      Text = "%s help"

	DetailID   Text = "id %s"
	DetailBy   Text = "by %s"
	AgeNow     Text = "just listed"
	AgeSeconds Text = "listed under a minute ago"
	AgeMinutes Text = "listed %d min ago"
	AgeHours   Text = "listed %d h ago"

	StateSort         Text = "sort %s"
	StateFilter       Text = "filter %s"
	StateFind         Text = "find %s"
	StateSelected     Text = "selected %d"
	StateSelectedElse Text = "selected %d here + %d elsewhere"
	StateCut          Text = "%d to move: %s puts them here"
	StateSync         Text = "SYNC"
	StateDryRun       Text = "DRY-RUN"

	OrderName Text = "name"
	OrderSize Text = "size"
	OrderTime Text = "time"
	OrderKind Text = "kind"
)

// The info column, and the whole of what is known about an entry.
const (
	InfoTitle    Text = "info"
	InfoParent   Text = "the folder above"
	InfoName     Text = "name"
	InfoPlace    Text = "place"
	InfoKind     Text = "kind"
	InfoSize     Text = "size"
	InfoModified Text = "changed"
	InfoCreated  Text = "made"
	InfoType     Text = "type"
	InfoID       Text = "id"
	InfoLink     Text = "link"
	InfoHolds    Text = "holds"
	InfoEmpty    Text = "empty"
	InfoEntries  Text = "%d {entry|entries}"
	InfoBytes    Text = "%[2]s (%[1]d {byte|bytes})"
)

// The screen itself.
const (
	TitleProgress Text = "%d%% %s"
	PastedNowhere Text = "what was pasted was dropped: nothing is typed here"
	TooSmall      Text = "%dx%d is too small"
	TooSmallNeeds Text = "needs %dx%d, best 80x24"
	TooSmallQuit  Text = "q quit"
	TooSmallJobs  Text = "(%d {job keeps|jobs keep} running)"
	NoSuchKey     Text = "%s does nothing here; %s shows the keys that do"
)

// What the person has switched, and what cannot be done.
const (
	SyncOn    Text = "both panes go together"
	SyncOff   Text = "each pane goes its own way"
	MouseOn   Text = "mouse on"
	MouseOff  Text = "mouse off: the terminal selects text again"
	DryRunOn  Text = "dry run: plans are shown and nothing is changed"
	DryRunOff Text = "dry run off: changes are made"

	QuitPlanning   Text = "a plan is being made: %s again quits, %s stops the planning"
	QuitsWhenStill Text = "stopping the jobs after the request under way…"

	LinkNowhere  Text = "%q is a link that leads nowhere"
	LinkNoFolder Text = "%q is a link to something that is no folder"
	FolderGone   Text = "%s is not there any more; this is %s"

	NoCopy   Text = "%s: has no way to copy; m moves"
	NoSearch Text = "%s: has no search of its own; / filters this list"
	NoBin    Text = "%s: has no recycle bin"
	NoLink   Text = "this entry has no link"
)

// Why a key does nothing as things stand.
const (
	NothingFor      Text = "there is nothing here for %s (%s)"
	NotTaken        Text = "%s cannot take what is typed so far; %s backs out"
	JustOpened      Text = "%s was dropped: the question has only just come up"
	KeysThere       Text = "the keys go there already"
	PanesHidden     Text = "the panes are hidden now; %s goes back to them"
	ShownThere      Text = "%s is shown there already"
	StillListing    Text = "this folder is still being listed"
	NothingToSelect Text = "there is nothing here to select"
	NothingDropped  Text = "nothing is marked"
	AtTheTop        Text = "nothing is above %s"
	NowhereBack     Text = "there is no folder to go back to"
	NowhereForward  Text = "there is no folder to go forward to"
	NoOtherMatch    Text = "no other name here has %s in it"
	NoTextBeside    Text = "no document is shown beside the panes"
	ReadAgain       Text = "read again"
	NoJobs          Text = "there are no jobs"
	NoJobRuns       Text = "no job is running"
	NoEndedJobs     Text = "no job has ended"
)
