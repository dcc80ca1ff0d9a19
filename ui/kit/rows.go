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
	s := draw()
	Keep(&r.drawn, maxRows, k, s)
	return s
}

// Keep puts a value into a map, which is emptied first if it has so many.
func Keep[K comparable, V any](into *map[K]V, most int, k K, v V) {
	if *into == nil || len(*into) >= most {
		*into = map[K]V{}
	}
	(*into)[k] = v
}

// Clear forgets all rows.
func (r *Rows) Clear() { clear(r.drawn) }
