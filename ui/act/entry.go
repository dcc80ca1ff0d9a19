package act

import (
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/kit"
)

// Known is what is known about entries beyond their listings.
type Known struct {
	On   string                 // the current entry, "" = nothing about it is missing
	At   map[string]model.Entry // by place and time of the listing
	byID map[string]model.Entry // of entries with steady ids
}

// NewKnown returns an empty Known.
func NewKnown() Known {
	return Known{At: map[string]model.Entry{}, byID: map[string]model.Entry{}}
}

// maxKnown limits the stored entries.
const maxKnown = 500

// Keep stores what was learned about the current entry.
func (k *Known) Keep(key string, e model.Entry) {
	kit.Keep(&k.At, maxKnown, key, e)
}

// ByID returns what is known of an entry beyond its listing, or nil.
func (k *Known) ByID(id string) *model.Entry {
	if e, ok := k.byID[id]; ok && id != "" {
		return &e
	}
	return nil
}

// Learn stores what was learned about an entry with a steady id.
func (s *Screen) Learn(e model.Entry) {
	if e.ID == "" {
		return
	}
	byID := s.Known.byID
	if len(byID) >= maxKnown {
		clear(byID)
	}
	was, known := byID[e.ID]
	byID[e.ID] = e
	if !known || was.Kind != e.Kind || was.Name != e.Name {
		for _, p := range s.Panes {
			p.Redraw()
		}
	}
}

// Current returns the entry under the cursor with what was learned about it, or nil.
func (s *Screen) Current() *model.Entry {
	e := s.Pane().Current()
	if full, ok := s.Known.At[s.Known.On]; ok && e != nil {
		full.From = e.From
		return &full
	}
	return e
}

// Listed returns an entry that a pane lists with what is known of it, or nil.
func (s *Screen) Listed(at model.Place) *model.Entry {
	for _, p := range s.Panes {
		if e := p.Find(at); e != nil {
			if full := s.Known.ByID(e.ID); full != nil && e.Kind == model.KindOther {
				return full
			}
			return e
		}
	}
	return nil
}

// PlaceText formats a place for people: without pinned ids, and as "somewhere in docs:" if only an id is known.
func (s *Screen) PlaceText(at model.Place) string { return dialog.Where(s.Env, at) }

// RefOf returns the ref for reading an entry whose id never changes.
func RefOf(at model.Place, e *model.Entry) model.Ref {
	ref := model.Ref{Place: at, ID: e.ID, Kind: e.Kind, Space: e.Facts().Space}
	if e.Kind == model.KindSpace {
		ref.Space = e.ID
	}
	return ref
}
