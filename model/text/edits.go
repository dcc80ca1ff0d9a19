package text

// Edits of documents: what is asked, where it goes, what became of it.
const (
	// Two versions.
	EditsOutdated     Text = "the document was version %d when you looked, and is version %d now; nothing was changed"
	EditsOutdatedHint Text = "look at what has changed and try again on the newest version"
	EditsRestless     Text = "the document kept changing while its places were looked up; nothing was changed"
	EditsRestlessHint Text = "try again in a moment"
	EditsNoVersion    Text = "the service does not tell the version of the document, so an edit would not be safe"

	EditsNothing     Text = "no edit was asked for"
	EditsNoWord      Text = "%s: has no documents that can be edited"
	EditsAlone       Text = "an edit of this kind (%s) touches all of the document, so it goes alone"
	EditsUnknownKind Text = "there is no edit of the kind %q"

	// What is wrong with an edit. Nothing was sent.
	EditsNoText      Text = "there is no text to insert; nothing was changed"
	EditsNewline     Text = "the text has a line break, which cannot stand in a paragraph; nothing was changed"
	EditsNewlineHint Text = "insert paragraphs or Markdown instead"
	EditsNotUTF8     Text = "the text is not UTF-8; nothing was changed"
	EditsNotUTF8Hint Text = "save it as UTF-8 and try again"
	EditsNoOld       Text = "there is no text to search for; nothing was changed"
	EditsOldNewline  Text = "the search has a line break; the service finds nothing that spans two paragraphs"
	EditsSame        Text = "both texts are the same: nothing would change"
	EditsNoProps     Text = "no property was given; nothing was changed"
	// What was written.
	EditsColour      Text = "%q is no colour: six hexadecimal digits, as FF8800"
	EditsNoTasks     Text = "a task needs a text; nothing was changed"
	EditsTable       Text = "a table needs at least one row and one column, not %d and %d; nothing was changed"
	EditsLevel       Text = "level %d is none: 0 as it is, 1 to 9 headings, 10 text, 11 title, 12 subtitle; nothing was changed"
	EditsListKind    Text = "list kind %d is none: 0 none, 1 bullets, 2 numbers; nothing was changed"
	EditsListLevel   Text = "list level %d is none: 1 to 9; nothing was changed"
	EditsIndent      Text = "an indent cannot be %d; nothing was changed"
	EditsNoVersionOf Text = "the version to take back is missing; nothing was changed"
	EditsNoWhere     Text = "the place is missing; nothing was changed"
	EditsWrongWhere  Text = "%s says no text: give the text that is meant, or a heading to search under"
	EditsRange       Text = "the range %d to %d is reversed or empty; nothing was changed"
	EditsOutside     Text = "position %d is outside the document, which ends at %d; nothing was changed"
	EditsOverlap     Text = "two of the edits touch the same text, at %d to %d; make them one after the other"
	// The number picked, how many there are.
	EditsPick          Text = "match %d was asked for; there are %d; nothing was changed"
	EditsOneMatch      Text = "%d {place has|places have} the text %q; a comment goes to one of them"
	EditsPickHint      Text = "say which one by its number"
	EditsCaseHint      Text = "it is there in other capitals or with other spaces: the search is exact in every letter"
	EditsUnderHeading  Text = "the text %q is not under the heading %q"
	EditsNoComment     Text = "there is no comment %s in the document"
	EditsNoCommentList Text = "the service lists no comments, so give the text that the reply stands at"
	EditsNoImage       Text = "the image is not in the document any more"
	EditsNoImageHint   Text = "look at the list of its images again"
	EditsWhichImage    Text = "say which image is to be replaced"

	// Images on this machine. The argument is its name.
	EditsImageOne   Text = "an image is either a file or the id of one that was uploaded"
	EditsImageDisk  Text = "%s: images come from this machine (disk:)"
	EditsImageKind  Text = "%s is no image that the service takes: %s; nothing was changed"
	EditsImageEmpty Text = "%s is empty; nothing was changed"
	// Name, its size, the limit.
	EditsImageLarge Text = "%s has %d {byte|bytes}; the service takes images of up to %d; nothing was changed"
	EditsImageSize  Text = "the width and height of an image cannot be negative; nothing was changed"
	EditsImageRead  Text = "%s cannot be read: %s"

	// What a person should know before.
	EditsNoteParagraph   Text = "A paragraph is added first, so that it does not become part of the heading."
	EditsNoteBeforeBlock Text = "A paragraph is added first, before the table or box that begins there."
	EditsNoteSplit       Text = "The paragraph there is split in two."
	EditsNoteBehind      Text = "The new paragraph comes behind the one that the place is in."
	EditsNoteSteps       Text = "It takes %d {step|steps}; should one fail, those before it stay and you are told which."
	EditsNoteUnread      Text = "The service does not show the change afterwards, so only the version tells that it was made."
	EditsNoteNoUndo      Text = "It cannot be taken back: %s."
	EditsNoteText        Text = "Taking it back restores the text exactly; formatting within it may be another."
	EditsNoteOthers      Text = "The document has been edited since (version %d); the service decides whether it can take back only this."

	// Why not, for EditNoteNoUndo and the undo.
	UndoNoTool        Text = "the service has no tool for it, and no other edit restores exactly what was there"
	UndoTooLong       Text = "the service has no tool for it, and the text is too long to be found again"
	UndoManyPlaces    Text = "the service has no tool for it, and the old text stood in several places"
	UndoNothing       Text = "there is no edit of this machine that could be taken back"
	UndoUnsettled     Text = "it is not known yet whether the newest edit was made"
	UndoUnsettledHint Text = "look at the document; this is settled when the edit can be seen or its time is over"
	UndoRefused       Text = "the newest edit cannot be taken back: %s"
	// A time, what kind of edit.
	UndoNotKnown  Text = "Whether the edit of %s (%s) was made is not known; it is left alone."
	UndoForgotten Text = "the service does not remember it any more"
	UndoGone      Text = "its text is not in the document any more"
	UndoTwice     Text = "its text stands in several places by now"
	UndoHint      Text = "change the document by hand"

	// How it ended.
	EditsGoneOn Text = "others have changed the document at the same time; nothing of this edit was made"
	// How many of how many steps.
	EditsPartlyMade    Text = "%d of %d {step was|steps were} made, then %s; what was made stays"
	EditsPartlyEmpty   Text = "%d of %d {step was|steps were} made, the last one a paragraph that is still empty, then %s; what was made stays"
	EditsParagraphOnly Text = "the new paragraph was made, but not what should stand in it: %s; it is empty"
	// Why not, for these two.
	EditsWhyOthers      Text = "others changed the document"
	EditsWhySlow        Text = "the service asked to slow down"
	EditsWhyNetwork     Text = "the service could not be reached"
	EditsWhyLogin       Text = "the service wanted a new login"
	EditsWhyRefused     Text = "the service refused the next step"
	EditsWhyFailed      Text = "the next step failed"
	EditsWhyUnknown     Text = "it is not known whether the next step was made"
	EditsParagraphMaybe Text = "the new paragraph was made; it is not known whether what should stand in it was"
	EditsPartlyHint     Text = "look at the document, then do the rest again"
	EditsLost           Text = "the service gave no answer, and the document does not tell yet whether the edit was made"
	EditsUnclear        Text = "the service gave no clear answer, and the document does not tell yet whether the edit was made"
	EditsLostHint       Text = "look again in a minute (aloft doc edits); do not repeat it before"
	EditsUnseen         Text = "the service says that the edit was made, but it is not to be seen in the document"
	EditsUnseenHint     Text = "look at the document; others may have changed it at the same time"
	EditsNoPlace        Text = "the paragraph that was added could not be found again"

	EditsStore   Text = "the folder for the journals of edits cannot be used: %s (%s)"
	EditsJournal Text = "the journal of edits cannot be written (%s), so nothing is sent"
	EditsUnnoted Text = "the edit was made (version %d), but the journal of edits cannot be written (%s), so it may not be known later whose it was"
)

// The comparison of two documents as Markdown.
const (
	CompareTitle    Text = "Comparison"
	CompareOld      Text = "Old: %s, version %d"
	CompareNew      Text = "New: %s, version %d"
	CompareSame     Text = "No differences were found."
	CompareByLength Text = "The text of these versions could not be read: a section counts as changed by its length and the beginnings of its paragraphs."
	CompareNoText   Text = "the whole text of %s cannot be read, so it cannot be compared"
	CompareMany     Text = "%d {difference|differences}"
	CompareChange   Text = "Change"
	CompareSection  Text = "Section"
	CompareUnder    Text = "Under"
	CompareAdded    Text = "added"
	CompareGone     Text = "gone"
	CompareChanged  Text = "changed"
	CompareMoved    Text = "moved"
	CompareRenamed  Text = "renamed"
	CompareWas      Text = "%s (was %s)"
	CompareFrom     Text = "%s (was under %s)"
	CompareTop      Text = "the document"
	CompareLead     Text = "text before the headings"
	CompareTexts    Text = "Changed texts"
	CompareMore     Text = "… %d more {line|lines}"
)
