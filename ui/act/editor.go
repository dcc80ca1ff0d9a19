package act

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// EditorOf is the editor of the documents of a source.
func (s *Screen) EditorOf(at model.Place) (client.Editor, error) {
	src, err := s.Sources.For(at)
	if err != nil {
		return nil, err
	}
	ed, ok := src.(client.Editor)
	if !ok || s.Edits == nil {
		return nil, client.Errorf(client.KindUnsupported, "edit", at, "%s: has no documents that could be edited here", string(at.Scheme))
	}
	return ed, nil
}

// ReloadDocument shows the newest version of a document where it is being read; outline is
// what has just been read of it, nil = nothing.
func (s *Screen) ReloadDocument(at model.Place, outline *model.Outline) tea.Cmd {
	if s.Reader.Place().Equal(at) {
		return s.Reader.ReloadFrom(outline)
	}
	return nil
}
