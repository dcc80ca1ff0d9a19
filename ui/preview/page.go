package preview

import (
	"sort"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui/kit"
)

// pageKey is what a rendered part of a section depends on.
type pageKey struct {
	head, part int
	paper
}

// page is a part of the text for one width: the heading where it is the first of a
// section, the text, a blank line. The lines of the text come in groups, a group
// being the lines that a paragraph of the source takes: only visible groups are
// wrapped, so that a part may be of any length.
type page struct {
	title  []string // drawn
	groups []string // rendered, or source to be wrapped
	drawn  bool     // by glamour: a group is a line
	width  int
	ruler  model.Ruler
	final  bool  // it stays as it was written
	sums   []int // what share counts: bytes before each line
	kept   map[int][]string
	hits   map[string]*hits // by text
}

const (
	maxKeptGroups = 2048
	longLine      = 8 << 10 // a longer line of the source is cut into pieces
)

// plainPage makes a page of text that is not rendered.
func plainPage(md string, width int, ruler model.Ruler) *page {
	p := &page{width: width, ruler: ruler, kept: map[int][]string{}}
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

// count is how many lines and groups the page has, the blank line behind them included;
// a heading ends with one already.
func (p *page) count() int {
	if len(p.title) > 0 && len(p.groups) == 0 {
		return len(p.title)
	}
	return len(p.title) + len(p.groups) + 1
}

// lines of the page: of the heading, of a group, or the blank one behind them.
func (p *page) lines(i int) []string {
	switch g := i - len(p.title); {
	case g < 0:
		return p.title[i : i+1]
	case g < len(p.groups):
		return p.text(g)
	}
	return []string{strings.Repeat(" ", max(0, p.width))}
}

// text are the lines of a group.
func (p *page) text(g int) []string {
	if p.drawn {
		return p.groups[g : g+1]
	}
	if lines, ok := p.kept[g]; ok {
		return lines
	}
	if len(p.kept) >= maxKeptGroups {
		clear(p.kept)
	}
	s := model.Clean(strings.ReplaceAll(strings.TrimRight(p.groups[g], " \t\r"), "\t", "    "))
	wrap := ansi.Wrap
	if p.ruler.Wc {
		wrap = ansi.WrapWc
	}
	lines := strings.Split(wrap(s, max(1, p.width), ""), "\n")
	for i := range lines {
		lines[i] = padded(lines[i], p.width, p.ruler)
	}
	p.kept[g] = lines
	return lines
}

// padded makes a rendered line exactly as wide as asked: tables and code may be
// wider than the pane.
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

// share of the text that is before a row.
func (p *page) share(at kit.Spot) float64 {
	s := p.sizes()
	within := (s[at.Line+1] - s[at.Line]) * at.Row / len(p.lines(at.Line))
	return float64(s[at.Line]+within) / float64(s[len(s)-1])
}

// spotAt is the row before which a share of the text is.
func (p *page) spotAt(share float64) kit.Spot {
	s := p.sizes()
	x := min(int(share*float64(s[len(s)-1])+0.5), s[len(s)-1]-1)
	i := sort.SearchInts(s, x+1) - 1
	return kit.Spot{Line: i, Row: (x - s[i]) * len(p.lines(i)) / (s[i+1] - s[i])}
}

// sizes counts bytes up to each line, at least one for each.
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

// paper is what all pages of a document are written on.
type paper struct {
	width   int
	theme   int
	wc      bool
	records bool // tables are written row by row
}
