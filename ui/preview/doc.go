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

// doc is what was read of a document and the reader's state in it.
type doc struct {
	key   string
	place model.Place
	entry model.Entry

	outline *model.Outline
	heads   []heading
	titled  int // number of heads that are headings
	content *model.DocContent
	body    *body // nil before there is text
	err     error // why the outline is missing
	textErr error // why the text is missing
	readAt  time.Time
	remarks *remarks // nil = not read

	stale   bool // may be outdated: read again
	load    loading
	folded  []bool
	at      int            // section at the top of the text
	scroll  within         // and its row
	records bool           // show tables row by row
	want    client.Heading // heading to go to once there is an outline
	top     int            // first visible row of the outline
	pages   map[pageKey]*page
	used    int // when it was last shown
}

// loading is the state of reading a document.
type loading struct {
	seq     int
	cancel  context.CancelFunc
	outline bool
	text    bool
	slow    bool // long enough to show it
	long    bool // skip the text: only a preview is wanted
	remarks bool // the comments
	known   bool // the user knows about the change
	again   bool // the text had another version, so everything is read again
}

// heading is a line of the outline, prepared for drawing.
type heading struct {
	node  *model.OutlineNode // nil: the text before the first heading
	title string             // clean
	depth int
	nth   int
	end   int // index after the last sub-heading
}

// body is the text of a document with a section for each heading.
type body struct {
	texts    []section
	before   []int // bytes before each section, including headings
	previews bool  // only the beginnings of paragraphs
	cut      bool
	checked  bool // checked whether it is cut
	tables   int
	images   int // -1 = unknown
}

// section is the text of a heading without its sub-headings.
type section struct {
	parts []string // Markdown
	cut   bool
}

// row is a line of the outline.
type row struct {
	head  int
	match int // -1: the heading itself
}

// headings prepares an outline for drawing. It may be slow, so it must not run on the update loop.
func headings(o *model.Outline) []heading {
	all := o.Headings()
	out := make([]heading, len(all))
	for i, h := range all {
		title := model.Clean(model.OneLine(h.Node.Title))
		out[i] = heading{node: h.Node, title: title, depth: len(h.Above), nth: h.Nth, end: len(all)}
	}
	// A heading ends at the next one of its level or above.
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

// withLead adds a line for text before the first heading.
func withLead(heads []heading) []heading {
	out := make([]heading, 0, len(heads)+1)
	out = append(out, heading{end: 1})
	for _, h := range heads {
		h.end++
		out = append(out, h)
	}
	return out
}

// bodyOf splits the text by the outline. The first of heads stands for the text before all headings, if any.
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

// measure sums the bytes before each section.
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

// bodyOfStructure makes a body from the structure's beginnings of paragraphs. There is at least one heading.
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

// showNode writes the known text of a block.
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

// length returns the length of the document in positions, as far as the outline shows.
func (d *doc) length() int64 {
	if d.outline == nil || len(d.outline.Nodes) == 0 {
		return 0
	}
	return d.outline.Nodes[len(d.outline.Nodes)-1].ContentEnd
}

// headAt returns the heading above a position, or -1.
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

// stop cancels reading.
func (d *doc) stop() {
	if d.load.cancel != nil {
		d.load.cancel()
	}
	if d.load.outline || d.load.text {
		d.stale = true
	}
	d.load = loading{seq: d.load.seq + 1}
}

// within is a row of a section's text: a part and a row of its page.
type within struct {
	part  int
	spot  kit.Spot
	on    *page   // the page that spot counts in, nil = any
	share float64 // share of the page's text before it, to find it on another page
}

// parts returns the parts of a section, at least one.
func (d *doc) parts(head int) []string {
	if d.body != nil && head < len(d.body.texts) && len(d.body.texts[head].parts) > 0 {
		return d.body.texts[head].parts
	}
	return []string{""}
}

// remarks are the comments and the tracked changes of the current version.
type remarks struct {
	model.DocComments
	threads []thread
	changes []change
	at      int // the current thread, -1 = none
	err     error
}

// thread is a comment with its replies and the commented words.
type thread struct {
	spot
	words   string // "" = unknown
	spaced  bool   // a space follows them in the range
	lost    bool   // not found in the text: use the heading
	first   int    // of the comments
	replies int
}

// partSize is the length in bytes from which a section is split at the next paragraph, so that it is rendered in
// parts.
const partSize = 8 << 10

// partsOf splits Markdown between paragraphs, but not within code, tables or list items, so that each part renders on
// its own. It returns at least one.
func partsOf(md string) []string {
	var out []string
	var fence markdown.Fence
	begin, blank := 0, false
	for at := 0; len(md)-begin > 2*partSize && at < len(md); {
		end := at + strings.IndexByte(md[at:], '\n') + 1
		if end == at {
			end = len(md)
		}
		line := strings.TrimRight(md[at:end], " \t\r\n")
		if blank && at-begin >= partSize && line != "" && line[0] != ' ' && line[0] != '\t' {
			out = append(out, strings.TrimRight(md[begin:at], "\n"))
			begin = at
		}
		blank = !fence.Code(strings.TrimSpace(line)) && line == ""
		at = end
	}
	return append(out, md[begin:])
}

func level(n *model.OutlineNode) int {
	if n == nil {
		return model.LevelBody
	}
	return n.Level
}

// parent returns the parent of a heading, or -1.
func (d *doc) parent(head int) int {
	for i := head - 1; i >= 0; i-- {
		if d.heads[i].end > head && d.heads[i].depth < d.heads[head].depth {
			return i
		}
	}
	return -1
}

func (d *doc) hasChildren(head int) bool { return d.heads[head].end > head+1 }

// closable returns the headings with sub-headings, except one that contains all others: folding it would hide
// everything.
func (d *doc) closable() (out []int) {
	for i := range d.heads {
		if d.hasChildren(i) && (i > 0 || d.heads[i].end < len(d.heads)) {
			out = append(out, i)
		}
	}
	return out
}
