package pane

import "aloft/model"

// Store keeps the listings of shown folders for the session, so that going back needs no wait. Both panes share it.
type Store struct {
	kept map[string]*kept
	tick int
	size int // entries in all
}

// kept is the state of a folder when it was left.
type kept struct {
	sorted *model.Sorted
	want   model.Step // the entry under the cursor, pinned if its name is shared; zero if unknown
	kind   model.Kind
	used   int
}

// Limits of the store, by entries (memory) and folders.
const (
	maxEntries = 120_000
	maxFolders = 64
)

// NewStore returns an empty store.
func NewStore() *Store { return &Store{kept: map[string]*kept{}} }

func (s *Store) get(p model.Place) *kept {
	k := s.kept[p.String()]
	if k != nil {
		s.tick++
		k.used = s.tick
	}
	return k
}

// put stores a listing and keeps the remembered cursor.
func (s *Store) put(l *model.Sorted) {
	id := l.Head.Place.String()
	k := s.kept[id]
	if k == nil {
		k = &kept{}
		s.kept[id] = k
	} else {
		s.size -= k.sorted.Len()
	}
	s.tick++
	k.sorted, k.used = l, s.tick
	s.size += l.Len()
	for len(s.kept) > 1 && (s.size > maxEntries || len(s.kept) > maxFolders) {
		s.dropOldest(id)
	}
}

func (s *Store) dropOldest(but string) {
	oldest := ""
	for id, k := range s.kept {
		if id != but && (oldest == "" || k.used < s.kept[oldest].used) {
			oldest = id
		}
	}
	s.size -= s.kept[oldest].sorted.Len()
	delete(s.kept, oldest)
}

// forget drops a folder and everything below it.
func (s *Store) forget(gone model.Place) {
	for id, k := range s.kept {
		if k.sorted.Head.Place.Within(gone) {
			s.size -= k.sorted.Len()
			delete(s.kept, id)
		}
	}
}

// remember stores the entry under the cursor.
func (s *Store) remember(p model.Place, e *model.Entry, shared map[string]bool) {
	if k := s.kept[p.String()]; k != nil {
		k.want, k.kind = model.Step{}, ""
		if e != nil {
			k.want, k.kind = p.JoinEntry(e, shared).Last(), e.Kind
		}
	}
}

// Shown returns the last listing of a folder, or nil.
func (s *Store) Shown(p model.Place) *model.Sorted {
	if k := s.kept[p.String()]; k != nil {
		return k.sorted
	}
	return nil
}
