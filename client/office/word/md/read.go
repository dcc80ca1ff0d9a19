// Package md reads and writes documents as Markdown.
package md

import (
	"bytes"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/parts"

	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"aloft/model/budget"
	"aloft/model/markdown"
)

// Read reads Markdown (UTF-8).
func Read(src []byte, opt Options) (*word.Document, loss.List, error) {
	if at := badUTF8(src); at >= 0 {
		return nil, nil, &word.Error{What: "the text is not UTF-8: the byte at %d does not belong", Args: []any{at},
			Hint: "save it as UTF-8, for example with: iconv -f gb18030 -t utf-8", Why: word.ErrNotUTF8}
	}
	opt.Budget = budget.Or(opt.Budget)
	m := newReading(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")), opt)
	blocks, err := m.read(newParser(opt.Budget))
	if err != nil {
		return nil, nil, err
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

// badUTF8 returns the offset of the first invalid byte, or -1.
func badUTF8(src []byte) int {
	if utf8.Valid(src) {
		return -1
	}
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// reading converts a syntax tree of Markdown to blocks.
type reading struct {
	src  []byte
	opt  Options
	lost loss.Tally
	pics map[string]*word.Picture
}

func newReading(src []byte, opt Options) *reading {
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	return &reading{src: bytes.ReplaceAll(src, []byte("\r"), []byte("\n")), opt: opt, lost: loss.Tally{}, pics: map[string]*word.Picture{}}
}

// newParser makes a parser, which can be reused.
func newParser(b *budget.Budget) *markdown.Parser { return markdown.New(b, deepHeading{}) }

// read parses the text and converts it to blocks. The error is that of the budget.
func (m *reading) read(p *markdown.Parser) ([]word.Block, error) {
	root, err := p.Parse(m.src)
	if err != nil {
		return nil, err
	}
	out := &mdRun{}
	m.children(root, out, 0)
	return out.blocks, m.opt.Budget.Err()
}

// mdRun is a growing run of blocks, and the numbers of its lists.
type mdRun struct {
	blocks []word.Block
	count  word.Counter
	quoted bool // in a box: it must not contain boxes
}

func (o *mdRun) add(b word.Block) {
	o.blocks = append(o.blocks, b)
	o.count.Pass(b)
}

func (m *reading) children(n ast.Node, out *mdRun, depth int) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		m.block(c, out, depth)
	}
}

// block reads a block; depth is how many lists it is in.
func (m *reading) block(n ast.Node, out *mdRun, depth int) {
	switch n := n.(type) {
	case *ast.Heading:
		out.add(word.NewParagraph(word.Format{Level: n.Level}, m.inlines(n, word.Props{})...))
	case *ast.Paragraph, *ast.TextBlock:
		out.add(word.NewParagraph(word.Format{Indent: depth}, m.inlines(n, word.Props{})...))
	case *ast.ThematicBreak:
		out.add(word.NewParagraph(word.Format{Indent: depth}, word.Text(word.Ruler)))
	case *ast.List:
		number := max(n.Start, 1)
		for i := n.FirstChild(); i != nil; i = i.NextSibling() {
			m.item(i, n.IsOrdered(), number, out, depth+1)
			number++
		}
	case *ast.Blockquote:
		in := &mdRun{quoted: true}
		m.children(n, in, 0)
		if out.quoted {
			for _, b := range in.blocks {
				out.add(b)
			}
			return
		}
		out.add(word.NewBox(word.HighlightBlock, "", "", in.blocks...))
	case *ast.FencedCodeBlock:
		m.code(n, unescapeText(string(n.Language(m.src))), out)
	case *ast.CodeBlock:
		m.code(n, "", out)
	case *ast.HTMLBlock:
		s := m.lines(n)
		if n.HasClosure() {
			s += string(n.ClosureLine.Value(m.src))
		}
		out.add(word.NewParagraph(word.Format{Indent: depth}, word.Text(strings.TrimRight(s, "\n"))))
	case *extast.Table:
		m.table(n, out)
	case *ast.LinkReferenceDefinition:
	default:
		m.children(n, out, depth)
	}
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

func (m *reading) code(n ast.Node, language string, out *mdRun) {
	var in []word.Block
	for _, l := range strings.Split(strings.TrimSuffix(m.lines(n), "\n"), "\n") {
		in = append(in, word.NewParagraph(word.Format{}, word.Styled(l, word.Props{Code: out.quoted})))
	}
	if out.quoted {
		for _, b := range in {
			out.add(b)
		}
		return
	}
	out.add(word.NewBox(word.CodeBlock, language, "", in...))
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
	if p || t {
		if box, ok := first.FirstChild().(*extast.TaskCheckBox); ok {
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
		m.block(first, out, depth)
		m.rest(first.NextSibling(), out, depth)
		return
	}
	f = word.NewParagraph(f).Format // in its normal form
	if f.List == word.Number {
		trial := out.count
		if _, auto, _ := trial.Next(f); auto != number {
			f.Start = number
		}
	}
	if f.List != word.NoList {
		out.count.Next(f)
	}
	out.add(word.NewParagraph(f, in...))
	m.rest(first, out, depth)
}

func (m *reading) rest(n ast.Node, out *mdRun, depth int) {
	for ; n != nil; n = n.NextSibling() {
		m.block(n, out, depth)
	}
}

func (m *reading) table(n *extast.Table, out *mdRun) {
	var rows [][]word.Cell
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		_, head := r.(*extast.TableHeader)
		var row []word.Cell
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, word.NewCell(word.NewParagraph(word.Format{}, m.inlines(c, word.Props{Bold: head})...)))
		}
		rows = append(rows, row)
	}
	out.add(word.NewTable(rows...))
}

func (m *reading) inlines(n ast.Node, p word.Props) []word.Inline { return m.under(n, p, nil) }

// under adds the inlines below a node.
func (m *reading) under(n ast.Node, p word.Props, out []word.Inline) []word.Inline {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		out = m.inline(c, p, out)
	}
	return out
}

func (m *reading) inline(n ast.Node, p word.Props, out []word.Inline) []word.Inline {
	switch n := n.(type) {
	case *ast.Text:
		s := string(n.Segment.Value(m.src))
		if !n.IsRaw() {
			s = unescapeText(s)
		}
		out = append(out, word.Styled(s, p))
		switch {
		case n.HardLineBreak():
			out = append(out, word.Inline{Kind: word.LineBreak, Props: p})
		case n.SoftLineBreak() && !m.wideBreak(n, s):
			out = append(out, word.Styled(" ", p))
		}
	case *ast.String:
		out = append(out, word.Styled(string(n.Value), p))
	case *ast.CodeSpan:
		p.Code = true
		var b strings.Builder
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				b.WriteString(strings.ReplaceAll(string(t.Segment.Value(m.src)), "\n", " "))
			} else if s, ok := c.(*ast.String); ok {
				b.Write(s.Value)
			}
		}
		out = append(out, word.Styled(b.String(), p))
	case *ast.Emphasis:
		if n.Level > 1 {
			p.Bold = true
		} else {
			p.Italic = true
		}
		out = m.under(n, p, out)
	case *extast.Strikethrough:
		p.Strike = true
		out = m.under(n, p, out)
	case *ast.Link:
		if p.Link == "" {
			p.Link = unescapeText(string(n.Destination))
		}
		out = m.under(n, p, out)
	case *ast.AutoLink:
		label := string(n.Label(m.src))
		if p.Link == "" {
			p.Link = string(n.URL(m.src))
			if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(p.Link), "mailto:") {
				p.Link = "mailto:" + p.Link
			}
		}
		out = append(out, word.Styled(label, p))
	case *ast.Image:
		out = append(out, word.Inline{Kind: word.Image, Picture: m.picture(unescapeText(string(n.Destination)), word.Flat(m.inlines(n, word.Props{}))), Props: p})
	case *ast.RawHTML:
		var b strings.Builder
		for i := range n.Segments.Len() {
			s := n.Segments.At(i)
			b.Write(s.Value(m.src))
		}
		switch strings.ToLower(strings.ReplaceAll(b.String(), " ", "")) {
		case "<br>", "<br/>":
			return append(out, word.Inline{Kind: word.LineBreak, Props: p})
		}
		out = append(out, word.Styled(strings.ReplaceAll(b.String(), "\n", " "), p))
	case *extast.TaskCheckBox:
	default:
		out = m.under(n, p, out)
	}
	return out
}

// wideBreak reports a line end in text of a script without spaces between words.
func (m *reading) wideBreak(n *ast.Text, s string) bool {
	before, _ := utf8.DecodeLastRuneInString(s)
	next, ok := n.NextSibling().(*ast.Text)
	if !ok {
		return false
	}
	after, _ := utf8.DecodeRune(next.Segment.Value(m.src))
	return util.IsEastAsianWideRune(before) && util.IsEastAsianWideRune(after) && !hangul(before) && !hangul(after)
}

// hangul is written with spaces between the words.
func hangul(r rune) bool { return r >= 0xac00 && r <= 0xd7a3 || r >= 0x1100 && r <= 0x11ff }

// picture embeds an image beside the text; all others stay links.
func (m *reading) picture(dest, alt string) *word.Picture {
	alt = strings.TrimSpace(word.OneLine(alt))
	key := dest + "\n" + alt
	if p := m.pics[key]; p != nil {
		return p
	}
	p := &word.Picture{URL: dest, Alt: alt}
	m.pics[key] = p
	name := path.Clean(parts.UnescapeURL(dest))
	if strings.Contains(dest, "://") || strings.HasPrefix(strings.ToLower(dest), "data:") {
		m.lost[loss.Linked]++
		return p
	}
	if m.opt.Open == nil || name == ".." || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") || name == "." || strings.Contains(name, `\`) {
		m.lost[loss.Picture]++
		return p
	}
	b := &opened{open: m.opt.Open, name: name}
	head, err := b.head()
	if err != nil {
		m.lost[loss.Picture]++
		return p
	}
	p.Data, p.Name = b, path.Base(name)
	if _, w, h := parts.Recognize(head); w > 0 && h > 0 {
		p.Width, p.Height = parts.Fit(w, h)
	}
	return p
}

// opened is a picture beside the text, opened for each read.
type opened struct {
	open func(string) (io.ReadCloser, error)
	name string
	size int64
}

func (o *opened) Open() (io.ReadCloser, error) { return o.open(o.name) }
func (o *opened) Size() int64                  { return o.size }

// head reads the first bytes, and measures the size.
func (o *opened) head() ([]byte, error) {
	rc, err := o.Open()
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	head, err := io.ReadAll(io.LimitReader(rc, 64<<10))
	if err != nil {
		return nil, err
	}
	n, err := io.Copy(io.Discard, rc)
	o.size = int64(len(head)) + n
	return head, err
}

// Options configure how Markdown is read.
type Options struct {
	Title string // text of a title paragraph in front, "" = none
	// Open opens a picture by its relative path, with slashes; nil, or an error:
	// the picture stays a link.
	Open func(name string) (io.ReadCloser, error)
	// Budget bounds the reading, nil = the default one.
	Budget *budget.Budget
}
