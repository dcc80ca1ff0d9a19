package office

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"io"

	"golang.org/x/text/encoding/unicode"

	"aloft/client/office/word/parts"
	"aloft/model/budget"
)

// Limits of one XML part.
const (
	maxDepth = 200
	maxNodes = 4 << 20
)

var errTooDeep = errors.New("more elements than any office program writes")

// node is an element of an XML part. Names are without their namespace: strict
// documents have other namespaces than transitional ones.
type node struct {
	name  string
	attrs []xml.Attr
	kids  []*node
	text  []byte // of this element alone; it may come in very many pieces
}

// parseXML parses a part. encoding/xml expands no entities but the five of XML.
func parseXML(data []byte, b *budget.Budget) (*node, error) {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		var err error
		if data, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Bytes(data); err != nil {
			return nil, err
		}
	}
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte{0xef, 0xbb, 0xbf})))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	root := &node{}
	stack := []*node{root}
	for count := 0; ; {
		if err := b.Work(64); err != nil {
			return nil, err
		}
		t, err := d.Token()
		if err == io.EOF {
			return root, nil
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if count++; count > maxNodes || len(stack) > maxDepth {
				return nil, errTooDeep
			}
			if err := b.Hold(150 + 80*len(t.Attr)); err != nil {
				return nil, err
			}
			n := &node{name: t.Name.Local, attrs: t.Attr}
			top.kids = append(top.kids, n)
			stack = append(stack, n)
		case xml.EndElement:
			if stack = stack[:len(stack)-1]; top.name == "AlternateContent" {
				alternate(top, stack)
			}
		case xml.CharData:
			if len(stack) > 1 {
				top.text = append(top.text, t...)
			}
		}
	}
}

// alternate picks the branch of alternate content to read: the first choice that requires nothing unknown, or the
// fallback. Without either it stays empty. above are the elements around it.
func alternate(n *node, above []*node) {
	for _, k := range n.kids {
		bound := func(prefix string) string {
			uri := cmp.Or(k.bound(prefix), n.bound(prefix))
			for i := len(above) - 1; uri == "" && i >= 0; i-- {
				uri = above[i].bound(prefix)
			}
			return uri
		}
		if k.name == "Fallback" || k.name == "Choice" && parts.Understood(k.attr("Requires"), bound) {
			in := above[len(above)-1]
			in.kids = append(in.kids[:len(in.kids)-1], k.kids...)
			return
		}
	}
	n.kids = nil
}

// attr returns an attribute by its local name, or "".
func (n *node) attr(name string) string {
	for _, a := range n.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// bound returns the namespace that the element itself binds to a prefix.
func (n *node) bound(prefix string) string {
	for _, a := range n.attrs {
		if a.Name.Space == "xmlns" && a.Name.Local == prefix {
			return a.Value
		}
	}
	return ""
}

// ref returns the attribute that refers to a relationship (r:id, r:embed).
func (n *node) ref(name string) string {
	for _, a := range n.attrs {
		if a.Name.Local == name && a.Name.Space != "" {
			return a.Value
		}
	}
	return ""
}

// kid follows the names down, taking the first element of each. It returns nil if there is none, and for a nil node.
func (n *node) kid(names ...string) *node {
	for _, name := range names {
		if n == nil {
			return nil
		}
		var next *node
		for _, k := range n.kids {
			if k.name == name {
				next = k
				break
			}
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return n
}

// each visits this element and all below it in document order; visit returns whether to visit its children.
func (n *node) each(visit func(*node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, k := range n.kids {
		k.each(visit)
	}
}
