package preview

import (
	"sort"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui/kit"
)

// pageKey is everything a rendered part depends on.
type pageKey struct {
	head, part int
	paper
}

// page is a part of the text at one width: the heading if it starts a section, the text, and a blank line. Each
// paragraph of the source gives a group of lines. Only visible groups are wrapped, so a part may be of any length.
type page struct {
	title  []string // drawn
	groups []string // rendered, or source to wrap
	drawn  bool     // rendered: each group is a line
	spans  [][]span // of a rendered page, by group
	width  int
	ruler  model.Ruler
	final  bool  // stays as source
	sums   []int // bytes before each line, for share
	kept   map[int][]string
	hits   map[string]*hits // by text
	cells  map[kit.Spot][]cell
}

const maxKeptGroups = 2048

// plainPage makes a page of text that is not rendered.
func plainPage(md string, width int, ruler model.Ruler) *page {
	p := &page{width: width, ruler: ruler}
	if strings.TrimSpace(md) == "" {
		p.drawn = true
		return p
	}
	for line := range strings.SplitSeq(md, "\n") {
		for len(line) > longLine {
			at := strings.LastIndexByte(line[:longLine], ' ')
			if at <= 0 {
				for at = longLine; at > 0 && line[at]&0xc0 == 0x80; at-- {
				}
			}
			p.groups = append(p.groups, line[:at])
			line = strings.TrimPrefix(line[at:], " ")
		}
		p.groups = append(p.groups, line)
	}
	return p
}

// unit returns the character of the text that a cell of a group shows, or what else it shows.
func (p *page) unit(group, cell int) int {
	if group >= 0 && group < len(p.spans) {
		for _, s := range p.spans[group] {
			switch {
			case cell < s.from || cell >= s.to:
			case s.each == 0:
				return s.unit
			default:
				return s.unit + (cell-s.from)/s.each
			}
		}
	}
	return around
}

// gone reports whether a cell of a group shows what is not in the document: deleted text, or a comment.
func (p *page) gone(group, cell int) bool { return p.unit(group, cell) <= deleted }

// count returns the number of lines and groups, with the blank line after them; a heading already ends with one.
func (p *page) count() int {
	if len(p.title) > 0 && len(p.groups) == 0 {
		return len(p.title)
	}
	return len(p.title) + len(p.groups) + 1
}

// lines returns the lines of the heading, of a group, or the blank one after them.
func (p *page) lines(i int) []string {
	switch g := i - len(p.title); {
	case g < 0:
		return p.title[i : i+1]
	case g < len(p.groups):
		return p.text(g)
	}
	return []string{strings.Repeat(" ", max(0, p.width))}
}

// text returns the lines of a group.
func (p *page) text(g int) []string {
	if p.drawn {
		return p.groups[g : g+1]
	}
	if lines, ok := p.kept[g]; ok {
		return lines
	}
	s := model.Clean(strings.ReplaceAll(strings.TrimRight(p.groups[g], " \t\r"), "\t", "    "))
	lines := p.ruler.Wrap(s, p.width)
	for i := range lines {
		lines[i] = padded(lines[i], p.width, p.ruler)
	}
	kit.Keep(&p.kept, maxKeptGroups, g, lines)
	return lines
}

// padded makes a rendered line exactly that wide: tables and code may be wider than the pane.
func padded(s string, width int, ruler model.Ruler) string {
	measure, cut := ansi.StringWidth, ansi.Truncate
	if ruler.Wc {
		measure, cut = ansi.StringWidthWc, ansi.TruncateWc
	}
	w := measure(s)
	if w > width {
		s = cut(s, width, "")
		if strings.Contains(s, "\x1b") {
			s += ansi.ResetStyle
		}
		w = measure(s)
	}
	return s + strings.Repeat(" ", max(0, width-w))
}

// share returns the part of the text before a row.
func (p *page) share(at kit.Spot) float64 {
	s := p.sizes()
	within := (s[at.Line+1] - s[at.Line]) * at.Row / len(p.lines(at.Line))
	return float64(s[at.Line]+within) / float64(s[len(s)-1])
}

// spotAt returns the row at a share of the text.
func (p *page) spotAt(share float64) kit.Spot {
	s := p.sizes()
	x := min(int(share*float64(s[len(s)-1])+0.5), s[len(s)-1]-1)
	i := sort.SearchInts(s, x+1) - 1
	return kit.Spot{Line: i, Row: (x - s[i]) * len(p.lines(i)) / (s[i+1] - s[i])}
}

// sizes sums the bytes up to each line, at least one per line.
func (p *page) sizes() []int {
	if p.sums == nil {
		p.sums = make([]int, p.count()+1)
		for i := range p.count() {
			n := 1
			switch g := i - len(p.title); {
			case g < 0 || g < len(p.groups) && p.drawn:
				n += len(strings.TrimRight(ansi.Strip(p.lines(i)[0]), " "))
			case g < len(p.groups):
				n += len(p.groups[g])
			}
			p.sums[i+1] = p.sums[i] + n
		}
	}
	return p.sums
}

func (p *page) folded() kit.Folded { return kit.Folded{Lines: p.count(), Rows: p.lines} }

// paper is what all pages of a document depend on.
type paper struct {
	width   int
	theme   int
	wc      bool
	records bool // tables row by row
}

// hits are the matches of a text on a page.
type hits struct {
	title [][]mark       // by line of the heading
	lines map[int][]mark // of a rendered page, by group
	upto  []int          // of a plain page: matches in the groups before each
}

// mark is a match as a part of a drawn line, in cells.
type mark struct{ from, to, ord int }
