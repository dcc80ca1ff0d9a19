package word

// counter gives the numbers of list items: one is used for one run of blocks,
// the body or the contents of a cell or box. A paragraph without list and indent,
// a table and a box end the list.
type counter struct {
	kind [10]List // by level
	n    [10]int
}

// next counts an item. auto is the number that it has without a Start, fresh
// tells that a list begins with it.
func (c *counter) next(f Format) (n, auto int, fresh bool) {
	l := f.ListLevel
	for i := l + 1; i < len(c.n); i++ {
		c.kind[i], c.n[i] = NoList, 0
	}
	fresh = c.kind[l] != f.List
	if fresh {
		c.kind[l], c.n[l] = f.List, 0
	}
	auto = c.n[l] + 1
	n = auto
	if f.List == Number && f.Start > 0 {
		n, fresh = f.Start, true
	}
	c.n[l] = n
	return n, auto, fresh
}

// pass tells the counter of a block that is no list item.
func (c *counter) pass(b Block) {
	if p, ok := b.(*Paragraph); ok && (p.Indent > 0 || p.List != NoList) {
		return
	}
	*c = counter{}
}
