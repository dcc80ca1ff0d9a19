package second

import (
	"slices"
	"strings"
)

// previews are the placeholders of things in previews.
func previews() map[string]string { return map[string]string{thingImage: "[Image]"} }

// begin is the beginning of a text, in characters.
func begin(s string, most int) string {
	r := []rune(s)
	return string(r[:min(len(r), most)])
}

// Preview is the beginning of the text of a paragraph.
func (d Flat) Preview(from, to, most int) string {
	return strings.TrimRight(begin(said(d.toks[from:to], previews()), most), " ")
}

// CellPreview is the beginning of the text of a cell, 30 characters at most.
func (d Flat) CellPreview(c Cell) string {
	var out []string
	for _, s := range d.spans() {
		if s.from >= c.From && s.to <= c.To {
			out = append(out, said(d.toks[s.from:s.to], previews()))
		}
	}
	return strings.TrimRight(begin(strings.Join(out, " "), 30), " ")
}

// Node is a heading of the outline.
type Node struct {
	Title                    string
	Level                    int // 1 to 9, 10 body, 11 title
	TitleStart, TitleEnd     int64
	ContentStart, ContentEnd int64
	Children                 []*Node
}

func (n *Node) rank() int {
	if n.Level == 11 {
		return 0
	}
	return n.Level
}

// Outline is the tree of headings. Text before the first one is a node of its own;
// a heading with nothing under it has its body at its own end.
func (d Flat) Outline() []*Node {
	var roots []*Node
	var path []*Node
	for _, b := range d.Blocks() {
		if b.Kind == Paragraph && b.Par.heads() {
			n := &Node{Title: said(d.toks[b.From:b.To], nil), Level: b.Par.Level, TitleStart: int64(b.From), TitleEnd: int64(b.To), ContentStart: int64(b.To), ContentEnd: int64(b.To)}
			for len(path) > 0 && path[len(path)-1].rank() >= n.rank() {
				path = path[:len(path)-1]
			}
			if len(path) == 0 {
				roots = append(roots, n)
			} else {
				up := path[len(path)-1]
				up.Children = append(up.Children, n)
			}
			path = append(path, n)
		} else if len(path) == 0 && len(roots) == 0 {
			at := int64(b.From)
			n := &Node{Level: 10, TitleStart: at, TitleEnd: at, ContentStart: at, ContentEnd: at}
			roots, path = append(roots, n), append(path, n)
		}
		for _, n := range path {
			if int64(b.To) > n.TitleEnd && n.Level != 10 {
				n.ContentStart = n.TitleEnd + 1
			}
			n.ContentEnd = int64(b.To)
		}
	}
	return roots
}

// Last is the last position of the body, with up to ten characters before it.
func (d Flat) Last() (int64, string) {
	p := d.around(len(d.toks) - 1)
	r := []rune(said(d.toks[p.from:p.to], nil))
	return int64(p.to), string(r[max(0, len(r)-10):])
}

// Placed is an image with its position.
type Placed struct {
	At    int64
	Image Image
}

// Images are all images.
func (d Flat) Images() []Placed {
	var out []Placed
	for i, t := range d.toks {
		if t.name == thingImage {
			out = append(out, Placed{int64(i), t.image})
		}
	}
	return out
}

// Remark is a comment with its range.
type Remark struct {
	Note
	Range Range
}

// Comments are all comments by their positions, replies behind what they answer.
func (d Flat) Comments() []Remark {
	var out []Remark
	for i, t := range d.toks {
		if t.sort != noteOn {
			continue
		}
		end := slices.IndexFunc(d.toks, func(o tok) bool { return o.sort == noteOff && o.note == t.note })
		r := Range{int64(i) + 1, int64(end)}
		for _, n := range d.notes {
			if n.ID == t.note || n.To == t.note {
				out = append(out, Remark{n, r})
			}
		}
	}
	return out
}
