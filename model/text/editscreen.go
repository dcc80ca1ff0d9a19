package text

// Forms.
const (
	FormTipLine     Text = "Enter goes on   %s next field   %s done"
	FormTipComplete Text = "%s completes   Enter goes on   %s done"
	FormTipArea     Text = "Enter breaks the line   %s next field   %s done"
	FormOneOf       Text = "< %s >  %d of %d"
)

// Matches.
const (
	MatchesVersion  Text = "version %d"
	MatchesTakenOne Text = "%d taken"
	MatchesTaken    Text = "%d taken"
	MatchDetail     Text = "%d-%d: %s"
)

// A document that others have changed.
const (
	EditConflictTitle    Text = "%s has changed"
	EditConflictWas      Text = "You looked at version %d; the document is now version %d."
	EditConflictSome     Text = "Somebody else has changed the document meanwhile."
	EditConflictNothing  Text = "Nothing of your edit was made."
	EditConflictDoneOne  Text = "%d step of your edit was made before that; it stays."
	EditConflictDone     Text = "%d steps of your edit were made before that; they stay."
	EditConflictByLength Text = "Sections count as changed by their length."
	EditConflictUnread   Text = "What has changed is not known: version %d cannot be read any more."
	EditConflictSame     Text = "The headings are the same, and so is the length of the sections."
	EditConflictKept     Text = "What you typed is kept and offered again."
	EditConflictAgain    Text = "try again on the new version"
	EditConflictLook     Text = "show the document as it is now"
	ChangeAdded          Text = "added    %s"
	ChangeGone           Text = "gone     %s"
	ChangeChanged        Text = "changed  %s"
	ChangeMoved          Text = "moved    %s, now in %s"
	ChangeRenamed        Text = "renamed  %s, now %s"
	NoHeading            Text = "text without a heading"
)

// The question before an edit.
const (
	EditTitle       Text = "Change %s"
	EditYes         Text = "Change"
	InsertTitle     Text = "Insert into %s"
	InsertYes       Text = "Insert"
	ReplaceTitle    Text = "Replace in %s"
	ReplaceYes      Text = "Replace"
	FormatTitle     Text = "Format in %s"
	FormatYes       Text = "Format"
	CommentTitle    Text = "Comment in %s"
	CommentYes      Text = "Comment"
	UndoTitle       Text = "Undo in %s"
	UndoYes         Text = "Undo"
	EditBase        Text = "base"
	EditBaseOf      Text = "version %d (fails if someone edits first)"
	EditCost        Text = "cost"
	EditCallsOne    Text = "%d request at most"
	EditCalls       Text = "%d requests at most"
	EditNote        Text = "note"
	EditUnder       Text = "in %s"
	EditAt          Text = "#%d"
	EditPageBreak   Text = "--- page break ---"
	EditTable       Text = "empty table, rows: %d, columns: %d"
	EditImage       Text = "image %s"
	EditImageSize   Text = "%d x %d pixels"
	EditRevert      Text = "the service takes the edit back that made version %d"
	EditNothing     Text = "(nothing)"
	EditUndoRevert  Text = "possible: the service takes it back"
	EditUndoInverse Text = "possible: by another edit that restores what was there"
	EditUndoNone    Text = "not possible with the service's tools"
	StyleTitle      Text = "(title)"
	StyleSubtitle   Text = "(subtitle)"
	PropOn          Text = "%s on"
	PropOff         Text = "%s off"
	PropBold        Text = "bold"
	PropItalic      Text = "italic"
	PropUnderline   Text = "underline"
	PropStrike      Text = "strikethrough"
	PropSmallCaps   Text = "small capitals"
	PropColor       Text = "colour %s"
	PropBackground  Text = "background %s"
)
