package text

// The command line: reading Word documents.
const (
	CliOutline     Text = "show the headings of a document with their positions"
	CliOutlineLong Text = `For each heading: where it begins, where its body begins and ends, its level, its text.
--md prints a table of contents instead. --version reads an older version, as far as
the service keeps it.`
	CliCat     Text = "print a document as Markdown"
	CliCatLong Text = `The whole document, or with --section what stands under one heading, its sub-headings
with it. Of a smart document, too, where the service lets one be read.`
	CliDoc     Text = "look into a Word document and edit it"
	CliDocFind Text = "find text, with positions and what stands around it"
	CliFindDoc Text = `Exact in every letter, within one paragraph at a time. The matches are numbered as
--pick of the other commands counts them.`
	CliDocPos       Text = "where the body of the document ends"
	CliDocStructure Text = "list paragraphs, headings, tables with their cells, and boxes, with positions"
	CliDocImages    Text = "list the images, numbered as aloft doc replace-image counts them"
	CliDocComments  Text = "list the comments with their ids; replies stand under what they answer"
	CliDocEdits     Text = "list the edits made from this machine, the newest first"
	CliDocEditsLong Text = `An edit whose end is not known (the program was killed, the connection broke) is listed
as such. --service lists what the service itself remembers and can take back.`
	CliDocCompare     Text = "tell what differs between two documents or two versions of one"
	CliDocCompareLong Text = `By headings: sections that were added, are gone, changed, moved or renamed. With one
PLACE two versions of it are compared: --old N, and --new N or the newest. --md prints
the comparison as Markdown.`
)

// The command line: editing Word documents.
const (
	CliInsert     Text = "insert Markdown into a Word document"
	CliInsertLong Text = `FILE is Markdown in UTF-8; - or nothing is standard input. --at says where:
  title             before the title
  start             at the start of the body, behind the title
  end               at the end
  heading:TEXT      at the start of the section of that heading
  end-of:TEXT       at the end of that section
  before:TEXT       before that heading
  match:TEXT        before a text     after:TEXT    behind it
  cell:T,ROW,COL    in a cell of table T
  box:N             in a text box, code or highlight block
  NUMBER            a position of the version that --base names
--nth N takes the N-th of several equal headings or texts; without it they are a conflict
(exit 5) and are listed. --dry-run shows the place, and changes nothing.`
	CliDocReplace     Text = "put other text in the place of a text"
	CliDocReplaceLong Text = `One match is replaced at once. Of several, --pick says which by their numbers (aloft doc
find lists them), --all takes all; without either they are listed and nothing is done.`
	CliDocFormat     Text = "make text bold, coloured and so on, wherever it matches"
	CliDocFormatLong Text = "Choose of several matches with --pick or --all. --bold=false takes it away."
	CliDocComment    Text = "comment on a text, or reply to a comment"
	CliDocTask       Text = "insert tasks: words are to do, those after --done are done"
	CliDocTable      Text = "insert an empty table"
	CliDocImage      Text = "insert an image of this machine"
	CliReplaceImage  Text = "put another image in the place of image N of aloft doc images"
	CliPageBreak     Text = "insert a page break"
	CliDocText       Text = "insert text into a paragraph or a table's cell"
	CliDocParagraph  Text = "insert a paragraph, a heading or a list item"
	CliDocUndo       Text = "take the newest edit of this machine back"
	CliDocUndoLong   Text = `By the service where it can, else by an edit that restores exactly what was there. Where
neither is possible it says so and changes nothing.`
	CliDocBatch     Text = "make several edits in one go"
	CliDocBatchLong Text = `FILE (or standard input) has one JSON object a line, each an edit: {"edit": KIND, …} with
KIND one of markdown, text, paragraph, task, table, image, page-break, replace, format,
comment, replace-image, and the keys at, nth, old, text, pick (a list of numbers), all,
level, list, list_level, indent, tasks ([{"text", "done"}]), rows, cols, file, image_id,
width, height, bold, italic, underline, strike, small_caps, color, background, reply, image.
All places are looked for in one version; then the edits run from the end of the document
to its start, so that none moves the place of another.`
)

// The command line: flags of both.
const (
	CliFlagOutlineMD Text = "a table of contents in Markdown"
	CliFlagVersion   Text = "read this version, not the newest"
	CliFlagSection   Text = "only what stands under this heading"
	CliFlagNth       Text = "which of several equal headings or texts, from 1"
	CliFlagAt        Text = "where: title, start, end, heading:TEXT, end-of:TEXT, before:TEXT, match:TEXT, after:TEXT, cell:T,ROW,COL, box:N, or a position"
	CliFlagBase      Text = "edit this version only; when there is a newer one, do nothing (exit 5)"
	CliFlagPick      Text = "which matches, by number, as in 1,3"
	CliFlagEvery     Text = "all matches"
	CliFlagDone      Text = "a task that is done (may be repeated)"
	CliFlagRows      Text = "how many rows"
	CliFlagCols      Text = "how many columns"
	CliFlagWidth     Text = "width in pixels (0 = as it is)"
	CliFlagHeight    Text = "height in pixels (0 = as it is)"
	CliFlagImageID   Text = "an image that the service has already, by its id, instead of FILE"
	CliFlagLevel     Text = "body, title, subtitle, or h1 to h9"
	CliFlagList      Text = "an item of a list: bullet or number"
	CliFlagListLevel Text = "how deep in the list, 1 to 9"
	CliFlagIndent    Text = "how far indented"
	CliFlagOn        Text = "the text that is commented on"
	CliFlagReply     Text = "the id of the comment that is answered"
	CliFlagBold      Text = "bold"
	CliFlagItalic    Text = "italic"
	CliFlagUnderline Text = "underlined"
	CliFlagStrike    Text = "struck through"
	CliFlagSmallCaps Text = "in small capitals"
	CliFlagTextColor Text = "colour of the text, as RRGGBB"
	CliFlagBack      Text = "colour behind the text, as RRGGBB"
	CliFlagOld       Text = "the version on the left (of the first document)"
	CliFlagNew       Text = "the version on the right (of the second document)"
	CliFlagCompareMD Text = "as Markdown"
	CliFlagService   Text = "what the service remembers and can take back"
)

// The command line: what goes wrong with them.
const (
	CliNoDocument     Text = "%s: has no documents that can be read"
	CliOutlineBoth    Text = "--json and --md cannot be mixed"
	CliVersion1       Text = "versions count from 1, not from %d"
	CliNeedsAt        Text = "--at is missing: where should it go?"
	CliHintAt         Text = "--at title (before the title), --at start (after it), --at end, --at heading:TEXT; aloft insert --help lists all"
	CliNth1           Text = "--nth counts from 1, not from %d"
	CliNthAlone       Text = "--nth is for headings and texts, not for %s"
	CliContentCut     Text = "the service ended before the document did: this is not all of it"
	CliHintCut        Text = "aloft export --format md saves all of it"
	CliNoMatch        Text = "%q does not occur in the document"
	CliHintNoMatch    Text = "every letter counts, also large and small ones, and no match goes over the end of a paragraph"
	CliMatchCase      Text = "%q does not occur in the document, but %q does: the case counts"
	CliPickOrAll      Text = "--pick and --all cannot be mixed"
	CliPickBad        Text = "--pick takes numbers from 1 with commas between them, not %q"
	CliSeveral        Text = "%q occurs %d {time|times}; nothing was changed"
	CliHintSeveral    Text = "--pick 1,2 or --all"
	CliHintPickOne    Text = "--pick N"
	CliFormatNothing  Text = "there is nothing to set: --bold, --italic, --underline, --strike, --small-caps, --color or --background"
	CliColorBad       Text = "a colour is six hexadecimal digits, RRGGBB, not %q"
	CliLevelBad       Text = "--level is body, title, subtitle, or h1 to h9, not %q"
	CliListBad        Text = "--list is bullet or number, not %q"
	CliListLevelBad   Text = "--list-level is 1 to 9, not %d"
	CliListLevelAlone Text = "--list-level needs --list"
	CliIndentBad      Text = "--indent is not negative: %d"
	CliTextLines      Text = "the text has a line break in it; nothing was changed"
	CliHintTextLines  Text = "aloft insert takes several paragraphs, aloft doc paragraph one"
	CliTextEmpty      Text = "the text is empty; nothing was changed"
	CliTaskNone       Text = "a task is missing"
	CliTableSize      Text = "a table has at least one row and one column, not %d and %d"
	CliImageBoth      Text = "FILE and --image-id cannot be mixed"
	CliImageNone      Text = "FILE or --image-id is missing"
	CliImageNotDisk   Text = "%s is not on this machine; export it first"
	CliImageSize      Text = "--width and --height are not negative"
	CliImageNumber    Text = "%q is no number of an image"
	CliHintImages     Text = "aloft doc images %s lists them"
	CliNoImage        Text = "there is no image %d; the document has %d"
	CliCommentOn      Text = "--on TEXT or --reply ID is missing"
	CliBatchLine      Text = "line %d: %s; nothing was changed"
	CliBatchOne       Text = "there is more than one JSON object in it"
	CliBatchEmpty     Text = "there is no edit in it"
	CliBatchKind      Text = "%q is no edit; it is one of %s"
	CliBatchNeeds     Text = "the key %q is missing"
	CliInsertNothing  Text = "there is nothing to insert: FILE is missing, and standard input is a terminal"
	CliCompareOne     Text = "with one document --old says the version to compare with"
	CliCompareSame    Text = "the two documents differ in nothing"
	CliAskEdit        Text = "Replace %d {place|places} in %s? It cannot be taken back. [y/N]"
	CliAskReplace     Text = "Replace %d {place|places} in %s? [y/N]"
	CliEditPartly     Text = "%d of %d {edit was|edits were} made, then it ended"
	CliHintPartly     Text = "aloft doc edits %s, aloft outline %s"
	CliEditUnknown    Text = "the edit was sent and no clear answer came; look before you do it again"
	CliEditRefused    Text = "the edit was not made"
	CliEditConflict   Text = "the document has changed; nothing was done"
	CliHintConflict   Text = "run it again: the places are looked for anew"
	CliEditMissing    Text = "the service said yes, but the document does not show it: %s"
	CliEditUnread     Text = " (it was not read back)"
)

// The command line: what they print.
const (
	CliHeadOutline  Text = "start\tcontent\tlevel\theading"
	CliOutlineEmpty Text = "the document has no headings"
	CliPosLine      Text = "position %d, after %q, version %d"
	CliTotals       Text = "paragraphs: %d, headings: %d, tables: %d"
	CliNoImages     Text = "the document has no images"
	CliNoComments   Text = "the document has no comments"
	CliNoEdits      Text = "no edit was made from this machine"
	CliEditMade     Text = "%d {edit|edits} made, version %d"
	CliReplaced     Text = "%d {place|places} replaced, version %d"
	CliEditPlan     Text = "%[2]s, version %[3]d: %[1]d {edit|edits}, %[4]d {request|requests} at most; %[5]s"
	CliUndoRevert   Text = "aloft doc undo takes it back"
	CliUndoInverse  Text = "aloft doc undo takes it back by another edit"
	CliUndoNone     Text = "it cannot be taken back"
	CliStepAt       Text = "%s at %d"
	CliStepRange    Text = "%s at %s"
	// What kind of edit, how many places, and the first.
	CliStepPlaces   Text = "%s at %d {place|places}, the first at %s"
	CliStepUnder    Text = ", under %q"
	CliStepSays     Text = ": %q" // the words of a comment
	CliStepRevert   Text = "take back what made version %d"
	CliChangedSince Text = "%s since: %s"
	CliUndone       Text = "undone"
	CliTableOf      Text = "%d x %d"
)

// The command line: what an account's service offers for the text of documents.
const (
	CliRowTextTools   Text = "text tools"
	CliCheckTextTools Text = "text tools"
)
