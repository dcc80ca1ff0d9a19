package drive

import (
	"hash/maphash"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"aloft/model"
)

// knownAge is how long an id of this epoch may be used to display its folder.
const knownAge = 10 * time.Minute

// memoryMax is the size of each table; a full table is cleared.
const memoryMax = 20_000

// memory caches earlier walks. Writes use only what was listed for display seconds ago in the same epoch; plans may
// use older listings.
type memory struct {
	mu      sync.Mutex
	ids     map[string]told    // where folders were last found
	hints   map[string]int     // page of its folder on which a name was found
	folders map[string]*folder // recently listed for display, see shown
	seed    maphash.Seed
	orders  map[string]order // the latest listings of large folders
}

// told is what a folder's parent listing says about it.
type told struct {
	ref      model.Ref
	children int
}

// order is the order of a folder's entries, as short digests of their names to stay small for many thousands.
type order struct {
	size  int // entries of a page
	names []uint32
	at    time.Time
}

// How many large folders keep their order, and from which size a folder is large.
const (
	ordersMax  = 4
	orderPages = 3
)

func newMemory() *memory {
	return &memory{ids: map[string]told{}, hints: map[string]int{}, folders: map[string]*folder{},
		seed: maphash.MakeSeed(), orders: map[string]order{}}
}

// key is the key of a place in the tables. Names may contain any byte.
func key(p model.Place) string {
	var b strings.Builder
	for _, s := range p.Path {
		b.WriteString(strconv.Itoa(len(s.Name)))
		b.WriteByte(':')
		b.WriteString(s.Name)
	}
	return b.String()
}

// found stores the id of a folder.
func (m *memory) found(k string, ref model.Ref, children int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(k, told{ref, children})
}

func (m *memory) put(k string, t told) {
	if len(m.ids) >= memoryMax {
		clear(m.ids)
	}
	m.ids[k] = t
}

// listed stores the ids of the folders in a listing.
func (m *memory) listed(p model.Place, es []model.Entry, epoch uint64, at time.Time) {
	for i, n := 0, 0; i < len(es) && n < memoryMax/4; i++ {
		if e := &es[i]; e.Kind == model.KindFolder {
			n++
			sub := p.Join(e.Name)
			m.put(key(sub), told{model.Ref{Place: sub, ID: e.ID, Kind: e.Kind, Epoch: epoch, At: at}, e.Children})
		}
	}
}

// known returns an id for displaying the folder with one request. It must be of this epoch: after a change of ours
// the name may belong to another entry.
func (m *memory) known(k string, epoch uint64) (told, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.ids[k]
	return t, ok && t.ref.ID != "" && epoch != 0 && t.ref.Epoch == epoch && time.Since(t.ref.At) < knownAge
}

func (m *memory) hint(k string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := m.hints[k]; n > 0 {
		return n
	}
	for parent, o := range m.orders {
		// The parent's key is followed by the length of the name and the name.
		rest, in := strings.CutPrefix(k, parent)
		size, name, ok := strings.Cut(rest, ":")
		if in && ok && size == strconv.Itoa(len(name)) {
			return m.page(o, name)
		}
	}
	return 0
}

// page returns the page of the name. m.mu must be held.
func (m *memory) page(o order, name string) int {
	if i := slices.Index(o.names, m.digest(name)); i >= 0 {
		return i/o.size + 1
	}
	return 0
}

func (m *memory) digest(name string) uint32 { return uint32(maphash.String(m.seed, name)) }

// ordered stores the order of a large folder. m.mu must be held.
func (m *memory) ordered(k string, f *folder, l model.Listing) {
	if f == nil || f.pages[1] == nil || f.pages[1].raw == 0 || len(l.Entries) <= orderPages*f.pages[1].raw {
		delete(m.orders, k)
		return
	}
	if _, ok := m.orders[k]; !ok && len(m.orders) >= ordersMax {
		oldest := ""
		for k, o := range m.orders {
			if oldest == "" || o.at.Before(m.orders[oldest].at) {
				oldest = k
			}
		}
		delete(m.orders, oldest)
	}
	o := order{size: f.pages[1].raw, at: l.ListedAt, names: make([]uint32, len(l.Entries))}
	for i := range l.Entries {
		o.names[i] = m.digest(l.Entries[i].Name)
	}
	m.orders[k] = o
}

func (m *memory) keepHint(k string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n == 1 {
		delete(m.hints, k)
		return
	}
	if len(m.hints) >= memoryMax {
		clear(m.hints)
	}
	m.hints[k] = n
}

// trim drops folders that are too old to use. When many entries are stored, it also drops those that only a plan
// would use. m.mu must be held.
func (m *memory) trim() {
	kept := 0
	for k, f := range m.folders {
		if f.age() >= planAge {
			delete(m.folders, k)
		}
		for _, sh := range f.pages {
			kept += len(sh.entries)
		}
	}
	for k, f := range m.folders {
		if kept > memoryMax && f.age() >= takeOver {
			delete(m.folders, k)
		}
	}
}

// recent returns a folder listed for display in this epoch within the age limit, which is longer for plans.
func (m *memory) recent(k string, epoch uint64, plan bool) *folder {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.folders[k]
	if f == nil || f.old && !plan {
		return nil
	}
	ids, pages := takeOver, takeOver
	if plan {
		ids, pages = knownAge, planAge
	}
	root := f.ref.ID == rootID
	if !root && (f.ref.Epoch != epoch || time.Since(f.ref.At) >= ids) {
		return nil
	}
	c := *f
	c.ref.Epoch, c.old = epoch, f.old || !root && time.Since(f.ref.At) >= takeOver
	c.pages = map[int]*sheet{}
	for n, sh := range f.pages {
		if sh.epoch == epoch && time.Since(sh.at) < pages {
			c.pages[n] = sh
		}
	}
	if root && len(c.pages) == 0 {
		return nil
	}
	return &c
}

// distrust makes the next walks start at the root.
func (m *memory) distrust() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.folders)
	clear(m.ids)
}
