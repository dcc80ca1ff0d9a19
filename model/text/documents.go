package text

// Documents: what the answers of a document service mean. Names and numbers come as
// arguments.
const (
	DocsNoRight        Text = "the document service does not allow it"
	DocsNoRightHint    Text = "its owner can give you permission"
	DocsNoService      Text = "%s does not answer like a document service (HTTP %d): wrong endpoint?"
	DocsCut            Text = "the document service's answer cannot be read"
	DocsNoAnswer       Text = "the document service accepted the request but sent no answer (HTTP %d)"
	DocsNoData         Text = "the document service's answer to %s has no data in it"
	DocsCanceled       Text = "the wait for the service was interrupted"
	DocsNoTool         Text = "not possible here: the service does not offer %s"
	DocsToolGone       Text = "the document service no longer offers %s"
	DocsLater          Text = "try again in a while"
	DocsRefused        Text = "the service refused it"
	DocsFullHint       Text = "make room, then try again"
	DocsRefusedCode    Text = "the service refused the request (code %d)"
	DocsRefusedStatus  Text = "the document service refused it (HTTP %d)"
	DocsGone           Text = "the service no longer has this entry"
	DocsNotFolder      Text = "%s is not a folder"
	DocsOtherSource    Text = "%q is not in this source"
	DocsNoID           Text = "%q has no id in this listing"
	DocsSpacesOnly     Text = "open a space or a page first"
	DocsUntitled       Text = "(untitled)"
	DocsTitleUTF8      Text = "the title is not valid UTF-8"
	DocsTitleHint      Text = "give another name"
	DocsNoExportAs     Text = "%q cannot be exported as %s"
	PDFFailed          Text = "LibreOffice made no PDF: %s"
	PDFNothing         Text = "LibreOffice ended and has written no PDF"
	DocsIncomplete     Text = "the service accepted the request but its answer is incomplete"
	DocsLinkRedirect   Text = "the address redirects to another server; the redirect was not followed"
	DocsUploadFailed   Text = "the upload broke off: %s"
	DocsUploadChanged  Text = "the file has changed since it was listed; nothing was uploaded"
	DocsDownloadFailed Text = "the download broke off: %s"
	DocsTryAgain       Text = "try again"
)

// The tools of the text of documents: reading, finding, editing.
const (
	DocsPart            Text = "the document service returned only %d of the %d {part|parts} of the document"
	DocsVersionGone     Text = "the document service cannot show version %d of the document"
	DocsVersionGoneHint Text = "read the document again"
	DocsImageLarge      Text = "the image is too large (%s): the document service accepts up to %s; nothing was sent"
	DocsImageKind       Text = "the document service does not accept this file as an image (%s); nothing was sent"
	DocsOpenHint        Text = "set open_api_url, client_id, open_id and open_credential_command in the account's docs section"
	DocsOpenRedirect    Text = "the address redirects to another server; the redirect was not followed"
	DocsOpenRefused     Text = "the open platform refused the image (HTTP %d)"
)

// Office files. The first argument of an error is the file's name.
const (
	OfficeEmpty         Text = "%q is empty"
	OfficeOfFile        Text = "%q: %s"
	OfficeNoText        Text = "the file is not text: it contains binary data"
	OfficeBroken        Text = "%q is cut off or damaged: %s"
	OfficeBrokenHint    Text = "open it in the program that made it and save it again"
	OfficeEncrypted     Text = "%q is protected by a password"
	OfficeEncryptedHint Text = "remove the password in the program that made it"
	OfficeParts         Text = "%q is too large when unpacked (%d {part|parts}, %d MB)"
	OfficeNoWay         Text = "%q cannot be converted to %s on this machine"
)

// What a file was found to be: a format, or words.
const (
	OfficeIsOLE     Text = "office file in an older format"
	OfficeIsText    Text = "text"
	OfficeIsUnknown Text = "unknown"
)

// Formats that a file was found to have.
const (
	OfficeIsZip    = "zip"
	OfficeIsWord   = "docx"
	OfficeIsSheet  = "xlsx"
	OfficeIsSlides = "pptx"
	OfficeIsXmind  = "xmind"
	OfficeIsPDF    = "PDF"
	OfficeIsHTML   = "html"
)

// Why an office file is broken.
const (
	OfficeNoEnd     Text = "its end is missing"
	OfficeNoMain    Text = "its content is missing"
	OfficeNoFormula Text = "cannot be read as a workbook"
)

// What a conversion could not keep. Counts come first.
const (
	OfficeGuessed  Text = "the text is neither UTF-8, UTF-16 nor GB18030: its encoding was guessed"
	OfficePictures Text = "%d {picture was|pictures were} left out"
	OfficeCharts   Text = "%d {chart or diagram was|charts or diagrams were} left out"
)

// Words in what a conversion writes.
const (
	OfficeNotes Text = "Notes"
)

// Why a file is not read.
const (
	WordEncrypted     Text = "the file is protected with a password"
	WordDamaged       Text = "the file is damaged or cut off: %s"
	WordNoText        Text = "the file is damaged: it contains no document"
	WordTooManyCells  Text = "the file is refused: one of its tables has more than %d {cell|cells}"
	WordSaveHint      Text = "open it in a word processor and save it as docx"
	WordEncryptedHint Text = "open it in a word processor and save it without a password"
	WordDamagedHint   Text = "get the file again, or open it in a word processor and save it anew"
)

// Edits of documents: what is asked, where it goes, what became of it.
const (
	// Two versions.
	EditsOutdated  Text = "the document was version %d when you looked, and is version %d now; nothing was changed"
	EditsNoVersion Text = "the service does not report the document's version, so an edit would not be safe"
	EditsNothing   Text = "no edit was given"
	// What is wrong with an edit. Nothing was sent.
	EditsNoText    Text = "there is no text to insert; nothing was changed"
	EditsNewline   Text = "the text has a line break, which a paragraph cannot hold; nothing was changed"
	EditsNoOld     Text = "there is no text to search for; nothing was changed"
	EditsNoTasks   Text = "a task needs text; nothing was changed"
	EditsOutside   Text = "position %d is outside the document, which ends at %d; nothing was changed"
	EditsOverlap   Text = "two edits change the same text (positions %d to %d); make them one after the other"
	EditsOneMatch  Text = "the text %[2]q is in %[1]d {place|places}; a comment can be on only one"
	EditsPickHint  Text = "choose one by its number"
	EditsImageKind Text = "%s is not an image of an accepted type (%s); nothing was changed"
	EditsImageRead Text = "%s cannot be read: %s"
	EditsNoteSteps Text = "This takes %d {step|steps}. If one fails, the steps before it stay and are listed."
	// Why not, for EditNoteNoUndo and the undo.
	UndoNoTool    Text = "the service offers no undo, and no other edit restores the old text"
	UndoForgotten Text = "the service no longer keeps this edit"
	UndoTwice     Text = "the edited text is now in several places"
	EditsLostHint Text = "check in a minute (aloft doc edits) before you repeat the edit"
)

// Why the document engine refuses an edit or a query, and what to do. The words
// travel in err_msg of the embedded service.
const (
	EngineRangeHint    = "take ranges from find"
	EngineFresh        = "fetch the positions again"
	EngineEmptyText    = "the text is empty"
	EngineNoRanges     = "no range is given"
	EngineImageHint    = "fetch the images again"
	EngineNoOldImage   = "the old image is missing: its address or its attachment id"
	EngineTwoOldImages = "the old image is given twice, by address and by attachment id"
	EngineNoNewImage   = "the new image is missing: its content or an image id"
)

// Places in a document, as people write them.
const (
	WhereMatchHint   Text = "case-sensitive; a match stays within one paragraph"
	WhereLookOutline Text = "look at the outline"
	WherePickNth     Text = "choose one by its number (--nth)"
	WhereNotThere    Text = "%s was not found in the text that was read"
)
