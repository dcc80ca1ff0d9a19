package model

// Heading is a node of an outline with what can be said of its place in it.
type Heading struct {
	Node   *OutlineNode
	Above  []*OutlineNode // the headings above it, the root first
	Number string         // as 2.1.3; "" of the title and of text without a heading
	Nth    int            // which of the headings of this title, from 1
	Of     int            // how many of them there are
}

// Path are the titles of the headings above it, raw.
func (h Heading) Path() []string { return titles(h.Above) }

// Headings are all nodes, in the order of the document.
func (o Outline) Headings() []Heading { return nil }

// Under is the deepest node that the position is in, with the nodes above it,
// or nil.
func (o Outline) Under(index int64) (n *OutlineNode, above []*OutlineNode) { return nil, nil }

// Own is the range of the text of the node without that of its sub-headings.
func (n *OutlineNode) Own() Range { return Range{} }

// Markdown is the outline as a table of contents.
func (o Outline) Markdown() string { return "" }

func titles(nodes []*OutlineNode) []string {
	out := make([]string, len(nodes))
	for i, n := range nodes {
		out[i] = n.Title
	}
	return out
}
