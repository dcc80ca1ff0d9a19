// Package markdown parses foreign Markdown within a budget.
//
// The parser is goldmark. Some texts make it scan a paragraph again for each
// delimiter in it, or build far more than the text holds, and it cannot be stopped.
// So its own parsers, one for each kind of block and inline, are wrapped in ones
// that take from the budget what the call may cost; those that find nothing pay for
// all that they may have looked at. Once the budget is spent the wrappers find
// nothing any more, the rest is read as plain text in one pass, and the result is
// thrown away.
package markdown

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"

	"aloft/model/budget"
)

// Parser reads GitHub Flavored Markdown: tables, strikethrough, task lists and
// autolinks. It can be reused.
type Parser struct {
	p parser.Parser
	m *meter
}

// New makes a parser that takes from a budget; more are extensions beyond GitHub's.
func New(b *budget.Budget, more ...goldmark.Extender) *Parser {
	c := parser.NewConfig()
	for _, o := range []parser.Option{
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	} {
		o.SetParserOption(c)
	}
	goldmark.New(goldmark.WithParser(collector{c}), goldmark.WithExtensions(append([]goldmark.Extender{extension.GFM}, more...)...))
	m := &meter{b: b}
	for i, v := range c.BlockParsers {
		c.BlockParsers[i].Value = &block{v.Value.(parser.BlockParser), m}
	}
	for i, v := range c.InlineParsers {
		c.InlineParsers[i].Value = m.inline(v.Value.(parser.InlineParser))
	}
	for i, v := range c.ParagraphTransformers {
		c.ParagraphTransformers[i].Value = &paragraph{v.Value.(parser.ParagraphTransformer), m}
	}
	return &Parser{parser.NewParser(whole{c}), m}
}

// Parse reads a text in UTF-8. The error is that of the budget.
func (p *Parser) Parse(src []byte) (ast.Node, error) {
	p.m.parent, p.m.notes = nil, 0
	if err := p.m.b.Work(len(src)); err != nil {
		return nil, err
	}
	n := p.p.Parse(mdtext.NewReader(src))
	if err := p.m.b.Err(); err != nil {
		return nil, err // what was read until then is not the document
	}
	return n, nil
}

// Footnotes is how many the last text defines, referred to or not.
func (p *Parser) Footnotes() int { return p.m.notes }

// collector collects what extensions add to a parser.
type collector struct{ c *parser.Config }

func (k collector) AddOptions(opts ...parser.Option) {
	for _, o := range opts {
		o.SetParserOption(k.c)
	}
}

func (k collector) Parse(mdtext.Reader, ...parser.ParseOption) ast.Node { return nil }

// whole is all that was collected, as one option.
type whole struct{ c *parser.Config }

func (w whole) SetParserOption(c *parser.Config) { *c = *w.c }
