package office

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
	"aloft/model/budget"
)

// Limits of one XML part: more than any office program writes.
const (
	maxDepth = 200
	maxNodes = 4 << 20
)

// parseXML parses a part, with the branches of alternate content to read.
func parseXML(data []byte, b *budget.Budget) (*parts.Node, error) {
	u, err := parts.NewPuller(bytes.NewReader(data), word.Limits{Depth: maxDepth, Nodes: maxNodes, Budget: b})
	if err != nil {
		return nil, err
	}
	s, err := u.Root()
	if err == io.ErrUnexpectedEOF { // no element
		return &parts.Node{}, nil
	}
	if err != nil {
		return nil, err
	}
	n, err := u.Block(s)
	if err != nil {
		return nil, err
	}
	alternate(n, nil)
	return &parts.Node{Kids: []*parts.Node{n}}, nil
}

// alternate replaces alternate content by the branch of it to read: the first choice that requires nothing unknown, or
// the fallback. Without either it stays empty. above are the elements around it.
func alternate(n *parts.Node, above []*parts.Node) {
	above = append(above, n)
	var kids []*parts.Node
	for _, k := range n.Kids {
		alternate(k, above)
		if k.Name != "AlternateContent" {
			kids = append(kids, k)
			continue
		}
		i := slices.IndexFunc(k.Kids, func(branch *parts.Node) bool {
			return branch.Name == "Fallback" || branch.Name == "Choice" && parts.Understood(branch.Attr("Requires"), func(prefix string) string {
				uri := cmp.Or(branch.Bound(prefix), k.Bound(prefix))
				for j := len(above) - 1; uri == "" && j >= 0; j-- {
					uri = above[j].Bound(prefix)
				}
				return uri
			})
		})
		if i >= 0 {
			kids = append(kids, k.Kids[i].Kids...)
		} else {
			k.Kids = nil
			kids = append(kids, k)
		}
	}
	n.Kids = kids
}

// ref returns the attribute that refers to a relationship (r:id, r:embed).
func ref(n *parts.Node, name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name && a.Name.Space != "" {
			return a.Value
		}
	}
	return ""
}

// each visits an element and all below it in document order; visit returns whether to visit its children.
func each(n *parts.Node, visit func(*parts.Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, k := range n.Kids {
		each(k, visit)
	}
}
