package preview

import (
	"sort"
	"strings"
	"unicode"

	"aloft/model"
	"aloft/ui/kit"
)

// maxTexts is how many searched texts a page remembers.
const maxTexts = 64

// look searches the page for a text and remembers the result.
func (p *page) look(what string) *hits {
	if h := p.hits[what]; h != nil {
		return h
	}
	h := &hits{title: marksIn(p.title, what, p.ruler, nil)}
	kit.Keep(&p.hits, maxTexts, what, h)
	for _, marks := range h.title {
		for i := range marks {
			marks[i].ord = -1
		}
	}
	if p.drawn {
		h.lines = map[int][]mark{}
		for i, marks := range marksIn(p.groups, what, p.ruler, p.gone) {
			if len(marks) > 0 {
				h.lines[i] = marks
			}
		}
		return h
	}
	h.upto = make([]int, len(p.groups)+1)
	for i, g := range p.groups {
		h.upto[i+1] = h.upto[i] + strings.Count(g, what)
	}
	return h
}

// placeOf returns the row of the ord-th match.
func (p *page) placeOf(what string, ord int) (kit.Spot, bool) {
	h := p.look(what)
	if p.drawn {
		first := -1
		for g, marks := range h.lines {
			for _, m := range marks {
				if m.ord == ord && (first < 0 || g < first) {
					first = g
				}
			}
		}
		return kit.Spot{Line: len(p.title) + max(0, first)}, first >= 0
	}
	g := sort.SearchInts(h.upto, ord+1) - 1
	if g < 0 || g >= len(p.groups) {
		return kit.Spot{}, false
	}
	line := len(p.title) + g
	for i, marks := range marksIn(p.text(g), what, p.ruler, nil) {
		for _, m := range marks {
			if m.ord == ord-h.upto[g] {
				return kit.Spot{Line: line, Row: i}, true
			}
		}
	}
	return kit.Spot{Line: line}, true
}

// marks returns the matches in a row.
func (p *page) marks(what string, at kit.Spot) []mark {
	if what == "" {
		return nil
	}
	h, g := p.look(what), at.Line-len(p.title)
	switch {
	case g >= len(p.groups):
		return nil
	case g < 0:
		return h.title[at.Line]
	case p.drawn:
		return h.lines[g]
	case h.upto[g+1] == h.upto[g]:
		return nil
	}
	all := marksIn(p.text(g), what, p.ruler, nil)
	out := all[at.Row]
	for i := range out {
		out[i].ord += h.upto[g]
	}
	return out
}

// marksIn finds a text in rendered lines. Line breaks may have dropped spaces, so the comparison ignores spaces. It
// skips the cells that are not of the text.
func marksIn(lines []string, what string, ruler model.Ruler, skip func(line, cell int) bool) [][]mark {
	out := make([][]mark, len(lines))
	want := squeeze(what)
	if want == "" {
		return out
	}
	type place struct{ line, from, to int }
	var b strings.Builder
	var at []place // by byte of b
	for i, line := range lines {
		for _, c := range cellsOf(line, ruler) {
			if k := squeeze(c.text); k != "" && (skip == nil || !skip(i, c.from)) {
				b.WriteString(k)
				for range len(k) {
					at = append(at, place{i, c.from, c.to})
				}
			}
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
