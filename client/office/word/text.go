package word

import (
	"bufio"
	"cmp"
	"io"
	"strconv"
	"strings"

	"aloft/model"
)

// Text writes the document as plain text: lists with their signs, tables with a
// line for each row and tabs between the cells.
func (d *Document) Text(w io.Writer) error {
	b := bufio.NewWriter(w)
	t := &textWriter{b: b}
	t.blocks(d.blocks, "")
	return b.Flush()
}

// textWriter needs no error of its own: the buffer keeps the first.
type textWriter struct {
	b     *bufio.Writer
	begun bool
	close bool // no empty line between the block before and the next
}

// line writes a block's text; tight: without an empty line before it.
func (t *textWriter) line(s string, tight bool) {
	if t.begun && !(tight && t.close) {
		_ = t.b.WriteByte('\n')
	}
	t.begun, t.close = true, tight
	_, _ = t.b.WriteString(s)
	_ = t.b.WriteByte('\n')
}

func (t *textWriter) blocks(in []Block, indent string) {
	var c Counter
	for _, b := range in {
		switch b := b.(type) {
		case *Paragraph:
			s := shown(b.Inlines())
			if strings.TrimSpace(s) == "" && b.List == NoList && b.Task == NoTask {
				break
			}
			sign := Sign(&c, b.Format, "[ ] ", "[x] ", "- ")
			pad := indent + strings.Repeat("  ", max(b.Indent, b.ListLevel-1, 0))
			t.line(pad+sign+strings.ReplaceAll(s, "\n", "\n"+pad+strings.Repeat(" ", len(sign))), sign != "")
		case *Table:
			t.close = false
			for _, r := range b.rows {
				cells := make([]string, len(r))
				for i, c := range r {
					cells[i] = model.OneLine(Lines(c.blocks))
				}
				t.line(indent+strings.TrimRight(strings.Join(cells, "\t"), "\t"), true)
			}
			t.close = false
		case *Box:
			if b.Kind != CodeBlock {
				t.blocks(b.blocks, indent)
				break
			}
			t.close = false
			for _, l := range strings.Split(Lines(b.blocks), "\n") {
				t.line(indent+"    "+l, true)
			}
			t.close = false
		}
		c.Pass(b)
	}
}

// Sign is the sign or number of a list item or a task.
func Sign(c *Counter, f Format, toDo, done, bullet string) string {
	switch {
	case f.Task == ToDo:
		return toDo
	case f.Task == Done:
		return done
	case f.List == NoList:
		return ""
	}
	n, _, _ := c.Next(f)
	if f.List == Bullet {
		return bullet
	}
	return strconv.Itoa(n) + ". "
}

// shown is a paragraph's text with words for its objects.
func shown(in []Inline) string {
	var b strings.Builder
	for _, i := range in {
		switch i.Kind {
		case Run:
			b.WriteString(i.Text)
		case Tab:
			b.WriteByte('\t')
		case LineBreak, PageBreak:
			b.WriteByte('\n')
		case Rule, Equation, Image, Drawing, AddOn:
			b.WriteString(Shown(i))
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// Shown is what stands for an object in a text.
func Shown(i Inline) string {
	switch {
	case i.Kind == Rule:
		return Ruler
	case i.Kind == Equation && i.Text != "":
		return i.Text
	case i.Kind == Image && i.Picture.Alt != "":
		return "[" + i.Picture.Alt + "]"
	}
	return "[" + cmp.Or(i.Text, Placeholder(i.Kind)) + "]"
}
