package preview

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
