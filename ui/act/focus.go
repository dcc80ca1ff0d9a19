package act

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// Focused is the part that has the keys.
func (s *Screen) Focused() Part {
	if n := len(s.Above); n > 0 {
		return s.Above[n-1]
	}
	return s.Pane()
}

// PaneFocused reports whether a pane has the keys.
func (s *Screen) PaneFocused() bool { return len(s.Above) == 0 }

// ReaderFocused reports whether the reader has the keys.
func (s *Screen) ReaderFocused() bool { return s.Focused() == s.Reader }

// Has reports whether the keys go to a part, or to one that took them from it.
func (s *Screen) Has(p Part) bool { return slices.Contains(s.Above, p) }

// give gives the keys to a part. What took them from it loses them.
func (s *Screen) give(p Part) {
	if i := slices.Index(s.Above, p); i >= 0 {
		s.cut(i + 1)
		return
	}
	s.Above = append(s.Above, p)
}

// cut takes the keys from the part at i and from those that took them from it.
func (s *Screen) cut(i int) {
	for _, p := range s.Above[i:] {
		if c, ok := p.(interface{ Close() }); ok {
			c.Close()
		}
	}
	s.Above = slices.Delete(s.Above, i, len(s.Above))
}

// Leave takes the keys from a part, and gives them back to what had them before.
func (s *Screen) Leave(p Part) {
	if i := slices.Index(s.Above, p); i >= 0 {
		s.cut(i)
	}
	s.Settle()
}

// SetFocus gives the keys to a pane.
func (s *Screen) SetFocus(i int) {
	s.Focus, s.Switches.Reader = i, false
	s.cut(0)
	s.Settle()
}

// OpenLower shows a panel below the panes, in place of the one there, and gives it the keys.
func (s *Screen) OpenLower(l *Lower) {
	if s.Lower != nil && s.Lower != l && s.Has(s.Lower.Panel) {
		s.cut(slices.Index(s.Above, Part(s.Lower.Panel)))
	}
	s.Lower = l
	s.give(l.Panel)
	s.Settle()
}

// AddLower makes a panel one of those that may stand below the panes.
func (s *Screen) AddLower(l Lower) *Lower {
	s.Lowers = append(s.Lowers, &l)
	return &l
}

// LowerFocused reports whether the keys go to the panel below the panes, or to what took them from it.
func (s *Screen) LowerFocused() bool { return s.Lower != nil && s.Has(s.Lower.Panel) }

// CloseLower hides the panel below the panes.
func (s *Screen) CloseLower() {
	p := s.Lower.Panel
	s.Lower = nil
	s.Leave(p)
}

// OpenView shows a view over the panes and gives it the keys.
func (s *Screen) OpenView(v Part) {
	s.give(v)
	s.Settle()
}

// FocusReader gives the keys to the document that is shown.
func (s *Screen) FocusReader() {
	s.cut(0)
	s.give(s.Reader)
	s.Settle()
}

// OpenReader shows a document over the panes.
func (s *Screen) OpenReader(at model.Place, e model.Entry) {
	s.Reader.Show(at, e)
	s.CoverPanes()
}

// CoverPanes shows over the panes what the reader has.
func (s *Screen) CoverPanes() {
	s.Reader.Hold(false)
	s.Switches.Reader = true
	s.FocusReader()
}

// CloseReader gives the space and the keys back to the panes.
func (s *Screen) CloseReader() {
	s.Reader.Leave()
	s.Alone = false
	s.SetFocus(s.Focus)
}

// Readable is the entry under the cursor with its place, nil when the reader cannot
// show it.
func (s *Screen) Readable() (at model.Place, e *model.Entry) { return s.ReadableOf(s.Current()) }

// ReadableOf is the same of an entry of the pane.
func (s *Screen) ReadableOf(e *model.Entry) (model.Place, *model.Entry) {
	var at model.Place
	if e == nil || e.Gone() {
		return at, nil
	}
	switch e.Kind {
	case model.KindDoc, model.KindSmartCanvas, model.KindFile, model.KindLink:
	default:
		return at, nil
	}
	at = s.Pane().PlaceOf(e)
	if !s.Reader.Readable(at, e) {
		return at, nil
	}
	return at, e
}

// Previews reports whether the column shows the document under the cursor, or the
// one in the reader that has the focus.
func (s *Screen) Previews() bool {
	switch {
	case !s.Shown.Info:
		return false
	case s.Has(s.Reader):
		return true
	}
	e := s.Current()
	return e != nil && s.Reader.Shows(s.Pane().PlaceOf(e), e)
}

// ReloadDocument shows the newest version of a document where it is being read; outline is
// what has just been read of it, nil = nothing.
func (s *Screen) ReloadDocument(at model.Place, outline *model.Outline) tea.Cmd {
	if s.Reader.Place().Equal(at) {
		return s.Reader.ReloadFrom(outline)
	}
	return nil
}
