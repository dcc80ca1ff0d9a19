package preview

import (
	"sort"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui/kit"
)

// mark is a part of a drawn line, in cells: one of the matches.
type mark struct{ from, to, ord int }

// hits are the matches of a text on a page.
type hits struct {
	text  string
	lines map[int][]mark // of a rendered page, by group
	upto  []int          // of a plain one: matches in the groups before each
}

// look searches the page for a text, once.
func (p *page) look(what string) {
	if p.hits.text == what {
		return
	}
	p.hits = hits{text: what}
	if what == "" {
		return
	}
	if p.drawn {
		p.hits.lines = map[int][]mark{}
		for i, marks := range marksIn(p.groups, what, p.ruler) {
			if len(marks) > 0 {
				p.hits.lines[i] = marks
			}
		}
		return
	}
	p.hits.upto = make([]int, len(p.groups)+1)
	for i, g := range p.groups {
		p.hits.upto[i+1] = p.hits.upto[i] + strings.Count(g, what)
	}
}

// placeOf is the line of the ord-th match.
func (p *page) placeOf(ord int) (kit.Spot, bool) {
	if p.drawn {
		first := -1
		for g, marks := range p.hits.lines {
			for _, m := range marks {
				if m.ord == ord && (first < 0 || g < first) {
					first = g
				}
			}
		}
		return kit.Spot{Line: max(0, first)}, first >= 0
	}
	g := sort.SearchInts(p.hits.upto, ord+1) - 1
	if g < 0 || g >= len(p.groups) {
		return kit.Spot{}, false
	}
	for i, marks := range marksIn(p.lines(g), p.hits.text, p.ruler) {
		for _, m := range marks {
			if m.ord == ord-p.hits.upto[g] {
				return kit.Spot{Line: g, Row: i}, true
			}
		}
	}
	return kit.Spot{Line: g}, true
}

// marks of a line.
func (p *page) marks(at kit.Spot) []mark {
	switch {
	case p.hits.text == "":
		return nil
	case p.drawn:
		return p.hits.lines[at.Line]
	case p.hits.upto[at.Line+1] == p.hits.upto[at.Line]:
		return nil
	}
	all := marksIn(p.lines(at.Line), p.hits.text, p.ruler)
	out := all[at.Row]
	for i := range out {
		out[i].ord += p.hits.upto[at.Line]
	}
	return out
}

// marksIn finds a text in rendered lines. A text may or may not have lost a space
// at a line break, so both are compared without their spaces.
func marksIn(lines []string, what string, ruler model.Ruler) [][]mark {
	out := make([][]mark, len(lines))
	want := squeeze(what)
	if want == "" {
		return out
	}
	type cell struct{ line, from, to int }
	var b strings.Builder
	var at []cell // by byte of b
	method := ansi.GraphemeWidth
	if ruler.Wc {
		method = ansi.WcWidth
	}
	for i, line := range lines {
		s, col := ansi.Strip(line), 0
		for len(s) > 0 {
			c, w := ansi.FirstGraphemeCluster(s, method)
			s = s[len(c):]
			if k := squeeze(c); k != "" {
				b.WriteString(k)
				for range len(k) {
					at = append(at, cell{i, col, col + w})
				}
			}
			col += w
		}
	}
	all, ord := b.String(), 0
	for i := range indexes(all, want) {
		for j := i; j < i+len(want); j++ {
			c := at[j]
			marks := out[c.line]
			if n := len(marks); n > 0 && marks[n-1].ord == ord {
				marks[n-1].to = max(marks[n-1].to, c.to)
			} else {
				out[c.line] = append(marks, mark{c.from, c.to, ord})
			}
		}
		ord++
	}
	return out
}

func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}
