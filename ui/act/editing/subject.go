package editing

import (
	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
)

// subject is the document and the place of an edit.
type subject struct {
	origin  dialog.Origin
	place   model.Place
	entry   model.Entry
	outline *model.Outline // nil = not read
	node    *model.OutlineNode
	nth     int
	matches model.Matches // of the searched text
	match   int           // current match, -1 = none
}

// base is the version that the user has seen, 0 = none.
func (s *subject) base() int64 {
	if s.outline == nil {
		return 0
	}
	return s.outline.Version
}

// subject returns the subject of an edit requested now: the document in the reader, or else the current one.
func (a *Acts) subject() (subject, bool) {
	s := subject{origin: a.Origin(), match: -1}
	if r := a.Reader; r.Open() {
		s.place, s.entry, s.outline = r.Place(), r.Entry(), r.Doc.Outline()
		s.node, s.nth = r.Doc.Node()
		if i, _, ok := r.Doc.Match(); ok {
			s.match = i
		}
		s.matches = r.Doc.Matches()
		a.withOwn(&s)
		return s, true
	}
	e := a.Current()
	if e == nil {
		return s, false
	}
	s.place, s.entry = a.Pane().PlaceOf(e), *e
	return s, true
}

// withOwn updates the document to our newest edit if the reader still shows the version before it.
func (a *Acts) withOwn(s *subject) {
	o := &a.own
	if s.outline == nil || !o.place.Equal(s.place) || s.base() < o.base || s.base() >= o.now.Version {
		return
	}
	was := s.node
	s.outline, s.node, s.match = &o.now, nil, -1
	if was == nil {
		return
	}
	for _, h := range o.now.Headings() {
		if h.Node.Title == was.Title && h.Node.Level == was.Level && (h.Nth == s.nth || s.nth == 0) {
			s.node = h.Node
			return
		}
	}
}

// cannot returns why an edit of the kind is not possible in the document.
func cannot(ed client.Editor, s *subject, k model.EditKind) error {
	if k == "" {
		return ed.Readable(s.entry.Kind)
	}
	return ed.CanEdit(s.entry.Kind, k)
}

// sections returns the raw titles of the headings above places of one version.
func sections(o *model.Outline, at []model.Match) []string {
	out := make([]string, len(at))
	if o == nil {
		return out
	}
	for i := range at {
		if n, _ := o.Under(at[i].Range.Begin); n != nil {
			out[i] = n.Title
		}
	}
	return out
}
