package kit

// RowKey is everything a drawn row depends on. All is incremented by changes of every row (columns, listing).
type RowKey struct {
	Index int
	Width int
	Mark  string
	Theme int
	All   int
}

// Rows caches drawn rows. It is cleared when it holds more than anybody has scrolled through lately.
type Rows struct {
	drawn map[RowKey]string
}

const maxRows = 4096

// Get returns the row, drawing it if it is not cached.
func (r *Rows) Get(k RowKey, draw func() string) string {
	if s, ok := r.drawn[k]; ok {
		return s
	}
	if r.drawn == nil || len(r.drawn) >= maxRows {
		r.drawn = make(map[RowKey]string, 256)
	}
	s := draw()
	r.drawn[k] = s
	return s
}

// Clear forgets all rows.
func (r *Rows) Clear() { clear(r.drawn) }
