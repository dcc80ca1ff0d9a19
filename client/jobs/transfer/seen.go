package transfer

import (
	"sync"
	"time"

	"aloft/client/jobs/journal"
	"aloft/model"
)

// Seen are the folders that the items of a job have listed lately: what one lists to begin shows
// what became of another.
type Seen struct{ folders sync.Map } // of *sight, by their PlaceKey

// sight is a folder as it was at some time.
type sight struct {
	turn sync.Mutex // held while it is listed, so that one item lists it for all that wait
	mu   sync.Mutex
	at   time.Time // when the listing began
	l    model.Listing
}

func (s *Seen) of(folder model.Place) *sight {
	f, _ := s.folders.LoadOrStore(journal.PlaceKey(folder), &sight{})
	return f.(*sight)
}

// put stores a listing that began then.
func (s *Seen) put(folder model.Place, began time.Time, l model.Listing) {
	f := s.of(folder)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at, f.l = began, l
}

// listing is one that began after a time, made now if there is none.
func (s *Seen) listing(folder model.Place, since time.Time, list func() (model.Listing, error)) (l model.Listing, at time.Time, err error) {
	f := s.of(folder)
	f.turn.Lock()
	defer f.turn.Unlock()
	f.mu.Lock()
	at, l = f.at, f.l
	f.mu.Unlock()
	if at.After(since) {
		return l, at, nil
	}
	at = time.Now()
	if l, err = list(); err == nil {
		s.put(folder, at, l)
	}
	return l, at, err
}
