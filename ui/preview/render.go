package preview

import (
	"cmp"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"aloft/model"
	"aloft/model/budget"
	"aloft/model/markdown"
	"aloft/themes"
)

// maxDrawn limits drawn text in bytes: a new width discards the result.
const maxDrawn = 64 << 10

// drawing draws Markdown from its tree, in lines of characters that know where in the text they are from.
type drawing struct {
	source
	src    []byte
	on     paper
	ruler  model.Ruler
	glyphs glyphs
	signed bool // headings keep their marks: without an outline nothing else shows their level

	lines  []line
	out    []char // of the current block
	lead   []char // each line begins with it
	sign   []char // stands in the next line in place of blanks of lead
	signAt int    // where they begin
	apart  bool   // before the next line is a blank one, which begins with gap
	gap    []char
	table  bool
	notes  []note
}

// note is an address that is shown below its table.
type note struct{ words, address string }

// glyphs are the signs that are drawn around a text.
type glyphs struct{ bar, fill, cross, bullet, remark string }

func glyphsOf(st *themes.Styles) glyphs {
	if g := &st.Glyphs; g.Top == "─" {
		return glyphs{g.Left, g.Top, "┼", "• ", "»"}
	}
	return glyphs{"|", "-", "+", "* ", ">"}
}

// Plain renders Markdown for a dialog in the theme's styles, in lines of exactly that width. It takes milliseconds,
// so it must not run on the update loop. ok is false for a text that is too long.
func Plain(md string, st *themes.Styles, width int) (lines []string, ok bool) {
	if len(md) > maxDrawn || width < 8 {
		return nil, false
	}
	d := drawing{on: paper{width: width}, signed: true}
	p, err := d.page(md, st, deletions{})
	if err != nil {
		return nil, false
	}
	return p.groups, true
}

// drawnPage renders a part of a section in styles.
func drawnPage(md string, st *themes.Styles, ruler model.Ruler, on paper, gone deletions) (*page, error) {
	d := drawing{on: on, ruler: ruler}
	return d.page(md, st, gone)
}

// read returns the text of Markdown.
func read(md string) (*source, error) {
	d := drawing{on: paper{width: maxDrawn}}
	err := d.read(md)
	return &d.source, err
}

func (d *drawing) page(md string, st *themes.Styles, gone deletions) (*page, error) {
	d.glyphs = glyphsOf(st)
	if err := d.read(md); err != nil {
		return nil, err
	}
	d.strike(gone)
	p, l := &page{drawn: true, width: d.on.width, ruler: d.ruler}, newLooks(st)
	for i := range d.lines {
		for _, row := range d.lines[i].rows(d.on.width, d.ruler) {
			s, spans := l.draw(row)
			if fill := d.lines[i].fill; fill != inBody {
				s += l.paint(fill).On(strings.Repeat(" ", max(0, d.on.width-width(row))))
			}
			p.groups, p.spans = append(p.groups, padded(s, d.on.width, d.ruler)), append(p.spans, spans)
		}
	}
	return p, nil
}

func (d *drawing) read(md string) error {
	d.source, d.src = source{md: md, code: map[int]bool{}}, []byte(md)
	root, err := markdown.New(budget.New(budget.Screen(), nil), extension.DefinitionList).Parse(d.src)
	if err == nil {
		d.blocks(root)
	}
	return err
}

// blocks draws blocks with a blank line between them.
func (d *drawing) blocks(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c != n.FirstChild() {
			d.part()
		}
		d.block(c)
	}
}

// part puts a blank line before the next one.
func (d *drawing) part() { d.apart, d.gap = true, d.lead }

func (d *drawing) block(n ast.Node) {
	was := d.lead
	switch n := n.(type) {
	case *ast.Heading:
		l := inHeading + look(min(n.Level, 3)) - 1
		if d.signed {
			d.around(strings.Repeat("#", n.Level)+" ", l)
		}
		d.words(n, l)
	case *ast.Paragraph, *ast.TextBlock:
		d.words(n, inBody)
	case *extast.DefinitionTerm:
		d.words(n, bold)
	case *extast.DefinitionList:
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if c != n.FirstChild() && c.Kind() == extast.KindDefinitionTerm {
				d.part()
			}
			d.block(c)
		}
	case *ast.Blockquote:
		d.lead = slices.Concat(was, d.chars(d.glyphs.bar+" ", inMeta))
		d.blocks(n)
	case *ast.List:
		for c, number := n.FirstChild(), n.Start; c != nil; c, number = c.NextSibling(), number+1 {
			d.lead = was
			if n.IsOrdered() {
				d.item(c, strconv.Itoa(number)+". ")
			} else {
				d.item(c, d.glyphs.bullet)
			}
		}
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		for _, s := range n.Lines().Sliced(0, n.Lines().Len()) {
			d.codeLine(s)
		}
	case *ast.HTMLBlock:
		d.html(n)
	case *ast.ThematicBreak:
		d.around(strings.Repeat(d.glyphs.fill, 8), inMeta)
		d.flow()
	case *extast.Table:
		d.drawTable(n)
	default:
		d.blocks(n)
	}
	d.lead = was
}

// item draws an item of a list. The lists in it stand a step to the right, everything else below its text.
func (d *drawing) item(n ast.Node, sign string) {
	if t := n.FirstChild(); t != nil {
		if box, ok := t.FirstChild().(*extast.TaskCheckBox); ok && box.IsChecked {
			sign = "[x] "
		} else if ok {
			sign = "[ ] "
		}
	}
	d.sign, d.signAt = d.chars(sign, inBody), len(d.lead)
	step, below := slices.Concat(d.lead, d.blanks(2)), slices.Concat(d.lead, d.blanks(len(d.sign)))
	d.lead = below
	if n.FirstChild() == nil || n.FirstChild().Kind() == ast.KindList {
		d.flow()
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if d.lead = below; c.Kind() == ast.KindList {
			d.lead = step
		} else if c != n.FirstChild() {
			d.part()
		}
		d.block(c)
	}
}

// codeLine draws a line of code; its rows below the first one are indented as it is.
func (d *drawing) codeLine(s text.Segment) {
	d.count++
	d.code[d.count] = true
	d.out = d.chars(strings.Repeat(" ", 2+s.Padding), inCode)
	d.put(s.WithStop(s.Start+len(strings.TrimRight(d.md[s.Start:s.Stop], "\r\n"))), inCode, true)
	indent := 0
	for indent < len(d.out) && d.out[indent].text == " " {
		indent++
	}
	d.line(d.take(), indent)
	d.lines[len(d.lines)-1].fill = inCode
}

// html draws what HTML leaves without its tags.
func (d *drawing) html(n *ast.HTMLBlock) {
	var b strings.Builder
	for _, s := range n.Lines().Sliced(0, n.Lines().Len()) {
		b.Write(s.Value(d.src))
	}
	if n.HasClosure() {
		b.Write(n.ClosureLine.Value(d.src))
	}
	if s := strings.TrimSpace(withoutTags(b.String())); s != "" {
		for line := range strings.SplitSeq(s, "\n") {
			d.around(model.Clean(html.UnescapeString(strings.TrimSpace(line))), inBody)
			d.flow()
		}
	}
}

// words draws a block of text.
func (d *drawing) words(n ast.Node, l look) {
	d.count++
	d.inlines(n, l, false)
	d.flow()
}

// flow makes lines of what was read.
func (d *drawing) flow() {
	for _, row := range splitChars(d.take()) {
		d.line(row, 0)
	}
}

// take returns what was read.
func (d *drawing) take() []char {
	out := d.out
	d.out = nil
	return out
}

func (d *drawing) line(chars []char, indent int) {
	if d.apart && len(d.lines) > 0 {
		d.lines = append(d.lines, line{chars: d.gap})
	}
	all := slices.Concat(d.lead, chars)
	if d.sign != nil {
		copy(all[d.signAt:], d.sign)
	}
	empty := d.sign != nil && strings.TrimSpace(textOf(chars)) == ""
	d.apart, d.sign = false, nil
	d.lines = append(d.lines, line{all, slices.Concat(d.lead, d.blanks(indent)), d.table, inBody, empty})
}

// chars returns characters that are drawn around the text.
func (d *drawing) chars(s string, l look) []char {
	out := make([]char, 0, len(s))
	for _, c := range cellsOf(s, d.ruler) {
		out = append(out, char{c.text, around, c.to - c.from, l})
	}
	return out
}

func (d *drawing) around(s string, l look) { d.out = append(d.out, d.chars(s, l)...) }

func (d *drawing) blanks(n int) []char { return d.chars(strings.Repeat(" ", n), inBody) }

// withoutTags takes tags and comments out of HTML. A "<" that begins neither is text.
func withoutTags(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		s = s[i:]
		end := ">"
		switch {
		case strings.HasPrefix(s, "<!--"):
			end = "-->"
		case len(s) < 2 || !strings.ContainsRune("/!?", rune(s[1])) && (s[1]|0x20 < 'a' || s[1]|0x20 > 'z'):
			b.WriteByte('<')
			s = s[1:]
			continue
		}
		j := strings.Index(s, end)
		if j < 0 {
			return b.String()
		}
		s = s[j+len(end):]
	}
}

// aside is a comment, which is no part of the text.
func (d *drawing) aside(said string) []char {
	out := d.chars("  "+d.glyphs.remark+" "+d.ruler.TruncateEnd(said, mostStruck), inMeta)
	for i := range out {
		out[i].unit = asides
	}
	return out
}

// putWhere is where something that is not in the text is put.
type putWhere int

const (
	asRemark putWhere = iota // below the line, first
	lineBefore
	lineAfter
	inLine
)

// strike puts deleted text where it stood in the lines; in a table it is the next line.
func (d *drawing) strike(gone deletions) {
	type put struct {
		where putWhere
		at    int // before this character of the line
		chars []char
	}
	puts := map[int][]put{}
	plain := make([]string, len(d.lines))
	for i := range plain {
		plain[i] = textOf(d.lines[i].chars)
	}
	for i, c := range gone.all {
		line, cell := -1, 0
		for l, marks := range marksIn(plain, c.words, d.ruler, nil) {
			for _, m := range marks {
				switch {
				case m.ord != gone.ords[i] || c.before && line >= 0:
				case c.before:
					line, cell = l, m.from
				default:
					line, cell = l, m.to
				}
			}
		}
		if line < 0 {
			continue
		}
		said := strings.TrimSpace(c.gone)
		if c.aside {
			puts[line] = append(puts[line], put{where: asRemark, chars: d.aside(said)})
			continue
		}
		struck := d.chars("[-"+d.ruler.TruncateEnd(said, mostStruck)+"-]", inGone)
		for i := range struck {
			struck[i].unit = deleted
		}
		chars, at := d.lines[line].chars, 0
		for at < len(chars) && width(chars[:at]) < cell {
			at++
		}
		lead, tail, _ := strings.Cut(c.gone, said)
		switch {
		case d.lines[line].table:
			puts[line] = append(puts[line], put{where: lineAfter, chars: struck})
			continue
		case c.alone > 0:
			item, step := line, -1
			if !c.before {
				step = 1
			}
			for next, left := line+step, c.alone; left > 0 && next >= 0 && next < len(d.lines); next += step {
				if d.lines[next].empty {
					item, left = next, left-1
				} else if strings.TrimSpace(plain[next]) != "" {
					break
				}
			}
			switch {
			case item != line:
				puts[item] = append(puts[item], put{inLine, len(d.lines[item].chars), struck})
			default:
				where := lineAfter
				if c.before {
					where = lineBefore
				}
				puts[line] = append(puts[line], put{where: where, chars: slices.Concat(d.lines[line].next, struck)})
			}
			continue
		case lead == "" && at < len(chars) && chars[at].text == " " && !c.before && c.spaced: // the space belongs to the words
			at++
		}
		puts[line] = append(puts[line], put{inLine, at, slices.Concat(d.chars(lead, inBody), struck, d.chars(tail, inBody))})
	}
	var out []line
	for i, l := range d.lines {
		slices.SortStableFunc(puts[i], func(a, b put) int { return cmp.Or(int(a.where-b.where), a.at-b.at) })
		var after []line
		moved := 0
		for _, p := range puts[i] {
			switch p.where {
			case asRemark:
				after = append(after, line{chars: p.chars, next: d.blanks(4)})
			case lineBefore:
				out = append(out, line{chars: p.chars}, line{})
			case lineAfter:
				if !l.table {
					after = append(after, line{})
				}
				after = append(after, line{chars: p.chars})
			case inLine:
				at := p.at + moved
				l.chars = slices.Concat(l.chars[:at], p.chars, l.chars[at:])
				moved += len(p.chars)
			}
		}
		out = append(append(out, l), after...)
	}
	d.lines = out
}
