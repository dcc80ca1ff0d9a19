package word

import (
	"cmp"

	"aloft/model/budget"
)

// Limits bound the content of a file. For zero fields there are defaults, which are
// enough for a large book with pictures.
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

// Filled has the default for each zero field.
func (l Limits) Filled() Limits {
	return Limits{Parts: cmp.Or(l.Parts, 20_000), Part: cmp.Or(l.Part, 256<<20), Unpacked: cmp.Or(l.Unpacked, 512<<20), Picture: cmp.Or(l.Picture, 512<<20),
		Depth: cmp.Or(l.Depth, 300), Nodes: cmp.Or(l.Nodes, 2_000_000), Cells: cmp.Or(l.Cells, 250_000), Budget: budget.Or(l.Budget)}
}

// The memory of the parts of a document, in bytes, with what is made of them when
// it is shown, stored and written: the struct itself is a third of it.
const (
	SizeBlock  = 500
	SizeInline = 300

	SizeLine = SizeBlock + SizeInline // a paragraph of text alone
)
