package md

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/model/budget"
	"aloft/model/markdown"
)

// Write writes a document as Markdown. Read again it has the same text,
// headings, lists, tables, code, emphasis and links; Losses returns the
// rest. It uses the budget, nil = the default one. Errors are those of w and of the
// budget.
func Write(w io.Writer, d *word.Document, b *budget.Budget) error {
	out := bufio.NewWriter(w)
	m := &mdWriter{w: out, again: newAgain(budget.Or(b))}
	m.blocks(d.Blocks())
	if err := m.again.b.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// Losses returns what Markdown loses of a document.
func Losses(d *word.Document) loss.List {
	lost := loss.Tally{loss.Comment: len(d.Comments())}
	for _, b := range d.Blocks() {
		if box, ok := b.(*word.Box); ok && box.Kind == word.TextBox {
			lost[loss.Box]++
		}
	}
	word.EachParagraph(d.Blocks(), func(p *word.Paragraph) {
		for _, i := range p.Inlines() {
			switch {
			case i.Kind == word.Image && i.Picture.Data != nil:
				lost[loss.Named]++
			case i.Kind == word.Drawing, i.Kind == word.AddOn:
				lost[loss.Drawing]++
			case i.Kind == word.Run && (i.Props.Color != "" || i.Props.Background != "" || i.Props.Underline || i.Props.SmallCaps):
				lost[loss.Look]++
			}
		}
	})
	return lost.List()
}

// mdWriter writes blocks with an empty line between them, list items without.
type mdWriter struct {
	again  *again // reads doubtful emphasis again
	w      *bufio.Writer
	prefix string // of each line, in a quotation
	begun  bool
	item   bool   // the block before was a list item
	open   []open // the list items that the next block may belong to
}

// open is an open list item, with the column of its contents.
type open struct {
	kind  word.List
	col   int
	next  int  // the number that the next item has by itself
	paren bool // written 1) instead of 1.
}

// out writes a block, line by line, at a column; head is at the start of its first
// line.
func (m *mdWriter) out(head string, col int, s string, tight bool) {
	if m.begun && !tight {
		_, _ = m.w.WriteString(strings.TrimRight(m.prefix, " ") + "\n")
	}
	m.begun = true
	pad := strings.Repeat(" ", col)
	for i, l := range strings.Split(s, "\n") {
		line := pad + l
		if i == 0 && head != "" {
			line = pad[:col-len(head)] + strings.TrimRight(head+l, " ")
		}
		if l == "" && i > 0 {
			line = ""
		}
		line = m.prefix + line
		if l == "" {
			line = strings.TrimRight(line, " ")
		}
		_, _ = m.w.WriteString(line + "\n")
	}
}

func (m *mdWriter) blocks(in []word.Block) {
	var c word.Counter
	for _, b := range in {
		switch b := b.(type) {
		case *word.Paragraph:
			m.paragraph(b, &c)
		case *word.Table:
			m.flush()
			m.out("", 0, tableText(m.again, b), false)
		case *word.Box:
			m.box(b)
		}
		c.Pass(b)
	}
}

// flush ends all lists.
func (m *mdWriter) flush() { m.open, m.item = nil, false }

func (m *mdWriter) paragraph(p *word.Paragraph, c *word.Counter) {
	switch {
	case p.List != word.NoList:
		n, _, _ := c.Next(p.Format)
		m.listItem(p, p.List, p.ListLevel, n, "")
		return
	case p.Task == word.ToDo:
		m.listItem(p, word.Bullet, p.Indent+1, 0, "[ ] ")
		return
	case p.Task == word.Done:
		m.listItem(p, word.Bullet, p.Indent+1, 0, "[x] ")
		return
	}
	if p.IsHeading() || p.Level == word.Title {
		m.flush()
		level := p.Level
		if level == word.Title {
			level = 1
		}
		head := strings.Repeat("#", level)
		if s := paragraphText(m.again, p, inHeading); s != "" {
			head += " " + s
		}
		m.out("", 0, head, false)
		return
	}
	s := paragraphText(m.again, p, inBlock)
	if s == "" {
		return
	}
	if s == word.Ruler {
		s = "---"
	}
	depth := min(p.Indent, len(m.open))
	m.open = m.open[:depth]
	col := 0
	if depth > 0 {
		col = m.open[depth-1].col
	}
	m.out("", col, s, false)
	m.item = false
}

// listItem writes an item below the open ones; a level that has none above it moves
// up.
func (m *mdWriter) listItem(p *word.Paragraph, kind word.List, level, n int, box string) {
	level = min(level, len(m.open)+1)
	var before *open
	if len(m.open) >= level {
		before = &m.open[level-1]
	}
	it := open{kind: kind, next: n + 1}
	if before != nil && before.kind == kind {
		it.paren = before.paren
		if kind == word.Number && before.next != n {
			it.paren = !before.paren
		}
	}
	fresh := before == nil || before.kind != kind || before.paren != it.paren
	deeper := level > len(m.open)
	m.open = m.open[:level-1]
	head := "- "
	if kind == word.Number {
		head = strconv.Itoa(min(n, 999_999_999)) + ". "
		if it.paren {
			head = strconv.Itoa(min(n, 999_999_999)) + ") "
		}
	}
	if level > 1 {
		it.col = m.open[level-2].col
	}
	it.col += len(head)
	s := paragraphText(m.again, p, inItem)
	if s == "" { // a sign or a box alone would be text, or end the list
		s = noText
	}
	// A list that does not begin with 1 does not interrupt a paragraph.
	tight := m.item && (!fresh || deeper && (kind == word.Bullet || n == 1))
	m.out(head, it.col, box+s, tight)
	m.open = append(m.open, it)
	m.item = true
}

func (m *mdWriter) box(b *word.Box) {
	switch b.Kind {
	case word.CodeBlock:
		m.flush()
		s := codeText(b.Blocks())
		fence := markdown.FenceFor(s)
		lang := strings.Map(func(r rune) rune {
			if r == '`' || r <= ' ' {
				return -1
			}
			return r
		}, b.Language)
		m.out("", 0, fence+escapeInfo(lang)+"\n"+s+"\n"+fence, false)
	case word.HighlightBlock:
		m.flush()
		in := &mdWriter{w: m.w, again: m.again, prefix: m.prefix + "> "}
		if m.begun {
			_, _ = m.w.WriteString(m.prefix + "\n")
		}
		m.begun = true
		in.blocks(b.Blocks())
		if !in.begun {
			_, _ = m.w.WriteString(strings.TrimRight(in.prefix, " ") + "\n")
		}
	default:
		m.blocks(b.Blocks())
	}
}

// escapeInfo keeps the language from being read as an escape or an entity.
func escapeInfo(s string) string {
	return strings.NewReplacer(`\`, `\\`, "&", "&amp;").Replace(s)
}

// codeText is the text of a code block, unescaped.
func codeText(in []word.Block) string {
	var out []string
	word.EachParagraph(in, func(p *word.Paragraph) { out = append(out, word.Flat(p.Inlines())) })
	return strings.Join(out, "\n")
}

// tableText writes a table. The first row is the header, which is bold anyway.
func tableText(a *again, t *word.Table) string {
	var b strings.Builder
	for i, r := range t.Rows() {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteByte('|')
		for _, c := range r {
			b.WriteByte(' ')
			if s := cellText(a, c, i == 0); s != "" {
				b.WriteString(s)
				b.WriteByte(' ')
			}
			b.WriteByte('|')
		}
		if i == 0 {
			b.WriteString("\n|" + strings.Repeat(" --- |", len(r)))
		}
	}
	return b.String()
}

// cellText joins the paragraphs of a cell to one line.
func cellText(a *again, c word.Cell, head bool) string {
	var all []word.Inline
	var count word.Counter
	n := 0
	word.EachParagraph(c.Blocks(), func(p *word.Paragraph) {
		in := p.Inlines()
		s := word.Sign(&count, p.Format, "☐ ", "☒ ", "• ")
		if s != "" {
			in = append([]word.Inline{word.Text(s)}, in...)
		}
		if len(visible(in, head)) == 0 {
			return
		}
		if n++; n > 1 {
			all = append(all, word.Inline{Kind: word.LineBreak})
		}
		all = append(all, in...)
	})
	return inlineText(a, visible(all, head), inCell)
}
