package text

// A pane's lines and sentences.
const (
	PromptFilter Text = "filter: "
	PromptFind   Text = "find: "

	PaneRange        Text = "range"
	PaneFilter       Text = "filter %s"
	PaneSelected     Text = "sel %d"
	PaneSelectedElse Text = "sel %d + %d elsewhere"
	PaneUpdating     Text = "~ updating"
	PaneBehind       Text = "not shown yet"
	PaneWindow       Text = "the service shows no more"
	PaneSignedOut    Text = "signed out"
	PaneOffline      Text = "offline"
	PaneFailed       Text = "not updated"

	PaneEmpty       Text = "This folder is empty. %s makes a new folder."
	PaneNoDocs      Text = "This folder is empty. %s makes a folder or a document."
	PaneNoPages     Text = "There are no pages here. %s makes one."
	PaneNoSpaces    Text = "There are no spaces. %s makes one."
	PaneEmptyPlain  Text = "This folder is empty."
	PaneNoMatch     Text = "Nothing matches the filter. Esc shows all."
	PaneLoading     Text = "Loading… Esc stops."
	PaneStopped     Text = "Stopped. %s lists the folder."
	PaneNeedsLogin  Text = "You are signed out of this account."
	PaneUnreachable Text = "The service cannot be reached. %s tries again."
	PaneGone        Text = "This folder is not there any more. %s goes up."
	PaneCannotList  Text = "The folder could not be listed. %s tries again."
	PaneOther       Text = "Tab: %s"
)

// Layouts of times in a column, in the way of Go's package time, at most eight
// cells wide.
const (
	TimeToday Text = "15:04"
	TimeNear  Text = "Jan 02"
	TimeFar   Text = "Jan 2006"
	TimeFull  Text = "2006-01-02 15:04"
)

// Kinds of entries.
const (
	KindFolder    Text = "folder"
	KindFile      Text = "file"
	KindDoc       Text = "doc"
	KindSheet     Text = "sheet"
	KindSlide     Text = "slide"
	KindForm      Text = "form"
	KindMind      Text = "mind"
	KindFlowchart Text = "flow"
	KindSmart     Text = "smart"
	KindSpace     Text = "space"
	KindLink      Text = "link"
	KindOther     Text = "other"
	KindPDF       Text = "pdf"
)
