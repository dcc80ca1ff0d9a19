package word

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"aloft/model/budget"
)

// node is an element. Names are without their namespace: strict files and unusual
// prefixes are then read as all others.
type node struct {
	name  string
	attrs []xml.Attr
	kids  []*node
	text  string // of elements that contain text

	// Offsets in the part as UTF-8: of the element, and of what is in it.
	from, to, open, close int64
}

// attr returns the first attribute of the name, "" when there is none.
func (n *node) attr(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// bound is what the element itself binds a prefix to.
func (n *node) bound(prefix string) string {
	for _, a := range n.attrs {
		if a.Name.Space == "xmlns" && a.Name.Local == prefix {
			return a.Value
		}
	}
	return ""
}

func (n *node) kid(name string) *node {
	if n == nil {
		return nil
	}
	for _, k := range n.kids {
		if k.name == name {
			return k
		}
	}
	return nil
}

// path goes down by names.
func (n *node) path(names ...string) *node {
	for _, name := range names {
		n = n.kid(name)
	}
	return n
}

// val is the val attribute of a child.
func (n *node) val(name string) string { return n.kid(name).attr("val") }

// on reads a boolean property: present and not off. told is false when it is
// absent.
func (n *node) on(name string) (on, told bool) {
	k := n.kid(name)
	if k == nil {
		return false, false
	}
	switch strings.ToLower(k.attr("val")) {
	case "0", "false", "off", "none":
		return false, true
	}
	return true, true
}

// find returns the elements of the name below, not nested ones nor those in the
// contents of a text box, which is a text of its own.
func (n *node) find(name string) []*node {
	if n == nil {
		return nil
	}
	var out []*node
	for _, k := range n.kids {
		if k.name == name {
			out = append(out, k)
		} else if k.name != "txbxContent" {
			out = append(out, k.find(name)...)
		}
	}
	return out
}

// first is the first of find, without collecting all.
func (n *node) first(name string) *node {
	if n == nil {
		return nil
	}
	for _, k := range n.kids {
		if k.name == name {
			return k
		}
		if f := k.first(name); f != nil {
			return f
		}
	}
	return nil
}

// puller parses a part element by element: only one block of a long text is ever
// held as nodes.
type puller struct {
	d     *xml.Decoder
	open  []xml.Name
	from  int64 // offset of the last token
	depth int
	nodes int
	left  int // nodes left for this block

	budget *budget.Budget
	held   int // bytes of the nodes that have been read and not released
}

func newPuller(r io.Reader, l Limits) (*puller, error) {
	r, err := utf8Reader(r)
	if err != nil {
		return nil, err
	}
	p := &puller{d: xml.NewDecoder(r), depth: l.Depth, nodes: l.Nodes, budget: l.Budget}
	p.d.CharsetReader = charset
	return p, nil
}

// offset is behind what was read last.
func (p *puller) offset() int64 { return p.d.InputOffset() }

// next returns the next start or end of an element, or its text.
func (p *puller) next() (xml.Token, error) {
	p.from = p.offset()
	t, err := p.d.RawToken()
	if err == io.EOF && len(p.open) > 0 {
		return nil, io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case xml.StartElement:
		if p.open = append(p.open, t.Name); len(p.open) > p.depth {
			return nil, &Error{What: "the file is refused: its elements are nested more than %d deep", Args: []any{p.depth}, Why: ErrTooLarge}
		}
	case xml.EndElement:
		n := len(p.open) - 1
		if n < 0 || p.open[n] != t.Name {
			return nil, errors.New("an element ends that is not open: " + t.Name.Local)
		}
		p.open = p.open[:n]
	}
	return t, nil
}

// root returns the start of the part's root element.
func (p *puller) root() (xml.StartElement, error) {
	for {
		t, err := p.next()
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

// child returns the start of the next element in the open one; ok is false at its
// end.
func (p *puller) child() (s xml.StartElement, ok bool, err error) {
	for {
		t, err := p.next()
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

// block reads the rest of an element that has begun.
func (p *puller) block(s xml.StartElement) (*node, error) {
	p.left = p.nodes
	return p.element(s)
}

func (p *puller) element(s xml.StartElement) (*node, error) {
	if p.left--; p.left < 0 {
		return nil, &Error{What: "the file is refused: one of its blocks has more than %d {element|elements}", Args: []any{p.nodes}, Why: ErrTooLarge}
	}
	n := &node{name: s.Name.Local, attrs: s.Attr, from: p.from, open: p.offset()}
	if err := p.hold(sizeNode + len(s.Attr)*sizeAttr); err != nil {
		return nil, err
	}
	var words []byte // it may come in very many pieces, a comment between each two
	for {
		t, err := p.next()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			k, err := p.element(t)
			if err != nil {
				return nil, err
			}
			n.kids = append(n.kids, k)
		case xml.CharData:
			if n.name == "t" || n.name == "instrText" || n.name == "delText" {
				words = append(words, t...)
				if err := p.hold(len(t)); err != nil {
					return nil, err
				}
			}
		case xml.EndElement:
			n.text, n.close, n.to = string(words), p.from, p.offset()
			return n, nil
		}
	}
}

// The memory of an element, in bytes.
const (
	sizeNode = 150
	sizeAttr = 80
)

func (p *puller) hold(n int) error {
	p.held += n
	return p.budget.Hold(n)
}

// free releases the memory of the blocks so far.
func (p *puller) free() {
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
	switch {
	case bytes.HasPrefix(head, []byte{0xef, 0xbb, 0xbf}):
		_, err = b.Discard(3)
		return b, err
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		_, err = b.Discard(2)
		return &wide{r: b}, err
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		_, err = b.Discard(2)
		return &wide{r: b, big: true}, err
	case len(head) == 4 && head[0] == '<' && head[1] == 0:
		return &wide{r: b}, nil
	case len(head) == 4 && head[0] == 0 && head[1] == '<':
		return &wide{r: b, big: true}, nil
	}
	return b, nil
}

// wide converts UTF-16 to UTF-8.
type wide struct {
	r    *bufio.Reader
	big  bool
	rest []byte
}

func (w *wide) Read(p []byte) (int, error) {
	for len(w.rest) < len(p) && len(w.rest) < 4096 {
		c, err := w.unit()
		if err != nil {
			if len(w.rest) > 0 {
				break
			}
			return 0, err
		}
		if utf16.IsSurrogate(c) {
			low, err := w.unit()
			if err != nil && err != io.EOF {
				return 0, err
			}
			c = utf16.DecodeRune(c, low)
		}
		w.rest = utf8.AppendRune(w.rest, c)
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

func (w *wide) unit() (rune, error) {
	var b [2]byte
	if _, err := io.ReadFull(w.r, b[:]); err != nil {
		if err == io.ErrUnexpectedEOF {
			err = io.EOF
		}
		return 0, err
	}
	if w.big {
		return rune(b[0])<<8 | rune(b[1]), nil
	}
	return rune(b[1])<<8 | rune(b[0]), nil
}

// charset handles the encoding that a part declares: UTF-16 was converted already.
func charset(label string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be", "us-ascii", "ascii":
		return r, nil
	case "iso-8859-1", "latin1", "windows-1252":
		return &latin{bufio.NewReader(r)}, nil
	}
	return nil, errors.New("unknown encoding " + label)
}

type latin struct{ r *bufio.Reader }

func (l *latin) Read(p []byte) (int, error) {
	n := 0
	for n+2 <= len(p) {
		c, err := l.r.ReadByte()
		if err != nil {
			if n > 0 {
				return n, nil
			}
			return 0, err
		}
		n += utf8.EncodeRune(p[n:], rune(c))
	}
	return n, nil
}

// bindings are the prefixes that the root of the main part has for namespaces; there
// is no "w" where it is not the one of the root, and of a Word file.
func bindings(root xml.StartElement) map[string]string {
	out := map[string]string{}
	for _, a := range root.Attr {
		if a.Name.Space == "xmlns" {
			out[a.Name.Local] = a.Value
		}
	}
	if ns := namespaces()["w"]; root.Name.Space != "w" || out["w"] != ns && out["w"] != strictly(ns) {
		delete(out, "w")
	}
	return out
}

func (n *node) shift(by int64) {
	n.from, n.to, n.open, n.close = n.from+by, n.to+by, n.open+by, n.close+by
	for _, k := range n.kids {
		k.shift(by)
	}
}

func kidsOf(n *node) []*node {
	if n == nil {
		return nil
	}
	return n.kids
}
