package preview

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"
	gansi "charm.land/glamour/v2/ansi"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/budget"
	"aloft/themes"
	"aloft/ui/kit"
)

// pageKey is what a rendered section depends on.
type pageKey struct {
	head  int
	width int
	theme int
	wc    bool
}

// page is the text of a section for one width. Its lines come in groups, a group
// being the lines that a paragraph of the source takes: only visible groups are
// wrapped, so that a section may be of any length.
type page struct {
	groups []string // rendered, or source to be wrapped
	drawn  bool     // by glamour: a group is a line
	width  int
	ruler  model.Ruler
	final  bool // it stays as it was written
	kept   map[int][]string
	hits   hits
}

const (
	maxKeptGroups = 2048
	longLine      = 8 << 10 // a longer line of the source is cut into pieces
)

// plainPage makes a page of text that is not rendered.
func plainPage(md string, width int, ruler model.Ruler) *page {
	p := &page{width: width, ruler: ruler, kept: map[int][]string{}}
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

// lines of a group.
func (p *page) lines(g int) []string {
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

func (p *page) folded() kit.Folded { return kit.Folded{Lines: len(p.groups), Rows: p.lines} }

func (p *page) step(at kit.Spot, by int) kit.Spot { return p.folded().Step(at, by) }
func (p *page) last(n int) kit.Spot               { return p.folded().Last(n) }
func (p *page) clamp(at kit.Spot, n int) kit.Spot { return p.folded().Clamp(at, n) }

// pageMsg: a section was rendered in styles, or why not.
type pageMsg struct {
	doc  string
	seq  int
	key  pageKey
	page *page
	err  error
}

// drawnPage renders a section in styles.
func drawnPage(md string, st *themes.Styles, ruler model.Ruler, width int) (*page, error) {
	return drawnAs(md, markdownStyle(st), ruler, width)
}

func drawnAs(md string, style gansi.StyleConfig, ruler model.Ruler, width int) (*page, error) {
	lines, err := rendered(prepared(md), style, width)
	if err != nil {
		return nil, err
	}
	for i := range lines {
		lines[i] = padded(lines[i], width, ruler)
	}
	return &page{groups: lines, drawn: true, width: width, ruler: ruler}, nil
}

func (r *Reader) pageDrawn(m pageMsg) tea.Cmd {
	r.drawing = false
	d := r.doc
	if d == nil || d.key != m.doc || d.load.seq != m.seq {
		return nil
	}
	if m.err != nil {
		if p := d.pages[m.key]; p != nil {
			p.final = true
		}
		if over := (*budget.Over)(nil); errors.As(m.err, &over) {
			return told(r.env.Text.Say("the section is shown as it was written: %s → aloft cat prints all of it", over.Say(r.env.Text)))
		}
		return nil
	}
	r.keep(m.key, m.page)
	if m.key == r.pageKey() {
		r.gen++
		if r.find.at < len(r.find.spots) && r.find.spots[r.find.at].head == d.at {
			r.textView.showMatch(&r.find)
		}
	}
	return nil
}
