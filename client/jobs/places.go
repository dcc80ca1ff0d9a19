package jobs

import (
	"aloft/client"
	"aloft/model"
)

// key names a place within its account, the disk included.
func key(p model.Place) string {
	p.Account = ""
	return p.String()
}

// idKey names an entry by its id; no place's key begins like that.
func idKey(id string) string { return "\x00" + id }

// samePlace: by names, and by ids where both have them.
func samePlace(a, b model.Place) bool { return len(a.Path) == len(b.Path) && within(a, b) }

// within reports whether p is q or something under q, pins or not.
func within(p, q model.Place) bool {
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

// service names what serves a place: the two trees of documents of an account
// are one service, with one lane.
func service(p model.Place) string {
	s := p.Scheme
	if s == model.SchemeSpace {
		s = model.SchemeDocs
	}
	return p.Account + "\x00" + string(s)
}

func sameService(a, b model.Place) bool { return service(a) == service(b) }

// steady: ids of the source never change.
func steady(s client.Source) bool {
	_, ok := s.(client.Steady)
	return ok
}
