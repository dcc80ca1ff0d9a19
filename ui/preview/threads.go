package preview

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/model/markdown"
)

// finder finds ranges of the service in the text. Positions are the service's; the words are only for reading and no
// edit uses them.
type finder struct {
	blocks []model.StructureNode
	doc    doc
	body   *body
	said   []model.DocComment // whose marks take positions
	texts  map[int]textLines  // by section
}

func newFinder(said []model.DocComment, s *model.Structure, heads []heading, b *body) *finder {
	return &finder{blocks: leaves(nil, s.Nodes), doc: doc{heads: heads}, body: b, said: said, texts: map[int]textLines{}}
}

// threads finds the commented words.
func (f *finder) threads() []thread {
	var out []thread
	for i := range f.said {
		if n := len(out); n > 0 && f.said[i].Parent != "" {
			out[n-1].replies++
			continue
		}
		t := f.find(f.said[i].Range)
		t.first = i
		out = append(out, t)
	}
	return out
}

// find finds the words of a range.
func (f *finder) find(r model.Range) thread {
	t := thread{spot: spot{head: max(0, f.doc.headAt(r.Begin)), ord: -1}, lost: true}
	if _, known := f.texts[t.head]; !known && f.body != nil && t.head < len(f.body.texts) {
		f.texts[t.head] = textLinesOf(f.body.texts[t.head].parts)
	}
	if i := blockAt(f.blocks, r.Begin); i >= 0 {
		alike := 0 // blocks before it in the section with the same beginning
		for j := i - 1; j >= 0 && max(0, f.doc.headAt(f.blocks[j].Start)) == t.head; j-- {
			if f.blocks[j].Preview == f.blocks[i].Preview && f.blocks[j].Kind != model.NodeHeading {
				alike++
			}
		}
		t.find(r, &f.blocks[i], alike, f.said, f.doc.heads, f.texts[t.head])
	}
	return t
}

// leaves returns the blocks with text of their own.
func leaves(out []model.StructureNode, in []model.StructureNode) []model.StructureNode {
	for _, n := range in {
		for _, r := range n.Rows {
			for _, c := range r.Cells {
				out = append(out, model.StructureNode{Kind: model.NodeParagraph, Start: c.Start, End: c.End, Preview: c.Preview})
			}
		}
		if len(n.Children) > 0 {
			out = leaves(out, n.Children)
		} else if len(n.Rows) == 0 {
			out = append(out, n)
		}
	}
	return out
}

// blockAt returns the block at a position, or -1.
func blockAt(blocks []model.StructureNode, at int64) int {
	return slices.IndexFunc(blocks, func(n model.StructureNode) bool { return n.Start <= at && at <= n.End })
}

// find finds the words of a range in a block: the line by the block's beginning, and the words by their distance
// from it.
func (t *thread) find(r model.Range, n *model.StructureNode, alike int, all []model.DocComment, heads []heading, in textLines) {
	words, more := n.Begins()
	var before []string
	if n.Kind == model.NodeHeading {
		words, t.lost = heads[t.head].title, false
	} else if i := in.beginning(words, more, alike); i >= 0 {
		words, before, t.ord, t.lost = in.shown[i], in.bare[:i], 0, false
	}
	from := r.Begin - n.Start
	for _, o := range all { // each thread takes a position at its start and at its end
		if o.Parent != "" {
			continue
		}
		for _, mark := range []int64{o.Range.Begin - 1, o.Range.End} {
			if mark >= n.Start && mark < r.Begin {
				from--
			}
		}
	}
	units := utf16.Encode([]rune(words))
	from = max(0, min(from, int64(len(units))))
	to := min(from+r.Len(), int64(len(units)))
	for _, o := range all { // also within the words
		for _, mark := range []int64{o.Range.Begin - 1, o.Range.End} {
			if o.Parent == "" && mark > r.Begin && mark < r.End {
				to--
			}
		}
	}
	found := string(utf16.Decode(units[from:max(from, to)]))
	t.words, t.spaced = strings.TrimSpace(found), strings.HasSuffix(found, " ")
	if t.words == "" {
		t.ord, t.lost = -1, true
	}
	if t.ord < 0 {
		return
	}
	for _, line := range before {
		t.ord += strings.Count(line, squeeze(t.words))
	}
	t.ord += strings.Count(squeeze(string(utf16.Decode(units[:from]))), squeeze(t.words))
}

// textLines are the lines of a section and its table cells as they render; bare has no spaces.
type textLines struct{ shown, bare []string }

func textLinesOf(parts []string) (out textLines) {
	for _, part := range parts {
		for raw := range strings.SplitSeq(part, "\n") {
			for cell := range strings.SplitSeq(markdown.ShownLine(raw), "|") {
				out.shown = append(out.shown, strings.TrimSpace(cell))
				out.bare = append(out.bare, squeeze(cell))
			}
		}
	}
	return out
}

// beginning returns the line that begins like a block, after that many others, or -1. more says that the block
// continues.
func (l textLines) beginning(block string, more bool, alike int) int {
	want := squeeze(block)
	return slices.IndexFunc(l.bare, func(s string) bool {
		if want == "" || s != want && !(more && strings.HasPrefix(s, want)) {
			return false
		}
		alike--
		return alike < 0
	})
}

// change is a tracked change of the text. What was inserted is in the text; what was deleted is not, and shows where it
// stood: behind the words, or before them. In a heading, and in text that is not rendered, that is the end of the row.
type change struct {
	thread
	gone   string // "" = the words were inserted
	before bool
}

const (
	// nearby is how many positions of text before a deletion find its row.
	nearby = 12
	// mostChanges bounds those that are drawn in a section.
	mostChanges = 100
	// leastGone is the least width of a deleted text that is cut.
	leastGone = 6
)

// changes finds inserted text, and where text was deleted.
func (f *finder) changes(all []model.DocRevision) []change {
	var out []change
	for _, r := range all {
		c, at := change{}, r.Range
		switch said := strings.TrimSpace(model.Clean(model.OneLine(r.Text))); {
		case said == "" || !strings.HasPrefix(r.Kind, "insertion") && !strings.HasPrefix(r.Kind, "deletion") && !strings.HasPrefix(r.Kind, "moved"):
			continue
		case !model.Removes(r.Kind):
			c.thread = f.find(at)
		default:
			if i := blockAt(f.blocks, at.Begin); i >= 0 {
				for i < len(f.blocks)-1 && f.blocks[i].Preview == "" { // nothing of the paragraph is left
					i++
					at.Begin = f.blocks[i].Start
				}
				if at = (model.Range{Begin: max(f.blocks[i].Start, at.Begin-nearby), End: at.Begin}); at.Len() == 0 {
					at.End, c.before = min(f.blocks[i].End, at.Begin+nearby), true
				}
			}
			c.thread, c.gone = f.find(at), spaced(r.Text, said)
		}
		out = append(out, c)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].head < out[j].head })
	return out
}

// spaced returns a text with a space where the original begins or ends with one.
func spaced(original, said string) string {
	if strings.HasPrefix(original, " ") {
		said = " " + said
	}
	if strings.HasSuffix(original, " ") {
		said += " "
	}
	return said
}

// changesIn returns the tracked changes in a section.
func (d *doc) changesIn(head int) []change {
	if d.remarks == nil {
		return nil
	}
	all := d.remarks.changes
	from := sort.Search(len(all), func(i int) bool { return all[i].head >= head })
	to := sort.Search(len(all), func(i int) bool { return all[i].head > head })
	return all[from:min(to, from+mostChanges)]
}

// changed marks the tracked changes of a row; the sign stands before it.
func (v *view) changed(line string, p *page, at flowAt) (drawn, sign string) {
	sign = " "
	var gone []string
	if i := at.spot.Line - len(p.title); i >= 0 && i < len(p.spans) && slices.ContainsFunc(p.spans[i], func(s span) bool { return s.unit == deleted }) {
		sign = v.changeSign()
	}
	for _, c := range v.doc.changesIn(at.head) {
		if c.gone != "" && p.drawn && c.ord >= 0 {
			continue
		}
		if c.lost {
			if at.part == 0 && at.spot.Line == 0 {
				sign = v.changeSign()
			}
			continue
		}
		part, ord := v.doc.partOf(c.spot, c.words)
		for _, m := range p.marks(c.words, at.spot) {
			if part != at.part || m.ord != ord {
				continue
			}
			switch said := squeeze(ansi.Strip(ansi.Cut(line, m.from, m.to))); {
			case c.gone == "":
				line = v.marked(line, m, v.paint.added)
			case !strings.HasSuffix(squeeze(c.words), said):
				continue // they end in the next row
			default:
				gone = append(gone, strings.TrimSpace(c.gone))
			}
			sign = v.changeSign()
		}
	}
	if len(gone) > 0 {
		line = v.withGone(line, strings.Join(gone, " "))
	}
	return line, sign
}

// withGone puts deleted text into the room behind a row, as much as there is.
func (v *view) withGone(line, gone string) string {
	ruler := v.env.Ruler
	used := ruler.Width(strings.TrimRight(ansi.Strip(line), " "))
	room := v.text.paper().width - used - 4 // a space, and the brackets
	if room < min(leastGone, ruler.Width(gone)) {
		return line
	}
	gone = "[-" + ruler.TruncateEnd(gone, room) + "-]"
	rest := max(0, v.text.paper().width-used-1-ruler.Width(gone))
	return ansi.Truncate(line, used, "") + " " + v.paint.gone.On(gone) + strings.Repeat(" ", rest)
}

// deletions are the deleted text of a part.
type deletions struct {
	all  []change
	ords []int // of their words in the part
}

// mostStruck is how much of one deletion is shown, in cells.
const mostStruck = 400

func (d *doc) deletions(head, part int) (out deletions) {
	for _, c := range d.changesIn(head) {
		if in, ord := d.partOf(c.spot, c.words); c.gone != "" && !c.lost && c.ord >= 0 && in == part {
			out.all, out.ords = append(out.all, c), append(out.ords, ord)
		}
	}
	return out
}

// strike puts deleted text where it stood in the lines; in a table it is the next line.
func (d *drawing) strike(gone deletions) {
	type put struct {
		at    int // before this character; -1 = in the next line
		chars []char
	}
	puts := map[int][]put{}
	plain := make([]string, len(d.lines))
	for i := range plain {
		plain[i] = textOf(d.lines[i].chars)
	}
	for i, c := range gone.all {
		line, cell := -1, 0
		for l, marks := range marksIn(plain, c.words, d.ruler, nil) {
			for _, m := range marks {
				switch {
				case m.ord != gone.ords[i] || c.before && line >= 0:
				case c.before:
					line, cell = l, m.from
				default:
					line, cell = l, m.to
				}
			}
		}
		if line < 0 {
			continue
		}
		said := strings.TrimSpace(c.gone)
		struck := d.chars("[-"+d.ruler.TruncateEnd(said, mostStruck)+"-]", inGone)
		for i := range struck {
			struck[i].unit = deleted
		}
		chars, at := d.lines[line].chars, 0
		for at < len(chars) && width(chars[:at]) < cell {
			at++
		}
		lead, tail, _ := strings.Cut(c.gone, said)
		switch {
		case d.lines[line].table:
			puts[line] = append(puts[line], put{-1, struck})
			continue
		case lead == "" && at < len(chars) && chars[at].text == " " && !c.before && c.spaced: // the space belongs to the words
			at++
		}
		puts[line] = append(puts[line], put{at, slices.Concat(d.chars(lead, inBody), struck, d.chars(tail, inBody))})
	}
	var out []line
	for i, l := range d.lines {
		slices.SortStableFunc(puts[i], func(a, b put) int { return a.at - b.at })
		for _, p := range slices.Backward(puts[i]) {
			if p.at >= 0 {
				l.chars = slices.Concat(l.chars[:p.at], p.chars, l.chars[p.at:])
			}
		}
		out = append(out, l)
		for _, p := range puts[i] {
			if p.at < 0 {
				out = append(out, line{chars: p.chars})
			}
		}
	}
	d.lines = out
}

// changeSign marks a row with tracked changes.
func (v *view) changeSign() string {
	if v.env.Styles.Glyphs.Top != "─" {
		return v.paint.bar.On("|")
	}
	return v.paint.bar.On("│")
}
