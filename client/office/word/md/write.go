package md

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/model/budget"
	"aloft/model/markdown"
)

// Output configures how Markdown is written.
type Output struct {
	// Budget bounds the writing, nil = the default one.
	Budget *budget.Budget
	// Picture is the address of a picture that the document has; nil: its name.
	Picture func(*word.Picture) (string, error)
}

// Write writes a document as Markdown. Read again it means the same, but for what is lost.
// Errors are those of w, of the budget, and of Picture.
func Write(w io.Writer, d *word.Document, opt Output) (loss.List, error) {
	out := bufio.NewWriter(w)
	a := newAgain(budget.Or(opt.Budget))
	a.notes, a.picture, a.lost = word.Notes(d), opt.Picture, losses(d, opt)
	m := &mdWriter{w: out, again: a}
	m.blocks(slices.DeleteFunc(slices.Clone(d.Blocks()), func(b word.Block) bool {
		return a.notes[word.NoteOf(b)]
	}))
	texts := map[int][]word.Block{}
	for _, n := range word.NotesOf(d.Blocks()) {
		texts[n.Number] = n.Blocks
	}
	for i := 0; i < len(a.order); i++ { // one may refer to others
		m.within("    ", a.mark(a.order[i])+": ", texts[a.order[i]])
	}
	if err := cmp.Or(a.b.Err(), a.err); err != nil {
		return nil, err
	}
	return a.lost.List(), out.Flush()
}

// losses counts what Markdown has no form for.
func losses(d *word.Document, opt Output) loss.Tally {
	lost := loss.Tally{loss.Comment: len(d.Comments())}
	var boxes func([]word.Block)
	boxes = func(in []word.Block) {
		for _, b := range in {
			if box, ok := b.(*word.Box); ok {
				if box.Kind == word.TextBox {
					lost[loss.Box]++
				}
				boxes(box.Blocks())
			}
		}
	}
	boxes(d.Blocks())
	word.EachParagraph(d.Blocks(), func(p *word.Paragraph) {
		if p.IsHeading() && p.Level > 6 {
			lost[loss.Deep]++
		}
		for _, i := range p.Inlines() {
			switch {
			case i.Kind == word.Image && i.Picture.Data != nil && opt.Picture == nil:
				lost[loss.Named]++
			case i.Kind == word.Drawing, i.Kind == word.AddOn:
				lost[loss.Drawing]++
			case i.Kind == word.Run && (i.Props.Color != "" || i.Props.Background != "" || i.Props.Underline || i.Props.SmallCaps):
				lost[loss.Look]++
			}
		}
	})
	return lost
}

// mdWriter writes blocks with an empty line between them, list items without.
type mdWriter struct {
	again  *again // reads doubtful emphasis again
	w      *bufio.Writer
	prefix string // of each line, in a quotation or a footnote
	first  string // instead of it, of the first line
	begun  bool
	item   bool   // the block before was a list item
	open   []open // the list items that the next block may belong to
}

// open is an open list item, with the column of its contents.
type open struct {
	kind  word.List
	level int
	col   int
	next  int  // the number that the next item has by itself
	paren bool // written 1) instead of 1., and * instead of -
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
		if i > 0 && (l == "" || col > 0 && strings.Trim(l, " \t") == "") { // code in a list: its readers see no spaces there
			line, l = "", ""
		}
		prefix := m.prefix
		if m.first != "" {
			prefix, m.first = m.first, ""
		}
		line = prefix + line
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
			m.out("", m.column(b.Indent), tableText(m.again, b), false)
		case *word.Box:
			m.box(b)
		}
		c.Pass(b)
	}
}

// column is where a block begins that is in a list item of a level; deeper ones end, and
// so does the row of items.
func (m *mdWriter) column(level int) int {
	m.open, m.item = m.open[:m.above(level+1)], false
	if len(m.open) == 0 {
		return 0
	}
	return m.open[len(m.open)-1].col
}

// above is how many of the open items are above a level.
func (m *mdWriter) above(level int) int {
	n := 0
	for n < len(m.open) && m.open[n].level < level {
		n++
	}
	return n
}

// within writes blocks with more in front of each line.
func (m *mdWriter) within(prefix, first string, blocks []word.Block) {
	in := &mdWriter{w: m.w, again: m.again, prefix: m.prefix + prefix, first: first}
	if m.begun {
		_, _ = m.w.WriteString(strings.TrimRight(m.prefix, " ") + "\n")
	}
	m.begun = true
	in.blocks(blocks)
	if !in.begun {
		_, _ = m.w.WriteString(strings.TrimRight(cmp.Or(first, in.prefix), " ") + "\n")
	}
}

func (m *mdWriter) paragraph(p *word.Paragraph, c *word.Counter) {
	switch {
	case p.List != word.NoList:
		n, _, _ := c.Next(p.Format)
		m.listItem(p, p.List, p.ListLevel, n, p.Start != 0, "")
		return
	case p.Task == word.ToDo:
		m.listItem(p, word.Bullet, p.Indent+1, 0, false, "[ ] ")
		return
	case p.Task == word.Done:
		m.listItem(p, word.Bullet, p.Indent+1, 0, false, "[x] ")
		return
	}
	if p.IsHeading() || p.Level == word.Title {
		m.open, m.item = nil, false // all lists end
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
	if line(p) {
		s = "---"
	}
	m.out("", m.column(p.Indent), s, false)
}

// line reports whether a paragraph is a line across the page.
func line(p *word.Paragraph) bool {
	rule := false
	for _, i := range p.Inlines() {
		rule = rule || i.Kind == word.Rule
		if i.Kind != word.Rule && i.Kind != word.CommentStart && i.Kind != word.CommentEnd {
			return false
		}
	}
	return rule
}

// listItem writes an item below the open ones of higher levels. A list that begins behind another has other signs.
func (m *mdWriter) listItem(p *word.Paragraph, kind word.List, level, n int, begins bool, box string) {
	above := m.above(level)
	var before *open
	if len(m.open) > above {
		before = &m.open[above]
	}
	it := open{kind: kind, level: level, next: n + 1}
	if before != nil && before.kind == kind {
		it.paren = before.paren != (begins || kind == word.Number && before.next != n)
	}
	fresh := before == nil || before.kind != kind || before.paren != it.paren
	deeper := above == len(m.open)
	m.open = m.open[:above]
	head := "- "
	if it.paren {
		head = "* "
	}
	if kind == word.Number {
		head = strconv.Itoa(min(n, 999_999_999)) + ". "
		if it.paren {
			head = strconv.Itoa(min(n, 999_999_999)) + ") "
		}
	}
	if above > 0 {
		it.col = m.open[above-1].col
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
		s := codeText(b.Blocks())
		fence := markdown.FenceFor(s)
		lang := strings.Map(func(r rune) rune {
			if r == '`' || r <= ' ' {
				return -1
			}
			return r
		}, b.Language)
		lang = strings.NewReplacer(`\`, `\\`, "&", "&amp;").Replace(lang) // neither an escape nor an entity
		m.out("", m.column(b.Indent), fence+lang+"\n"+s+"\n"+fence, false)
	case word.HighlightBlock:
		m.within(strings.Repeat(" ", m.column(b.Indent))+"> ", "", b.Blocks())
	default:
		m.blocks(b.Blocks())
	}
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
			b.WriteString("\n|")
			for k := range r {
				a := word.NoAlign
				if k < len(t.Align) {
					a = t.Align[k]
				}
				b.WriteString([...]string{word.NoAlign: " --- |", word.Left: " :-- |", word.Center: " :-: |", word.Right: " --: |"}[a])
			}
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
		if len(visible(in, head, a.notes)) == 0 {
			return
		}
		if n++; n > 1 {
			all = append(all, word.Inline{Kind: word.LineBreak})
		}
		all = append(all, in...)
	})
	return inlineText(a, visible(all, head, a.notes), inCell)
}
