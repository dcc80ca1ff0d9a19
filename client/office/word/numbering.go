package word

import (
	"errors"
	"strconv"
	"strings"
)

// listLevel is one level of a list definition.
type listLevel struct {
	format, text, style string
	start               int
}

// numbering has the list definitions, and counts while the text is read.
type numbering struct {
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

func readNumbering(p *pack, part string) (*numbering, error) {
	n := &numbering{map[string]*[9]listLevel{}, map[string]string{}, map[string]*num{}, map[string]*[9]int{}}
	if part == "" {
		return n, nil
	}
	_, err := p.each(part, func(x *node) error {
		switch x.name {
		case "abstractNum":
			var a [9]listLevel
			for i := range a {
				a[i] = listLevel{format: "decimal", text: "%1.", start: 1}
			}
			for _, k := range x.kids {
				if i, ok := levelIndex(k); ok && k.name == "lvl" {
					a[i] = levelOf(k)
				}
			}
			n.abstract[x.attr("abstractNumId")] = &a
			if s := x.val("numStyleLink"); s != "" {
				n.linked[x.attr("abstractNumId")] = s
			}
		case "num":
			m := &num{abstract: x.val("abstractNumId"), levels: map[int]listLevel{}}
			for i := range m.start {
				m.start[i] = -1
			}
			for _, k := range x.kids {
				i, ok := levelIndex(k)
				if !ok || k.name != "lvlOverride" {
					continue
				}
				if v, err := strconv.Atoi(k.val("startOverride")); err == nil {
					m.start[i] = v
				}
				if l := k.kid("lvl"); l != nil {
					m.levels[i] = levelOf(l)
				}
			}
			n.nums[x.attr("numId")] = m
		}
		return nil
	})
	if errors.Is(err, errNoPart) {
		err = nil
	}
	return n, err
}

// last are the highest numbers of the lists and of their definitions.
func (n *numbering) last() (list, definition int) {
	for id := range n.nums {
		list = max(list, trailing(id))
	}
	for id := range n.abstract {
		definition = max(definition, trailing(id))
	}
	return list, definition
}

func levelIndex(n *node) (int, bool) {
	i, err := strconv.Atoi(n.attr("ilvl"))
	return i, err == nil && i >= 0 && i < 9
}

func levelOf(n *node) listLevel {
	l := listLevel{format: n.val("numFmt"), text: n.val("lvlText"), style: n.val("pStyle"), start: 1}
	if l.format == "" { // mc:AlternateContent around newer formats
		l.format = n.first("numFmt").attr("val")
	}
	if v, err := strconv.Atoi(n.val("start")); err == nil && v >= 0 {
		l.start = v
	}
	return l
}

// find returns the definition of a list, through links over styles.
func (n *numbering) find(s styles, id string) (*num, *[9]listLevel) {
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
	kind   List
	level  int // 1 to 9
	number int
	exotic bool // its look is not a plain number or a dot
	blank  bool // in a list, and without a sign: it belongs to the item before
}

// item finds a paragraph's place in a list: by its own properties, or those of its
// style, or of one that the style is based on.
func (n *numbering) item(s styles, ppr *node, styleID string) item {
	numPr := ppr.kid("numPr")
	id, lvl := numPr.val("numId"), numPr.val("ilvl")
	from := ""
	for _, st := range s.chain(styleID) {
		if id == "" && st.num != "" {
			id, from = st.num, st.id
		}
		if lvl == "" && st.level != "" {
			lvl = st.level
		}
	}
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
		it.kind = Bullet
		return it
	}
	it.kind = Number
	it.exotic = l.format != "decimal" || strings.Count(l.text, "%") > 1
	it.number = n.count(m, at, l.start)
	return it
}

// count counts as a word processor does: lists of one definition continue, unless
// one has a start of its own; a higher level restarts the lower ones.
func (n *numbering) count(m *num, at, start int) int {
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
