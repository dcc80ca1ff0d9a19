package parts

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"aloft/client/office/word"
	"aloft/model/budget"
)

// Node is an element. Names are without their namespace: strict files and unusual
// prefixes are then read as all others.
type Node struct {
	Name  string
	Attrs []xml.Attr
	Kids  []*Node
	Text  string // of elements that contain text

	Span              // in the part as UTF-8
	Open, Close int64 // what is in it begins and ends there
}

// Span is a range of a part.
type Span struct{ From, To int64 }

// Tag is where the element begins, up to its content.
func (n *Node) Tag() Span { return Span{n.From, n.Open} }

// Inside is the range of what is in it.
func (n *Node) Inside() Span { return Span{n.Open, n.Close} }

// Attr returns the first attribute of the name, "" when there is none.
func (n *Node) Attr(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// Bound is what the element itself binds a prefix to.
func (n *Node) Bound(prefix string) string {
	for _, a := range n.Attrs {
		if a.Name.Space == "xmlns" && a.Name.Local == prefix {
			return a.Value
		}
	}
	return ""
}

// Kid is the first child of the name, nil when there is none.
func (n *Node) Kid(name string) *Node {
	if n == nil {
		return nil
	}
	for _, k := range n.Kids {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Path goes down by names.
func (n *Node) Path(names ...string) *Node {
	for _, name := range names {
		n = n.Kid(name)
	}
	return n
}

// Val is the val attribute of a child.
func (n *Node) Val(name string) string { return n.Kid(name).Attr("val") }

// On reads a boolean property: present and not off. told is false when it is
// absent.
func (n *Node) On(name string) (on, told bool) {
	k := n.Kid(name)
	if k == nil {
		return false, false
	}
	switch strings.ToLower(k.Attr("val")) {
	case "0", "false", "off", "none":
		return false, true
	}
	return true, true
}

// Find returns the elements of the name below, not nested ones nor those in the
// contents of a text box, which is a text of its own.
func (n *Node) Find(name string) []*Node {
	if n == nil {
		return nil
	}
	var out []*Node
	for _, k := range n.Kids {
		if k.Name == name {
			out = append(out, k)
		} else if k.Name != "txbxContent" {
			out = append(out, k.Find(name)...)
		}
	}
	return out
}

// First is the first of find, without collecting all.
func (n *Node) First(name string) *Node {
	if n == nil {
		return nil
	}
	for _, k := range n.Kids {
		if k.Name == name {
			return k
		}
		if f := k.First(name); f != nil {
			return f
		}
	}
	return nil
}

// Puller parses a part element by element: only one block of a long text is ever
// held as nodes.
type Puller struct {
	d     *xml.Decoder
	Open  []xml.Name
	From  int64 // offset of the last token
	depth int
	nodes int
	left  int // nodes left for this block

	budget *budget.Budget
	held   int // bytes of the nodes that have been read and not released
}

// NewPuller reads a part.
func NewPuller(r io.Reader, l word.Limits) (*Puller, error) {
	r, err := utf8Reader(r)
	if err != nil {
		return nil, err
	}
	p := &Puller{d: xml.NewDecoder(r), depth: l.Depth, nodes: l.Nodes, budget: l.Budget}
	p.d.CharsetReader = charset
	return p, nil
}

// Offset is behind what was read last.
func (p *Puller) Offset() int64 { return p.d.InputOffset() }

// Next returns the next start or end of an element, or its text.
func (p *Puller) Next() (xml.Token, error) {
	p.From = p.Offset()
	t, err := p.d.RawToken()
	if err == io.EOF && len(p.Open) > 0 {
		return nil, io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case xml.StartElement:
		if p.Open = append(p.Open, t.Name); len(p.Open) > p.depth {
			return nil, &word.Error{What: "the file is refused: its elements are nested more than %d deep", Args: []any{p.depth}, Why: word.ErrTooLarge}
		}
	case xml.EndElement:
		n := len(p.Open) - 1
		if n < 0 || p.Open[n] != t.Name {
			return nil, errors.New("an element ends that is not open: " + t.Name.Local)
		}
		p.Open = p.Open[:n]
	}
	return t, nil
}

// Root returns the start of the part's root element.
func (p *Puller) Root() (xml.StartElement, error) {
	for {
		t, err := p.Next()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return xml.StartElement{}, err
		}
		if s, ok := t.(xml.StartElement); ok {
			return s, nil
		}
	}
}

// Child returns the start of the next element in the open one; ok is false at its
// end.
func (p *Puller) Child() (s xml.StartElement, ok bool, err error) {
	for {
		t, err := p.Next()
		if err != nil {
			return xml.StartElement{}, false, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			return t, true, nil
		case xml.EndElement:
			return xml.StartElement{}, false, nil
		}
	}
}

// Block reads the rest of an element that has begun.
func (p *Puller) Block(s xml.StartElement) (*Node, error) {
	p.left = p.nodes
	return p.element(s)
}

func (p *Puller) element(s xml.StartElement) (*Node, error) {
	if p.left--; p.left < 0 {
		return nil, &word.Error{What: "the file is refused: one of its blocks has more than %d {element|elements}", Args: []any{p.nodes}, Why: word.ErrTooLarge}
	}
	n := &Node{Name: s.Name.Local, Attrs: s.Attr, Span: Span{From: p.From}, Open: p.Offset()}
	if err := p.hold(sizeNode + len(s.Attr)*sizeAttr); err != nil {
		return nil, err
	}
	var words []byte // it may come in very many pieces, a comment between each two
	for {
		t, err := p.Next()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			k, err := p.element(t)
			if err != nil {
				return nil, err
			}
			n.Kids = append(n.Kids, k)
		case xml.CharData:
			if n.Name == "t" || n.Name == "instrText" || n.Name == "delText" || n.Name == "v" { // v is of sheets
				words = append(words, t...)
				if err := p.hold(len(t)); err != nil {
					return nil, err
				}
			}
		case xml.EndElement:
			n.Text, n.Close, n.To = string(words), p.From, p.Offset()
			return n, nil
		}
	}
}

// The memory of an element, in bytes.
const (
	sizeNode = 150
	sizeAttr = 80
)

func (p *Puller) hold(n int) error {
	p.held += n
	return p.budget.Hold(n)
}

// Free releases the memory of the blocks so far.
func (p *Puller) Free() {
	_ = p.budget.Hold(-p.held)
	p.held = 0
}

// utf8Reader checks the first bytes: parts may be UTF-16, with a mark or without.
func utf8Reader(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	begins := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	switch {
	case begins("\xef\xbb\xbf"):
		_, err = b.Discard(3)
		return b, err
	case begins("\xff\xfe"), len(head) == 4 && begins("<\x00"):
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(b), nil
	case begins("\xfe\xff"), len(head) == 4 && begins("\x00<"):
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Reader(b), nil
	}
	return b, nil
}

// charset handles the encoding that a part declares: UTF-16 was converted already.
func charset(label string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii":
		return r, nil
	case "iso-8859-1", "latin1", "windows-1252":
		return charmap.ISO8859_1.NewDecoder().Reader(r), nil
	}
	return nil, errors.New("unknown encoding " + label)
}

// Bindings are the prefixes that the root of the main part has for namespaces; there
// is no "w" where it is not the one of the root, and of a Word file.
func Bindings(root xml.StartElement) map[string]string {
	out := map[string]string{}
	for _, a := range root.Attr {
		if a.Name.Space == "xmlns" {
			out[a.Name.Local] = a.Value
		}
	}
	if ns := Namespace("w"); root.Name.Space != "w" || out["w"] != ns && out["w"] != Strictly(ns) {
		delete(out, "w")
	}
	return out
}

// Shift moves the offsets of an element and of those in it.
func (n *Node) Shift(by int64) {
	n.From, n.To, n.Open, n.Close = n.From+by, n.To+by, n.Open+by, n.Close+by
	for _, k := range n.Kids {
		k.Shift(by)
	}
}

// Kids are the children of an element that may be nil.
func Kids(n *Node) []*Node {
	if n == nil {
		return nil
	}
	return n.Kids
}
