package read

import (
	"aloft/client/office/word"
)

// quote is how deep a paragraph is quoted, and the level of the list item that it is in.
type quote struct{ depth, item int }

// quoted puts paragraphs that their style makes quotations into highlights. Where a comment
// reaches across the ends of one, they stay as they are.
func (x *reader) quoted(in []word.Block) []word.Block {
	if len(x.quotes) == 0 {
		return in
	}
	var out []word.Block
	for i := 0; i < len(in); {
		j := i
		for j < len(in) && x.quote(in[j]).depth > 0 && x.quote(in[j]).item == x.quote(in[i]).item {
			j++
		}
		switch {
		case j == i:
			out = append(out, in[i])
			i++
			continue
		case x.severs(in[i:j]):
			out = append(out, in[i:j]...)
		default:
			box := x.highlight(in[i:j], 1)
			box.Indent = x.quote(in[i]).item
			out = append(out, box)
		}
		i = j
	}
	return out
}

func (x *reader) quote(b word.Block) quote {
	p, _ := b.(*word.Paragraph)
	return x.quotes[p]
}

// highlight is the highlight of a depth.
func (x *reader) highlight(in []word.Block, depth int) *word.Box {
	var out []word.Block
	for i := 0; i < len(in); {
		j := i
		for j < len(in) && x.quote(in[j]).depth > depth {
			j++
		}
		if j > i && depth < 9 {
			out = append(out, x.highlight(in[i:j], depth+1))
			i = j
			continue
		}
		out = append(out, in[i])
		i++
	}
	return word.NewBox(word.HighlightBlock, "", "", out...)
}

// severs reports whether a comment has one of its marks in the blocks and the other elsewhere.
func (x *reader) severs(in []word.Block) bool {
	open := map[string]bool{}
	word.EachParagraph(in, func(p *word.Paragraph) {
		for _, i := range p.Inlines() {
			if i.Kind == word.CommentStart || i.Kind == word.CommentEnd {
				if open[i.Name] = !open[i.Name]; !open[i.Name] {
					delete(open, i.Name)
				}
			}
		}
	})
	return len(open) > 0
}
