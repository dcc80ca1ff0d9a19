package word

import (
	"io"

	"aloft/model/budget"
)

// Limits are what a file may be. Zero fields take the values of DefaultLimits.
type Limits struct {
	Parts    int   // entries of the archive
	Part     int64 // bytes of one XML part, unpacked
	Unpacked int64 // bytes of all XML parts that are read
	Picture  int64 // bytes of one picture, unpacked
	Depth    int   // elements inside one another
	Nodes    int   // elements of one top-level block
	Cells    int   // cells of one table

	// Budget is what the reading may use in all, nil = the usual one.
	Budget *budget.Budget
}

// DefaultLimits are what a large book with pictures needs.
func DefaultLimits() Limits {
	return Limits{Parts: 20_000, Part: 256 << 20, Unpacked: 512 << 20, Picture: 512 << 20, Depth: 300, Nodes: 2_000_000, Cells: 250_000}
}

func (l Limits) filled() Limits {
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

// MarkdownOptions say how Markdown becomes a document.
type MarkdownOptions struct {
	Title string // a title paragraph in front, "" = none
	// Open opens a picture by its relative path, slashes between the parts; nil,
	// or an error: the picture stays a link.
	Open func(name string) (io.ReadCloser, error)
	// Budget is what the reading may use, nil = the usual one.
	Budget *budget.Budget
}

// What the parts of a document take, in bytes, with what is made of them when it
// is shown, stored and written: the struct itself is a third of it.
const (
	sizeBlock  = 500
	sizeInline = 300

	SizeLine = sizeBlock + sizeInline // a paragraph of text alone
)
