package read

import (
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// listLevel is one level of a list definition.
type listLevel struct {
	format, text, style string
	start               int
}

// Numbering has the list definitions, and counts while the text is read.
type Numbering struct {
	abstract map[string]*[9]listLevel
	linked   map[string]string // abstract → the style that has the real definition
	nums     map[string]*num
	counts   map[string]*[9]int // by abstract; 0 = not started
}

type num struct {
	abstract string
	start    [9]int // overrides, -1 = none
	levels   map[int]listLevel
	used     [9]bool
}

func readNumbering(p *parts.Package, part string) (*Numbering, error) {
	n := &Numbering{map[string]*[9]listLevel{}, map[string]string{}, map[string]*num{}, map[string]*[9]int{}}
	return n, p.Each(part, func(x *parts.Node) error {
		switch x.Name {
		case "abstractNum":
			var a [9]listLevel
			for i := range a {
				a[i] = listLevel{format: "decimal", text: "%1.", start: 1}
			}
			for _, k := range x.Kids {
				if i, ok := levelIndex(k); ok && k.Name == "lvl" {
					a[i] = levelOf(k)
				}
			}
			n.abstract[x.Attr("abstractNumId")] = &a
			if s := x.Val("numStyleLink"); s != "" {
				n.linked[x.Attr("abstractNumId")] = s
			}
		case "num":
			m := &num{abstract: x.Val("abstractNumId"), levels: map[int]listLevel{}}
			for i := range m.start {
				m.start[i] = -1
			}
			for _, k := range x.Kids {
				i, ok := levelIndex(k)
				if !ok || k.Name != "lvlOverride" {
					continue
				}
				if v, err := strconv.Atoi(k.Val("startOverride")); err == nil {
					m.start[i] = v
				}
				if l := k.Kid("lvl"); l != nil {
					m.levels[i] = levelOf(l)
				}
			}
			n.nums[x.Attr("numId")] = m
		}
		return nil
	})
}

// Last are the highest numbers of the lists and of their definitions.
func (n *Numbering) Last() (list, definition int) {
	for id := range n.nums {
		list = max(list, parts.Trailing(id))
	}
	for id := range n.abstract {
		definition = max(definition, parts.Trailing(id))
	}
	return list, definition
}

func levelIndex(n *parts.Node) (int, bool) {
	i, err := strconv.Atoi(n.Attr("ilvl"))
	return i, err == nil && i >= 0 && i < 9
}

func levelOf(n *parts.Node) listLevel {
	l := listLevel{format: n.Val("numFmt"), text: n.Val("lvlText"), style: n.Val("pStyle"), start: 1}
	if l.format == "" { // mc:AlternateContent around newer formats
		l.format = n.First("numFmt").Attr("val")
	}
	if v, err := strconv.Atoi(n.Val("start")); err == nil && v >= 0 {
		l.start = v
	}
	return l
}

// find returns the definition of a list, through links over styles.
func (n *Numbering) find(s Styles, id string) (*num, *[9]listLevel) {
	m := n.nums[id]
	for range 8 {
		if m == nil {
			return nil, nil
		}
		link := n.linked[m.abstract]
		if link == "" {
			return m, n.abstract[m.abstract]
		}
		next := ""
		for _, st := range s.chain(link) {
			if st.num != "" {
				next = st.num
				break
			}
		}
		if n.nums[next] == m {
			return m, n.abstract[m.abstract]
		}
		m = n.nums[next]
	}
	return nil, nil
}

// item is a paragraph's place in a list.
type item struct {
	kind   word.List
	level  int // 1 to 9
	number int
	begins bool // a list, by a number that is set
	exotic bool // its look is not a plain number or a dot
	blank  bool // in a list, and without a sign: it belongs to the item before
}

// List is the list of a paragraph, and its level: by its own properties, or those of its
// style, or of one that the style is based on, which is from.
func (s Styles) List(ppr *parts.Node, styleID string) (id, lvl, from string) {
	numPr := ppr.Kid("numPr")
	id, lvl = numPr.Val("numId"), numPr.Val("ilvl")
	for _, st := range s.chain(styleID) {
		if id == "" && st.num != "" {
			id, from = st.num, st.id
		}
		if lvl == "" && st.level != "" {
			lvl = st.level
		}
	}
	return id, lvl, from
}

// item finds a paragraph's place in a list.
func (n *Numbering) item(s Styles, ppr *parts.Node, styleID string) item {
	id, lvl, from := s.List(ppr, styleID)
	if id == "" || id == "0" {
		return item{}
	}
	m, levels := n.find(s, id)
	if m == nil || levels == nil {
		return item{}
	}
	at, err := strconv.Atoi(lvl)
	if err != nil || at < 0 || at > 8 {
		at = 0
		for i, l := range levels {
			if from != "" && l.style == from {
				at = i
			}
		}
	}
	l := levels[at]
	if own, ok := m.levels[at]; ok {
		l = own
	}
	it := item{level: at + 1}
	switch l.format {
	case "none":
		it.blank = true
		return it
	case "bullet":
		if strings.TrimSpace(l.text) == "" {
			it.blank = true
			return it
		}
		it.kind = word.Bullet
		it.begins = m.start[at] >= 0 && !m.used[at]
		m.used[at] = true
		return it
	}
	it.kind = word.Number
	it.begins = m.start[at] >= 0 && !m.used[at]
	it.exotic = l.format != "decimal" || strings.Count(l.text, "%") > 1
	it.number = n.count(m, at, l.start)
	return it
}

// count counts as a word processor does: lists of one definition continue, unless
// one has a start of its own; a higher level restarts the lower ones.
func (n *Numbering) count(m *num, at, start int) int {
	c := n.counts[m.abstract]
	if c == nil {
		c = &[9]int{}
		n.counts[m.abstract] = c
	}
	switch {
	case m.start[at] >= 0 && !m.used[at]:
		c[at] = m.start[at]
	case c[at] == 0:
		c[at] = start
	default:
		c[at]++
	}
	m.used[at] = true
	for i := at + 1; i < 9; i++ {
		c[i] = 0
	}
	return c[at]
}
