package text

// Places in a document, as people write them.
const (
	// What was written.
	WhereUnknown Text = "%q is no place in a document"
	WhereForms   Text = "write title, start, end, heading:TEXT, end-of:TEXT, before:TEXT, match:TEXT, after:TEXT, cell:TABLE,ROW,COLUMN, box:N or a position"
	// The word before the colon.
	WhereNoText  Text = "behind %s: the text is missing"
	WhereCellArg Text = "a cell is written cell:TABLE,ROW,COLUMN, each counted from 1, not %q"
	WhereBoxArg  Text = "a box is written box:N, counted from 1, not %q"
	WhereBigNum  Text = "%s is no position: it is too large"
	// A bare word such as heading.
	WhereNeedsText Text = "%s needs a text: %[1]s:TEXT"
	WhereNoTextFor Text = "%s takes nothing behind it"

	WhereEmpty Text = "the document has no headings and no text"
	// A heading or a text.
	WhereNoHeading Text = "no heading is called %q"
	WhereNoMatch   Text = "the text %q is not in the document"
	WhereMatchHint Text = "the search is exact in every letter and finds nothing that spans two paragraphs"
	// The title alike.
	WhereNear        Text = "there is %q"
	WhereLookOutline Text = "look at the outline for what is there"
	// How many, then the text.
	WhereManyHeadings Text = "%d {heading is|headings are} called %q"
	WhereManyMatches  Text = "%d {place has|places have} the text %q"
	WherePickNth      Text = "say which one by its number (--nth)"
	// The number asked for, how many there are, the text.
	WhereNthHeading Text = "heading %d called %[3]q was asked for; there are %[2]d"
	WhereNthMatch   Text = "match %d of %[3]q was asked for; there are %[2]d"
	// The number asked for, how many there are.
	WhereNoTable  Text = "there is no table %d: the document has %d"
	WhereNoBox    Text = "there is no box %d: the document has %d"
	WhereNoRow    Text = "table %d has no row %d: it has %d"
	WhereNoCol    Text = "row %[2]d of table %[1]d has no cell %[3]d: it has %[4]d"
	WhereNotThere Text = "%s cannot be found in what was read"
)
