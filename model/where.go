package model

import "aloft/model/text"

// WhereKind is a way of naming a place in a document.
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

// Where is a place in a document as a person names it. It holds no version, so it
// can be looked up again when the document has changed.
type Where struct {
	Kind  WhereKind
	Text  string // the heading, or the text
	Nth   int    // which of several of the same text, from 1; 0 = there must be one only
	Table int    // of a cell, or number of the box, from 1
	Row   int
	Col   int
	Index int64
}

// Spot is the position of a Where in one version.
type Spot struct {
	Index int64
	Node  *OutlineNode   // the heading that it stands under, nil = none
	Above []*OutlineNode // the headings above Node, the root first
	// Hollow: the position is the end of a heading with nothing under it, so that
	// text there would become part of the heading.
	Hollow bool
	// Front: the position is the beginning of a heading or of the title, so that
	// text there would become part of it.
	Front bool
	Around
}

// Around is the text around a place, as far as it is known.
type Around struct {
	Before, After string // as the service gave it
	// Gap: Before is only the beginning of what stands there, more of it follows up to the
	// place. More: After is only the beginning.
	Gap, More bool
}

// WhereError says what is wrong with a Where, or that what it names is not in the
// document, or is there several times.
type WhereError struct {
	What     text.Text
	Args     []any
	Hint     text.Text
	HintArgs []any
	// Found are the places when several match.
	Found []WhereFound
	// Missing: nothing of that name is there. Near are similar titles, raw.
	Missing bool
	Near    []string
}

// WhereFound is one of several places that a Where matches.
type WhereFound struct {
	Nth      int
	Level    int // of a heading, 0 of a text
	Position int64
	Above    []string // titles of the headings above, raw
	Context  string   // text around, raw
}
