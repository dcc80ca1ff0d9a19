package model

import "strings"

// Heading is a node of an outline with its position in the tree.
type Heading struct {
	Node  *OutlineNode
	Above []*OutlineNode // the headings above it, the root first
	Nth   int            // which of the headings with this title, from 1
	Of    int            // how many of them there are
}

// Path are the titles of the headings above it, raw.
func (h Heading) Path() []string { return titles(h.Above) }

// Headings are all nodes, in the order of the document.
func (o Outline) Headings() []Heading {
	var out []Heading
	of := map[string]int{}
	o.Walk(func(n *OutlineNode, above []*OutlineNode) bool {
		h := Heading{Node: n, Above: above}
		if n.Level != LevelBody {
			of[n.Title]++
			h.Nth = of[n.Title]
		}
		out = append(out, h)
		return true
	})
	for i := range out {
		if out[i].Nth > 0 {
			out[i].Of = of[out[i].Node.Title]
		}
	}
	return out
}

// Under is the deepest node that the position is in, with the nodes above it,
// or nil.
func (o Outline) Under(index int64) (n *OutlineNode, above []*OutlineNode) {
	in := o.Nodes
	for {
		var next *OutlineNode
		for _, c := range in { // the last one wins: a body ends where the next heading begins
			if c.TitleStart > index {
				break
			}
			if index <= max(c.ContentEnd, c.TitleEnd) {
				next = c
			}
		}
		if next == nil {
			return n, above
		}
		if n != nil {
			above = append(above, n)
		}
		n, in = next, next.Children
	}
}

// Own is the range of the text of the node without that of its sub-headings.
func (n *OutlineNode) Own() Range {
	r := Range{n.ContentStart, n.ContentEnd}
	if len(n.Children) > 0 {
		r.End = n.Children[0].TitleStart
	}
	return r
}

// Markdown is the outline as a table of contents.
func (o Outline) Markdown() string {
	var b strings.Builder
	for _, h := range o.Headings() {
		switch h.Node.Level {
		case LevelBody:
		case LevelTitle:
			b.WriteString("# " + EscapeMarkdown(h.Node.Title) + "\n\n")
		default:
			depth := 0
			for _, n := range h.Above {
				if n.Level != LevelTitle && n.Level != LevelBody {
					depth++
				}
			}
			b.WriteString(strings.Repeat("  ", depth) + "- " + EscapeMarkdown(h.Node.Title) + "\n")
		}
	}
	return b.String()
}

// EscapeMarkdown writes raw text so that Markdown shows it as it is, on one
// line.
func EscapeMarkdown(s string) string {
	s = Clean(OneLine(s))
	var b strings.Builder
	for i, r := range s {
		switch {
		case strings.ContainsRune("\\`*_[]<>|~&$", r),
			i == 0 && strings.ContainsRune("#+-=", r),
			(r == '.' || r == ')') && digits(s[:i]) && (i+1 == len(s) || s[i+1] == ' '): // the number of a list
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

func titles(nodes []*OutlineNode) []string {
	return Each(nodes, func(n *OutlineNode) string { return n.Title })
}
