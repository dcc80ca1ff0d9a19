package word

import (
	"aloft/model/budget"
)

// Limits bound the content of a file. Zero fields take the values of DefaultLimits.
type Limits struct {
	Parts    int   // entries of the archive
	Part     int64 // bytes of one XML part, unpacked
	Unpacked int64 // bytes of all XML parts that are read
	Picture  int64 // bytes of one picture, unpacked
	Depth    int   // nesting of elements
	Nodes    int   // elements of one top-level block
	Cells    int   // cells of one table

	// Budget bounds the reading as a whole, nil = the default one.
	Budget *budget.Budget
}

// DefaultLimits are enough for a large book with pictures.
func DefaultLimits() Limits {
	return Limits{Parts: 20_000, Part: 256 << 20, Unpacked: 512 << 20, Picture: 512 << 20, Depth: 300, Nodes: 2_000_000, Cells: 250_000}
}

// Filled has the default for each zero field.
func (l Limits) Filled() Limits {
	d := DefaultLimits()
	fill(&l.Parts, d.Parts)
	fill(&l.Part, d.Part)
	fill(&l.Unpacked, d.Unpacked)
	fill(&l.Picture, d.Picture)
	fill(&l.Depth, d.Depth)
	fill(&l.Nodes, d.Nodes)
	fill(&l.Cells, d.Cells)
	l.Budget = budget.Or(l.Budget)
	return l
}

func fill[T int | int64](n *T, d T) {
	if *n <= 0 {
		*n = d
	}
}

// The memory of the parts of a document, in bytes, with what is made of them when
// it is shown, stored and written: the struct itself is a third of it.
const (
	SizeBlock  = 500
	SizeInline = 300

	SizeLine = SizeBlock + SizeInline // a paragraph of text alone
)
