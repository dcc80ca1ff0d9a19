package markdown

import (
	"slices"
	"sort"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// CompareOutlines lists how the headings of two documents, or of two versions of
// one, differ: in the order of the new one, each heading that is gone after the one
// it followed. same says whether the own text of two sections is the same; nil:
// their lengths are compared. A section that was moved and changed is listed twice.
func CompareOutlines(old, now model.Outline, same func(old, now *model.OutlineNode) bool) []model.OutlineChange {
	read := same != nil
	if !read {
		same = sameLength
	}
	c := comparison{same: same, loose: read && (old.Loose || now.Loose), old: old.Headings(), now: now.Headings(), pair: map[*model.OutlineNode]*model.OutlineNode{}, back: map[*model.OutlineNode]*model.OutlineNode{}}
	c.match()
	moved := c.moved()
	var out []model.OutlineChange
	next := 0 // the old ones before it are reported
	goneUntil := func(end int) {
		for ; next < end; next++ {
			if o := c.old[next]; c.pair[o.Node] == nil {
				out = append(out, model.OutlineChange{Kind: model.SectionGone, Old: o.Node, OldPath: o.Path()})
			}
		}
	}
	place := make(map[*model.OutlineNode]int, len(c.old))
	for i, o := range c.old {
		place[o.Node] = i
	}
	for _, n := range c.now {
		o := c.back[n.Node]
		if o == nil {
			out = append(out, model.OutlineChange{Kind: model.SectionAdded, New: n.Node, NewPath: n.Path()})
			continue
		}
		i := place[o]
		if !moved[o] {
			goneUntil(i + 1)
		}
		change := model.OutlineChange{Old: o, New: n.Node, OldPath: c.old[i].Path(), NewPath: n.Path()}
		tell := func(k model.ChangeKind) {
			change.Kind = k
			out = append(out, change)
		}
		if moved[o] {
			tell(model.SectionMoved)
		}
		if o.Title != n.Node.Title {
			tell(model.SectionRenamed)
		}
		if o.Level != n.Node.Level && !moved[o] || !same(o, n.Node) {
			tell(model.SectionChanged)
		}
	}
	goneUntil(len(c.old))
	return out
}

func sameLength(o, n *model.OutlineNode) bool { return o.Own().Len() == n.Own().Len() }

// SameText compares own texts for CompareOutlines; where one was not read whole,
// lengths.
func SameText(old, now Sections) func(old, now *model.OutlineNode) bool {
	texts := map[*model.OutlineNode]Section{}
	for _, one := range slices.Concat(old.All, now.All) {
		texts[one.Node] = one
	}
	return func(o, n *model.OutlineNode) bool {
		a, b := texts[o], texts[n]
		if !a.Found || !b.Found || a.Cut || b.Cut {
			return sameLength(o, n)
		}
		return a.Markdown == b.Markdown
	}
}

type comparison struct {
	same       func(old, now *model.OutlineNode) bool
	loose      bool // there are no lengths, but texts
	old, now   []model.Heading
	pair, back map[*model.OutlineNode]*model.OutlineNode // old to new, new to old
}

func (c *comparison) join(o, n model.Heading) { c.pair[o.Node], c.back[n.Node] = n.Node, o.Node }

// match says which section is which: the same heading under the same headings,
// then the same heading with the same text elsewhere, then the same heading
// elsewhere, at last the same text under another heading.
func (c *comparison) match() {
	title := func(h model.Heading) string { return model.OneLine(h.Node.Title) }
	path := func(h model.Heading) string {
		var b strings.Builder
		for _, n := range h.Above {
			if n.Level != model.LevelTitle {
				b.WriteString(n.Title + "\x00")
			}
		}
		return b.String() + h.Node.Title
	}
	// Two titles are one heading: they stand for the document.
	if len(c.old) > 0 && len(c.now) > 0 && c.old[0].Node.Level == model.LevelTitle && c.now[0].Node.Level == model.LevelTitle {
		c.join(c.old[0], c.now[0])
	}
	c.group(path, true)
	c.group(path, false)
	c.group(title, true)
	c.group(title, false)
	c.renamed()
}

// group pairs, in the order of the documents, what has the same key; alike: only
// with the same text, too.
func (c *comparison) group(key func(model.Heading) string, alike bool) {
	free := map[string][]model.Heading{}
	for _, n := range c.now {
		if c.back[n.Node] == nil {
			free[key(n)] = append(free[key(n)], n)
		}
	}
	for _, o := range c.old {
		if c.pair[o.Node] != nil {
			continue
		}
		k := key(o)
		for i, n := range free[k] {
			if i == maxTwins {
				break
			}
			if o.Node.Level == model.LevelBody != (n.Node.Level == model.LevelBody) || alike && !c.same(o.Node, n.Node) {
				continue
			}
			c.join(o, n)
			free[k] = append(free[k][:i:i], free[k][i+1:]...)
			break
		}
	}
}

// maxTwins is how many sections with one title are searched for the one with the
// same text.
const maxTwins = 64

// renamed pairs sections with the same place among their neighbours and the same
// text, which is not empty.
func (c *comparison) renamed() {
	siblings := func(hs []model.Heading) map[*model.OutlineNode][]*model.OutlineNode {
		out := map[*model.OutlineNode][]*model.OutlineNode{}
		for _, h := range hs {
			out[parent(h)] = append(out[parent(h)], h.Node)
		}
		return out
	}
	inOld, inNow := siblings(c.old), siblings(c.now)
	for _, h := range c.old { // parents before children, so that those of a renamed parent are paired, too
		up := parent(h)
		os := inOld[up]
		if len(os) == 0 || os[0] != h.Node {
			continue
		}
		var ns []*model.OutlineNode
		if up == nil {
			ns = inNow[nil]
		} else if c.pair[up] != nil {
			ns = inNow[c.pair[up]]
		}
		c.renamedIn(os, ns)
	}
}

// renamedIn goes through the gaps between paired siblings.
func (c *comparison) renamedIn(os, ns []*model.OutlineNode) {
	at := make(map[*model.OutlineNode]int, len(ns))
	for i, n := range ns {
		at[n] = i
	}
	from := 0
	for i, o := range os {
		if n := c.pair[o]; n != nil {
			if j, ok := at[n]; ok && j >= from {
				from = j + 1
			}
			continue
		}
		for j := from; j < len(ns) && c.back[ns[j]] == nil; j++ {
			if o.Level == ns[j].Level && (c.loose || o.Own().Len() > 1) && c.same(o, ns[j]) {
				c.pair[os[i]], c.back[ns[j]] = ns[j], os[i]
				from = j + 1
				break
			}
		}
	}
}

// parent of a heading; those under the title have none.
func parent(h model.Heading) *model.OutlineNode {
	if len(h.Above) == 0 || h.Above[len(h.Above)-1].Level == model.LevelTitle {
		return nil
	}
	return h.Above[len(h.Above)-1]
}

// moved are the old sections that are under another heading, or not in the longest
// sequence of siblings that kept their order.
func (c *comparison) moved() map[*model.OutlineNode]bool {
	out := map[*model.OutlineNode]bool{}
	place := map[*model.OutlineNode]int{}
	rows := map[*model.OutlineNode][]*model.OutlineNode{} // by the new parent, in the old order
	upNow := map[*model.OutlineNode]*model.OutlineNode{}
	for i, n := range c.now {
		upNow[n.Node], place[n.Node] = parent(n), i
	}
	for _, o := range c.old {
		n := c.pair[o.Node]
		if n == nil {
			continue
		}
		is := upNow[n]
		if was := parent(o); (was == nil) != (is == nil) || was != nil && c.pair[was] != is {
			out[o.Node] = true
			continue
		}
		rows[is] = append(rows[is], o.Node)
	}
	for _, row := range rows {
		seq := model.Each(row, func(o *model.OutlineNode) int { return place[c.pair[o]] })
		kept := text.Rising(seq)
		for i, o := range row {
			if k := sort.SearchInts(kept, i); k == len(kept) || kept[k] != i {
				out[o] = true
			}
		}
	}
	return out
}
