package word

import "sort"

// Splice replaces Del blocks from At on by Blocks.
type Splice struct {
	At, Del int
	Blocks  []Block
}

// Splice returns the document changed by the splices: in order, without overlap,
// with block indexes of this document. Comments are those of the new one. Untouched
// blocks are shared.
func (d *Document) Splice(version int64, cuts []Splice, comments []Comment) *Document {
	n := &Document{Version: version, comments: comments}
	more := 0
	for _, c := range cuts {
		more += len(c.Blocks) + 1
	}
	n.blocks = make([]Block, 0, len(d.blocks)+more)
	n.starts = make([]int, 0, len(d.blocks)+more)
	from := 0
	for _, c := range cuts {
		n.keep(d, from, c.At)
		for _, b := range c.Blocks {
			n.put(b)
		}
		from = c.At + c.Del
	}
	n.keep(d, from, len(d.blocks))
	n.end()
	return n
}

// keep copies blocks that are in their normal form already, among themselves.
func (d *Document) keep(old *Document, from, to int) {
	if from >= to {
		return
	}
	d.put(old.blocks[from])
	if from++; from == to {
		return
	}
	shift := d.length - old.starts[from]
	d.blocks = append(d.blocks, old.blocks[from:to]...)
	for _, s := range old.starts[from:to] {
		d.starts = append(d.starts, s+shift)
	}
	d.length = d.starts[len(d.starts)-1] + d.blocks[len(d.blocks)-1].Len()
}

// put adds a block, and before a heading the paragraph that separates it from a
// table or box.
func (d *Document) put(b Block) {
	if p, ok := b.(*Paragraph); ok && (p.IsHeading() || p.Level == Title) {
		d.rest()
	}
	d.add(b)
}

// end makes the last block a paragraph.
func (d *Document) end() {
	if d.rest(); len(d.blocks) == 0 {
		d.add(NewParagraph(Format{}))
	}
}

// Start is the position of a block.
func (d *Document) Start(block int) int { return d.starts[block] }

// At is the block at a position of the document.
func (d *Document) At(position int) int {
	return sort.Search(len(d.starts), func(i int) bool { return d.starts[i] > position }) - 1
}
