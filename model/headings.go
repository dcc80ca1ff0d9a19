package model

import (
	"strconv"
	"strings"
)

// Heading is a node of an outline with its position in the tree.
type Heading struct {
	Node   *OutlineNode
	Above  []*OutlineNode // the headings above it, the root first
	Number string         // as 2.1.3; "" of the title and of text without a heading
	Nth    int            // which of the headings with this title, from 1
	Of     int            // how many of them there are
}

// Path are the titles of the headings above it, raw.
func (h Heading) Path() []string { return titles(h.Above) }

// Headings are all nodes, in the order of the document. Numbers count among the
// headings under the same one; those under the title begin at 1.
func (o Outline) Headings() []Heading {
	var out []Heading
	of := map[string]int{}
	var walk func(nodes, above []*OutlineNode, number string)
	walk = func(nodes, above []*OutlineNode, number string) {
		count := 0
		for _, n := range nodes {
			h := Heading{Node: n, Above: above}
			if n.counted() {
				count++
				h.Number = number + strconv.Itoa(count)
			}
			if n.Level != LevelBody {
				of[n.Title]++
				h.Nth = of[n.Title]
			}
			out = append(out, h)
			under := ""
			if h.Number != "" {
				under = h.Number + "."
			}
			walk(n.Children, append(above[:len(above):len(above)], n), under)
		}
	}
	walk(o.Nodes, nil, "")
	for i := range out {
		if out[i].Nth > 0 {
			out[i].Of = of[out[i].Node.Title]
		}
	}
	return out
}

func (n *OutlineNode) counted() bool { return n.Level != LevelTitle && n.Level != LevelBody }

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
		switch {
		case h.Node.Level == LevelTitle:
			b.WriteString("# " + EscapeMarkdown(h.Node.Title) + "\n\n")
		case h.Number != "":
			depth := strings.Count(h.Number, ".")
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
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = n.Title
	}
	return out
}
