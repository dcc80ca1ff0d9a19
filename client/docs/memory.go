package docs

import (
	"strings"
	"sync"
	"time"

	"aloft/model"
)

// knownFor is how long a listed folder's id is used without a walk to it. Ids do
// not change, but the folder may have another name or place by now.
const knownFor = 5 * time.Minute

const memoryMax = 20_000

// memory stores the ids of containers by place.
type memory struct {
	mu     sync.Mutex
	refs   map[string]model.Ref
	spaces map[string]spaceNote // of targets of moves, by their ids
	asking chan struct{}        // is held while a space is asked for
}

type spaceNote struct {
	space string
	at    time.Time
}

func newMemory() *memory {
	return &memory{refs: map[string]model.Ref{}, spaces: map[string]spaceNote{}, asking: make(chan struct{}, 1)}
}

func (m *memory) spaceOf(id string, now time.Time) (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n, ok := m.spaces[id]
	return n.space, ok && now.Sub(n.at) <= spaceFor
}

func (m *memory) keepSpace(id, space string, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.spaces) >= memoryMax {
		clear(m.spaces)
	}
	m.spaces[id] = spaceNote{space, now}
}

// key is the normal form of a place.
func key(p model.Place) string {
	p.Account = ""
	return p.String()
}

func (m *memory) keep(ref model.Ref) {
	if ref.ID == "" || ref.Place.IsRoot() {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.refs) >= memoryMax {
		clear(m.refs)
	}
	m.refs[key(ref.Place)] = ref
}

func (m *memory) known(p model.Place, now time.Time) (model.Ref, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ref, ok := m.refs[key(p)]
	if !ok || now.Sub(ref.At) > knownFor {
		return model.Ref{}, false
	}
	ref.Place = p
	return ref, true
}

// forget removes an entry that was changed, and everything under it.
func (m *memory) forget(item model.Ref) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.spaces, item.ID)
	k := key(item.Place)
	for at, ref := range m.refs {
		if ref.ID == item.ID || at == k || strings.HasPrefix(at, k+"/") {
			delete(m.refs, at)
		}
	}
}

func (m *memory) drop(p model.Place) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.refs, key(p))
}

// shown stores the containers of a listing.
func (m *memory) shown(l *model.Listing) {
	m.keep(l.Folder)
	twins := l.Twins()
	for name := range twins {
		m.drop(l.Place.Join(name)) // it may have been the only one of that name
	}
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Enterable() {
			m.keep(refOf(l.Place.JoinEntry(e, twins), *e, l.ListedAt))
		}
	}
}

func refOf(p model.Place, e model.Entry, at time.Time) model.Ref {
	return model.Ref{Place: p, ID: e.ID, Kind: e.Kind, Space: e.Facts().Space, At: at}
}

// spaceFor is how long the space of a target is used for the moves of one job.
const spaceFor = time.Minute
