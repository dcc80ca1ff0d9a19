package kit

// RowKey says what a drawn row depends on. All is the sum of what concerns
// every row alike (columns, listing), counted up when any of it changes.
type RowKey struct {
	Index int
	Width int
	Mark  string
	Theme int
	All   int
}

// Rows keeps drawn rows. It forgets everything when it has grown beyond what
// a person has scrolled through lately.
type Rows struct {
	drawn map[RowKey]string
}

const mostRows = 4096

// Get gives the row, drawing it when it is not there.
func (r *Rows) Get(k RowKey, draw func() string) string {
	if s, ok := r.drawn[k]; ok {
		return s
	}
	if r.drawn == nil || len(r.drawn) >= mostRows {
		r.drawn = make(map[RowKey]string, 256)
	}
	s := draw()
	r.drawn[k] = s
	return s
}

// Clear forgets all rows.
func (r *Rows) Clear() { clear(r.drawn) }
