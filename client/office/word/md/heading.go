package md

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// deepHeading reads seven to nine # as headings: CommonMark stops at six, the
// documents of the service do not.
type deepHeading struct{}

func (d deepHeading) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithBlockParsers(util.Prioritized(d, 590)))
}

func (deepHeading) Trigger() []byte { return []byte{'#'} }

func (deepHeading) Open(_ ast.Node, reader mdtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	pos := pc.BlockOffset()
	if pos < 0 {
		return nil, parser.NoChildren
	}
	i := len(line) - len(bytes.TrimLeft(line[pos:], "#"))
	level := i - pos
	if level < 7 || level > 9 || i < len(line) && !util.IsSpace(line[i]) {
		return nil, parser.NoChildren
	}
	stop := len(line) - util.TrimRightSpaceLength(line)
	i += util.TrimLeftSpaceLength(line[i:stop])
	text := bytes.TrimRight(line[i:stop], "#") // a closing row of #, as with one to six
	if len(text) == 0 || util.IsSpace(text[len(text)-1]) {
		stop = i + len(text) - util.TrimRightSpaceLength(text)
	}
	n := ast.NewHeading(level)
	if i < stop {
		n.Lines().Append(mdtext.NewSegment(segment.Start+i-segment.Padding, segment.Start+stop-segment.Padding))
	}
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (deepHeading) Continue(ast.Node, mdtext.Reader, parser.Context) parser.State {
	return parser.Close
}
func (deepHeading) Close(ast.Node, mdtext.Reader, parser.Context) {}
func (deepHeading) CanInterruptParagraph() bool                   { return true }
func (deepHeading) CanAcceptIndentedLine() bool                   { return false }
