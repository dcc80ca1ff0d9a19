package find

import (
	"sync"

	"aloft/model"
)

// mostKept bounds the entries that a cache keeps, which bounds its memory.
const mostKept = 200_000

// Cache keeps whole listings of folders for walks. Several goroutines may use it.
type Cache struct {
	mu    sync.Mutex
	kept  map[string]*model.Sorted // by written place
	order []string                 // the oldest first
	size  int                      // entries in all
	sums  map[string]*Sum          // nil is one that counts no more
}

// NewCache makes an empty cache.
func NewCache() *Cache { return &Cache{kept: map[string]*model.Sorted{}, sums: map[string]*Sum{}} }

// Get is a folder's listing, nil when it is not kept.
func (c *Cache) Get(at model.Place) *model.Sorted {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept[at.String()]
}

// Put keeps a listing in place of an older one of the folder. One that is not whole is
// not kept.
func (c *Cache) Put(s *model.Sorted) {
	if !s.Head.Complete || s.Len() > mostKept {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	id := s.Head.Place.String()
	if was := c.kept[id]; was != nil {
		c.size -= was.Len() + 1
	} else {
		c.order = append(c.order, id)
	}
	c.kept[id] = s
	c.size += s.Len() + 1
	for c.size > mostKept {
		oldest := c.order[0]
		c.order = c.order[1:]
		if k := c.kept[oldest]; k != nil && oldest != id {
			c.size -= k.Len() + 1
			delete(c.kept, oldest)
		} else if oldest == id {
			c.order = append(c.order, id)
		}
	}
}

// Forget drops the folder of an entry that was changed, and all below the entry, and sums that it is part of.
func (c *Cache) Forget(at model.Place) (sums bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, s := range c.sums {
		if s != nil && (at.Within(s.at) || s.at.Within(at)) {
			c.sums[key], sums = nil, true
		}
	}
	parent := at.Parent()
	order := c.order[:0]
	for _, id := range c.order {
		k := c.kept[id]
		if k == nil {
			continue
		}
		if p := k.Head.Place; p.Within(at) || p.Unpinned().Equal(parent.Unpinned()) {
			c.size -= k.Len() + 1
			delete(c.kept, id)
			continue
		}
		order = append(order, id)
	}
	c.order = order
	return sums
}

// Folders is how many folders of a source are kept.
func (c *Cache) Folders(of model.Place) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, k := range c.kept {
		if k.Head.Place.SameSource(of) {
			n++
		}
	}
	return n
}

// Homes says where entries are, as the kept listings of their source have them: by id, of
// those whose ids are asked for with the id of their folder, "" = not known.
func (c *Cache) Homes(of model.Place, asked map[string]string) map[string]*model.Origin {
	out := map[string]*model.Origin{}
	if len(asked) == 0 {
		return out
	}
	folders := map[string]*model.Origin{} // by id
	for _, id := range asked {
		folders[id] = nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range c.kept {
		if !k.Head.Place.SameSource(of) {
			continue
		}
		here := &model.Origin{Folder: k.Head.Place, Twins: k.Shared()}
		if id := k.Head.Folder.ID; id != "" {
			folders[id] = here
		}
		for row := range k.Len() {
			id := k.ID(row)
			if _, ok := asked[id]; ok {
				out[id] = here
			}
			if o, ok := folders[id]; ok && id != "" && o == nil {
				folders[id] = &model.Origin{Folder: k.Head.Place.JoinEntry(k.At(row), k.Shared())}
			}
		}
	}
	for id, folder := range asked {
		if out[id] == nil && folder != "" && folders[folder] != nil {
			out[id] = folders[folder]
		}
	}
	return out
}
