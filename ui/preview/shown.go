package preview

// shown is the document that shows, and where its parts are.
type shown struct {
	doc    *doc // nil: nothing shows
	geo    geometry
	full   bool // it has the whole place of the panes, not a column
	onText bool // keys scroll the text
	gen    int  // counts up when every line must be drawn anew
}

// shows tells which parts show.
func (s *shown) shows() (outline, text bool) {
	if s.full && s.geo.rule < 0 {
		return !s.onText, s.onText
	}
	return true, !s.geo.text.Empty()
}
