package word

// Counter computes the numbers of list items: one is used for one run of blocks,
// the body or the contents of a cell or box. What is neither in a list nor
// indented ends the list.
type Counter struct {
	Kind [10]List // by level
	n    [10]int
}

// Next counts an item. auto is the number that it has without a Start, fresh
// reports that a list begins with it.
func (c *Counter) Next(f Format) (n, auto int, fresh bool) {
	l := f.ListLevel
	for i := l + 1; i < len(c.n); i++ {
		c.Kind[i], c.n[i] = NoList, 0
	}
	fresh = c.Kind[l] != f.List
	if fresh {
		c.Kind[l], c.n[l] = f.List, 0
	}
	auto = c.n[l] + 1
	n = auto
	if f.Start != 0 {
		n, fresh = max(f.Start, 0), true
	}
	c.n[l] = n
	return n, auto, fresh
}

// Pass counts a block that is not a list item.
func (c *Counter) Pass(b Block) {
	if EndsList(b) {
		*c = Counter{}
	}
}

// EndsList reports whether a block ends the list in front of it.
func EndsList(b Block) bool { return Depth(b) == 0 }

// Numbers are the numbers of the items of a run of blocks, 0 for what is not a
// numbered item.
func Numbers(in []Block) []int {
	var c Counter
	out := make([]int, len(in))
	for i, b := range in {
		if p, ok := b.(*Paragraph); ok && p.List != NoList {
			if n, _, _ := c.Next(p.Format); p.List == Number {
				out[i] = n
			}
		}
		c.Pass(b)
	}
	return out
}

// Resume makes the items of a run of blocks that a list was cut off from keep their
// numbers: numbers are the earlier ones, 0 where it does not matter. Changed blocks
// are copies.
func Resume(in []Block, numbers []int) []Block {
	var c Counter
	out := make([]Block, len(in))
	for i, b := range in {
		out[i] = b
		if p, ok := b.(*Paragraph); ok && p.List != NoList {
			was := c
			if _, _, fresh := c.Next(p.Format); fresh && p.List == Number && p.Start == 0 && numbers[i] > 1 {
				f := p.Format
				f.Start = numbers[i]
				out[i], c = NewParagraph(f, p.Inlines()...), was
				c.Next(f)
			}
		}
		c.Pass(b)
	}
	return out
}
