package preview

import "image"

// shown is the current document and the layout of its parts.
type shown struct {
	doc    *doc // nil: none
	geo    geometry
	full   bool // covers the panes instead of being a column
	onText bool // keys scroll the text
	gen    int  // incremented to redraw every line
}

// toText moves the focus to the text if the outline hides it, to show a place.
func (s *shown) toText() {
	if _, text := s.shows(); !text {
		s.onText = true
	}
}

// shows reports which parts are visible.
func (s *shown) shows() (outline, text bool) {
	if s.full && s.geo.rule < 0 {
		return !s.onText, s.onText
	}
	return true, !s.geo.text.Empty()
}

// geometry places the parts from the reader's corner. In a narrow full view outline and text share an area, and one
// of them is visible.
type geometry struct {
	title   int // line of the document's title, -1 = none
	facts   int // line of its facts, -1 = none
	outline image.Rectangle
	text    image.Rectangle
	rule    int // column between outline and text, -1 = none
	divider int // line between them, -1 = none
}
