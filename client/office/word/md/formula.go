package md

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	mdtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// formula reads $…$ and $$…$$ as text: nothing in them is Markdown.
type formula struct{}

func (f formula) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(f, 90)), parser.WithBlockParsers(util.Prioritized(f, 690)))
}

func (formula) Trigger() []byte { return []byte{'$'} }

func (formula) Parse(_ ast.Node, block mdtext.Reader, _ parser.Context) ast.Node {
	if !opensFormula(block.PrecendingCharacter()) {
		return nil
	}
	line, at := block.Position()
	text, _ := block.PeekLine()
	n, looked := formulaLen(text)
	for lines, before := 0, 0; ; lines++ {
		if n > 0 {
			block.Advance(n - before)
			return ast.NewString(text[:n])
		}
		if looked < len(text) || lines == formulaMost {
			break
		}
		block.AdvanceLine()
		l, _ := block.PeekLine()
		if l == nil {
			break
		}
		before, text = len(text), append(slices.Clip(text), l...)
		n, looked = formulaLen(text)
	}
	block.SetPosition(line, at)
	return nil
}

// formulaMost is how many lines a formula may have.
const formulaMost = 200

// opensFormula reports whether one may begin behind a character: not in a word or a price.
func opensFormula(before rune) bool { return before != '$' && !wordy(before) }

func wordy(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}

// formulaLen is the length of the formula that a text begins with, 0 = with none, and how far
// it was looked at. NUL is in none.
func formulaLen(s []byte) (n, looked int) {
	sign := s[:1]
	if bytes.HasPrefix(s, []byte("$$")) {
		sign = s[:2]
	} else if len(s) > 1 && util.IsSpace(s[1]) {
		return 0, 0
	}
	for i := len(sign); i < len(s); i++ {
		switch end := i + len(sign); {
		case s[i] == 0:
			return 0, i
		case s[i] == '\\':
			i++
		case !bytes.HasPrefix(s[i:], sign):
		case i == len(sign), len(sign) == 1 && (util.IsSpace(s[i-1]) || end < len(s) && wordy(rune(s[end]))):
			return 0, i
		default:
			return end, end
		}
	}
	return 0, len(s)
}

// displayed is a formula on lines of its own, which may be blank or look like Markdown.
type displayed struct{ ast.BaseBlock }

var kindDisplayed = ast.NewNodeKind("Formula")

func (*displayed) Kind() ast.NodeKind           { return kindDisplayed }
func (*displayed) IsRaw() bool                  { return true }
func (d *displayed) Dump(src []byte, level int) { ast.DumpHelper(d, src, level, nil, nil) }

func (formula) Open(_ ast.Node, reader mdtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := pc.BlockOffset()
	if at < 0 || !bytes.HasPrefix(line[at:], []byte("$$")) || bytes.Contains(line[at+2:], []byte("$$")) {
		return nil, parser.NoChildren
	}
	rest, ends := reader.Source()[segment.Stop:], false
	for range formulaMost {
		var l []byte
		if l, rest, _ = bytes.Cut(rest, []byte("\n")); bytes.Contains(l, []byte("$$")) {
			ends = true
			break
		}
	}
	if !ends {
		return nil, parser.NoChildren
	}
	n := &displayed{}
	n.Lines().Append(segment.WithStart(segment.Start + at - segment.Padding))
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (formula) Continue(n ast.Node, reader mdtext.Reader, _ parser.Context) parser.State {
	last := n.Lines().At(n.Lines().Len() - 1)
	if n.Lines().Len() > 1 && bytes.Contains(last.Value(reader.Source()), []byte("$$")) {
		return parser.Close
	}
	_, segment := reader.PeekLine()
	n.Lines().Append(segment)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (formula) Close(ast.Node, mdtext.Reader, parser.Context) {}
func (formula) CanInterruptParagraph() bool                   { return true }
func (formula) CanAcceptIndentedLine() bool                   { return false }

// alertLen is the length of the line that a quotation begins with where it is an alert: [!NOTE].
func alertLen(s string) int {
	n := strings.IndexByte(s, ']') + 1
	if n < 4 || !strings.HasPrefix(s, "[!") || strings.ContainsFunc(s[2:n-1], func(r rune) bool { return !wordy(r) }) {
		return 0
	}
	if n < len(s) && s[n] != '\n' {
		return 0
	}
	return min(n+1, len(s))
}
