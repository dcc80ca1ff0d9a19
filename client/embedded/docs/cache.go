package docs

import (
	"cmp"
	"sync"

	"aloft/client/office/word"
)

// opened is a document in memory.
type opened struct {
	doc     *word.Document
	snapped int64 // version of the last known snapshot, 0 = none
	logged  int64 // bytes of the log since
	kept    bool  // all its pictures have files of their own
	ours    bool  // this process has edited it
	writing bool  // a snapshot of it is being written
	used    int64 // counter at its last use
}

// cacheUnits is how much of documents stays in memory, in positions: a position
// costs about six bytes. The last one stays whatever its size.
const cacheUnits = 8 << 20

// cache holds the documents that were last opened.
type cache struct {
	mu    sync.Mutex // never held while waiting for anything
	open  map[int64]*opened
	used  int64
	units int // bound of the cache, 0 = cacheUnits
}

func (w *cache) get(page int64) (opened, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.open[page]
	if o == nil {
		return opened{}, false
	}
	w.used++
	o.used = w.used
	return *o, true
}

// put stores a newer version. An older one, from a slower call, changes nothing.
func (w *cache) put(page int64, n opened) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open == nil {
		w.open = map[int64]*opened{}
	}
	w.used++
	o := w.open[page]
	if o == nil {
		o = &opened{}
		w.open[page] = o
	}
	o.used = w.used
	if o.doc == nil || o.doc.Version < n.doc.Version || o.doc.Version == n.doc.Version && n.kept && !o.kept {
		o.doc, o.logged, o.kept = n.doc, n.logged, n.kept
	}
	o.snapped, o.ours = max(o.snapped, n.snapped), o.ours || n.ours
	units, most := 0, cmp.Or(w.units, cacheUnits)
	for _, d := range w.open {
		units += d.doc.Len()
	}
	for units > most && len(w.open) > 1 {
		oldest := page
		for seq, d := range w.open {
			if seq != page && (oldest == page || d.used < w.open[oldest].used) {
				oldest = seq
			}
		}
		units -= w.open[oldest].doc.Len()
		delete(w.open, oldest)
	}
}

// forget empties the cache: all documents were replaced.
func (w *cache) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open = nil
}

// Memory is the size of the documents in memory.
type Memory struct {
	Documents int
	Units     int  // positions
	Writing   bool // a snapshot of one is being written
}

func (w *cache) memory() (m Memory) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, o := range w.open {
		m.Documents++
		m.Units += o.doc.Len()
		m.Writing = m.Writing || o.writing
	}
	return m
}

// due reports whether it is time for a snapshot, which the caller then writes.
func (w *cache) due(page int64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	o := w.open[page]
	due := o != nil && !o.writing && (o.doc.Version-o.snapped >= snapEdits || o.logged >= snapLog)
	if due {
		o.writing = true
	}
	return due
}

// written ends the writing of a snapshot; stored is whether it succeeded.
func (w *cache) written(page int64, of opened, stored bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if o := w.open[page]; o != nil {
		o.writing = false
		if stored {
			o.snapped, o.logged = max(o.snapped, of.doc.Version), max(0, o.logged-of.logged)
		}
	}
}

// dueAtEnd returns the documents that this process edited and that are worth a
// snapshot when the service closes.
func (w *cache) dueAtEnd() []int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	var due []int64
	for page, o := range w.open {
		if o.ours && o.doc.Version-o.snapped >= closeEdits {
			due = append(due, page)
		}
	}
	return due
}
