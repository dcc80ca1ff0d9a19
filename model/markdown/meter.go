package markdown

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"

	"aloft/model/budget"
)

// Memory of the nodes of the syntax tree in bytes, with what a reader makes of
// them.
const (
	sizeBlock  = 700
	sizeInline = 400 // an inline node, and the text after it
	sizeText   = 250 // a line of a paragraph
	sizeLine   = 64  // a line of code
)

// meter takes from the budget. It knows the block whose inlines are being parsed.
type meter struct {
	b      *budget.Budget
	parent ast.Node
	signs  int // inline parsers called in it
	marks  int // emphasis delimiters in it: each closing one is compared with all before it
	notes  int // footnotes so far: each reference is compared with all of them
}

// deep is how many quotations and lists a node is nested in.
func deep(n ast.Node) int {
	depth := 0
	for ; n != nil; n = n.Parent() {
		if _, list := n.(*ast.List); !list { // its items count
			depth++
		}
	}
	return depth - 1 // the document
}

// block is a parser of blocks with a meter.
type block struct {
	parser.BlockParser
	m *meter
}

func (b *block) SetOption(name parser.OptionName, value any) { setOption(b.BlockParser, name, value) }

func (b *block) Open(parent ast.Node, reader mdtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	if b.m.b.Work(16) != nil {
		return nil, parser.NoChildren
	}
	n, state := b.BlockParser.Open(parent, reader, pc)
	if n == nil {
		return nil, state
	}
	_ = b.m.b.Hold(sizeBlock)
	if _, note := n.(*extast.Footnote); note {
		b.m.notes++
		_ = b.m.b.Work(4 * b.m.notes) // they are sorted by insertion
	}
	if state&parser.HasChildren != 0 && b.m.b.Deep(deep(parent)+1) != nil {
		return nil, parser.NoChildren
	}
	return n, state
}

func (b *block) Continue(n ast.Node, reader mdtext.Reader, pc parser.Context) parser.State {
	if b.m.b.Work(16) != nil {
		return parser.Close
	}
	switch n.(type) {
	case *ast.Paragraph:
		_ = b.m.b.Hold(sizeText)
	case *ast.CodeBlock, *ast.FencedCodeBlock, *ast.HTMLBlock:
		_ = b.m.b.Hold(sizeLine)
	}
	return b.BlockParser.Continue(n, reader, pc)
}

// paragraph turns a paragraph into a table or link definitions.
type paragraph struct {
	parser.ParagraphTransformer
	m *meter
}

func (p *paragraph) SetOption(name parser.OptionName, value any) {
	setOption(p.ParagraphTransformer, name, value)
}

func (p *paragraph) Transform(n *ast.Paragraph, reader mdtext.Reader, pc parser.Context) {
	lines, src := n.Lines(), reader.Source()
	if lines.Len() > 0 {
		first := lines.At(0)
		if first := bytes.TrimLeft(first.Value(src), " "); len(first) > 0 && first[0] == '[' {
			// The lines of each definition are removed from all others.
			_ = p.m.b.Work(lines.Len() * lines.Len() / 2)
		}
		_ = p.m.b.Work(first.Stop - first.Start)
	}
	if p.ParagraphTransformer != parser.LinkReferenceParagraphTransformer {
		p.m.table(lines, src)
	}
	if p.m.b.Err() == nil {
		p.ParagraphTransformer.Transform(n, reader, pc)
	}
}

// table takes the cells that a paragraph would have as a table: each row has as
// many as the delimiter row, whether it fills them or not.
func (m *meter) table(lines *mdtext.Segments, src []byte) {
	for i := 1; i < lines.Len(); i++ {
		s := lines.At(i)
		line := s.Value(src)
		_ = m.b.Work(len(line))
		if len(bytes.Trim(line, "|:- \t\r\n")) > 0 {
			continue
		}
		cells := (bytes.Count(line, []byte{'|'}) + 1) * (lines.Len() - i)
		if bytes.IndexByte(line, '-') >= 0 && m.b.Cells(cells) == nil {
			_ = m.b.Hold(cells * sizeBlock)
		}
		return // the rows below belong to it
	}
}

// inline wraps an inline parser in a meter.
func (m *meter) inline(p parser.InlineParser) parser.InlineParser {
	in := inline{p, m, slices.Contains(p.Trigger(), ' ')}
	if c, ok := p.(parser.CloseBlocker); ok {
		return &closing{in, c}
	}
	return &in
}

type inline struct {
	parser.InlineParser
	m     *meter
	words bool // it looks for addresses at the beginnings of words
}

// closing is an inline parser that is called again at the end of a block.
type closing struct {
	inline
	parser.CloseBlocker
}

func (i *inline) SetOption(name parser.OptionName, value any) { setOption(i.InlineParser, name, value) }

func (i *inline) Parse(parent ast.Node, block mdtext.Reader, pc parser.Context) ast.Node {
	m := i.m
	if parent != m.parent {
		m.parent, m.signs, m.marks = parent, 0, 0
	}
	m.signs++
	line, at := block.PeekLine()
	if m.b.Work(16) != nil || len(line) == 0 {
		return nil
	}
	if i.words {
		_ = m.b.Work(word(line))
	}
	if line[0] == '[' || line[0] == '!' {
		_ = m.b.Work(2 * m.notes)
	}
	n := i.InlineParser.Parse(parent, block, pc)
	switch n.(type) {
	case nil, *ast.Text:
		if i.words {
			break
		}
		rest := 0
		switch c := line[0]; {
		case c == '`', c == '<', c == '$', c == ']' && len(line) > 1 && (line[1] == '(' || line[1] == '['):
			rest = end(parent) - at.Start
		}
		if line[0] == ']' {
			rest += m.signs // is one of them a link?
		}
		_ = m.b.Work(2 * rest)
	case *parser.Delimiter:
		m.marks++
		_ = m.b.Work(4 * m.marks)
	case *ast.Link, *ast.Image:
		_ = m.b.Work(m.signs)
	}
	if n != nil {
		_ = m.b.Hold(sizeInline)
	}
	return n
}

// word is the length of the word that follows the first character.
func word(line []byte) int {
	if i := bytes.IndexByte(line[1:], ' '); i >= 0 {
		return i + 1
	}
	return len(line)
}

// end is the offset at which the text of a block ends.
func end(n ast.Node) int {
	lines := n.Lines()
	if lines.Len() == 0 {
		return 0
	}
	last := lines.At(lines.Len() - 1)
	return last.Stop
}

func setOption(p any, name parser.OptionName, value any) {
	if s, ok := p.(parser.SetOptioner); ok {
		s.SetOption(name, value)
	}
}
