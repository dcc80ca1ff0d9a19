package limited

import (
	"sync"
	"time"

	"aloft/model"
)

// idAge is how long a listing shows where an id is, idsMax how many are kept.
const (
	idAge  = time.Minute
	idsMax = 10_000
)

// ids are where a person was last shown entries, by their ids.
type ids struct {
	mu sync.Mutex
	at map[string]sight
}

type sight struct {
	folder model.Place
	when   time.Time
}

// note keeps where an id is.
func (s *ids) note(folder model.Place, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at == nil || len(s.at) >= idsMax {
		s.at = map[string]sight{}
	}
	s.at[id] = sight{folder, time.Now()}
}

// find returns the folder that an id was last seen in, and whether that was not long ago.
func (s *ids) find(id string) (folder model.Place, recent, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.at[id]
	return at.folder, time.Since(at.when) < idAge, ok
}
