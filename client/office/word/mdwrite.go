package word

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"aloft/model/budget"
	"aloft/model/markdown"
)

// WriteMarkdown writes a document as Markdown. Read again it has the same text,
// headings, lists, tables, code, emphasis and links; MarkdownLosses returns the
// rest. It uses the budget, nil = the default one. Errors are those of w and of the
// budget.
func WriteMarkdown(w io.Writer, d *Document, b *budget.Budget) error {
	out := bufio.NewWriter(w)
	m := &mdWriter{w: out, again: newAgain(budget.Or(b))}
	m.blocks(d.Blocks())
	if err := m.again.b.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// MarkdownLosses returns what Markdown loses of a document.
func MarkdownLosses(d *Document) Losses {
	lost := tally{LossComment: len(d.Comments())}
	for _, b := range d.Blocks() {
		if box, ok := b.(*Box); ok && box.Kind == TextBox {
			lost[LossBox]++
		}
	}
	eachParagraph(d.Blocks(), func(p *Paragraph) {
		for _, i := range p.Inlines() {
			switch {
			case i.Kind == Image && i.Picture.Data != nil:
				lost[LossNamed]++
			case i.Kind == Drawing, i.Kind == AddOn:
				lost[LossDrawing]++
			case i.Kind == Run && (i.Props.Color != "" || i.Props.Background != "" || i.Props.Underline || i.Props.SmallCaps):
				lost[LossLook]++
			}
		}
	})
	return lost.losses()
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
	kind  List
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

func (m *mdWriter) blocks(in []Block) {
	var c counter
	for _, b := range in {
		switch b := b.(type) {
		case *Paragraph:
			m.paragraph(b, &c)
		case *Table:
			m.flush()
			m.out("", 0, tableText(m.again, b), false)
		case *Box:
			m.box(b)
		}
		c.pass(b)
	}
}

// flush ends all lists.
func (m *mdWriter) flush() { m.open, m.item = nil, false }

func (m *mdWriter) paragraph(p *Paragraph, c *counter) {
	switch {
	case p.List != NoList:
		n, _, _ := c.next(p.Format)
		m.listItem(p, p.List, p.ListLevel, n, "")
		return
	case p.Task == ToDo:
		m.listItem(p, Bullet, p.Indent+1, 0, "[ ] ")
		return
	case p.Task == Done:
		m.listItem(p, Bullet, p.Indent+1, 0, "[x] ")
		return
	}
	if p.IsHeading() || p.Level == Title {
		m.flush()
		level := p.Level
		if level == Title {
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
	if s == ruler {
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
func (m *mdWriter) listItem(p *Paragraph, kind List, level, n int, box string) {
	level = min(level, len(m.open)+1)
	var before *open
	if len(m.open) >= level {
		before = &m.open[level-1]
	}
	it := open{kind: kind, next: n + 1}
	if before != nil && before.kind == kind {
		it.paren = before.paren
		if kind == Number && before.next != n {
			it.paren = !before.paren
		}
	}
	fresh := before == nil || before.kind != kind || before.paren != it.paren
	deeper := level > len(m.open)
	m.open = m.open[:level-1]
	head := "- "
	if kind == Number {
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
	tight := m.item && (!fresh || deeper && (kind == Bullet || n == 1))
	m.out(head, it.col, box+s, tight)
	m.open = append(m.open, it)
	m.item = true
}

func (m *mdWriter) box(b *Box) {
	switch b.Kind {
	case CodeBlock:
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
	case HighlightBlock:
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
func codeText(in []Block) string {
	var out []string
	eachParagraph(in, func(p *Paragraph) { out = append(out, flat(p.Inlines())) })
	return strings.Join(out, "\n")
}

// tableText writes a table. The first row is the header, which is bold anyway.
func tableText(a *again, t *Table) string {
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
func cellText(a *again, c Cell, head bool) string {
	var all []Inline
	var count counter
	n := 0
	eachParagraph(c.Blocks(), func(p *Paragraph) {
		in := p.Inlines()
		s := sign(&count, p.Format, "☐ ", "☒ ", "• ")
		if s != "" {
			in = append([]Inline{Text(s)}, in...)
		}
		if len(visible(in, head)) == 0 {
			return
		}
		if n++; n > 1 {
			all = append(all, Inline{Kind: LineBreak})
		}
		all = append(all, in...)
	})
	return inlineText(a, visible(all, head), inCell)
}

// noText is a zero-width space: the text of an empty item.
const noText = "\u200b"
