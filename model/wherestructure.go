package model

import (
	"slices"

	"aloft/model/text"
)

// InStructure finds a cell or a box. The error is a *WhereError.
func (w Where) InStructure(s Structure) (Spot, error) {
	switch w.Kind {
	case WhereCell:
		return w.cell(s)
	case WhereBox:
		return w.box(s)
	}
	return Spot{}, whereError(text.WhereNotThere, w.String())
}

// cell is the end of a cell, where text is appended to it ("Typical sequences"
// 8 in the specification of the doc tools).
func (w Where) cell(s Structure) (Spot, error) {
	tables := s.Find(func(n *StructureNode) bool { return n.Kind == NodeTable })
	if w.Table < 1 || w.Table > len(tables) {
		return Spot{}, missing("there is no table %d: the document has %d", w.Table, len(tables))
	}
	t := tables[w.Table-1]
	if w.Row < 1 || w.Row > len(t.Rows) {
		return Spot{}, missing("table %d has no row %d: it has %d", w.Table, w.Row, len(t.Rows))
	}
	cells := t.Rows[w.Row-1].Cells
	if w.Col < 1 || w.Col > len(cells) {
		return Spot{}, missing("row %[2]d of table %[1]d has no cell %[3]d: it has %[4]d", w.Table, w.Row, w.Col, len(cells))
	}
	c := cells[w.Col-1]
	return Spot{Index: c.End, Around: Around{Before: c.Preview, Gap: previewCut(c.Preview, c.End-c.Start)}}, nil
}

// box is the end of a box, found through what is in it ("Typical sequences" 9).
func (w Where) box(s Structure) (Spot, error) {
	boxes := s.Find(func(n *StructureNode) bool { return n.Kind.Box() })
	if w.Table < 1 || w.Table > len(boxes) {
		return Spot{}, missing("there is no box %d: the document has %d", w.Table, len(boxes))
	}
	b := boxes[w.Table-1]
	last := b
	if n := len(b.Children); n > 0 {
		last = &b.Children[n-1]
	}
	spot := Spot{Index: last.End}
	spot.Before, spot.Gap = last.Begins()
	return spot, nil
}

// Find gives the matching nodes, in the order of the document, nested ones too.
func (s Structure) Find(fits func(n *StructureNode) bool) []*StructureNode {
	var out []*StructureNode
	var walk func(in []StructureNode)
	walk = func(in []StructureNode) {
		for i := range in {
			if fits(&in[i]) {
				out = append(out, &in[i])
			}
			walk(in[i].Children)
		}
	}
	walk(s.Nodes)
	return out
}

// Holding is the innermost block that the position is in, or nil. Ends are
// inclusive; where two blocks meet at one position, the one that begins there is
// taken.
func (s Structure) Holding(index int64) *StructureNode {
	var found *StructureNode
	in := s.Nodes
	for {
		var next *StructureNode
		for i := range in {
			if in[i].Start <= index && index <= in[i].End {
				next = &in[i]
			}
		}
		if next == nil {
			return found
		}
		found, in = next, next.Children
	}
}

// Body: the position is in a paragraph that is in no table or box.
func (s Structure) Body(index int64) bool {
	n := s.Holding(index)
	return n != nil && (n.Kind == NodeParagraph || n.Kind == NodeHeading) && slices.ContainsFunc(s.Nodes, func(m StructureNode) bool { return m.Start == n.Start && m.End == n.End })
}

func missing(t text.Text, args ...any) *WhereError {
	err := whereError(t, args...)
	err.Missing = true
	return err
}
