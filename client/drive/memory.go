package drive

import (
	"hash/maphash"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"aloft/client/lenient"
	"aloft/model"
)

// knownAge is how long an id of this epoch may be used to display its folder.
const knownAge = 10 * time.Minute

// memoryMax is the size of each table; a full table is cleared.
const memoryMax = 20_000

// memory caches earlier walks. Writes use what was looked up for an operation, or listed for display seconds ago, in the
// same epoch; plans may use older listings.
type memory struct {
	mu      sync.Mutex
	ids     map[string]told    // where folders were last found
	hints   map[string]int     // page of its folder on which a name was found
	folders map[string]*folder // recently listed
	former  map[string]*former // what a change of ours has made former
	after   uint64             // the epoch that it began
	brought []string           // the ids of what it has moved or renamed, and the ids and keys of what it has made
	gone    []string           // the ids of what it has moved or deleted
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

// recent returns a folder of this epoch that serves the walk. What was listed for display moments ago serves a plan as
// if it had listed it itself.
func (m *memory) recent(k string, epoch uint64, w *walk) *folder {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.folders[k]
	if f == nil || f.old && !w.opt.Planning {
		return nil
	}
	root := f.ref.ID == rootID
	if !root && (f.ref.Epoch != epoch || time.Since(f.ref.At) >= f.by.good(w, knownAge)) {
		return nil
	}
	c := *f
	c.ref.Epoch, c.old = epoch, f.old || !root && f.by == toShow && time.Since(f.ref.At) >= takeOver
	c.pages = map[int]*sheet{}
	for n, sh := range f.pages {
		if sh.epoch == epoch && time.Since(sh.at) < sh.by.good(w, planAge) {
			if own := *sh; time.Since(sh.at) < takeOver {
				own.by = w.by
				sh = &own
			}
			c.pages[n] = sh
		}
	}
	if root && len(c.pages) == 0 {
		return nil
	}
	if !c.old {
		c.by = w.by
	}
	return &c
}

// keep stores what was found of a folder in an epoch. m.mu must be held.
func (m *memory) keep(k string, f *folder, epoch uint64) {
	c := *f
	c.pages = maps.Clone(f.pages)
	if o := m.folders[k]; o != nil && o.ref.ID == f.ref.ID {
		if f.old && o.ref.Epoch == f.ref.Epoch {
			c.ref, c.old = o.ref, o.old // a walk has reached it
		}
		for n, sh := range o.pages { // a walk through the folder has read some pages
			if c.pages[n] == nil && sh.epoch == epoch {
				c.pages[n] = sh
			}
		}
	}
	m.folders[k] = &c
}

// looked stores a folder of which an operation has read a page, for what the same operation does next.
func (m *memory) looked(f *folder, epoch uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.folders)%trimEach == 0 {
		m.trim()
	}
	m.keep(key(f.ref.Place), f, epoch)
}

// trimEach bounds how often the table is looked through while it grows.
const trimEach = 64

// former is a folder as it was looked up right before a change of ours.
type former struct {
	ref   model.Ref
	pages map[int]*sheet
}

// change makes former what was looked up before a change of ours, which began with one epoch and ended with the other;
// what it has moved is not where it was.
func (m *memory) change(from, to uint64, r request, made lenient.String) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.after != from {
		m.former, m.brought, m.gone = map[string]*former{}, nil, nil
	}
	m.after = to
	for k, f := range m.folders {
		if f.ref.Epoch == from && f.by != toShow && f.ref.ID != rootID {
			m.former[k] = &former{f.ref, f.pages}
		}
	}
	for _, it := range r.items {
		under := key(it.Place)
		maps.DeleteFunc(m.former, func(k string, _ *former) bool { return strings.HasPrefix(k, under) })
		m.brought = append(m.brought, it.ID)
		if r.op != string(model.OpRename) {
			m.gone = append(m.gone, it.ID)
		}
	}
	if len(r.items) == 0 {
		m.brought = append(m.brought, string(made), key(r.place))
	}
}

// before returns a folder with an id of this epoch, or of before changes of ours that nobody else on this host has come
// between; nothing of it is listed.
func (m *memory) before(k string, epoch uint64) *folder {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.folders[k]; f != nil && f.by != toShow && !f.old && f.ref.Epoch == epoch && time.Since(f.ref.At) < walkAge {
		return &folder{ref: f.ref, by: f.by, children: f.children, pages: map[int]*sheet{}}
	}
	if f := m.former[k]; f != nil && m.after == epoch && time.Since(f.ref.At) < refAge {
		return &folder{ref: f.ref, by: toChange, children: model.Unknown, pages: map[int]*sheet{}, was: f}
	}
	return nil
}

// same reports whether a page shows that the id still is the folder's: it has an entry that the folder had, or one that
// was brought there. A folder that had none, or lost all, is empty; of one that had none, the name of what was made there
// is enough.
func (m *memory) same(f *former, sh *sheet) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	had, left := 0, 0
	for _, was := range f.pages {
		for _, id := range was.ids {
			if id != "" && slices.Contains(sh.ids, id) {
				return true
			}
			if had++; !slices.Contains(m.gone, id) {
				left++
			}
		}
	}
	return sh.raw == 0 && left == 0 || slices.ContainsFunc(sh.entries, func(e model.Entry) bool {
		return e.ID != "" && slices.Contains(m.brought, e.ID) || had == 0 && slices.Contains(m.brought, key(f.ref.Place.Join(e.Name)))
	})
}

// distrust makes the next walks start at the root.
func (m *memory) distrust() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.folders)
	clear(m.ids)
	clear(m.former)
}
