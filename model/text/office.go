package text

// Office files. The first argument of an error is the file's name.
const (
	OfficeEmpty         Text = "%q has no bytes"
	OfficeOfFile        Text = "%q: %s"
	OfficeMismatch      Text = "%q is not what its suffix says: it is %s"
	OfficeMismatchHint  Text = "give it the suffix of what it is, or save it anew as %s"
	OfficeNotText       Text = "%q is not a text: it holds bytes that no text has"
	OfficeNoText        Text = "the file is not a text: it holds bytes that no text has"
	OfficeBroken        Text = "%q is cut off or damaged: %s"
	OfficeBrokenHint    Text = "open it in the program that made it and save it anew"
	OfficeEncrypted     Text = "%q is protected by a password"
	OfficeEncryptedHint Text = "take the password off in the program that made it"
	OfficeParts         Text = "%q unpacks to more than this program reads (%d {part|parts}, %d MB)"
	OfficeTooLarge      Text = "%q has %d MB; this program converts files of at most %d MB"
	OfficeLongText      Text = "the text is longer than %d MB; that is more than a document takes"
	OfficeTooLargeHint  Text = "take it as it is, without a conversion"
	OfficeLimitHint     Text = "split it, or open it in the program that made it and save it anew"
	OfficeNoWay         Text = "%q cannot be made %s on this machine"
	OfficeNoBlank       Text = "there is no empty file for a document of the kind %s"
	OfficeNoSuffix      Text = "%q has a suffix that the document service does not take"
	OfficeSuffixHint    Text = "it takes %s"
)

// What a file was found to be.
const (
	OfficeIsZip     Text = "a zip archive"
	OfficeIsOLE     Text = "a file of the older Office format"
	OfficeIsWord    Text = "a Word document (docx)"
	OfficeIsSheet   Text = "a workbook (xlsx)"
	OfficeIsSlides  Text = "a presentation (pptx)"
	OfficeIsXmind   Text = "a mind map (xmind)"
	OfficeIsPDF     Text = "a PDF"
	OfficeIsRTF     Text = "a rich text (rtf)"
	OfficeIsHTML    Text = "a web page (html)"
	OfficeIsText    Text = "a plain text"
	OfficeIsUnknown Text = "something else"
)

// Why a package is broken.
const (
	OfficeClash     Text = "its parts contradict each other"
	OfficeNoEnd     Text = "its end is missing"
	OfficeNoMain    Text = "the part that holds its content is missing"
	OfficeBadPart   Text = "a part of it cannot be read (%s)"
	OfficeNoFormula Text = "cannot be read as a workbook"
)

// What a conversion could not keep. Counts come first.
const (
	OfficeManySheets Text = "a sheet holds %d {row|rows}: the rest stands in further sheets (%d in all)"
	OfficeLongCells  Text = "{%[1]d cell was longer than %[2]d characters and was|%[1]d cells were longer than %[2]d characters and were} cut"
	OfficeFarCells   Text = "{%[1]d cell was beyond column %[2]d and was|%[1]d cells were beyond column %[2]d and were} left out"
	OfficeOddChars   Text = "%d {character|characters} that no office file can hold became a sign"
	OfficeGuessed    Text = "the text is neither UTF-8, UTF-16 nor GB18030: its letters were guessed"
	OfficePictures   Text = "%d {picture was|pictures were} left out"
	OfficeCharts     Text = "%d {chart or diagram was|charts or diagrams were} left out"
	OfficeHiddens    Text = "%d hidden {slide was|slides were} kept as {a |}shown {one|ones}"
	OfficeFormulas   Text = "formulas stand as their last result; colours, widths and merged cells are not kept"
	OfficeHiddenTabs Text = "%d hidden {sheet was|sheets were} kept as {a |}shown {one|ones}"
	OfficeBadSheet   Text = "the sheet %q could not be read and was left out"
	OfficeBadSlide   Text = "slide %d could not be read and was left out"
)

// Words in what a conversion writes.
const (
	OfficeSlideNumber Text = "Slide %d"
	OfficeNotes       Text = "Notes"
)
