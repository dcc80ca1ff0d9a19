package pane

import "aloft/model"

// Store keeps the listings of folders that were shown, so that going back needs no
// wait. Both panes share it; it lives as long as the session.
type Store struct {
	kept map[string]*kept
	tick int
	size int // entries in all
}

// kept is a folder as it was left.
type kept struct {
	sorted *model.Sorted
	want   model.Step // what is under the cursor, pinned where its name is shared; zero when it is not known
	kind   model.Kind
	used   int
}

// What is kept is bounded by entries, which bounds memory, and by folders.
const (
	maxEntries = 120_000
	maxFolders = 64
)

// NewStore makes an empty store.
func NewStore() *Store { return &Store{kept: map[string]*kept{}} }

func (s *Store) get(p model.Place) *kept {
	k := s.kept[p.String()]
	if k != nil {
		s.tick++
		k.used = s.tick
	}
	return k
}

// put keeps a listing; what was remembered of the cursor stays.
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

// forget a folder and all below it.
func (s *Store) forget(gone model.Place) {
	for id, k := range s.kept {
		if k.sorted.Head.Place.Within(gone) {
			s.size -= k.sorted.Len()
			delete(s.kept, id)
		}
	}
}

// remember keeps what the cursor is on.
func (s *Store) remember(p model.Place, e *model.Entry, shared map[string]bool) {
	if k := s.kept[p.String()]; k != nil {
		k.want, k.kind = model.Step{}, ""
		if e != nil {
			k.want, k.kind = p.JoinEntry(e, shared).Last(), e.Kind
		}
	}
}

// Shown is a folder as it was shown last, nil when it was not.
func (s *Store) Shown(p model.Place) *model.Sorted {
	if k := s.kept[p.String()]; k != nil {
		return k.sorted
	}
	return nil
}
