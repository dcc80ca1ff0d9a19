package patch

import (
	"slices"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// items are those of blocks, without the text boxes of the file: these are in other
// elements.
func (p *patcher) items(in []word.Block) []flatBlock {
	out := make([]flatBlock, 0, len(in))
	for _, b := range in {
		box, ok := b.(*word.Box)
		was := len(out)
		switch {
		case !ok:
			out = append(out, flatBlock{Block: b})
		case box.Kind == word.TextBox && p.boxes[word.SourceOf(box)] != nil:
		case box.Kind == word.TextBox || !sourced(b):
			out = append(out, flatBlock{Block: b})
		default:
			out, _ = lines(out, box, 2)
		}
		for k := range out[was:] {
			out[was+k].home = home(b)
		}
	}
	return out
}

// lines adds what is in a box of the file, and in boxes of the file in it.
func lines(out []flatBlock, box *word.Box, tie int) ([]flatBlock, int) {
	for _, l := range box.Blocks() {
		if in, ok := l.(*word.Box); ok && sourced(in) {
			out, tie = lines(out, in, tie)
			continue
		}
		n := flatBlock{Block: l, line: true, code: box.Kind == word.CodeBlock}
		if word.SourceOf(l) > 0 {
			tie = 1
		} else {
			n.tie = tie
		}
		out = append(out, n)
	}
	return out, tie
}

// container returns what to replace in a range of a part, which has the old items,
// so that it has the new ones.
func (p *patcher) container(part word.Source, in parts.Span, old, is []flatBlock) []cut {
	elems := p.Trace.Within(part, in)
	of := func(b word.Block) int {
		s := word.SourceOf(b)
		if s <= 0 || s.Part() != part {
			return -1
		}
		n, ok := slices.BinarySearchFunc(elems, s, func(e, s word.Source) int {
			switch at := p.Trace.Blocks[e]; {
			case at.To <= s.At():
				return -1
			case at.From > s.At():
				return 1
			}
			return 0
		})
		if !ok {
			return -1
		}
		return n
	}
	var cuts []cut
	were := make([][]flatBlock, len(elems))
	gaps := map[int][]word.Block{} // old blocks that are not in the file, by the element before
	last := -1
	for _, i := range old {
		if e := of(i.Block); e >= 0 {
			were[e], last = append(were[e], i), e
		} else {
			gaps[last] = append(gaps[last], i.Block)
		}
	}
	most := 0
	p.numbered(is, func(b word.Block) bool {
		e := of(b)
		most = max(most, e)
		return e == most && len(were[e]) > 0
	})
	if p.by != nil {
		is = p.by.adopt(is, func(b word.Block) bool { return of(b) >= 0 })
	}
	end := func(e int) int64 {
		if e < 0 {
			return in.From
		}
		return p.Trace.Blocks[elems[e]].To
	}
	last = -1
	var fresh []int
	upTo := func(e int) {
		for k := last + 1; k < e; k++ {
			if len(were[k]) > 0 {
				p.untracked("it would delete a whole table or block")
				cuts = append(cuts, cut{p.Trace.Blocks[elems[k]], ""})
			}
		}
		next := in.To
		if e < len(elems) {
			next = p.Trace.Blocks[elems[e]].From
		}
		if last+1 < e {
			next = p.Trace.Blocks[elems[last+1]].From
		}
		cuts = append(cuts, p.between(part, parts.Span{From: end(last), To: next}, is, p.added(gaps[last], is, fresh))...)
		fresh = nil
	}
	for i := 0; i < len(is); {
		e := of(is[i].Block)
		if e <= last || len(were[max(e, 0)]) == 0 {
			fresh = append(fresh, i)
			i++
			continue
		}
		j := i
		for k := i + 1; k < len(is); k++ {
			if n := of(is[k].Block); n == e {
				j = k
			} else if n > e {
				break
			}
		}
		upTo(e)
		cuts = append(cuts, p.block(elems[e], were[e], is, i, j+1)...)
		last, i = e, j+1
	}
	upTo(len(elems))
	return cuts
}

// added are the new items without those that were there before and are in no file: the
// empty paragraph behind a table, a note without text. That paragraph is one of its own once
// it is not needed there: then an exact file has it.
func (p *patcher) added(were []word.Block, is []flatBlock, fresh []int) []int {
	var out []int
	for _, i := range fresh {
		if k := slices.IndexFunc(were, func(b word.Block) bool { return p.sums.same(b, is[i].Block) }); k >= 0 && !(p.exact && blank(is[i].Block) && i+1 < len(is) && plain(is[i+1].Block)) {
			were = slices.Delete(slices.Clone(were), k, k+1)
			continue
		}
		out = append(out, i)
	}
	return out
}

// between puts new items into what is between two blocks: outside of everything that
// ends or begins there, unless they belong to the box that one of the two is in.
func (p *patcher) between(part word.Source, gap parts.Span, is []flatBlock, fresh []int) []cut {
	if len(fresh) == 0 {
		return nil
	}
	var front, mid, back []int
	for _, i := range fresh {
		switch is[i].tie {
		case 1:
			front = append(front, i)
		case 2:
			back = append(back, i)
		default:
			mid = append(mid, i)
		}
	}
	var cuts []cut
	for _, g := range []struct {
		at int64
		in []int
	}{{gap.From, front}, {gap.From + outermost(p.text.data[part][gap.From:gap.To]), mid}, {gap.To, back}} {
		if len(g.in) > 0 {
			cuts = append(cuts, cut{parts.Span{From: g.at, To: g.at}, p.fresh(is, g.in)})
		}
	}
	return cuts
}

// block returns what to replace for the items from i to j, which have replaced an
// element.
func (p *patcher) block(elem word.Source, were, is []flatBlock, i, j int) []cut {
	same := j-i == len(were)
	for k := range were {
		same = same && p.sums.same(were[k].Block, is[i+k].Block)
	}
	if same {
		return nil
	}
	if old, ok := were[0].Block.(*word.Table); ok {
		if t, ok := is[i].Block.(*word.Table); ok && j == i+1 && len(t.Rows()) == len(old.Rows()) && len(t.Rows()[0]) == len(old.Rows()[0]) {
			return p.table(elem.Part(), old, t)
		}
		p.untracked("it would change the rows or columns of a table")
		return []cut{{p.Trace.Blocks[elem], p.fresh(is, count(i, j))}}
	}
	return []cut{{p.Trace.Blocks[elem], p.paragraphs(elem, were, is, i, j)}}
}

func count(from, to int) []int {
	var out []int
	for ; from < to; from++ {
		out = append(out, from)
	}
	return out
}

// table replaces the content of the cells that differ.
func (p *patcher) table(part word.Source, old, is *word.Table) []cut {
	var cuts []cut
	for r, row := range is.Rows() {
		var more []word.Block // in cells that the file does not have: what is merged
		home := -1
		in := make([][]word.Block, len(row))
		for c, cell := range row {
			in[c] = cell.Blocks()
		}
		for c := range row {
			if old.Rows()[r][c].Source > 0 {
				home = c
				continue
			}
			if !p.sums.sameBlocks(old.Rows()[r][c].Blocks(), row[c].Blocks()) {
				if more = slices.DeleteFunc(slices.Clone(row[c].Blocks()), blank); home >= 0 {
					in[home] = slices.Concat(in[home], more)
				} else {
					for k := c + 1; k < len(row); k++ {
						if old.Rows()[r][k].Source > 0 {
							in[k] = slices.Concat(more, in[k])
							break
						}
					}
				}
			}
		}
		for c, blocks := range in {
			was := old.Rows()[r][c]
			if was.Source == 0 || p.sums.sameBlocks(was.Blocks(), blocks) {
				continue
			}
			n := p.text.element(was.Source)
			if n == nil {
				continue
			}
			at := n.Inside()
			if pr := n.Kid("tcPr"); pr != nil {
				at.From = pr.To
			}
			cuts = append(cuts, p.container(part, at, p.items(was.Blocks()), p.items(blocks))...)
		}
	}
	return cuts
}

// plain reports whether a paragraph may stand behind a table without one between.
func plain(b word.Block) bool {
	q, ok := b.(*word.Paragraph)
	return ok && !q.IsHeading() && q.Level != word.Title
}

func blank(b word.Block) bool {
	q, ok := b.(*word.Paragraph)
	return ok && q.Len() == 1
}
