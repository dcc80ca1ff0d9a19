package read

import (
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"
)

func (s *sink) add(b word.Block) {
	s.flush()
	s.out = append(s.out, b)
	s.count.Pass(b)
}

// flush ends a code block.
func (s *sink) flush() {
	if len(s.code) == 0 {
		return
	}
	b := word.NewBox(word.CodeBlock, "", "", s.code...)
	s.code = nil
	s.out = append(s.out, b)
	s.count.Pass(b)
}

// end ends the run; what waits for a next paragraph becomes one.
func (s *sink) end(x *reader) {
	if p := s.pending; p != nil && len(p.in) == 0 && len(s.out) > 0 && word.SourceOf(s.out[len(s.out)-1]) > 0 {
		if _, ok := s.out[len(s.out)-1].(*word.Paragraph); ok { // with its mark, nothing is left
			s.pending = nil
			x.traceGone(p)
		}
	}
	s.alone(x)
	s.flush()
	s.float()
}

// alone makes a paragraph of what has waited for a next one.
func (s *sink) alone(x *reader) {
	if p := s.pending; p != nil {
		s.pending = nil
		x.traceRevisions(p.n, p)
		s.add(word.NewParagraph(word.Format{Source: x.source(p.n)}, p.in...))
	}
}

// float puts the boxes behind the block in which they were found.
func (s *sink) float() {
	if !s.body {
		return
	}
	for _, b := range s.boxes {
		s.add(b)
	}
	s.boxes = nil
}

// contents reads the content of a cell, a box or a note. Boxes in a cell are moved
// up to the body; in a box they become part of it, which NewBox does.
func (x *reader) contents(kids []*parts.Node, up *sink) ([]word.Block, error) {
	return x.run1(kids, &sink{}, up)
}

func (x *reader) run1(kids []*parts.Node, s, up *sink) ([]word.Block, error) {
	for _, k := range kids {
		if err := x.block(k, s); err != nil {
			return nil, err
		}
	}
	s.end(x)
	if up == nil {
		return append(s.out, s.boxes...), nil
	}
	up.boxes = append(up.boxes, s.boxes...)
	return s.out, nil
}

// block reads an element of a run of blocks.
func (x *reader) block(n *parts.Node, s *sink) error {
	switch n.Name {
	case "p":
		err := x.paragraph(n, s)
		s.float()
		return err
	case "tbl":
		s.alone(x)
		t, err := x.table(n, s)
		if err != nil {
			return err
		}
		x.traceBlock(n, n.From)
		if t != nil {
			s.add(t.From(x.source(n)))
		}
		s.float()
		return nil
	case "sdt":
		s.alone(x)
		return x.control(n, s)
	case "AlternateContent":
		return x.blocks(x.choose(n), s)
	case "ins", "moveTo":
		x.lost[loss.Revision]++
		from := x.place()
		err := x.blocks(n, s)
		x.traceBlocks(n, RevisionIn("", n.Name), from, nil)
		return err
	case "customXml", "smartTag", "sdtContent":
		return x.blocks(n, s)
	case "del", "moveFrom":
		x.lost[loss.Revision]++
		x.traceBlocks(n, RevisionIn("", n.Name), x.place(), n)
	case "commentRangeStart", "commentRangeEnd":
		x.mark(n, &x.marks)
	case "bookmarkStart":
		x.bookmarks = append(x.bookmarks, n.Attr("name"))
	case "sectPr":
		x.traceSection(n)
		return x.section(n, false)
	case "altChunk":
		x.lost[loss.Chunk]++
		s.alone(x)
		x.traceBlock(n, n.From)
		x.traceRevisions(n, &paragraph{})
		s.add(word.NewParagraph(word.Format{Source: x.source(n)}, word.Inline{Kind: word.AddOn, Text: word.Chunk}))
		s.float()
	case "subDoc":
		x.lost[loss.Embedded]++
	}
	return nil
}

// blocks reads what is in an element around blocks: no paragraph goes on into it or out
// of it.
func (x *reader) blocks(n *parts.Node, s *sink) error {
	s.alone(x)
	for _, k := range parts.Kids(n) {
		if err := x.block(k, s); err != nil {
			return err
		}
	}
	s.alone(x)
	return nil
}

// control reads a content control: ours are boxes, all others are transparent.
func (x *reader) control(n *parts.Node, s *sink) error {
	content := n.Kid("sdtContent")
	tag, ours := strings.CutPrefix(n.Kid("sdtPr").Val("tag"), parts.TagPrefix)
	kind, rest, _ := strings.Cut(tag, ":")
	kind, under, _ := strings.Cut(kind, "+")
	if ours && kind == "gap" { // separates two tables
		return nil
	}
	boxKind, known := map[string]word.BoxKind{"code": word.CodeBlock, "highlight": word.HighlightBlock}[kind]
	if !ours || !s.holds() || !known {
		return x.blocks(content, s)
	}
	indent, _ := strconv.Atoi(under)
	indent = min(max(indent, 0), 9)
	base := x.base
	x.base = parts.Inside(base, indent, s.boxed)
	in, err := x.run1(parts.Kids(content), &sink{boxed: boxKind == word.HighlightBlock}, nil)
	x.base = base
	if err != nil {
		return err
	}
	name := n.Kid("sdtPr").Val("alias")
	name, named := strings.CutPrefix(name, parts.TagPrefix)
	if !named {
		name = ""
	}
	if boxKind == word.CodeBlock {
		in = plainCode(in)
	}
	box := word.NewBox(boxKind, rest, name, in...)
	box.Indent = indent
	s.add(box)
	s.float()
	return nil
}

// plainCode removes the code property of text that is code by its block.
func plainCode(in []word.Block) []word.Block {
	for i, b := range in {
		if p, ok := b.(*word.Paragraph); ok {
			out := make([]word.Inline, len(p.Inlines()))
			for j, l := range p.Inlines() {
				l.Props.Code = false
				out[j] = l
			}
			in[i] = word.NewParagraph(p.Format, out...)
		}
	}
	return in
}
