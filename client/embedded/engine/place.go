package engine

import (
	"aloft/client/office/word"
)

// maker returns the replacement of the innermost block at a position: a paragraph with the offset in it, or a table
// or box whose open token is at the position. inner means that the block is in a cell or box.
type maker func(b word.Block, off int, inner bool) ([]word.Block, error)

// swap returns the document changed by f at a position.
func swap(d *word.Document, at int64, f maker) (*word.Document, error) {
	if at < 0 || at >= int64(d.Len()) {
		return nil, outside(at, d.Len())
	}
	i := d.At(int(at))
	with, err := swapBlock(d.Blocks()[i], int(at)-d.Start(i), false, f)
	if err != nil {
		return nil, located(err, int(at))
	}
	return d.Splice(d.Version+1, resumed(d, i, with), d.Comments()), nil
}

func swapBlock(b word.Block, off int, inner bool, f maker) ([]word.Block, error) {
	if off == 0 {
		return f(b, 0, inner)
	}
	switch b := b.(type) {
	case *word.Box:
		in, err := swapAmong(b.Blocks(), off-1, f)
		if err != nil {
			return nil, err
		}
		return []word.Block{b.With(in...)}, nil
	case *word.Table:
		off--
		rows := b.Rows()
		for r, row := range rows {
			for c, cell := range row {
				if off >= cell.Len() {
					off -= cell.Len()
					continue
				}
				in, err := swapAmong(cell.Blocks(), off, f)
				if err != nil {
					return nil, err
				}
				return []word.Block{withCell(b, r, c, word.NewCell(in...))}, nil
			}
		}
	}
	return f(b, off, inner)
}

func swapAmong(blocks []word.Block, off int, f maker) ([]word.Block, error) {
	for i, b := range blocks {
		if off >= b.Len() {
			off -= b.Len()
			continue
		}
		with, err := swapBlock(b, off, true, f)
		if err != nil {
			return nil, err
		}
		out := make([]word.Block, 0, len(blocks)+len(with))
		out = append(out, blocks[:i]...)
		return append(append(out, with...), blocks[i+1:]...), nil
	}
	return blocks, nil
}

// withCell is a table with one cell changed.
func withCell(t *word.Table, r, c int, cell word.Cell) *word.Table {
	rows := t.Rows()
	out := append([][]word.Cell(nil), rows...)
	out[r] = append([]word.Cell(nil), rows[r]...)
	out[r][c] = cell
	return t.With(out...)
}

// eachIn calls f for the paragraphs in a block that starts at start, in order.
func eachIn(b word.Block, start int, f func(p *word.Paragraph, start int)) {
	switch b := b.(type) {
	case *word.Paragraph:
		f(b, start)
	case *word.Table:
		start++
		for _, row := range b.Rows() {
			for _, c := range row {
				for _, in := range c.Blocks() {
					eachIn(in, start, f)
					start += in.Len()
				}
			}
		}
	case *word.Box:
		start++
		for _, in := range b.Blocks() {
			eachIn(in, start, f)
			start += in.Len()
		}
	}
}

// each calls f for all paragraphs of a document, in order.
func each(d *word.Document, f func(p *word.Paragraph, start int)) {
	for i, b := range d.Blocks() {
		eachIn(b, d.Start(i), f)
	}
}

// paragraphAt returns the paragraph at a position, and its start; nil at an open
// token.
func paragraphAt(d *word.Document, at int) (found *word.Paragraph, start int) {
	i := d.At(at)
	eachIn(d.Blocks()[i], d.Start(i), func(p *word.Paragraph, from int) {
		if from <= at && at < from+p.Len() {
			found, start = p, from
		}
	})
	return found, start
}

// story is the text that a position belongs to: 0 for the body with its tables,
// otherwise a box.
func story(d *word.Document, at int) int {
	i := d.At(at)
	if _, ok := d.Blocks()[i].(*word.Box); ok {
		return i + 1
	}
	return 0
}
