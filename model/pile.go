package model

import "maps"

// Pile packs the entries of a listing as its pages are read. It is for one goroutine; what Sort
// has made of it stays as it is while more is added.
type Pile struct {
	packed  packed // without its columns
	names   *columnWriter
	ids     *columnWriter // nil while no entry has an id
	commons map[common]uint16
}

// NewPile makes a pile for about n entries; 0 = not known.
func NewPile(n int) *Pile {
	const name = 16 // bytes, as most names are shorter
	return &Pile{
		packed:  packed{rows: make([]packedRow, 0, n), plain: true},
		names:   newColumnWriter(n, n*name),
		commons: map[common]uint16{},
	}
}

// Len is the number of entries so far.
func (p *Pile) Len() int { return p.packed.len() }

// Add takes over more entries.
func (p *Pile) Add(entries []Entry) {
	for i := range entries {
		p.add(&entries[i])
	}
}

func (p *Pile) add(e *Entry) {
	row := p.Len()
	p.names.add(e.Name)
	if p.ids == nil && e.ID != "" {
		p.ids = newColumnWriter(cap(p.packed.rows), 0)
		for range row {
			p.ids.add("")
		}
	}
	if p.ids != nil {
		p.ids.add(e.ID)
	}
	if p.packed.plain && noNUL(nfc(e.Name)) != e.Name {
		p.packed.plain = false
	}
	if !p.packed.add(e, p.commons) {
		if p.packed.odd == nil {
			p.packed.odd = map[int32]*Entry{}
		}
		whole := *e
		p.packed.odd[int32(row)] = &whole
	}
}

// Unsorted are the entries so far, with the rest of the listing; l has no entries of its own.
func (p *Pile) Unsorted(l Listing) Unsorted {
	rows := p.packed
	rows.odd = maps.Clone(rows.odd)
	rows.names = p.names.column()
	if p.ids != nil {
		rows.ids = p.ids.column()
	}
	return Unsorted{l, &rows}
}

// Unsorted is a listing as it arrived.
type Unsorted struct {
	head Listing
	rows *packed
}

// Len is the number of entries.
func (u Unsorted) Len() int { return u.rows.len() }

// Sort puts the listing in order.
func (u Unsorted) Sort(o Order) *Sorted {
	var shared map[string]bool
	if u.head.Steady {
		shared = twins(u.Len(), func(i int) string { return u.rows.name(int32(i)) })
	}
	return arrange(u.head, u.rows, o, shared, nil)
}
