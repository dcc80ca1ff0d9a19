package journal

import (
	"aloft/client"
	"aloft/model"
)

// PlaceKey names a place within its account, the disk included.
func PlaceKey(p model.Place) string {
	p.Account = ""
	return p.String()
}

// IDKey names an entry by its id; no PlaceKey begins like that.
func IDKey(id string) string { return "\x00" + id }

// SamePlace: by names, and by ids where both have them.
func SamePlace(a, b model.Place) bool { return len(a.Path) == len(b.Path) && Within(a, b) }

// Within reports whether p is q or something under q, pins or not.
func Within(p, q model.Place) bool {
	if !p.SameSource(q) || len(p.Path) < len(q.Path) {
		return false
	}
	for i, b := range q.Path {
		a := p.Path[i]
		if a.ID != "" && b.ID != "" && a.ID != b.ID || (a.ID == "" || b.ID == "") && a.Name != b.Name {
			return false
		}
	}
	return true
}

// Service names the service of a place: the two trees of documents of an account
// are one service, with one queue.
func Service(p model.Place) string { return p.Account + "\x00" + string(p.Scheme.Service()) }

// SameService reports whether one service serves both places.
func SameService(a, b model.Place) bool { return Service(a) == Service(b) }

// Steady reports whether ids of the source never change.
func Steady(s client.Source) bool {
	_, ok := s.(client.Steady)
	return ok
}

// Prompt reports whether the source shows its changes at once, and makes none later.
func Prompt(s client.Source) bool {
	p, ok := s.(client.Prompt)
	return ok && p.Prompt()
}

// LooksAs compares an entry with a fingerprint: what is known of both must agree.
// Times of folders change with their content, and a rename of ours may change a
// time, so times count only when strict.
func LooksAs(e model.Entry, f model.Fingerprint, strict bool) bool {
	if e.Kind.Container() || f.Kind == "" {
		return e.Kind.Container() == f.Kind.Container() || f.Kind == ""
	}
	if e.Size != model.Unknown && f.Size != model.Unknown && e.Size != f.Size {
		return false
	}
	return !strict || f.Modified == 0 || e.Modified.IsZero() || model.Millis(e.Modified) == f.Modified
}
