package model

// WhereKind is a manner of naming a place in a document.
type WhereKind string

const (
	WhereTitle   WhereKind = "title"   // before the title
	WhereStart   WhereKind = "start"   // start of the body, after the title
	WhereEnd     WhereKind = "end"     // the last operable position
	WhereHeading WhereKind = "heading" // start of a section's body
	WhereEndOf   WhereKind = "end-of"  // end of a section's body
	WhereBefore  WhereKind = "before"  // before a heading
	WhereMatch   WhereKind = "match"   // before a text
	WhereAfter   WhereKind = "after"   // behind a text
	WhereCell    WhereKind = "cell"    // end of a table's cell
	WhereBox     WhereKind = "box"     // end of a text box, code or highlight block
	WhereIndex   WhereKind = "index"   // a position
)

// Where is a place in a document as a person names it. It says nothing of a
// version, so it can be looked for again when the document has changed.
type Where struct {
	Kind  WhereKind
	Text  string // the heading, or the text
	Nth   int    // which of several of the same text, from 1; 0 = there must be one only
	Table int    // of a cell, or number of the box, from 1
	Row   int
	Col   int
	Index int64
}
