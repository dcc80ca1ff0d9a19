package patch

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// near is how far a new paragraph looks for one of its kind.
const near = 100

// fresh is the XML of new blocks: is[k] for each k of in.
func (p *patcher) fresh(is []flatBlock, in []int) string {
	var out strings.Builder
	var some []word.Block
	var nums []int
	flush := func() {
		if len(some) > 0 {
			out.WriteString(p.out.local(p.w.Blocks(some, nums)))
			some, nums = nil, nil
		}
	}
	for _, i := range in {
		q, ok := is[i].Block.(*word.Paragraph)
		var like *parts.Node
		var part word.Source
		if ok {
			like, part = p.like(is, i)
			if q.List != word.NoList && p.listOf(like) != is[i].num {
				like = nil
			}
		}
		if like == nil {
			some, nums = append(some, is[i].Block), append(nums, is[i].num)
			continue
		}
		flush()
		out.WriteString(p.paragraphLike(q, is[i].num, like, part))
	}
	flush()
	return p.inserted(out.String())
}

// like is the paragraph of the file whose properties a new one gets: the nearest one
// in the same run of blocks that has its format, and its part; of lists only the item
// next to it.
func (p *patcher) like(is []flatBlock, i int) (n *parts.Node, part word.Source) {
	q := is[i].Block.(*word.Paragraph)
	fits := func(k int) *parts.Node {
		o, ok := is[k].Block.(*word.Paragraph)
		if !ok || o.Format.Source <= 0 || is[k].line != is[i].line {
			return nil
		}
		was, known := p.Trace.Blocks[o.Format.Source]
		if !known || !p.asRead(o) {
			return nil
		}
		a, b := o.Format, q.Format
		if b.List != word.NoList {
			a.ListLevel = b.ListLevel
		}
		if !sameFormat(a, b) || q.Task != word.NoTask {
			return nil
		}
		styled := func(n *parts.Node) bool {
			id := n.Kid("pPr").Val("pStyle")
			return a.Level == word.Body || p.Styles[id] != nil && p.Styles.Level(id) == a.Level
		}
		for _, n := range p.text.parse(o.Format.Source.Part(), was, math.MaxInt) {
			if n.Name == "p" && styled(n) {
				return n
			}
		}
		return nil
	}
	most := near
	if q.List != word.NoList {
		if q.Start != 0 {
			return nil, 0 // it begins a list
		}
		most = 1
	}
	for step := 1; step <= most; step++ {
		for _, k := range []int{i - step, i + step} {
			if k >= 0 && k < len(is) {
				if n := fits(k); n != nil {
					return n, word.SourceOf(is[k].Block).Part()
				}
			}
		}
	}
	return nil, 0
}

// asRead reports whether a paragraph has the format that its element gives it, and does not
// begin another list.
func (p *patcher) asRead(q *word.Paragraph) bool {
	if p.formats == nil {
		p.formats = map[word.Source]word.Format{}
		word.EachParagraph(p.old.Blocks(), func(q *word.Paragraph) {
			if q.Format.Source > 0 {
				p.formats[q.Format.Source] = q.Format
			}
		})
	}
	f, ok := p.formats[q.Format.Source]
	return ok && sameFormat(f, q.Format) && (q.Start == 0 || q.Start == f.Start)
}

// listOf is the list of a paragraph of the file.
func (p *patcher) listOf(n *parts.Node) int {
	id, _, _ := p.Styles.List(n.Kid("pPr"), n.Kid("pPr").Val("pStyle"))
	num, _ := strconv.Atoi(id)
	return num
}

// numbered gives the items of lists that the file does not have as they are their lists,
// before any is written: a list may be written in several pieces. stays says that the file
// keeps a block.
func (p *patcher) numbered(is []flatBlock, stays func(word.Block) bool) {
	var c word.Counter
	var lists [10]int      // by level
	var of [10]word.Source // the item of the file whose list that is, if nobody has looked it up
	for i, b := range is {
		if i > 0 && b.line != is[i-1].line {
			c = word.Counter{}
		}
		q, ok := b.Block.(*word.Paragraph)
		switch {
		case !ok:
		case stays(q) && p.asRead(q):
			if q.List != word.NoList {
				c.Next(q.Format)
				of[q.ListLevel] = q.Source
			}
		case q.List != word.NoList:
			for l, s := range of {
				if s > 0 {
					lists[l], of[l] = p.listOf(p.text.element(s)), 0
				}
			}
			next := c
			_, _, begins := next.Next(q.Format)
			id := lists[q.ListLevel]
			if begins {
				n, _ := p.like(is, i)
				id = p.listOf(n)
			}
			if lists[q.ListLevel] = id; id > 0 {
				c = next
			} else {
				if !begins {
					c = word.Counter{}
				}
				id = p.w.Instance(&c, &lists, q.Format)
			}
			is[i].num = id
		}
		c.Pass(b.Block)
	}
}

// paragraphLike writes a new paragraph with the properties of one of the file.
func (p *patcher) paragraphLike(q *word.Paragraph, num int, like *parts.Node, part word.Source) string {
	if !bytes.HasPrefix(p.text.data[part][like.From:], []byte("<w:p")) {
		return p.out.local(p.w.Blocks([]word.Block{q}, []int{num}))
	}
	ppr := p.text.properties(part, like.Kid("pPr"))
	ppr = without(ppr, "sectPr", "pageBreakBefore", "framePr", "pPrChange", "rPr", "outlineLvl", "divId", "cnfStyle")
	if q.List != word.NoList {
		if num := like.Kid("pPr").Kid("numPr"); num != nil {
			id, _ := strconv.Atoi(num.Val("numId"))
			ppr = set(ppr, paraOrder, "numPr", p.look.numPr(q.ListLevel, id))
		}
	}
	var base []property
	for _, r := range like.Find("r") {
		if r.Kid("t") != nil {
			base = letters(p.text.properties(part, r.Kid("rPr")))
			break
		}
	}
	var out strings.Builder
	out.WriteString(`<w:p>`)
	out.WriteString(joined("pPr", ppr))
	for k := 0; k < len(q.Inlines()); {
		l := q.Inlines()[k]
		if carriesProps(l.Kind) && l.Props.Link == "" && !l.Props.Code && !p.w.IsFootnote(l) {
			w := runs{text: p.text, part: part}
			w.in(nil, p.look.restyle(base, word.Props{}, l.Props))
			for _, t := range p.sums.tokens([]word.Inline{l}) {
				w.letter(t)
			}
			w.close()
			out.WriteString(w.out.String())
			k++
			continue
		}
		to := k + 1
		for to < len(q.Inlines()) && l.Props.Link != "" && q.Inlines()[to].Props.Link == l.Props.Link {
			to++
		}
		out.WriteString(p.out.local(p.w.Inlines(q.Inlines()[k:to])))
		k = to
	}
	out.WriteString(`</w:p>`)
	return out.String()
}
