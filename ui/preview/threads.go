package preview

import (
	"slices"
	"strings"
	"unicode/utf16"

	"aloft/model"
	"aloft/model/markdown"
)

// threads finds the commented words. Positions are the service's; the words are only for reading and no edit uses
// them.
func threads(all []model.DocComment, s *model.Structure, heads []heading, b *body) []thread {
	var out []thread
	blocks := leaves(nil, s.Nodes)
	d, texts := &doc{heads: heads}, map[int]lines{}
	for i := range all {
		c := &all[i]
		if n := len(out); n > 0 && c.Parent != "" {
			out[n-1].replies++
			continue
		}
		t := thread{spot: spot{head: max(0, d.headAt(c.Range.Begin)), ord: -1}, first: i, lost: true}
		if _, known := texts[t.head]; !known && b != nil && t.head < len(b.texts) {
			texts[t.head] = linesOf(b.texts[t.head].parts)
		}
		if i := blockAt(blocks, c.Range.Begin); i >= 0 {
			alike := 0 // blocks before it in the section with the same beginning
			for j := i - 1; j >= 0 && max(0, d.headAt(blocks[j].Start)) == t.head; j-- {
				if blocks[j].Preview == blocks[i].Preview && blocks[j].Kind != model.NodeHeading {
					alike++
				}
			}
			t.find(c, &blocks[i], alike, all, heads, texts[t.head])
		}
		out = append(out, t)
	}
	return out
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

// find finds the words of a comment in a block: the line by the block's beginning, and the words by their distance
// from it.
func (t *thread) find(c *model.DocComment, n *model.StructureNode, alike int, all []model.DocComment, heads []heading, in lines) {
	words, more := n.Begins()
	var before []string
	if n.Kind == model.NodeHeading {
		words, t.lost = heads[t.head].title, false
	} else if i := in.beginning(words, more, alike); i >= 0 {
		words, before, t.ord, t.lost = in.shown[i], in.bare[:i], 0, false
	}
	from := c.Range.Begin - n.Start
	for _, o := range all { // each thread takes a position at its start and at its end
		if o.Parent != "" {
			continue
		}
		for _, mark := range []int64{o.Range.Begin - 1, o.Range.End} {
			if mark >= n.Start && mark < c.Range.Begin {
				from--
			}
		}
	}
	units := utf16.Encode([]rune(words))
	from = max(0, min(from, int64(len(units))))
	to := min(from+c.Range.Len(), int64(len(units)))
	for _, o := range all { // also within the words
		for _, mark := range []int64{o.Range.Begin - 1, o.Range.End} {
			if o.Parent == "" && mark > c.Range.Begin && mark < c.Range.End {
				to--
			}
		}
	}
	t.words = strings.TrimSpace(string(utf16.Decode(units[from:max(from, to)])))
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

// lines returns the lines of a section and its table cells as they render; bare has no spaces.
type lines struct{ shown, bare []string }

func linesOf(parts []string) (out lines) {
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
func (l lines) beginning(block string, more bool, alike int) int {
	want := squeeze(block)
	return slices.IndexFunc(l.bare, func(s string) bool {
		if want == "" || s != want && !(more && strings.HasPrefix(s, want)) {
			return false
		}
		alike--
		return alike < 0
	})
}
