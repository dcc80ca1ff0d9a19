package text

// The lines around the panes.
const (
	AppName     Text = "aloft"
	StateFilter Text = "filter %s"
	StateFind   Text = "find %s"
)

// The info column, and everything known about an entry.
const (
	InfoPlace    Text = "place"
	InfoKind     Text = "kind"
	InfoSize     Text = "size"
	InfoModified Text = "changed"
	InfoCreated  Text = "created"
	InfoType     Text = "type"
	InfoID       Text = "id"
	InfoLink     Text = "link"
	InfoEntries  Text = "%d {entry|entries}"
)

// What the person has switched, and what cannot be done.
const (
	NoSearch Text = "%s: does not support search; / filters this list"
	NoBin    Text = "%s: has no recycle bin"
)

// Why a key does nothing as things stand.
const (
	PanesHidden Text = "the panes are hidden now; %s goes back to them"
	ShownThere  Text = "the pane already shows %s"
	NoJobs      Text = "there are no jobs"
)

// What dialogs share.
const (
	DlgCancel Text = "cancel"
	DlgLines  Text = "lines %d-%d of %d"
	DlgMore   Text = "… %[1]d more (%[2]s shows {it|all})"
)

// Plans.
const (
	MakeYes      Text = "Make"
	PlanDryTitle Text = "Dry run: %s"
	PlanDryRun   Text = "Dry run"
	PlanUndo     Text = "undo"
	PlanArrow    Text = "->"
)

// Deleting.
const (
	DeleteTitle Text = "Delete %d {entry|entries}"
	DeleteYes   Text = "delete"
	DeleteWord  Text = "delete"
)

// InfoWait is shown in a view until the rest is there.
const InfoWait Text = "asking the service…"

// Jobs at the end and at the start, signing in, the welcome.
const (
	QuitTitle Text = "%d {job is|jobs are} running"
	JobsMore  Text = "… %d more"
)

// Documents on the screen: what actions ask and say.
const (
	ExportNative   Text = "an Office file: docx, xlsx or pptx"
	ExportMarkdown Text = "Markdown, converted on this computer"
	ExportText     Text = "plain text, converted on this computer"
	ExportPDF      Text = "PDF, by LibreOffice on this computer"
	ExportServed   Text = "PDF, by the service"
	ImportFromDisk Text = "import reads files on this computer: first open a folder in the drive or documents, or a space"
	SpaceRootTakes Text = "open a space first"
	SpaceStays     Text = "a space itself cannot be moved"
)

// Search, recent documents, ids and links.
const (
	// Something is to be put where no folder shows.
	ResultsNoFolder Text = "this is a list of results, not a folder; Enter goes to the folder of an entry"
	ResultsThere    Text = "open a folder in the other pane first"
	HitSomewhere    Text = "somewhere in %s"
	Resolving       Text = "asking the service…"
	InfoOwner       Text = "owner"
	InfoEditor      Text = "changed by"
	InfoStatus      Text = "status"
	InfoNote        Text = "about"
	InfoMode        Text = "mode"
	InfoNames       Text = "hard links"
	InfoGroup       Text = "group"
	InfoTarget      Text = "leads to"
)

// Matches.
const (
	MatchesVersion Text = "version %d"
)

// A document that others have changed.
const (
	NoHeading Text = "text without a heading"
)

// The question before an edit.
const (
	EditTitle  Text = "Change %s"
	EditYes    Text = "Change"
	GoThere    Text = "go there"
	InsertYes  Text = "insert"
	ReplaceYes Text = "replace"
	UndoTitle  Text = "Undo the last edit of %s"
	UndoYes    Text = "undo"
	EditBase   Text = "base"
	EditBaseOf Text = "version %d (fails if someone edits first)"
)

// Comparisons.
const (
	CompareMenu Text = "Compare %s"
	NeedVersion Text = "enter a number, 1 or more"
)

// Forms of edits.
const (
	AskText        Text = "Insert text at %s"
	WhereLabel     Text = "where"
	FileLabel      Text = "file"
	TextLabel      Text = "text"
	NeedText       Text = "nothing is typed yet"
	NeedFind       Text = "type what to find"
	InsertFromDisk Text = "enter a path on this computer (disk:)"
	TypedKept      Text = "nothing was changed; your text is kept for the next time"
)

// Running and finished edits.
const (
	EditNotDone Text = "nothing was changed"
)

// Keys of editing: what they do, their words in hint lines, their groups.
const (
	KeyDoUndoEdit        Text = "undo"
	KeyShortReplace      Text = "replace"
	KeyShortUndo         Text = "undo"
	KeyShortSave         Text = "save"
	KeyGroupDocument     Text = "document"
	KeyGroupEditing      Text = "Editing"
	KeyGroupForm         Text = "form"
	KeyGroupMatches      Text = "Matches"
	KeyGroupEditConflict Text = "The document has changed"
	KeyGroupCompare      Text = "Comparison"
)

// Layouts of times in a column, in the way of Go's package time, at most eight
// cells wide.
const (
	TimeToday Text = "15:04"
	TimeFull  Text = "2006-01-02 15:04"
)

// The line and the panel of jobs.
const (
	JobErrors Text = "%d {error|errors}"
)

// The reader: its keys, what it shows, and what it says.
const (
	KeyDoScrollDown    Text = "scroll the text down"
	KeyDoScrollUp      Text = "scroll the text up"
	KeyShortFind       Text = "find"
	KeyGroupOutline    Text = "outline"
	KeyGroupReading    Text = "Reading"
	ReaderVersionShort Text = "v %d"
	ReaderNoTitle      Text = "(untitled)"
	ReaderAgain        Text = "%s reloads it."
	ReaderNotRead      Text = "the document is not read yet"
	CommentResolved    Text = "%s (resolved)"
)

// What is wrong with a theme.
const (
	ThemeUnknown Text = "there is no theme %q; the themes are %s"
	ThemeColor   Text = "%s = %v is not a colour; write \"#rrggbb\", a number from 0 to 255, \"default\", one of the 16 names (black, red, green, yellow, blue, magenta, cyan, white, and bright-…), or a name of [palette]"
)

// The sample of a theme.
const (
	SampleFolder Text = "folder"
	SampleFile   Text = "file"
	SampleCursor Text = "under the cursor"
	SampleMarked Text = "selected"
	SampleOK     Text = "done"
	SampleWarn   Text = "careful"
	SampleError  Text = "error"
	SampleHint   Text = "a hint"
)

// Documents in jobs: creations, copies, sharing, imports and exports.
const (
	JobsNoConvert Text = "%s needs a conversion, and this build has none"
	// What became of an item of a transfer.
	JobsFileChanged   Text = "the file changed while it was uploaded; nothing was made"
	JobsImportUnknown Text = "it may have been made; look for %s in %s before you try again"
	JobsTaskSays      Text = "the service could not do it: %s"
)
