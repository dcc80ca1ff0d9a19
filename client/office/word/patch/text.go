package patch

import (
	"bytes"
	"cmp"
	"io"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
)

// fileText is the text of the file, and what was replaced in it.
type fileText struct {
	limits word.Limits
	data   map[word.Source][]byte // parts with text, as UTF-8
	inner  map[word.Source][]cut  // replacements inside of blocks
	err    error                  // the first one
}

// raw is a range of a part with what was replaced in it: the content of boxes, the
// signs of comments.
func (t *fileText) raw(part word.Source, in parts.Span) string {
	var cuts []cut
	for _, c := range t.inner[part] {
		if c.From >= in.From && c.To <= in.To {
			cuts = append(cuts, c)
		}
	}
	return string(applied(t.data[part][in.From:in.To], in.From, cuts))
}

// parse reads the elements of a range of a part, at most so many.
func (t *fileText) parse(part word.Source, in parts.Span, most int) []*parts.Node {
	u, err := parts.NewPuller(bytes.NewReader(t.data[part][in.From:in.To]), t.limits)
	var out []*parts.Node
	for err == nil && len(out) < most {
		var n *parts.Node
		if n, err = next(u); err == nil {
			n.Shift(in.From)
			out = append(out, n)
		}
	}
	if err != io.EOF {
		t.err = cmp.Or(t.err, err)
	}
	return out
}

// next reads one element; the error is io.EOF behind the last one.
func next(u *parts.Puller) (*parts.Node, error) {
	s, ok, err := u.Child()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, io.EOF
	}
	defer u.Free()
	return u.Block(s)
}

// element reads the one element that begins at an offset.
func (t *fileText) element(s word.Source) *parts.Node {
	n := t.parse(s.Part(), parts.Span{From: s.At(), To: int64(len(t.data[s.Part()]))}, 1)
	if len(n) == 0 {
		return nil
	}
	return n[0]
}

// properties are the children of a pPr or rPr, nil = none.
func (t *fileText) properties(part word.Source, n *parts.Node) []property {
	var out []property
	for _, k := range parts.Kids(n) {
		out = append(out, property{k.Name, t.raw(part, k.Span)})
	}
	return out
}
