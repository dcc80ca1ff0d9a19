package peek

import (
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/model"
)

// remembered is how many previews of files on other machines are kept.
const remembered = 16

// memory keeps the previews of files on other machines, so that reading them again costs
// no request.
type memory struct {
	mu   sync.Mutex
	kept []memo // the one used last is at the end
}

type memo struct {
	key  memoKey
	read client.FilePreview
}

// memoKey changes with the file.
type memoKey struct {
	place, id string
	size      int64
	time      time.Time
	tail      bool // of its end
}

// keyOf is the key of a file; ok is false where a change would not show in it.
func keyOf(at model.Place, e *model.Entry, tail bool) (k memoKey, ok bool) {
	size := e.Size
	if e.Kind.Exported() {
		size = 0 // only its export has one
	}
	return memoKey{at.String(), e.ID, size, e.Modified.UTC(), tail}, !at.Scheme.Local() && e.ID != "" && !e.Modified.IsZero()
}

func (m *memory) find(k memoKey) (client.FilePreview, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.kept, func(o memo) bool { return o.key == k })
	if i < 0 {
		return client.FilePreview{}, false
	}
	o := m.kept[i]
	m.kept = append(slices.Delete(m.kept, i, i+1), o)
	return o.read, true
}

func (m *memory) keep(k memoKey, p client.FilePreview) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = append(slices.DeleteFunc(m.kept, func(o memo) bool { return o.key == k }), memo{k, p})
	if len(m.kept) > remembered {
		m.kept = slices.Delete(m.kept, 0, 1)
	}
}
