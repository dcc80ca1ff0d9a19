package preview

// shown is the document that is shown, and where its parts are.
type shown struct {
	doc    *doc // nil: nothing is shown
	geo    geometry
	full   bool // it covers the panes, instead of being a column
	onText bool // keys scroll the text
	gen    int  // counts up when every line must be drawn anew
}

// toText gives the keys to the text where the outline hides it: somebody wants to see a
// place in it.
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
