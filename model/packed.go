package model

import (
	"math"
	"slices"
	"strings"
	"time"
)

// packed holds entries without a pointer in each: of a file on a disk 28 bytes and the
// name, where an Entry takes 160. What a row cannot hold stands beside it, whole.
type packed struct {
	rows    []packedRow
	created []int64 // nanoseconds since 1970 of each row; nil when no entry has one
	// originals are the same of Entry.Original.
	originals []int64
	names     column
	ids       column           // without starts when no entry has an id
	commons   []common         // of packedRow.common - 1
	odd       map[int32]*Entry // the entries of rows that do not fit
	plain     bool             // the names are as they are compared when case counts

	// Of a list of results, else nil: where each row is, and its number in the order found.
	origins []*Origin
	found   []int32
}

// common is what many entries have alike.
type common struct {
	mime string
	doc  *DocFacts
}

// packedRow is an entry without its texts; modified in nanoseconds since 1970.
type packedRow struct {
	size, modified int64
	children       int32
	common         uint16 // from 1, 0 = none
	kind           uint8  // in packedKinds
	flags          rowFlags
}

type rowFlags uint8

const (
	hasPages rowFlags = 1 << iota
	hasModified
	hasCreated
	modifiedUTC
	createdUTC
	hasOriginal
	originalUTC
	special // a file that Runs, a link that is Broken, a folder of which Size is the Least
)

// packedKinds are the kinds that a row can hold.
var packedKinds = [...]Kind{
	KindFolder, KindFile, KindDoc, KindSheet, KindSlide, KindForm, KindMind, KindFlowchart, KindSmartCanvas, KindSmartSheet, KindSpace,
	KindLink, KindOther,
}

// add appends the row of an entry; false: something of the entry has no room in it.
func (p *packed) add(e *Entry, commons map[common]uint16) (fits bool) {
	r := packedRow{}
	fits = e.Link == "" && e.Children >= math.MinInt32 && e.Children <= math.MaxInt32
	r.size, r.children = e.Size, int32(e.Children)
	if e.HasPages {
		r.flags |= hasPages
	}
	if e.Runs || e.Broken || e.Least {
		r.flags |= special
	}
	kind := slices.Index(packedKinds[:], e.Kind)
	fits = fits && kind >= 0
	r.kind = uint8(max(kind, 0))
	if c := (common{e.MIME, e.Doc}); c != (common{}) {
		n, ok := commons[c]
		if !ok && len(p.commons) < math.MaxUint16 {
			p.commons = append(p.commons, c)
			n = uint16(len(p.commons))
			commons[c] = n
		}
		r.common = n
		fits = fits && n > 0
	}
	var held bool
	r.modified, held = r.stamp(e.Modified, hasModified, modifiedUTC)
	fits = fits && held
	created, held := r.stamp(e.Created, hasCreated, createdUTC)
	fits = fits && held
	p.created = p.beside(p.created, created, e.Created)
	original, held := r.stamp(e.Original, hasOriginal, originalUTC)
	p.originals = p.beside(p.originals, original, e.Original)
	if e.From != nil || p.origins != nil {
		for len(p.origins) < len(p.rows) { // those before it were not found
			p.origins, p.found = append(p.origins, nil), append(p.found, int32(len(p.found)))
		}
		p.origins, p.found = append(p.origins, e.From), append(p.found, int32(len(p.rows)))
	}
	p.rows = append(double(p.rows), r)
	return fits && held
}

// beside appends a time to a column that is only there when an entry has one.
func (p *packed) beside(column []int64, ns int64, t time.Time) []int64 {
	if column == nil && !t.IsZero() {
		column = make([]int64, len(p.rows))
	}
	if column == nil {
		return nil
	}
	return append(column, ns)
}

// stamp is a time as a row holds it.
func (r *packedRow) stamp(t time.Time, has, utc rowFlags) (ns int64, fits bool) {
	if t.IsZero() {
		return 0, t == time.Time{}
	}
	t = t.Round(0) // without a reading of the monotonic clock
	ns = t.UnixNano()
	r.flags |= has
	if t.Location() == time.UTC {
		r.flags |= utc
	}
	return ns, r.time(ns, has, utc) == t // also those that 64 bits cannot count
}

func (r *packedRow) time(ns int64, has, utc rowFlags) time.Time {
	switch {
	case r.flags&has == 0:
		return time.Time{}
	case r.flags&utc != 0:
		return time.Unix(0, ns).UTC()
	}
	return time.Unix(0, ns)
}

// entry unpacks a row.
func (p *packed) entry(i int32) *Entry {
	if e := p.odd[i]; e != nil {
		whole := *e
		whole.From = p.origin(i)
		return &whole
	}
	r := &p.rows[i]
	e := &Entry{
		ID: p.id(i), Name: p.name(i), Kind: packedKinds[r.kind], Size: r.size, Children: int(r.children), HasPages: r.flags&hasPages != 0,
		Modified: r.time(r.modified, hasModified, modifiedUTC),
	}
	e.Runs, e.Broken, e.Least = r.flags&special != 0 && e.Kind == KindFile, r.flags&special != 0 && e.Kind == KindLink, r.flags&special != 0 && e.Kind == KindFolder
	if p.created != nil {
		e.Created = r.time(p.created[i], hasCreated, createdUTC)
	}
	if p.originals != nil {
		e.Original = r.time(p.originals[i], hasOriginal, originalUTC)
	}
	e.From = p.origin(i)
	if r.common > 0 {
		c := p.commons[r.common-1]
		e.MIME, e.Doc = c.mime, c.doc
	}
	return e
}

// origin of a row, nil where the entry is in the folder that is listed.
func (p *packed) origin(i int32) *Origin {
	if p.origins == nil {
		return nil
	}
	return p.origins[i]
}

func (p *packed) len() int            { return len(p.rows) }
func (p *packed) name(i int32) string { return p.names.at(int(i)) }
func (p *packed) size(i int32) int64  { return p.rows[i].size }

func (p *packed) id(i int32) string {
	if p.ids.starts == nil {
		return ""
	}
	return p.ids.at(int(i))
}

func (p *packed) kind(i int32) Kind {
	if e := p.odd[i]; e != nil {
		return e.Kind
	}
	return packedKinds[p.rows[i].kind]
}

func (p *packed) modified(i int32) time.Time {
	if e := p.odd[i]; e != nil {
		return e.Modified
	}
	return p.rows[i].time(p.rows[i].modified, hasModified, modifiedUTC)
}

// inOrder is the same in another order: row by row the old index.
func (p *packed) inOrder(order []int32) *packed {
	n := len(order)
	q := &packed{rows: make([]packedRow, n), commons: p.commons, plain: p.plain}
	q.names = newColumn(n, len(p.names.text), func(row int) string { return p.name(order[row]) })
	if p.ids.starts != nil {
		q.ids = newColumn(n, len(p.ids.text), func(row int) string { return p.id(order[row]) })
	}
	if p.created != nil {
		q.created = make([]int64, n)
	}
	if p.originals != nil {
		q.originals = make([]int64, n)
	}
	if p.origins != nil {
		q.origins, q.found = make([]*Origin, n), make([]int32, n)
		for row, i := range order {
			q.origins[row], q.found[row] = p.origins[i], p.found[i]
		}
	}
	if p.odd != nil {
		q.odd = make(map[int32]*Entry, len(p.odd))
	}
	for row, i := range order {
		q.rows[row] = p.rows[i]
		if p.created != nil {
			q.created[row] = p.created[i]
		}
		if p.originals != nil {
			q.originals[row] = p.originals[i]
		}
		if e := p.odd[i]; e != nil {
			q.odd[int32(row)] = e
		}
	}
	return q
}

// column is one text per row, each followed by a NUL, in one string: searching all rows is one
// search.
type column struct {
	text   string
	starts []int32 // start of each row's text, and the end of the last
}

// newColumn makes a column of n texts, whose length in all, NULs included, is about size.
func newColumn(n, size int, text func(row int) string) column {
	w := newColumnWriter(n, size)
	for row := range n {
		w.add(text(row))
	}
	return w.column()
}

func (c column) at(row int) string { return c.text[c.starts[row] : c.starts[row+1]-1] }

// columnWriter makes a column text by text; the columns that it gives stay as they are.
type columnWriter struct {
	text   strings.Builder
	starts []int32
}

// newColumnWriter has room for n texts, whose length in all, NULs included, is about size.
func newColumnWriter(n, size int) *columnWriter {
	w := &columnWriter{starts: make([]int32, 1, n+1)}
	w.text.Grow(size)
	return w
}

func (w *columnWriter) add(text string) {
	if w.text.Len()+len(text) >= w.text.Cap() {
		w.text.Grow(len(text) + 1) // to twice its size
	}
	w.text.WriteString(text)
	w.text.WriteByte(0)
	w.starts = append(double(w.starts), int32(w.text.Len()))
}

func (w *columnWriter) column() column { return column{w.text.String(), w.starts} }

// double gives a full slice twice its room: what append adds to a long one is a quarter, and all
// that it copies on the way is garbage.
func double[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, len(s)+1)
}
