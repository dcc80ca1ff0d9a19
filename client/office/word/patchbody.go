package word

import (
	"bytes"
	"slices"
	"strings"
)

// flatBlock is a block in a run of blocks, with boxes of code and highlights replaced by
// what is in them, as it is in a file.
type flatBlock struct {
	Block
	line bool // it is in such a box
	tie  int  // new, in a box that is in the file: 1 behind, 2 before what is next to it there
}

// items are those of blocks, without the text boxes of the file: these are in other
// elements.
func (p *patcher) items(in []Block) []flatBlock {
	var out []flatBlock
	for _, b := range in {
		box, ok := b.(*Box)
		switch {
		case !ok:
			out = append(out, flatBlock{Block: b})
		case box.Kind == TextBox && p.boxes[SourceOf(box)] != nil:
		case box.Kind == TextBox || !sourced(b):
			out = append(out, flatBlock{Block: b})
		default:
			tie := 2
			for _, l := range box.Blocks() {
				n := flatBlock{Block: l, line: true}
				if SourceOf(l) > 0 {
					tie = 1
				} else {
					n.tie = tie
				}
				out = append(out, n)
			}
		}
	}
	return out
}

// patch finds what differs from the file and what to write there.
func (p *patcher) patch() error {
	p.patchComments()
	for _, b := range p.d.Blocks() {
		if box, ok := b.(*Box); ok {
			if was := p.boxes[SourceOf(box)]; was != nil && !p.sameBlocks(was.Blocks(), box.Blocks()) {
				p.box(was, box)
			}
		}
	}
	var body []flatBlock
	for _, i := range p.items(p.d.Blocks()) {
		if s := SourceOf(i.Block); s > 0 && s.part() != sourceMain {
			p.notes = append(p.notes, i)
			continue
		}
		body = append(body, i)
	}
	var old []flatBlock
	notes := map[Source][]flatBlock{}
	for _, i := range p.items(p.old.Blocks()) {
		if part := SourceOf(i.Block).part(); part != sourceMain {
			notes[part] = append(notes[part], i)
			continue
		}
		old = append(old, i)
	}
	cuts := p.container(sourceMain, p.trace.body, old, body)
	for part, was := range notes {
		p.note(part, was)
	}
	if at := p.trace.body; at.from == at.to && len(cuts) > 0 && bytes.HasSuffix(p.data[sourceMain][:at.from], []byte("/>")) { // <w:body/>
		cuts = slices.Concat([]cut{{span{at.from - 2, at.from}, ">"}}, cuts, []cut{{at, "</w:body>"}})
	}
	main := applied(p.data[sourceMain], 0, append(cuts, p.inner[sourceMain]...))
	if !bytes.Equal(main, p.data[sourceMain]) {
		p.parts[p.main] = main
	}
	p.patchParts()
	return p.fails
}

// note writes the notes of a part.
func (p *patcher) note(part Source, was []flatBlock) {
	var is []flatBlock
	for _, i := range p.notes {
		if SourceOf(i.Block).part() == part {
			is = append(is, i)
		}
	}
	order := func(in []flatBlock) []flatBlock {
		out := slices.Clone(in)
		slices.SortStableFunc(out, func(a, b flatBlock) int { return int(SourceOf(a.Block) - SourceOf(b.Block)) })
		return out
	}
	data := p.data[part]
	name := p.refs.of(map[Source]string{sourceFootnotes: "footnotes", sourceEndnotes: "endnotes"}[part])
	var cuts []cut
	p.ofPart(name, func() { cuts = p.container(part, span{0, int64(len(data))}, order(was), order(is)) })
	if cuts = append(cuts, p.inner[part]...); len(cuts) > 0 {
		p.parts[name] = applied(data, 0, cuts)
	}
}

// container returns what to replace in a range of a part, which has the old items,
// so that it has the new ones.
func (p *patcher) container(part Source, in span, old, is []flatBlock) []cut {
	elems := p.trace.within(part, in)
	of := func(b Block) int {
		s := SourceOf(b)
		if s <= 0 || s.part() != part {
			return -1
		}
		n, ok := slices.BinarySearchFunc(elems, s, func(e, s Source) int {
			switch at := p.trace.blocks[e]; {
			case at.to <= s.at():
				return -1
			case at.from > s.at():
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
	gaps := map[int][]Block{} // old blocks that are not in the file, by the element before
	last := -1
	for _, i := range old {
		if e := of(i.Block); e >= 0 {
			were[e], last = append(were[e], i), e
		} else {
			gaps[last] = append(gaps[last], i.Block)
		}
	}
	end := func(e int) int64 {
		if e < 0 {
			return in.from
		}
		return p.trace.blocks[elems[e]].to
	}
	last = -1
	var fresh []int
	upTo := func(e int) {
		for k := last + 1; k < e; k++ {
			if len(were[k]) > 0 {
				cuts = append(cuts, cut{p.trace.blocks[elems[k]], ""})
			}
		}
		next := in.to
		if e < len(elems) {
			next = p.trace.blocks[elems[e]].from
		}
		if last+1 < e {
			next = p.trace.blocks[elems[last+1]].from
		}
		cuts = append(cuts, p.between(part, span{end(last), next}, is, p.added(gaps[last], is, fresh))...)
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

// added are the new items without those that were there before and are in no file:
// the empty paragraph behind a table, a note without text.
func (p *patcher) added(were []Block, is []flatBlock, fresh []int) []int {
	var out []int
	for _, i := range fresh {
		if k := slices.IndexFunc(were, func(b Block) bool { return p.same(b, is[i].Block) }); k >= 0 {
			were = slices.Delete(slices.Clone(were), k, k+1)
			continue
		}
		out = append(out, i)
	}
	return out
}

// between puts new items into what is between two blocks: outside of everything that
// ends or begins there, unless they belong to the box that one of the two is in.
func (p *patcher) between(part Source, gap span, is []flatBlock, fresh []int) []cut {
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
	}{{gap.from, front}, {gap.from + outermost(p.data[part][gap.from:gap.to]), mid}, {gap.to, back}} {
		if len(g.in) > 0 {
			cuts = append(cuts, cut{span{g.at, g.at}, p.fresh(is, g.in)})
		}
	}
	return cuts
}

// block returns what to replace for the items from i to j, which have replaced an
// element.
func (p *patcher) block(elem Source, were, is []flatBlock, i, j int) []cut {
	same := j-i == len(were)
	for k := range were {
		same = same && p.same(were[k].Block, is[i+k].Block)
	}
	if same {
		return nil
	}
	if old, ok := were[0].Block.(*Table); ok {
		if t, ok := is[i].Block.(*Table); ok && j == i+1 && len(t.Rows()) == len(old.Rows()) && len(t.Rows()[0]) == len(old.Rows()[0]) {
			return p.table(elem.part(), old, t)
		}
		return []cut{{p.trace.blocks[elem], p.fresh(is, count(i, j))}}
	}
	return []cut{{p.trace.blocks[elem], p.paragraphs(elem, were, is, i, j)}}
}

func count(from, to int) []int {
	var out []int
	for ; from < to; from++ {
		out = append(out, from)
	}
	return out
}

// table replaces the content of the cells that differ.
func (p *patcher) table(part Source, old, is *Table) []cut {
	var cuts []cut
	for r, row := range is.Rows() {
		var more []Block // in cells that the file does not have: what is merged
		home := -1
		in := make([][]Block, len(row))
		for c, cell := range row {
			in[c] = cell.Blocks()
		}
		for c := range row {
			if old.Rows()[r][c].Source > 0 {
				home = c
				continue
			}
			if !p.sameBlocks(old.Rows()[r][c].Blocks(), row[c].Blocks()) {
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
			if was.Source == 0 || p.sameBlocks(was.Blocks(), blocks) {
				continue
			}
			n := p.element(was.Source)
			if n == nil {
				continue
			}
			at := span{n.open, n.close}
			if pr := n.kid("tcPr"); pr != nil {
				at.from = pr.to
			}
			cuts = append(cuts, p.container(part, at, p.items(was.Blocks()), p.items(blocks))...)
		}
	}
	return cuts
}

func blank(b Block) bool {
	q, ok := b.(*Paragraph)
	return ok && q.Len() == 1
}

// box replaces the content of a text box, in both of its two copies if it has them.
func (p *patcher) box(was, is *Box) {
	n := p.element(SourceOf(is))
	if n == nil {
		return
	}
	part := SourceOf(is).part()
	at := span{n.open, n.close}
	cuts := p.container(part, at, p.items(was.Blocks()), p.items(is.Blocks()))
	text := string(applied(p.data[part][at.from:at.to], at.from, cuts))
	p.inner[part] = append(p.inner[part], cut{at, text})
	rest := p.data[part][n.to:]
	fallback := bytes.Index(rest, []byte("<mc:Fallback"))
	if fallback < 0 || bytes.Contains(rest[:fallback], []byte("<w:txbxContent")) || bytes.Contains(rest[:fallback], []byte("</mc:AlternateContent>")) {
		return
	}
	open := bytes.Index(rest[fallback:], []byte("<w:txbxContent>"))
	end := bytes.Index(rest[fallback:], []byte("</mc:Fallback>"))
	if open < 0 || end < open {
		return
	}
	from := fallback + open + len("<w:txbxContent>")
	to := bytes.Index(rest[from:fallback+end], []byte("</w:txbxContent>"))
	if to < 0 || bytes.Contains(rest[from:from+to], []byte("<w:txbxContent")) {
		return
	}
	shift := n.to + int64(from)
	p.inner[part] = append(p.inner[part], cut{span{shift, shift + int64(to)}, text})
}

// same reports whether two blocks are the same but for their source, and for the
// number that a list begins with: in the file the items count themselves.
func (p *patcher) same(a, b Block) bool {
	switch a := a.(type) {
	case *Paragraph:
		b, ok := b.(*Paragraph)
		return ok && a.Len() == b.Len() && sameFormat(a.Format, b.Format) && slices.EqualFunc(a.Inlines(), b.Inlines(), p.sameInline)
	case *Table:
		b, ok := b.(*Table)
		return ok && a.Len() == b.Len() && slices.EqualFunc(a.Rows(), b.Rows(), func(x, y []Cell) bool {
			return slices.EqualFunc(x, y, func(c, d Cell) bool { return c.Len() == d.Len() && p.sameBlocks(c.Blocks(), d.Blocks()) })
		})
	case *Box:
		b, ok := b.(*Box)
		return ok && a.Kind == b.Kind && a.Len() == b.Len() && p.sameBlocks(a.Blocks(), b.Blocks())
	}
	return false
}

func (p *patcher) sameBlocks(a, b []Block) bool { return slices.EqualFunc(a, b, p.same) }

func sameFormat(a, b Format) bool {
	a.Source, b.Source, a.Start, b.Start = 0, 0, 0, 0
	return a == b
}

func (p *patcher) sameInline(a, b Inline) bool {
	if a.Picture == nil || b.Picture == nil {
		return a == b
	}
	x, y := *a.Picture, *b.Picture
	a.Picture, b.Picture = nil, nil
	if a != b || (x.Data == nil) != (y.Data == nil) {
		return false
	}
	was, is := x.Data, y.Data
	x.Data, y.Data = nil, nil
	if x != y || was == nil {
		return x == y
	}
	return was.Size() == is.Size() && p.sum(was) == p.sum(is)
}

// fresh is the XML of new blocks: is[k] for each k of in.
func (p *patcher) fresh(is []flatBlock, in []int) string {
	var out strings.Builder
	var some []Block // for the writer, which counts the items of lists
	flush := func() {
		if len(some) > 0 {
			out.WriteString(p.eachLocal(p.w.blocksXML(some)))
			some = nil
		}
	}
	for _, i := range in {
		q, ok := is[i].Block.(*Paragraph)
		var like *node
		if ok {
			like = p.like(is, i)
		}
		if like == nil {
			some = append(some, is[i].Block)
			continue
		}
		flush()
		out.WriteString(p.paragraphLike(q, like))
	}
	flush()
	return out.String()
}

// eachLocal gives namespaces to each element of a run of new ones.
func (p *patcher) eachLocal(xml string) string {
	var out strings.Builder
	depth, from := 0, 0
	eachTag([]byte(xml), func(end, step int) {
		if depth += step; depth == 0 {
			out.WriteString(p.local(xml[from:end]))
			from = end
		}
	})
	return out.String() + xml[from:]
}
