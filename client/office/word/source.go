package word

// Source is where in an imported file a block comes from: the offset of its element
// in the part, as UTF-8; 0 for what is new. It belongs to the content of a block and
// is no part of its look: an edit leaves it, so that an export finds the properties
// that the model does not have.
type Source int64

// The parts have ranges of their own; none is that long.
const (
	sourceMain Source = iota << 40
	sourceFootnotes
	sourceEndnotes

	sourceRange = sourceFootnotes
	sourceNone  = Source(-1) // what is read has no place in the text
)

// part is the range of a source's part.
func (s Source) part() Source { return s - s%sourceRange }

// at is the offset in the part.
func (s Source) at() int64 { return int64(s % sourceRange) }

// SourceOf is the source of any block.
func SourceOf(b Block) Source {
	switch b := b.(type) {
	case *Paragraph:
		return b.Format.Source
	case *Table:
		return b.source
	case *Box:
		return b.source
	}
	return 0
}

// From returns the table with a source.
func (t *Table) From(s Source) *Table {
	n := *t
	n.source = s
	return &n
}

// With returns the table with other cells, and its source.
func (t *Table) With(rows ...[]Cell) *Table { return NewTable(rows...).From(t.source) }

// From returns the box with a source.
func (b *Box) From(s Source) *Box {
	n := *b
	n.source = s
	return &n
}

// With returns the box with other content, and its source.
func (b *Box) With(blocks ...Block) *Box {
	return NewBox(b.Kind, b.Language, b.Name, blocks...).From(b.source)
}

// Plain reports whether it is the format of body text, wherever it comes from.
func (f Format) Plain() bool {
	f.Source = 0
	return f == Format{}
}
