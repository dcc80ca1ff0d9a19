package preview

import (
	"context"
	"strings"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/ui/kit"
)

// doc is a document as far as it was read, and the reader's state in it.
type doc struct {
	key   string
	place model.Place
	entry model.Entry

	outline *model.Outline
	heads   []heading
	titled  int // how many of heads are headings
	content *model.DocContent
	body    *body // nil until there is text
	err     error // why there is no outline
	textErr error // why there is no text
	readAt  time.Time
	remarks *remarks // nil = not read

	stale   bool // what is shown may be outdated: read again
	load    loading
	folded  []bool
	at      int            // the section that the text shows at its top
	scroll  within         // … and which of its rows
	records bool           // tables are shown row by row
	want    client.Heading // the heading to go to when there is an outline
	top     int            // first row of the outline that shows
	pages   map[pageKey]*page
	used    int // when it was last shown, for the store
}

// loading is what is being read of a document.
type loading struct {
	seq     int
	cancel  context.CancelFunc
	outline bool
	text    bool
	slow    bool // … for so long that it is shown
	long    bool // the text is omitted, since only a preview is wanted
	remarks bool // the comments
	known   bool // the person knows that it has changed
	again   bool // the text was of another version, and all is read a second time
}

// heading is a line of the outline, prepared for drawing.
type heading struct {
	node   *model.OutlineNode // nil: the text before the first heading
	title  string             // clean
	number string
	depth  int
	nth    int
	end    int // index after its last sub-heading
}

// body is the text of a document, a section for each heading.
type body struct {
	texts    []section
	before   []int // how many bytes are before each section, headings included
	previews bool  // only the beginnings of paragraphs
	cut      bool
	checked  bool // whether it is cut was looked up
	tables   int
	images   int // -1 = unknown
}

// section is the own text of a heading.
type section struct {
	parts []string // Markdown
	cut   bool
}

// row is a line of the outline pane.
type row struct {
	head  int
	match int // -1: the heading itself
}

// headings prepares an outline for drawing. It takes time for all of it: not for
// the update loop.
func headings(o *model.Outline) []heading {
	all := o.Headings()
	out := make([]heading, len(all))
	for i, h := range all {
		title := model.Clean(model.OneLine(h.Node.Title))
		out[i] = heading{node: h.Node, title: title, number: h.Number, depth: len(h.Above), nth: h.Nth, end: len(all)}
	}
	// A heading ends where the next one of its level or above begins.
	var open []int
	for i := range out {
		for len(open) > 0 && out[open[len(open)-1]].depth >= out[i].depth {
			out[open[len(open)-1]].end = i
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	return out
}

// withLead adds a line for the text before the first heading at the top.
func withLead(heads []heading) []heading {
	out := make([]heading, 0, len(heads)+1)
	out = append(out, heading{end: 1})
	for _, h := range heads {
		h.end++
		out = append(out, h)
	}
	return out
}

// bodyOf splits the text by the outline. The first of heads is for the text
// before all headings when there is such text.
func bodyOf(o *model.Outline, heads []heading, c *model.DocContent) ([]heading, *body) {
	s := markdown.SplitSections(*o, c.Markdown)
	b := &body{cut: c.Cut || s.Cut}
	if strings.TrimSpace(s.Lead) != "" {
		if len(heads) == 0 || heads[0].node != nil {
			heads = withLead(heads)
		}
		b.texts = append(b.texts, section{parts: partsOf(s.Lead), cut: s.Cut && len(s.All) == 0})
	}
	for i := range s.All {
		b.texts = append(b.texts, section{parts: partsOf(strings.Trim(s.All[i].Markdown, "\n")), cut: s.All[i].Cut})
	}
	if n := len(b.texts); b.cut && n > 0 {
		b.texts[n-1].cut = true
	}
	b.tables, b.images = objects(c.Markdown)
	return heads, b
}

// measure counts what is before each section.
func (b *body) measure(heads []heading) {
	b.before = make([]int, len(heads))
	sum := 0
	for i := range heads {
		b.before[i] = sum
		sum += len(heads[i].title) + 1
		if i < len(b.texts) {
			for _, part := range b.texts[i].parts {
				sum += len(part)
			}
		}
	}
}

// objects counts tables and images in Markdown.
func objects(md string) (tables, images int) {
	var fence markdown.Fence
	for line := range strings.Lines(md) {
		t := strings.TrimSpace(line)
		switch {
		case fence.Code(t):
		case tableRule(t):
			tables++
		default:
			images += strings.Count(t, "![")
		}
	}
	return tables, images
}

// tableRule reports whether a line is the delimiter row of a table.
func tableRule(line string) bool {
	return strings.Contains(line, "|") && strings.Contains(line, "-") && strings.Trim(line, "|-: ") == ""
}

// bodyOfStructure makes a body of what the structure has of each section: the
// beginnings of its paragraphs. There is at least one heading.
func bodyOfStructure(heads []heading, s *model.Structure) *body {
	b := &body{previews: true, tables: s.Tables, images: -1}
	texts := make([]strings.Builder, len(heads))
	at := 0
	for i := range s.Nodes {
		n := &s.Nodes[i]
		for at+1 < len(heads) && heads[at+1].node.TitleStart <= n.Start {
			at++
		}
		on := heads[at].node
		if n.Kind == model.NodeHeading || on != nil && on.Level == model.LevelTitle && on.TitleStart == n.Start {
			continue
		}
		showNode(&texts[at], n)
	}
	for i := range texts {
		b.texts = append(b.texts, section{parts: partsOf(strings.TrimRight(texts[i].String(), "\n"))})
	}
	return b
}

// showNode writes what is known of a block.
func showNode(b *strings.Builder, n *model.StructureNode) {
	switch {
	case len(n.Rows) > 0:
		for i, r := range n.Rows {
			for j, c := range r.Cells {
				if j > 0 {
					b.WriteString(" | ")
				}
				b.WriteString(model.OneLine(c.Preview))
			}
			b.WriteString("\n")
			if i == 0 && len(r.Cells) > 1 {
				b.WriteString(strings.Repeat("--- | ", len(r.Cells)-1) + "---\n")
			}
		}
	case n.Preview != "":
		b.WriteString(model.OneLine(n.Preview) + "\n")
	default:
		for i := range n.Children {
			showNode(b, &n.Children[i])
		}
		return
	}
	b.WriteString("\n")
}

// length of the document in positions, as far as the outline shows.
func (d *doc) length() int64 {
	if d.outline == nil || len(d.outline.Nodes) == 0 {
		return 0
	}
	return d.outline.Nodes[len(d.outline.Nodes)-1].ContentEnd
}

// headAt is the heading that a position is under, -1 when there is none.
func (d *doc) headAt(pos int64) int {
	at := -1
	lo, hi := 0, len(d.heads)
	for lo < hi {
		mid := (lo + hi) / 2
		n := d.heads[mid].node
		if n == nil || n.TitleStart <= pos {
			at, lo = mid, mid+1
		} else {
			hi = mid
		}
	}
	return at
}

// weight estimates its memory in bytes.
func (d *doc) weight() int {
	n := 300 * len(d.heads)
	if d.content != nil {
		n += 2 * len(d.content.Markdown)
	}
	return n
}

// done reports whether nothing is being read.
func (d *doc) done() bool { return !d.load.outline && !d.load.text }

// stop drops what is being read.
func (d *doc) stop() {
	if d.load.cancel != nil {
		d.load.cancel()
	}
	if d.load.outline || d.load.text {
		d.stale = true
	}
	d.load = loading{seq: d.load.seq + 1}
}

// within is a row of a section's text: a part of it, and a row of the part's page.
type within struct {
	part  int
	spot  kit.Spot
	on    *page   // the page that spot counts in, nil = any
	share float64 // of the page's text that is before it: to find it on another page
}
