// Package md reads and writes documents as Markdown.
package md

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"

	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"aloft/model"
	"aloft/model/budget"
	"aloft/model/lazy"
	"aloft/model/markdown"
)

// Read reads Markdown (UTF-8).
func Read(src []byte, opt Options) (*word.Document, loss.List, error) {
	if at := model.NotUTF8(src); at >= 0 {
		return nil, nil, &word.Error{What: "the text is not UTF-8: the byte at position %d is invalid", Args: []any{at},
			Hint: "save it as UTF-8, for example with: iconv -f gb18030 -t utf-8", Why: word.ErrNotUTF8}
	}
	opt.Budget = budget.Or(opt.Budget)
	m := newReading(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")), opt)
	head := frontMatter().FindSubmatch(m.src)
	if head != nil {
		m.src = m.src[len(head[0]):]
		m.lost[loss.FrontMatter]++
	}
	blocks, err := m.read(newParser(opt.Budget))
	if err != nil {
		return nil, nil, err
	}
	if head != nil {
		blocks = append([]word.Block{codeBox(string(head[1]), "yaml")}, blocks...)
	}
	if opt.Title != "" {
		if len(blocks) > 0 {
			if p, ok := blocks[0].(*word.Paragraph); ok && p.Level == 1 && strings.TrimSpace(word.Flat(p.Inlines())) == strings.TrimSpace(opt.Title) {
				blocks = blocks[1:]
			}
		}
		blocks = append([]word.Block{word.NewParagraph(word.Format{Level: word.Title}, word.Text(opt.Title))}, blocks...)
	}
	return word.NewDocument(0, blocks, nil), m.lost.List(), nil
}

// frontMatter is what programs put in front of a text in YAML: lines between two of hyphens, from
// a name on. In Markdown the last of them would be a heading.
var frontMatter = lazy.Regexp(`\A---[ \t]*\n([\w-]+[ \t]*:(?:[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|\z)`)

// reading converts a syntax tree of Markdown to blocks.
type reading struct {
	src     []byte
	opt     Options
	lost    loss.Tally
	pics    map[string]*word.Picture
	size    int64           // of those beside the text
	notes   int             // footnotes with a reference
	defined []string        // the labels of link definitions
	used    map[string]bool // those that something refers to
}

func newReading(src []byte, opt Options) *reading {
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	return &reading{src: bytes.ReplaceAll(src, []byte("\r"), []byte("\n")), opt: opt, lost: loss.Tally{}, pics: map[string]*word.Picture{}, used: map[string]bool{}}
}

// newParser makes a parser, which can be reused.
func newParser(b *budget.Budget) *markdown.Parser {
	return markdown.New(b, deepHeading{}, formula{}, extension.Footnote)
}

// read parses the text and converts it to blocks. The error is that of the budget.
func (m *reading) read(p *markdown.Parser) ([]word.Block, error) {
	root, err := p.Parse(m.src)
	if err != nil {
		return nil, err
	}
	out := &mdRun{}
	m.children(root, out, 0)
	m.lost[loss.Unused] += p.Footnotes() - m.notes
	for _, label := range m.defined {
		if !m.used[label] {
			m.lost[loss.Unused]++
		}
		delete(m.used, label) // a second one of the label counts for nothing
	}
	return out.blocks, m.opt.Budget.Err()
}

// mdRun is a growing run of blocks, and the numbers of its lists.
type mdRun struct {
	blocks []word.Block
	count  word.Counter
	note   bool // of a footnote
}

func (o *mdRun) add(b word.Block) {
	o.blocks = append(o.blocks, b)
	o.count.Pass(b)
}

func (m *reading) children(n ast.Node, out *mdRun, depth int) { m.rest(n.FirstChild(), out, depth) }

// rest reads a block and those behind it.
func (m *reading) rest(n ast.Node, out *mdRun, depth int) {
	for ; n != nil; n = n.NextSibling() {
		m.block(n, out, depth)
	}
}

// block reads a block; depth is how many lists it is in.
func (m *reading) block(n ast.Node, out *mdRun, depth int) {
	switch n := n.(type) {
	case *ast.Heading:
		if depth > 0 || out.note {
			out.add(word.NewParagraph(word.Format{Indent: depth}, m.boldHeading(n)...))
			return
		}
		if n.Level > 6 {
			m.lost[loss.Deep]++
		}
		out.add(word.NewParagraph(word.Format{Level: n.Level}, m.inlines(n, word.Props{})...))
	case *ast.Paragraph, *ast.TextBlock:
		out.add(word.NewParagraph(word.Format{Indent: depth}, m.inlines(n, word.Props{})...))
	case *ast.ThematicBreak:
		out.add(word.NewParagraph(word.Format{Indent: depth}, word.Inline{Kind: word.Rule}))
	case *ast.List:
		m.joined(n)
		number := n.Start
		for i := n.FirstChild(); i != nil; i = i.NextSibling() {
			m.item(i, n.IsOrdered(), number, out, depth+1)
			number++
		}
	case *ast.Blockquote:
		in := &mdRun{}
		m.children(n, in, 0)
		box := word.NewBox(word.HighlightBlock, "", "", in.blocks...)
		box.Indent = depth
		out.add(box)
	case *ast.FencedCodeBlock:
		language := unescapeText(string(n.Language(m.src)))
		if n.Info != nil && strings.TrimSpace(unescapeText(string(n.Info.Segment.Value(m.src)))) != language {
			m.lost[loss.Info]++
		}
		m.code(n, language, out, depth)
	case *ast.CodeBlock:
		m.code(n, "", out, depth)
	case *displayed:
		out.add(word.NewParagraph(word.Format{Indent: depth}, m.formula(n)))
	case *ast.HTMLBlock:
		m.lost[loss.HTML]++
		s := m.lines(n)
		if n.HasClosure() {
			s += string(n.ClosureLine.Value(m.src))
		}
		out.add(word.NewParagraph(word.Format{Indent: depth}, word.Text(strings.TrimRight(s, "\n"))))
	case *extast.Table:
		m.table(n, out, depth)
	case *extast.FootnoteList:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if f, ok := c.(*extast.Footnote); ok {
				m.footnote(f, out)
			}
		}
	case *ast.LinkReferenceDefinition:
		m.defined = append(m.defined, util.ToLinkReference(n.Label))
	default:
		m.children(n, out, depth)
	}
}

// boldHeading is a heading where none can be.
func (m *reading) boldHeading(n ast.Node) []word.Inline {
	m.lost[loss.Inside]++
	return m.inlines(n, word.Props{Bold: true})
}

// footnote reads one; its text begins with its number.
func (m *reading) footnote(n *extast.Footnote, out *mdRun) {
	m.notes++
	in := &mdRun{note: true}
	m.children(n, in, 0)
	for _, b := range word.Noted(n.Index, in.blocks) {
		out.add(b)
	}
}

// joined counts a list that cannot be kept apart from the one before: a task begins none.
func (m *reading) joined(n *ast.List) {
	before, ok := n.PreviousSibling().(*ast.List)
	if ok && box(n.FirstChild()) != nil && (box(before.LastChild()) != nil || !before.IsOrdered()) {
		m.lost[loss.Joined]++
	}
}

// beside reports whether a list of bullets stands behind another.
func beside(n ast.Node) bool {
	before, ok := n.PreviousSibling().(*ast.List)
	return ok && !before.IsOrdered()
}

// box is the check box of an item that is a task.
func box(item ast.Node) *extast.TaskCheckBox {
	if item == nil || item.FirstChild() == nil {
		return nil
	}
	b, _ := item.FirstChild().FirstChild().(*extast.TaskCheckBox)
	return b
}

func (m *reading) lines(n ast.Node) string {
	var b strings.Builder
	l := n.Lines()
	for i := range l.Len() {
		s := l.At(i)
		b.Write(s.Value(m.src))
	}
	return b.String()
}

func (m *reading) formula(n *displayed) word.Inline {
	return word.Text(strings.TrimSuffix(m.lines(n), "\n"))
}

func (m *reading) code(n ast.Node, language string, out *mdRun, depth int) {
	box := codeBox(m.lines(n), language)
	box.Indent = depth
	out.add(box)
}

func codeBox(s, language string) *word.Box {
	var in []word.Block
	for _, l := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
		in = append(in, word.NewParagraph(word.Format{}, word.Text(l)))
	}
	return word.NewBox(word.CodeBlock, language, "", in...)
}

// item reads a list item: its first paragraph has the sign, all others in it only
// the indent.
func (m *reading) item(n ast.Node, ordered bool, number int, out *mdRun, depth int) {
	f := word.Format{List: word.Bullet, ListLevel: depth}
	if ordered {
		f.List = word.Number
	}
	first := n.FirstChild()
	_, p := first.(*ast.Paragraph)
	_, t := first.(*ast.TextBlock)
	var in []word.Inline
	if d, ok := first.(*displayed); ok {
		in = []word.Inline{m.formula(d)}
		first = first.NextSibling()
	} else if p || t {
		if box := box(n); box != nil {
			if ordered {
				m.lost[loss.Numbered]++
			}
			f = word.Format{Task: word.ToDo, Indent: depth - 1}
			if box.IsChecked {
				f.Task = word.Done
			}
			if t, ok := box.NextSibling().(*ast.Text); ok {
				t.Segment = t.Segment.TrimLeftSpace(m.src)
			}
		}
		in = m.inlines(first, word.Props{})
		if len(in) == 1 && in[0] == word.Text(noText) {
			in = nil
		}
		first = first.NextSibling()
	} else if _, heading := first.(*ast.Heading); heading {
		in = m.boldHeading(first)
		first = first.NextSibling()
	}
	f = word.NewParagraph(f).Format // in its normal form
	if f.List != word.NoList {
		trial := out.count
		begins := n.PreviousSibling() == nil
		switch _, auto, fresh := trial.Next(f); {
		case ordered && (auto != number || begins && !fresh):
			f.Start = word.StartAt(number)
		case !ordered && begins && beside(n.Parent()):
			f.Start = 1
		}
		out.count.Next(f)
	}
	out.add(word.NewParagraph(f, in...))
	m.rest(first, out, depth)
}

func (m *reading) table(n *extast.Table, out *mdRun, depth int) {
	var rows [][]word.Cell
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		_, head := r.(*extast.TableHeader)
		var row []word.Cell
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, word.NewCell(word.NewParagraph(word.Format{}, m.inlines(c, word.Props{Bold: head})...)))
		}
		rows = append(rows, row)
	}
	t := word.NewTable(rows...)
	for i, a := range n.Alignments {
		if a == extast.AlignNone {
			continue
		}
		if t.Align == nil {
			t.Align = make([]word.Align, len(n.Alignments))
		}
		t.Align[i] = map[extast.Alignment]word.Align{extast.AlignLeft: word.Left, extast.AlignCenter: word.Center, extast.AlignRight: word.Right}[a]
	}
	t.Indent = depth
	out.add(t)
}

// again reads what was written, within the budget of the writing.
type again struct {
	b       *budget.Budget
	p       *markdown.Parser
	notes   map[int]bool // footnotes that are written as such
	order   []int        // of those that have been referred to
	numbers map[int]int  // in that order
	picture func(*word.Picture) (string, error)
	lost    loss.Tally
	err     error // the first of picture
}

func newAgain(b *budget.Budget) *again {
	return &again{b: b, p: newParser(b), lost: loss.Tally{}, numbers: map[int]int{}}
}

// read returns the blocks of a text, none when the budget is used up. Their memory
// is released: nobody keeps them.
func (a *again) read(s string) []word.Block {
	held := a.b.Held()
	blocks, _ := newReading([]byte(s), Options{Budget: a.b}).read(a.p)
	_ = a.b.Hold(held - a.b.Held())
	return blocks
}

// mark refers to a footnote, by the number of its first reference.
func (a *again) mark(note int) string {
	if a.numbers[note] == 0 {
		a.order = append(a.order, note)
		a.numbers[note] = len(a.order)
	}
	return "[^" + strconv.Itoa(a.numbers[note]) + "]"
}

// Options configure how Markdown is read.
type Options struct {
	Title string // text of a title paragraph in front, "" = none
	// Open opens a picture by its relative path, with slashes; nil, or an error:
	// the picture stays a link.
	Open func(name string) (io.ReadCloser, error)
	// Pictures is how many bytes of pictures are taken beside the text, 0 = 256 MB.
	Pictures int64
	// Budget bounds the reading, nil = the default one.
	Budget *budget.Budget
}
