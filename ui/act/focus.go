package act

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// PaneFocused reports whether keys go to a pane.
func (s *Screen) PaneFocused() bool { return !s.Switches.OnPanel && !s.Switches.OnReader }

// OnHooks reports whether keys go to the receiver's panel or to a view of it.
func (s *Screen) OnHooks() bool { return s.Switches.OnPanel && s.Switches.Hook }

// SetFocus gives the keys to a pane.
func (s *Screen) SetFocus(i int) {
	s.Focus = i
	s.Switches.OnPanel, s.Switches.OnReader, s.Switches.Reader = false, false, false
	s.Settle()
}

// LeavePanel gives the keys back from the lower panel to what had them.
func (s *Screen) LeavePanel() {
	if !s.Switches.Reader {
		s.SetFocus(s.Focus)
		return
	}
	s.Switches.OnPanel, s.Switches.OnReader = false, true
	s.Settle()
}

// FocusReader gives the keys to the document that is shown.
func (s *Screen) FocusReader() {
	s.Switches.OnReader, s.Switches.OnPanel = true, false
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
	s.Switches.Reader, s.Switches.OnReader, s.Switches.OnPanel = true, true, false
	s.Settle()
}

// CloseReader gives the space and the keys back to the panes.
func (s *Screen) CloseReader() {
	s.Reader.Leave()
	s.SetFocus(s.Focus)
}

// Readable is the entry under the cursor with its place, nil when the reader cannot
// show it.
func (s *Screen) Readable() (at model.Place, e *model.Entry) {
	e = s.Current()
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
	case s.Switches.OnReader:
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
