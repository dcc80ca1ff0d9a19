package preview

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf16"

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
	aside  bool   // gone is a comment on the words, which stands below them
	before bool
	alone  int // nothing of its paragraph is left: how many paragraphs further the words are
	runs   int // further changes that are shown as one with it
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
	last := -1 // the paragraph of which nothing is left
	for _, r := range all {
		c, at := change{}, r.Range
		switch said := strings.TrimSpace(model.Clean(model.OneLine(r.Text))); {
		case said == "" || !strings.HasPrefix(r.Kind, "insertion") && !strings.HasPrefix(r.Kind, "deletion") && !strings.HasPrefix(r.Kind, "moved"):
			continue
		case !model.Removes(r.Kind):
			c.thread = f.find(at)
		default:
			if i := blockAt(f.blocks, at.Begin); i >= 0 {
				if f.blocks[i].Preview == "" {
					if i == last {
						out[len(out)-1].gone += model.Clean(model.OneLine(r.Text))
						out[len(out)-1].runs++
						continue
					}
					last = i
					i, at.Begin, c.alone = f.neighbour(i)
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

// neighbour returns the block beside an empty one, and where in it: the next one of the section with text, or else the
// one before. away is how far that is, in blocks.
func (f *finder) neighbour(empty int) (i int, at int64, away int) {
	for i := empty + 1; i < len(f.blocks) && f.blocks[i].Kind != model.NodeHeading; i++ {
		if f.blocks[i].Preview != "" && f.blocks[i].Preview[0] != '[' { // a picture
			return i, f.blocks[i].Start, i - empty
		}
	}
	for i := empty - 1; i >= 0; i-- {
		if f.blocks[i].Preview != "" && f.blocks[i].Preview[0] != '[' {
			return i, f.blocks[i].End, empty - i
		}
	}
	return empty, f.blocks[empty].Start, 0
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

// deletions are the deleted text of a part.
type deletions struct {
	all  []change
	ords []int // of their words in the part
}

// mostStruck is how much of one deletion is shown, in cells.
const mostStruck = 400
